//! Machines that learn game by game: matchboxes, weights, tables.

use crate::support::{json, output, refused, run_with, scratch};

fn file(name: &str) -> String {
    scratch(name).to_str().unwrap().to_owned()
}

#[test]
fn matchboxes_are_taught_shown_and_taken_up_again() {
    let (boxes, table, drawing) = (file("her.boxes"), file("her.csv"), file("her.svg"));
    let learn = ["learn", "hexapawn", "--method", "matchboxes", "--against", "seeker", "--out", &boxes];
    let told = output(&[&learn[..], &["--games", "60", "--csv", &table, "--svg", &drawing]].concat());
    // Against the seeker HER loses nine games and none after.
    assert!(told.contains("In all 60 games: 51 won, 0 drawn, 9 lost."), "{told}");
    assert!(told.contains("58-60") && told.contains("100 %") && told.contains("boxes: "), "{told}");
    let rows = std::fs::read_to_string(&table).unwrap();
    assert_eq!(rows.lines().count(), 61);
    assert!(rows.starts_with("game,result,plies,boxes,beads\n1,"), "{rows}");
    assert!(std::fs::read_to_string(&drawing).unwrap().starts_with("<svg"));
    // In two parts it is the same machine.
    let (part, whole) = (file("part.boxes"), file("whole.boxes"));
    let seeded = ["learn", "hexapawn", "--method", "matchboxes", "--seed", "9"];
    json(&[&seeded[..], &["--games", "25", "--out", &part, "--json"]].concat());
    let told = json(&[
        "learn",
        "hexapawn",
        "--method",
        "matchboxes",
        "--games",
        "15",
        "--resume",
        &part,
        "--out",
        &part,
        "--json",
    ]);
    assert_eq!(told["games"], 40);
    json(&[&seeded[..], &["--games", "40", "--out", &whole, "--json"]].concat());
    assert_eq!(std::fs::read(&part).unwrap(), std::fs::read(&whole).unwrap());
}

#[test]
fn a_taught_machine_plays() {
    let boxes = file("perfect.boxes");
    json(&[
        "learn",
        "hexapawn",
        "--method",
        "matchboxes",
        "--against",
        "seeker",
        "--games",
        "60",
        "--out",
        &boxes,
        "--json",
    ]);
    let spec = format!("matchboxes:{boxes}");
    let database = file("her.db");
    let told =
        json(&["match", "random", &spec, "--game", "hexapawn", "--games", "20", "--db", &database, "--json"]);
    assert_eq!(told["failed"].as_u64().unwrap_or(0), 0, "{told}");
    let play = |input: &str| run_with(&["play", "hexapawn", "--learnt", &boxes], input);
    let (status, told, errors) = play("moves\nquit\n");
    assert_eq!((status, errors.as_str()), (0, ""), "{told}");
    let first = told.lines().find(|line| line.contains("a1a2") || line.contains("a2")).map(str::to_owned);
    assert!(first.is_some(), "{told}");
    refused(&[
        (&["play", "tictactoe", "--learnt", &boxes], "hexapawn"),
        (&["play", "hexapawn", "--learnt", "/nowhere.boxes"], "/nowhere.boxes"),
        (&["play", "hexapawn", "--learnt", &boxes, "--level", "3"], "--level"),
        (&["match", "random", "matchboxes:/nowhere.boxes", "--game", "hexapawn"], "/nowhere.boxes"),
    ]);
}

#[test]
fn weights_are_learnt_and_evaluated_with() {
    let (weights, drawing) = (file("td.weights"), file("td.svg"));
    let told = json(&[
        "learn",
        "breakthrough:5x5",
        "--method",
        "td",
        "--games",
        "60",
        "--opening",
        "6",
        "--svg",
        &drawing,
        "--out",
        &weights,
        "--json",
    ]);
    assert_eq!((&told["games"], &told["method"]), (&60.into(), &"td".into()));
    assert!(told["figures"]["wins next move"].as_f64() > Some(0.0), "{told}");
    assert!(std::fs::read_to_string(&drawing).unwrap().contains("wins next move"));
    let analyze = |words: &[&str]| {
        let known = ["analyze", "breakthrough:5x5", "--moves", "a2a3 a4a3", "--depth", "3"];
        run_with(&[&known[..], words].concat(), "")
    };
    let _ = analyze(&["--weights", &weights]);
    let table = ["learn", "breakthrough:5x5", "--method", "td-leaf", "--games", "5", "--out"];
    json(&[&table[..], &[&file("leaf.weights"), "--json"]].concat());
    let spec = format!("engine:weights={weights},depth=2");
    let told = json(&[
        "match",
        &spec,
        "random",
        "--game",
        "breakthrough:5x5",
        "--games",
        "4",
        "--db",
        &file("td.db"),
        "--json",
    ]);
    assert_eq!(told["failed"].as_u64().unwrap_or(0), 0, "{told}");
}

#[test]
fn a_table_learns_against_an_agent() {
    let table = file("nim.q");
    let told = json(&[
        "learn",
        "tictactoe",
        "--method",
        "q",
        "--against",
        "one-ply",
        "--games",
        "300",
        "--out",
        &table,
        "--json",
    ]);
    assert_eq!(told["games"], 300);
    assert!(told["figures"]["positions"].as_f64() > Some(20.0), "{told}");
    let spec = format!("q-table:{table}");
    json(&["match", "random", &spec, "--game", "tictactoe", "--games", "4", "--db", &file("q.db"), "--json"]);
}

#[test]
fn boards_are_learnt_by_rote_and_used() {
    let (boards, drawing) = (file("boards.rote"), file("rote.svg"));
    let learn = ["learn", "checkers", "--method", "rote", "--least-plies", "1", "--boards", "400"];
    let told = json(&[&learn[..], &["--games", "4", "--out", &boards, "--svg", &drawing, "--json"]].concat());
    assert_eq!((&told["games"], &told["method"]), (&4.into(), &"rote".into()));
    assert!(told["figures"]["boards"].as_f64() > Some(20.0), "{told}");
    assert!(std::fs::read_to_string(&drawing).unwrap().starts_with("<svg"));
    let more = ["learn", "checkers", "--method", "rote", "--resume", &boards, "--games", "1", "--json"];
    assert_eq!(json(&[&more[..], &["--out", &boards]].concat())["games"], 5);
    let spec = format!("rote:{boards}");
    let database = file("rote.db");
    let told =
        json(&["match", "random", &spec, "--game", "checkers", "--games", "2", "--db", &database, "--json"]);
    assert_eq!(told["failed"].as_u64().unwrap_or(0), 0, "{told}");
    let other = file("other.rote");
    refused(&[
        (&["learn", "chess", "--method", "rote", "--out", &other], "learn checkers by rote"),
        (&["learn", "checkers", "--method", "rote", "--series", "1", "--out", &other], "--series is not for"),
        (&["learn", "checkers", "--method", "rote", "--against", "random", "--out", &other], "--against is"),
        (&["learn", "tictactoe", "--method", "q", "--boards", "9", "--out", &other], "--boards is not for"),
        (&["play", "chess", "--learnt", &boards], "checkers"),
    ]);
}

#[test]
fn wishes_that_do_not_fit_are_refused() {
    let out = file("refused.out");
    let training = file("refused.training");
    let cases: &[(&[&str], &str)] = &[
        (
            &["tictactoe", "--method", "matchboxes", "--alpha", "0.1"],
            "--alpha is not for --method matchboxes",
        ),
        (&["tictactoe", "--method", "td", "--beads", "4"], "--beads is not for --method td"),
        (&["tictactoe", "--method", "q", "--lambda", "0.5"], "--lambda is not for --method q"),
        (&["tictactoe", "--method", "q", "--db", "games.db"], "--db is not for --method q"),
        (&["tictactoe", "--method", "q", "--alpha", "2"], "`2` is no share"),
        (&["tictactoe", "--method", "matchboxes", "--beads", "0"], "0"),
        (&["tictactoe", "--method", "matchboxes", "--rewards", "3,1"], "three numbers"),
        (&["tictactoe", "--method", "matchboxes", "--against", "nobody"], "nobody"),
        (&["tictactoe", "--method", "q", "--against", "seeker"], "take perfect"),
        (&["chess", "--method", "matchboxes", "--against", "perfect"], "too long"),
        (&["tictactoe", "--method", "td", "--evaluator", "magic"], "open-lines"),
        (&["tictactoe", "--method", "matchboxes", "--resume", "/nowhere.boxes"], "/nowhere.boxes"),
        (&["tictactoe", "--method", "matchboxes", "--csv", "/nowhere/a.csv"], "/nowhere/a.csv"),
        (&["tictactoe", "--method", "td", "--resume", "x", "--alpha", "0.1"], "--resume"),
        (&["tictactoe", "--method", "magic"], "magic"),
        (&["tictactoe", "--beads", "4"], "--beads is not for --method master"),
        (&["tictactoe", "--method", "play-book", "--beads", "4"], "--beads is not for --method play-book"),
        (&["tictactoe", "--method", "td", "--minutes", "1"], "--minutes is not for --method td"),
        (&["tictactoe", "--minutes", "-1"], "-1"),
        (&["tictactoe", "--hidden", "17"], "17"),
        (&["nim", "--folder", &training], "planes"),
        (&["tictactoe", "--folder", "/dev/null/folder"], "/dev/null/folder"),
    ];
    let whole: Vec<(Vec<&str>, &str)> = cases
        .iter()
        .map(|(words, culprit)| ([&["learn"], *words, &["--out", &out]].concat(), *culprit))
        .collect();
    let cases: Vec<(&[&str], &str)> =
        whole.iter().map(|(words, culprit)| (words.as_slice(), *culprit)).collect();
    refused(&cases);
}

/// An evaluation is the same file with any number of threads, ended or not; another learning's folder is refused.
#[test]
fn an_evaluation_is_learnt_and_goes_on_after_an_end() {
    let learn = |folder: &str, out: &str, threads: &str| {
        let few = ["learn", "connect4", "--games", "200", "--generations", "1", "--nodes", "30", "--json"];
        let places = ["--folder", folder, "--out", out, "--threads", threads];
        few.iter().chain(&places).map(|&word| word.to_owned()).collect::<Vec<String>>()
    };
    let told = |words: &[String]| json(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let (whole, model) = (file("whole.training"), file("whole.model"));
    let answer = told(&learn(&whole, &model, "1"));
    let first = &answer["generations"][0];
    assert!(
        first["positions"].as_u64() > Some(1_000) && first["match_games"].as_u64() > Some(10),
        "{answer}"
    );
    // Ended as soon as some of its games are kept, and taken up again with other threads.
    let (part, again) = (file("part.training"), file("part.model"));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_plybook"))
        .args(learn(&part, &again, "2"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !std::path::Path::new(&part).join("1-games-000001.zst").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it was over before it could be ended");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(told(&learn(&part, &again, "2"))["generations"], answer["generations"]);
    assert_eq!(std::fs::read(&again).unwrap(), std::fs::read(&model).unwrap());
    // The model plays, and the folder is not taken for another seed.
    output(&["analyze", "connect4", "--depth", "2", "--weights", &model]);
    let other: Vec<String> =
        learn(&whole, &model, "1").into_iter().chain(["--seed".into(), "2".into()]).collect();
    refused(&[(&other.iter().map(String::as_str).collect::<Vec<_>>(), "name another folder")]);
}
