//! Tournaments as the page starts, watches, stops and looks back at them.

use super::client::Server;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a small tournament may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn small() -> Value {
    json!({
        "game": "tictactoe", "format": "match", "games": 6, "name": "small",
        "agents": [{ "kind": "random" }, { "kind": "one-ply" }], "clock": { "nodes": 100 },
    })
}

/// One that takes minutes unless it is stopped. No clock runs: on a busy machine agents would overrun it, be retired,
/// and forfeit all the rest in no time.
fn long() -> Value {
    json!({
        "game": "chess", "format": "match", "games": 200, "clock": { "nodes": 20_000 }, "openings": { "random": 2 },
        "agents": [{ "kind": "engine", "level": 2 }, { "kind": "engine", "nodes": 20_000, "name": "nodes" }],
    })
}

fn start(server: &Server, wish: &Value) -> i64 {
    let answer = server.post("/api/tournaments/start", wish);
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()["id"].as_i64().unwrap()
}

fn control(server: &Server, id: i64, action: &str) -> Value {
    let answer = server.post("/api/tournaments/control", &json!({ "id": id, "action": action }));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()["phase"].clone()
}

/// Watches until nobody plays any more; gives the last account and the last event.
fn watch(server: &Server, id: i64) -> (Value, Value) {
    let events = server.post("/api/tournaments/watch", &json!({ "id": id })).events();
    let account = events.iter().rev().find(|(name, _)| name == "account").unwrap().1.clone();
    let (name, last) = events.last().unwrap();
    assert_eq!(name, "done");
    (account, last.clone())
}

fn listed(server: &Server, id: i64) -> Value {
    let list = server.get("/api/tournaments").json();
    let all = list["tournaments"].as_array().unwrap();
    all.iter().find(|one| one["id"] == id).unwrap().clone()
}

fn games(server: &Server, id: i64) -> Vec<Value> {
    let answer = server.post("/api/tournaments/games", &json!({ "id": id, "most": 100 })).json();
    answer["games"].as_array().unwrap().clone()
}

fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < end, "{what} never happened");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A folder that goes with the value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plybook-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn database(&self) -> PathBuf {
        self.0.join("games.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn server_over(database: &Path) -> Server {
    Server::over(database, &["serve", "--port", "0"])
}

#[test]
fn a_small_tournament_is_played_watched_and_found_again() {
    let server = Server::start();
    assert_eq!(server.get("/api/tournaments").json()["tournaments"], json!([]));
    let id = start(&server, &small());
    let (account, done) = watch(&server, id);
    assert_eq!(done["phase"], "finished");
    assert_eq!(
        (&account["games"], &account["planned"], &account["phase"]),
        (&json!(6), &json!(6), &done["phase"])
    );
    assert_eq!(account["agents"], json!(["random", "one-ply"]));
    let standings = account["report"]["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert_eq!((standings.len(), points), (2, 6.0));
    assert!(account["report"]["duel"]["estimate"]["superiority"].is_f64());
    let list = listed(&server, id);
    assert_eq!(
        (&list["name"], &list["phase"], &list["games"]),
        (&json!("small"), &json!("finished"), &json!(6))
    );
    let games = games(&server, id);
    let numbers: Vec<i64> = games.iter().map(|game| game["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [5, 4, 3, 2, 1, 0]);
    for game in &games {
        let place = json!({ "game": game["game"], "moves": game["moves"] });
        let state = server.post("/api/state", &place).json();
        assert!(state["ending"].is_object(), "{game}");
        assert!(
            !game["reason"].as_str().unwrap().is_empty() && !game["sentence"].as_str().unwrap().is_empty()
        );
    }
    let some = json!({ "id": id, "most": 2, "before": 3, "player": "random" });
    let page = server.post("/api/tournaments/games", &some).json();
    assert_eq!((page["games"][0]["number"].clone(), page["more"].clone()), (json!(2), json!(true)));
    // The same wish is another run, not the old table.
    assert_ne!(start(&server, &small()), id);
}

#[test]
fn every_format_is_played_to_its_end() {
    let server = Server::start();
    let three =
        json!([{ "kind": "random" }, { "kind": "one-ply" }, { "kind": "engine", "level": 1, "name": "E" }]);
    for (format, more) in [
        ("round-robin", json!({ "games": 2 })),
        ("gauntlet", json!({ "games": 2, "openings": { "list": "moves b2\nmoves a1" } })),
        ("swiss", json!({ "rounds": 2, "games": 1 })),
        ("knockout", json!({ "games": 2, "openings": { "random": 2 } })),
    ] {
        let mut wish =
            json!({ "game": "tictactoe", "format": format, "agents": three, "clock": { "nodes": 50 } });
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (account, done) = watch(&server, start(&server, &wish));
        assert_eq!((&done["phase"], &account["report"]["format"]), (&json!("finished"), &json!(format)));
        assert!(account["games"].as_u64().unwrap() >= 2, "{format}");
    }
}

#[test]
fn a_sequential_test_draws_its_line() {
    let server = Server::start();
    let wish = json!({
        "game": "tictactoe", "format": "match", "games": 400, "openings": { "random": 2 }, "clock": { "nodes": 50 },
        "agents": [{ "kind": "one-ply" }, { "kind": "random" }], "sprt": { "elo0": 0.0, "elo1": 50.0 },
    });
    let (account, done) = watch(&server, start(&server, &wish));
    assert_eq!(done["phase"], "finished");
    let test = &account["report"]["duel"]["test"];
    assert_eq!(test["decision"], "elo1", "{test}");
    let line = account["line"].as_array().unwrap();
    assert_eq!(line.last().unwrap()[1], test["ratio"]);
    assert!(line.len() > 3 && line.len() <= 202 && account["games"].as_u64().unwrap() < 400);
}

/// The words of how the games of a tournament ended, each once.
fn reasons(account: &Value) -> Vec<&str> {
    let endings = account["report"]["summary"]["endings"].as_object().unwrap();
    endings.keys().map(String::as_str).collect()
}

fn conditions(account: &Value) -> String {
    account["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one.as_str().unwrap())
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn games_are_ended_early_by_score_and_by_proof() {
    let server = Server::start();
    let wish = |adjudication: Value, agents: Value| {
        json!({
            "game": "connect4", "format": "match", "games": 2, "clock": { "nodes": 400 }, "agents": agents,
            "openings": { "random": 0 }, "adjudication": adjudication,
        })
    };
    let engines = json!([{ "kind": "engine", "name": "a" }, { "kind": "engine", "name": "b" }]);
    // Everything is even within a million points, and both see a score.
    let even = wish(json!({ "draw": 1e6, "draw-moves": 2, "draw-after": 6 }), engines);
    let (account, _) = watch(&server, start(&server, &even));
    assert_eq!(reasons(&account), ["drawn by score"], "{account}");
    assert_eq!(account["report"]["summary"]["mean_plies"], 6.0);
    assert!(conditions(&account).contains("even within 1000000 points for 2 moves, not before ply 6"));
    let weak = json!([{ "kind": "engine", "name": "a" }, { "kind": "random" }]);
    let (account, _) =
        watch(&server, start(&server, &wish(json!({ "win": 0, "win-moves": 1 }), weak.clone())));
    assert!(!reasons(&account).contains(&"won by score"), "random sees no score: {account}");
    assert!(conditions(&account).contains("won when both see 0 points for 1 move"));
    let (account, _) = watch(&server, start(&server, &wish(json!({ "proven": 20_000 }), weak)));
    assert_eq!(reasons(&account), ["proven"], "{account}");
    assert!(conditions(&account).contains("a search of 20000 positions proves it"));
}

#[test]
fn an_installed_endgame_database_ends_games() {
    let folder = Folder::new("adjudicate");
    let databases = folder.0.join("endgame");
    let built = Command::new(env!("CARGO_BIN_EXE_plybook"))
        .args(["endgame", "build", "hexapawn"])
        .env("PLYBOOK_ENDGAME", &databases)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(built.unwrap().success());
    let server = Server::with_endgame(&folder.database(), &["serve", "--port", "0"], &databases);
    let wish = json!({
        "game": "hexapawn", "format": "match", "games": 2, "openings": { "random": 0 },
        "agents": [{ "kind": "random" }, { "kind": "one-ply" }], "adjudication": { "database": true },
    });
    let id = start(&server, &wish);
    let (account, _) = watch(&server, id);
    assert_eq!(reasons(&account), ["proven by database"], "{account}");
    assert!(conditions(&account).contains("decided by endgame databases"));
    // Hexapawn on three by three is won for the second player: Gardner, 1962.
    assert!(games(&server, id).iter().all(|game| game["result"] == "second"));
}

#[test]
fn an_engine_ponders_where_it_may() {
    let server = Server::start();
    // No clock: a busy machine ends no game.
    let wish = json!({
        "game": "connect4", "format": "match", "games": 2, "clock": { "nodes": 500 }, "ponder": true,
        "agents": [{ "kind": "engine", "ponder": "position" }, { "kind": "engine", "level": 2 }],
    });
    let (account, done) = watch(&server, start(&server, &wish));
    assert_eq!(done["phase"], "finished", "{account}");
    assert_eq!(account["agents"], json!(["engine:ponder=position", "engine:level=2"]));
    assert!(conditions(&account).contains("thinking on the opponent's time"));
    assert!(reasons(&account).iter().all(|reason| *reason == "position"), "{account}");
}

#[test]
fn what_is_paused_goes_on_and_what_is_ended_does_not() {
    let server = Server::start();
    let id = start(&server, &long());
    wait_for("a game", || listed(&server, id)["games"].as_i64().unwrap() >= 1);
    assert_eq!(control(&server, id, "resume"), "running");
    assert_eq!(control(&server, id, "pause"), "running");
    let (account, done) = watch(&server, id);
    assert_eq!((&done["phase"], &account["phase"]), (&json!("paused"), &json!("paused")));
    let kept = games(&server, id);
    assert!(!kept.is_empty() && kept.len() < 200);
    assert_eq!(control(&server, id, "resume"), "running");
    wait_for("another game", || games(&server, id).len() > kept.len());
    control(&server, id, "end");
    let (_, done) = watch(&server, id);
    assert_eq!(done["phase"], "finished");
    for old in &kept {
        assert!(games(&server, id).contains(old), "{old} was lost");
    }
    for action in ["resume", "pause", "end"] {
        assert_eq!(control(&server, id, action), "finished");
    }
}

/// Ended while nobody plays it, a tournament teaches its players' books all the same and lets the frozen ones go.
#[test]
fn what_is_ended_while_it_rests_teaches_its_books() {
    let folder = std::env::temp_dir().join(format!("plybook-web-books-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (database, book) = (folder.join("games.db"), folder.join("books.db"));
    let program = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plybook"));
        command.args(arguments).env("PLYBOOK_DB", &database).env("PLYBOOK_BOOK", &book);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let built = program(&["book", "build", "connect4", "--positions", "4", "--nodes", "300"]).status();
    assert!(built.unwrap().success());
    let agent = format!("engine:hash=1,book=main,book-file={}", book.display());
    let long = ["match", &agent, "random", "--game", "connect4", "--nodes", "20000", "--games", "2000"];
    // One game after another: of two side by side the later may be kept when the kill comes, and the earlier not. It does
    // not count then, and is none of those that the end teaches.
    let mut child = program(&[&long[..], &["--concurrency", "1"]].concat()).spawn().unwrap();
    let frozen = folder.join("games.db-tournament-1.books");
    let kept = || database.exists() && games(&server_over(&database), 1).len() > 1;
    wait_for("some games", || frozen.exists() && kept());
    child.kill().unwrap();
    child.wait().unwrap();
    let server = server_over(&database);
    assert!(frozen.exists() && listed(&server, 1)["phase"] == "paused");
    assert_eq!(control(&server, 1, "end"), "finished");
    assert!(!frozen.exists(), "the frozen books are still there");
    let learnt = program(&["book", "learn", "connect4", "--db", &database.display().to_string(), "--json"])
        .stdout(Stdio::piped())
        .output()
        .unwrap();
    let learnt: Value = serde_json::from_slice(&learnt.stdout).unwrap();
    assert_eq!(learnt["learnt"], 0, "{learnt}");
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_killed_server_loses_no_game() {
    let folder = Folder::new("restart");
    let server = server_over(&folder.database());
    let id = start(&server, &long());
    wait_for("two games", || listed(&server, id)["games"].as_i64().unwrap() >= 2);
    let kept = games(&server, id);
    drop(server);
    let server = server_over(&folder.database());
    assert_eq!(listed(&server, id)["phase"], "paused");
    for old in &kept {
        assert!(games(&server, id).contains(old), "{old} was lost");
    }
    let (account, _) = watch(&server, id);
    assert!(account["games"].as_u64().unwrap() >= 1);
    assert_eq!(control(&server, id, "resume"), "running");
    wait_for("another game", || games(&server, id).len() > kept.len());
    assert_eq!(control(&server, id, "end"), "running");
}

#[test]
fn no_more_boards_are_shown_than_games_are_played() {
    let server = Server::start();
    // Every third game is slow: those behind it are over long before it is their turn to be counted. It would go on for
    // minutes, so that whoever watches from the start comes while it is played.
    let wish = json!({
        "game": "chess", "format": "round-robin", "games": 100, "concurrency": 2,
        "agents": [{ "kind": "engine", "nodes": 6_000 }, { "kind": "engine", "nodes": 4_000 }, { "kind": "random" }],
    });
    let id = start(&server, &wish);
    let events = std::thread::scope(|scope| {
        let watching = scope.spawn(|| server.post("/api/tournaments/watch", &json!({ "id": id })).events());
        wait_for("four games", || listed(&server, id)["games"].as_i64().unwrap() >= 4);
        control(&server, id, "end");
        watching.join().unwrap()
    });
    let boards: Vec<usize> = events
        .iter()
        .filter(|(name, _)| name == "boards")
        .map(|(_, data)| data["tables"].as_array().unwrap().len())
        .collect();
    assert!(boards.iter().all(|&count| count <= 2), "{boards:?}");
    assert!(boards.contains(&2), "{boards:?}");
    assert_eq!(boards.last(), Some(&0));
}

#[test]
fn there_is_only_so_much_at_once() {
    let server = Server::start();
    let most = server.get("/api/tournaments").json()["most_at_once"].as_u64().unwrap();
    let mut wish = long();
    wish["concurrency"] = json!(most + 1);
    let refused = server.post("/api/tournaments/start", &wish);
    assert_eq!(refused.status, 422);
    assert!(refused.json()["error"].as_str().unwrap().contains("concurrency"));
    wish["concurrency"] = json!(most);
    let id = start(&server, &wish);
    let full = server.post("/api/tournaments/start", &small());
    assert_eq!(full.status, 503);
    assert!(full.json()["error"].as_str().unwrap().contains("pause or end one"), "{}", full.json());
    // What was refused left nothing behind.
    assert_eq!(server.get("/api/tournaments").json()["tournaments"].as_array().unwrap().len(), 1);
    control(&server, id, "end");
    watch(&server, id);
    start(&server, &small());
}

#[test]
fn bad_wishes_are_refused_by_name() {
    let server = Server::start();
    let agents = json!([{ "kind": "random" }, { "kind": "one-ply" }]);
    for (change, culprit) in [
        (json!({ "game": "no-such-game" }), "no-such-game"),
        (json!({ "game": "tts:board=@/etc/passwd,k=3" }), "board"),
        (json!({ "format": "party" }), "party"),
        (json!({ "format": "match", "agents": [{ "kind": "random" }] }), "agents"),
        (json!({ "agents": vec![json!({ "kind": "random" }); 33] }), "33"),
        (json!({ "agents": [{ "kind": "uci" }, { "kind": "random" }] }), "uci"),
        (json!({ "agents": [{ "kind": "human" }, { "kind": "random" }] }), "human"),
        (json!({ "agents": [{ "kind": "engine", "command": ["sh"] }, { "kind": "random" }] }), "command"),
        (json!({ "agents": [{ "kind": "engine", "file": "x.py" }, { "kind": "random" }] }), "file"),
        (json!({ "agents": [{ "kind": "local", "name": "uci:sh" }, { "kind": "random" }] }), "--agents"),
        (json!({ "agents": [{ "kind": "engine", "level": 11 }, { "kind": "random" }] }), "level"),
        (json!({ "agents": [{ "kind": "engine", "evaluator": "wise" }, { "kind": "random" }] }), "wise"),
        (json!({ "agents": [{ "kind": "random", "level": 3 }, { "kind": "random" }] }), "level"),
        (
            json!({ "agents": [{ "kind": "random", "name": "x".repeat(99) }, { "kind": "random" }] }),
            "nickname",
        ),
        (json!({ "name": "x".repeat(81) }), "name"),
        (json!({ "name": "a\u{7}b" }), "name"),
        (json!({ "games": 0 }), "games"),
        (json!({ "games": 20_000 }), "games"),
        (json!({ "rounds": 3 }), "rounds"),
        (json!({ "sandbox": "off" }), "a page cannot let programs out of it"),
        (json!({ "sandbox": "perhaps" }), "off, try, require"),
        (json!({ "time": { "move": -1 } }), "time.move"),
        (json!({ "time": { "move": 61 } }), "time.move: 61 s is out of range; write 0 to 60 seconds"),
        (json!({ "time": { "game": 1e9 } }), "time.game"),
        (json!({ "time": { "increment": 1 } }), "time.increment: goes with time.game"),
        (json!({ "time": { "depth": 61 } }), "time.depth"),
        (json!({ "time": { "nodes": 1_000_000_000_u64 } }), "time.nodes"),
        (json!({ "time": { "patience": 3601 } }), "time.patience"),
        (json!({ "clock": { "nodes": 0 } }), "time.nodes"),
        (json!({ "openings": { "random": 300 } }), "openings"),
        (json!({ "openings": { "file": "/etc/passwd" } }), "the page can name no file"),
        (json!({ "openings": { "random": 2, "nodes": 1_000_000 } }), "openings.nodes"),
        (json!({ "openings": { "list": "moves z9" } }), "z9"),
        (json!({ "openings": { "list": "moves a1", "random": 2 } }), "openings"),
        (json!({ "sprt": { "elo0": 5.0, "elo1": 0.0 }, "format": "match" }), "elo0"),
        (json!({ "sprt": { "elo0": 0.0, "elo1": 5.0 } }), "sprt"),
        (json!({ "adjudication": { "win": -1 } }), "adjudication.win"),
        (json!({ "adjudication": { "win": 9, "win-moves": 0 } }), "adjudication.win-moves"),
        (json!({ "adjudication": { "win-moves": 4 } }), "adjudication.win-moves: goes with adjudication.win"),
        (json!({ "adjudication": { "draw": 0.1, "draw-moves": 1001 } }), "adjudication.draw-moves"),
        (json!({ "adjudication": { "draw-after": 60 } }), "adjudication.draw-after: goes with"),
        (json!({ "adjudication": { "proven": 0 } }), "adjudication.proven"),
        (json!({ "adjudication": { "proven": 1_000_001 } }), "adjudication.proven"),
        (json!({ "adjudication": { "database": true } }), "plybook endgame build tictactoe"),
        (json!({ "adjudication": { "folder": "/etc" } }), "folder"),
        (json!({ "ponder": true }), "no agent thinks on the opponent's time"),
        (
            json!({ "ponder": true, "agents": [{ "kind": "engine" }, { "kind": "random" }] }),
            "no agent thinks",
        ),
        (
            json!({ "agents": [{ "kind": "engine", "ponder": "reply" }, { "kind": "random" }] }),
            "\"ponder\": true",
        ),
        (
            json!({ "ponder": true, "agents": [
                { "kind": "engine", "ponder": "reply" }, { "kind": "engine", "level": 3, "ponder": "reply", "name": "three" }
            ] }),
            "\"three\": a level does not ponder",
        ),
        (json!({ "agents": [{ "kind": "engine", "ponder": "always" }, { "kind": "random" }] }), "always"),
        (json!({ "agents": [{ "kind": "random", "ponder": "reply" }, { "kind": "random" }] }), "ponder"),
        (json!({ "concurrency": 0 }), "concurrency"),
        (json!({ "seed": -1 }), "seed"),
        (json!({ "again": true }), "again"),
    ] {
        let mut wish = json!({ "game": "tictactoe", "format": "round-robin", "agents": agents });
        wish.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let answer = server.post("/api/tournaments/start", &wish);
        assert_eq!(answer.status, 422, "{change}");
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(culprit), "{change}: {error}");
    }
    for path in ["watch", "games", "control"] {
        for (id, status) in
            [(json!(7), 404), (json!(-1), 404), (json!("1"), 422), (json!(1.5), 422), (Value::Null, 422)]
        {
            let mut body = json!({ "id": id });
            if path == "control" {
                body["action"] = json!("pause");
            }
            let answer = server.post(&format!("/api/tournaments/{path}"), &body);
            assert_eq!(answer.status, status, "{path} {body}");
        }
    }
    assert_eq!(server.post("/api/tournaments/control", &json!({ "id": 1, "action": "delete" })).status, 422);
    assert_eq!(server.get("/api/tournaments").json()["tournaments"], json!([]));
}

#[test]
fn programs_come_only_from_the_local_file() {
    let folder = Folder::new("local");
    let file = folder.0.join("agents.toml");
    let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/ugi_template.py");
    std::fs::write(&file, format!("agents = ['ugi[name=Template]:python3 {template}']")).unwrap();
    let path = file.to_str().unwrap();
    let server = Server::over(&folder.database(), &["serve", "--port", "0", "--agents", path]);
    let list = server.get("/api/tournaments").json();
    assert_eq!(list["local_agents"], json!(["Template"]));
    assert!(!list.to_string().contains("python3"), "the page need not know what is started");
    let wish = json!({
        "game": "tictactoe", "format": "match", "games": 2, "clock": { "move": 5 },
        "agents": [{ "kind": "local", "name": "Template" }, { "kind": "random" }],
    });
    let id = start(&server, &wish);
    let (account, done) = watch(&server, id);
    assert_eq!(done["phase"], "finished");
    assert_eq!(account["report"]["summary"]["endings"], json!({ "position": 2 }), "{account}");
    let mut many = wish;
    many["games"] = json!(400);
    let id = start(&server, &many);
    control(&server, id, "pause");
    watch(&server, id);
    drop(server);
    // Another server over the same database does not start the program, because nobody told it that it may.
    let server = server_over(&folder.database());
    let answer = server.post("/api/tournaments/control", &json!({ "id": id, "action": "resume" }));
    assert_eq!(answer.status, 422);
    let error = answer.json()["error"].as_str().unwrap().to_owned();
    assert!(error.contains("Template") && error.contains("--agents"), "{error}");
}

#[test]
fn programs_that_are_not_there_are_told_before_anything_is_stored() {
    let folder = Folder::new("absent");
    let script = folder.0.join("mine.py");
    let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/ugi_template.py");
    std::fs::copy(template, &script).unwrap();
    let file = folder.0.join("agents.toml");
    let agents = format!("'ugi[name=Mine]:python3 {}', 'ugi[name=Typo]:/nowhere/at-all'", script.display());
    std::fs::write(&file, format!("agents = [{agents}]")).unwrap();
    let server =
        Server::over(&folder.database(), &["serve", "--port", "0", "--agents", file.to_str().unwrap()]);
    let wish = |name: &str| {
        json!({
            "game": "tictactoe", "format": "match", "games": 400, "clock": { "move": 5 },
            "agents": [{ "kind": "local", "name": name }, { "kind": "random" }],
        })
    };
    let answer = server.post("/api/tournaments/start", &wish("Typo"));
    let error = answer.json()["error"].as_str().unwrap().to_owned();
    assert!(answer.status == 422 && error.contains("Typo") && error.contains("name a file"), "{error}");
    assert_eq!(server.get("/api/tournaments").json()["tournaments"], json!([]));
    let id = start(&server, &wish("Mine"));
    control(&server, id, "pause");
    watch(&server, id);
    // Nor is a tournament gone on with to lose games for want of a program.
    std::fs::remove_file(&script).unwrap();
    let answer = server.post("/api/tournaments/control", &json!({ "id": id, "action": "resume" }));
    let error = answer.json()["error"].as_str().unwrap().to_owned();
    assert!(answer.status == 422 && error.contains("Mine") && error.contains("mine.py"), "{error}");
}

#[test]
fn a_database_that_cannot_be_used_costs_only_the_tournaments() {
    let folder = Folder::new("broken");
    std::fs::write(folder.database(), "this is no database at all, whatever it says").unwrap();
    let server = server_over(&folder.database());
    for answer in [server.get("/api/tournaments"), server.post("/api/tournaments/start", &small())] {
        assert_eq!(answer.status, 503);
        assert!(answer.json()["error"].as_str().unwrap().contains("games.db"), "{}", answer.json());
    }
    assert_eq!(server.get("/api/games").status, 200);
    let named = std::process::Command::new(env!("CARGO_BIN_EXE_plybook"))
        .args(["serve", "--port", "0", "--db", folder.database().to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(named.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&named.stderr).contains("games.db"));
}
