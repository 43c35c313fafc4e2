//! What the page relies on.

use super::client::Server;
use serde_json::{Value, json};
use std::io::{Read, Write};

#[test]
fn every_game_can_be_opened_drawn_and_clicked() {
    let server = Server::start();
    let catalogue = server.get("/api/games").json();
    let games = catalogue["games"].as_array().unwrap();
    assert!(games.len() >= 12);
    for game in games {
        assert!(!game["picture"]["squares"].as_array().unwrap().is_empty(), "{}", game["name"]);
        for example in game["examples"].as_array().unwrap() {
            let state = server.post("/api/state", &json!({ "game": example })).json();
            let squares = state["board"]["squares"].as_array().unwrap().len();
            let moves = state["moves"].as_array().unwrap();
            assert!(!moves.is_empty(), "{example}");
            for step in moves.iter().flat_map(|legal| legal["path"].as_array().unwrap()) {
                let inside = step["cell"].as_u64().is_none_or(|cell| (cell as usize) < squares);
                assert!(inside && (step["cell"].is_u64() || step["choice"].is_string()), "{example}: {step}");
            }
        }
    }
}

#[test]
fn a_check_is_marked() {
    let server = Server::start();
    let moves = json!(["f2f3", "e7e6", "g2g4", "d8h4"]);
    let state = server.post("/api/state", &json!({ "game": "chess", "moves": moves })).json();
    let king = state["alarms"][0].as_u64().unwrap() as usize;
    assert_eq!(state["board"]["squares"][king]["name"], "e1");
    assert_eq!(state["ending"]["winner"], "second");
}

/// Beside the board: how the sides stand, and at the end the row that won.
#[test]
fn what_a_game_counts_and_what_ended_it_are_told() {
    let server = Server::start();
    let ask = |game: &str, moves: &str| {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        server.post("/api/state", &json!({ "game": game, "moves": moves })).json()
    };
    for (game, moves, unit, counts) in [
        ("othello", "f5", "discs", [4, 1]),
        ("kalah", "3", "seeds", [1, 0]),
        ("chess", "e2e4 d7d5 e4d5", "points", [39, 38]),
        ("checkers", "", "pieces", [12, 12]),
        ("go:3x3", "B2 pass", "points", [9, 0]),
    ] {
        let state = ask(game, moves);
        assert_eq!(state["tally"], json!({ "unit": unit, "counts": counts }), "{game}");
        assert_eq!(state["deciding"], json!([]), "{game}");
    }
    assert!(ask("hexapawn", "").get("tally").is_none());
    for (game, moves, row) in [
        ("tictactoe", "a1 a2 b1 b2 c1", json!([6, 7, 8])),
        ("connect4:4x4,k=3", "1 2 1 2 1", json!([4, 8, 12])),
        ("tictactoe", "a1 a2 b1 b2", json!([])),
    ] {
        assert_eq!(ask(game, moves)["deciding"], row, "{game} {moves}");
    }
}

#[test]
fn the_engine_plays_whole_games() {
    let server = Server::start();
    // The last two have chance, and the last one three players: there the engine looks a single ply ahead.
    let dice = "tree:tree=([1: ((3 5) (1 2)) 3: ((7 2) (4 6))] [1: ((2 8) (1 1)) 2: ((5 5) (4 9))])";
    let three = "tree:tree=([1: (<1 2 6> <4 3 3>) 3: C(<7 4 1> <5 1 1>)] [1: (<6 1 2> <2 2 2>) 1: (<0 1 0> <1 1 0>)])";
    for game in ["hexapawn", "kalah:3,2", "nim", "connect4:4x4", dice, three] {
        let mut moves: Vec<Value> = Vec::new();
        loop {
            let place = json!({ "game": game, "moves": moves });
            let state = server.post("/api/state", &place).json();
            if state.get("ending").is_some() {
                break;
            }
            let answer = server.post("/api/move", &json!({ "place": place, "level": 2, "seed": 3 })).json();
            let legal = state["moves"].as_array().unwrap();
            assert!(legal.iter().any(|legal| legal["text"] == answer["move"]), "{game}: {answer}");
            moves.push(answer["move"].clone());
            // One request a turn: the answer holds the position after the move.
            let after = server.post("/api/state", &json!({ "game": game, "moves": moves })).json();
            assert_eq!(answer["state"], after, "{game}");
        }
        assert!(moves.len() > 2, "{game}");
    }
}

/// The same question again is cheaper for an engine that remembers, and costs the same in another game.
#[test]
fn an_engine_keeps_what_it_learnt_for_the_next_move_of_its_game() {
    let server = Server::start();
    let ask = |key: Option<&str>| {
        let mut body = json!({ "place": { "game": "tictactoe", "moves": ["b2"] }, "level": 10 });
        if let Some(key) = key {
            body["key"] = key.into();
        }
        server.post("/api/move", &body).json()["nodes"].as_u64().unwrap()
    };
    let first = ask(Some("one"));
    assert!(ask(Some("one")) < first);
    for key in [Some("another"), None, None] {
        assert_eq!(ask(key), first, "{key:?}");
    }
    let long = json!({ "place": { "game": "tictactoe" }, "key": "x".repeat(65) });
    assert_eq!(server.post("/api/move", &long).status, 422);
}

#[test]
fn moves_are_taken_back_in_one_request() {
    let server = Server::start();
    let moves = ["3", "1", "4"];
    let back = |players: Value| {
        let place = json!({ "game": "kalah", "moves": moves });
        let state = server.post("/api/take-back", &json!({ "place": place, "players": players })).json();
        state["played"].as_array().unwrap().len()
    };
    // The first player sows again after the first move.
    let movers: Vec<Value> = (0..=moves.len())
        .map(|played| {
            let place = json!({ "game": "kalah", "moves": moves[..played] });
            server.post("/api/state", &place).json()["mover"].clone()
        })
        .collect();
    for player in [0, 1] {
        let expected = (0..moves.len()).rev().find(|&played| movers[played] == player).unwrap_or(0);
        assert_eq!(back(json!([player])), expected, "{movers:?}");
    }
    assert_eq!((back(json!([])), back(json!([0, 1])), back(json!([5]))), (2, 2, 0));
}

/// The page keeps a machine of matchboxes: in any parts it is the same one, and what cannot be its boxes is refused.
#[test]
fn a_machine_goes_on_from_the_boxes_that_the_page_sends() {
    let server = Server::start();
    let state = |boxes: &Value, played: usize| json!({ "machine": "her", "boxes": boxes, "played": played, "seed": 5, "known": boxes.as_array().unwrap().len() });
    let train = |boxes: &Value, played: usize, games: usize| {
        let body = json!({ "state": state(boxes, played), "against": "seeker", "games": games });
        server.post("/api/matchboxes/train", &body).json()
    };
    let whole = train(&json!([]), 0, 60);
    assert_eq!((whole["games"].as_array().unwrap().len(), &whole["perfect"]), (60, &json!(true)));
    let lost = whole["games"].as_array().unwrap().iter().filter(|game| game["score"] == 0.0).count();
    assert_eq!(lost, 9);
    let (mut boxes, mut boards) = (json!([]), 0);
    for part in 0..6 {
        let answer = train(&boxes, 10 * part, 10);
        boxes = answer["boxes"].clone();
        boards += answer["boards"].as_array().unwrap().len();
    }
    assert_eq!(boxes, whole["boxes"]);
    assert_eq!(boards, boxes.as_array().unwrap().len(), "every board is told once");
    let draw = |moves: Value| {
        let body = json!({ "state": state(&boxes, 60), "moves": moves });
        server.post("/api/matchboxes/draw", &body)
    };
    let bead = draw(json!(["a1a2"])).json()["draw"].clone();
    let number = bead["number"].as_u64().unwrap() as usize;
    let colour = bead["colour"].as_u64().unwrap() as usize;
    assert!(boxes[number]["beads"][colour].as_u64() > Some(0) && bead["move"].is_string(), "{bead}");
    let full = json!([{ "position": boxes[0]["position"], "stage": 0, "beads": [u32::MAX, 1] }]);
    let many = json!(vec![boxes[0].clone(); 1_001]);
    let twice = json!([boxes[0].clone(), boxes[0].clone()]);
    let foreign = json!([{ "position": "3/3/3 X", "stage": 0, "beads": [1] }]);
    for (state, culprit) in [(full, "too full"), (many, "too many"), (twice, "twice"), (foreign, "3/3/3 X")] {
        let body = json!({ "state": json!({ "machine": "her", "boxes": state, "played": 0, "seed": 5 }),
            "against": "random", "games": 1 });
        let answer = server.post("/api/matchboxes/train", &body);
        assert!(
            answer.status == 422 && answer.json()["error"].as_str().unwrap().contains(culprit),
            "{culprit}"
        );
    }
    for (moves, culprit) in [(json!([]), "not to move"), (json!(["a1a3"]), "a1a3")] {
        let answer = draw(moves);
        assert!(
            answer.status == 422 && answer.json()["error"].as_str().unwrap().contains(culprit),
            "{culprit}"
        );
    }
    let unfinished = json!({ "state": state(&boxes, 60), "moves": ["a1a2"] });
    assert_eq!(server.post("/api/matchboxes/teach", &unfinished).status, 422);
    assert_eq!(
        server
            .post(
                "/api/matchboxes/teach",
                &json!({
                    "state": state(&boxes, 60), "moves": ["a1a2"], "resigned": true
                })
            )
            .status,
        422
    );
    let long = json!({ "state": state(&boxes, 60), "against": "random", "games": 201 });
    assert_eq!(server.post("/api/matchboxes/train", &long).status, 422);
}

#[test]
fn a_search_stops_when_nobody_listens() {
    let server = Server::start();
    // On two cores there is one thread for long searches: the second can only begin when the first has stopped.
    for _ in 0..3 {
        let body = json!({ "place": { "game": "chess" }, "seconds": 300 }).to_string();
        let mut stream = server.connect();
        let head = format!(
            "POST /api/analyse HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            server.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut heard = [0; 2048];
        let mut text = String::new();
        while !text.contains("event: iteration") {
            let count = stream.read(&mut heard).unwrap();
            assert!(count > 0, "{text}");
            text += &String::from_utf8_lossy(&heard[..count]);
        }
    }
    let tree = json!({ "place": { "game": "tictactoe" }, "depth": 2, "method": "alphabeta" });
    assert_eq!(server.post("/api/tree", &tree).status, 200);
}

#[test]
fn the_page_or_how_to_build_it() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    let text = String::from_utf8_lossy(&page.body);
    assert!(text.contains("<script type=\"module\"") || text.contains("npm run build"), "{text}");
    assert!(!text.contains("<script>") && !text.contains(" onclick="), "inline script: {text}");
    let policy = page.head.lines().find(|line| line.starts_with("content-security-policy:")).unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[test]
fn a_taken_port_is_named() {
    let server = Server::start();
    let port = server.address.port().to_string();
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_plybook")).args(["serve", "--port", &port]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(&port) && errors.contains("--port"), "{errors}");
}

#[test]
fn the_program_alone_serves_on_loopback_even_twice() {
    let servers = [Server::with(&[]), Server::with(&[])];
    assert_ne!(servers[0].address, servers[1].address);
    for server in servers {
        assert!(server.address.ip().is_loopback());
        assert_eq!(server.get("/").status, 200);
    }
}

/// The page says *proven by the endgame database* where the analysis says `database`; remarks and hints say it too.
#[test]
fn what_a_database_proves_is_marked() {
    let folder = std::env::temp_dir().join(format!("plybook-web-endgame-{}", std::process::id()));
    let built = std::process::Command::new(env!("CARGO_BIN_EXE_plybook"))
        .args(["endgame", "build", "hexapawn", "--folder"])
        .arg(&folder)
        .output()
        .unwrap();
    assert!(built.status.success());
    let place = json!({ "game": "hexapawn" });
    let knowing = Server::with_endgame(&folder.join("games.db"), &["serve", "--port", "0"], &folder);
    for (server, known) in [(knowing, true), (Server::start(), false)] {
        let events = server.post("/api/analyse", &json!({ "place": place, "depth": 1 })).events();
        let (name, last) = events.last().unwrap();
        assert_eq!((name.as_str(), &last["database"]), ("done", &known.into()), "{last}");
        assert_eq!(last["proven"], known, "{last}");
        let hint = server.post("/api/hint", &json!({ "place": place, "milliseconds": 50 })).json();
        assert_eq!(hint["reason"].as_str().unwrap().contains("endgame database proves it"), known, "{hint}");
        for how in [json!({ "place": place, "level": 10 }), json!({ "place": place, "milliseconds": 50 })] {
            let answer = server.post("/api/move", &how).json();
            assert_eq!(answer["remark"].as_str().unwrap().contains("endgame database"), known, "{answer}");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The text of a rules file is a game by a name that follows from it; what is wrong with it is told by line and column.
#[test]
fn a_text_is_checked_and_played() {
    let server = Server::start();
    let race = "game Race\nboard 4x4\npiece pawn on first row\n  step forward to empty\nwin: reach last row\nstuck: loses\n";
    let check = |text: &str| server.post("/api/rules/check", &json!({ "text": text }));
    let wrong = check(&race.replace("forward", "forwrad")).json();
    assert_eq!((&wrong["faults"][0]["line"], &wrong["faults"][0]["column"]), (&json!(4), &json!(8)));
    assert!(
        wrong.get("game").is_none() && wrong["faults"][0]["remedy"].as_str().unwrap().contains("forward")
    );
    let sound = check(race).json();
    let name = sound["game"]["name"].as_str().unwrap();
    let state = server.post("/api/state", &json!({ "game": name, "moves": ["a1-a2"] })).json();
    assert_eq!((&state["game"], &state["title"], &state["mover"]), (&json!(name), &json!("Race"), &json!(1)));
    let answer = server.post("/api/move", &json!({ "place": { "game": name }, "level": 1 })).json();
    assert!(answer["move"].is_string(), "{answer}");
    // Another program has never seen the text, and says so; sent again, the text has the same name.
    let other = Server::start();
    let unknown = other.post("/api/state", &json!({ "game": name }));
    assert_eq!(unknown.status, 422);
    assert!(unknown.json()["error"].as_str().unwrap().contains(&format!("there is no game `{name}`")));
    assert_eq!(other.post("/api/rules/check", &json!({ "text": race })).json()["game"]["name"], name);
    assert_eq!(other.post("/api/state", &json!({ "game": name })).status, 200);
    // As much text as a file may have comes through, with the marks that JSON puts into it; more is refused.
    let long = format!("{race}{}", "#\n".repeat((64 * 1024 - race.len()) / 2));
    assert_eq!(check(&long).json()["game"]["title"], "Race");
    let longer = check(&format!("{long}##"));
    assert!(longer.status == 422 && longer.json()["error"].as_str().unwrap().contains("65536"));
}

#[test]
fn a_folder_of_rules_files_is_shown_as_it_is_now() {
    let folder = std::env::temp_dir().join(format!("plybook-web-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let server = Server::with(&["serve", "--port", "0", "--rules", folder.to_str().unwrap()]);
    let files = || server.get("/api/rules/files").json();
    assert_eq!(files()["folder"], json!([]));
    std::fs::write(folder.join("one.rules"), "game One").unwrap();
    assert_eq!(files()["folder"], json!([{ "name": "one.rules", "text": "game One" }]));
    std::fs::remove_dir_all(&folder).unwrap();
    // Without a folder there is none to show; the gallery is there all the same.
    let plain = Server::start().get("/api/rules/files").json();
    assert!(plain.get("folder").is_none() && plain["gallery"].as_array().unwrap().len() >= 30);
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_plybook"))
        .args(["serve", "--port", "0", "--rules", "/nowhere/at/all"])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && errors.contains("--rules /nowhere/at/all"), "{errors}");
}
