//! The program as its users meet it: the real binary, its output and its exit status.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the program has failed")]

use assert_cmd::Command;
use std::fs;

/// Runs the program with these arguments and input; gives exit status, output and errors.
fn run_with(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("plybook").unwrap();
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    run_with(arguments, "")
}

/// The output of a run that must succeed.
fn output(arguments: &[&str]) -> String {
    let (status, output, errors) = run(arguments);
    assert_eq!(status, 0, "{arguments:?}: {errors}");
    output
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).unwrap()
}

#[test]
fn known_counts() {
    for (game, depth, leaves) in [
        ("tictactoe", "9", 127_872),
        ("hexapawn", "6", 64),
        ("connect4", "9", 39_394_572),
        ("othello", "7", 55_092),
    ] {
        assert_eq!(json(&["perft", game, depth, "--json"])["leaves"], leaves, "{game}");
    }
    assert!(output(&["perft", "tictactoe", "9"]).contains("127872 leaves"));
}

#[test]
fn divide_adds_up() {
    let answer = json(&["perft", "hexapawn", "5", "--divide", "--json"]);
    let sum: u64 =
        answer["moves"].as_array().unwrap().iter().map(|share| share["leaves"].as_u64().unwrap()).sum();
    assert_eq!(answer["leaves"], sum);
}

#[test]
fn a_roll_is_played_out() {
    let ask = |more: &[&str]| {
        let mut all = vec!["rollout", "backgammon", "--moves", "31", "--games", "12", "--json"];
        all.extend_from_slice(more);
        json(&all)["results"].as_array().unwrap().clone()
    };
    let found = ask(&[]);
    assert_eq!(found.len(), 3);
    // Making the own five point looks best, and so is among those.
    assert!(found.iter().any(|row| row["move"] == "8/5,6/5"), "{found:?}");
    let plain = ask(&["--plain"]);
    let deviation =
        |rows: &[serde_json::Value]| rows.iter().map(|row| row["deviation"].as_f64().unwrap()).sum::<f64>();
    assert!(deviation(&found) < deviation(&plain), "{found:?} {plain:?}");
}

#[test]
fn every_game_is_listed_explained_and_drawn() {
    let games = json(&["games", "--json"]);
    let games = games.as_array().unwrap();
    assert!(games.len() >= 12);
    let list = output(&["games"]);
    for game in games {
        let name = game["name"].as_str().unwrap();
        assert!(list.contains(name));
        let rules = output(&["rules", name]);
        assert!(rules.len() > 300 && rules.contains("Try: plybook play"), "{name}: {rules}");
        for example in game["examples"].as_array().unwrap() {
            let drawn = output(&["show", example.as_str().unwrap()]);
            assert!(drawn.lines().count() >= 2, "{example}: {drawn}");
            assert!(drawn.is_ascii(), "{example}: {drawn}");
        }
        let shown = json(&["show", name, "--explain", "--json"]);
        assert!(!shown["moves"].as_array().unwrap().is_empty(), "{name}");
        assert!(!shown["terms"].as_array().unwrap().is_empty(), "{name}");
    }
}

#[test]
fn colour_is_for_terminals() {
    assert!(output(&["show", "tictactoe", "--color", "always"]).contains('\u{1b}'));
    assert!(!output(&["show", "tictactoe"]).contains('\u{1b}'));
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in json(&["games", "--json"]).as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let played = output(&["play", name, "--watch", "--opponent", "random", "--json", "--seed", "7"]);
        let last: serde_json::Value = serde_json::from_str(played.lines().last().unwrap()).unwrap();
        assert!(last["ending"]["sentence"].is_string(), "{name}: {last}");
    }
}

#[test]
fn a_person_plays_takes_back_and_wins() {
    let (status, output, _) = run_with(
        &["play", "tictactoe", "--opponent", "human"],
        "b2\nundo\na1\nb1\na2\nb2\nnonsense\nmoves\na3\n",
    );
    assert_eq!(status, 0);
    assert!(output.contains("nonsense") && output.contains("legal: "), "{output}");
    assert!(output.trim_end().ends_with("X wins."), "{output}");
}

#[test]
fn a_slip_of_the_keyboard_ends_no_game() {
    let mut command = assert_cmd::Command::cargo_bin("plybook").unwrap();
    let done = command.args(["play", "tictactoe", "--opponent", "human"]);
    let done = done.write_stdin(b"\xff\xfe\nb2\ntext\n".to_vec()).output().unwrap();
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && text.contains("3/1X1/3 O"), "{text}");
}

#[test]
fn a_person_may_leave() {
    for input in ["quit\n", "resign\n", ""] {
        assert_eq!(run_with(&["play", "hexapawn", "--second"], input).0, 0);
    }
}

#[test]
fn bad_input_names_the_culprit_and_exits_with_2() {
    let cases: &[(&[&str], &str)] = &[
        (&["show", "chequers"], "chequers"),
        (&["show", "hexapawn:9x9"], "9"),
        (&["show", "tictactoe", "--position", "3/3/3"], "3/3/3"),
        (&["show", "tictactoe", "--moves", "b2", "b2"], "number 2"),
        (&["show", "tictactoe", "--explain", "--evaluator", "wise"], "wise"),
        (&["show", "tts:board=@nowhere.txt,k=3"], "nowhere.txt"),
        (&["rollout", "chess"], "chess"),
        (&["rollout", "backgammon", "--evaluator", "wise"], "wise"),
        (&["rollout", "backgammon", "--games", "1"], "1"),
        (&["perft", "tictactoe", "-1"], "-1"),
        (&["perft", "tictactoe", "many"], "many"),
        (&["perft", "tictactoe", "101"], "101"),
        (&["play", "tictactoe", "--opponent", "ghost"], "ghost"),
        (&["dance"], "dance"),
    ];
    for (arguments, culprit) in cases {
        let (status, _, errors) = run(arguments);
        assert_eq!(status, 2, "{arguments:?}: {errors}");
        assert!(errors.contains(culprit), "{arguments:?}: {errors}");
    }
}

/// The course's own checks of a parameterised minimax: Baroque chess from the start, and a small torus.
#[test]
fn the_courses_numbers() {
    let keys =
        ["CURRENT_STATE_STATIC_VAL", "N_STATES_EXPANDED", "N_STATIC_EVALS", "N_CUTOFFS", "N_INTERIOR_NODES"];
    let report = |arguments: &[&str]| {
        let report = json(&[&["minimax"], arguments, &["--basic", "--json"]].concat());
        assert_eq!(report[keys[0]]["points"].as_f64().map(f64::fract), Some(0.0), "{report}");
        let value = report[keys[0]]["points"].as_f64().unwrap() as i64;
        let counts: Vec<i64> = keys[1..].iter().map(|&key| report[key].as_i64().unwrap()).collect();
        (value, counts)
    };
    for (ply, expanded, evaluations) in
        [("1", 32, 32), ("2", 976, 944), ("3", 43_714, 42_738), ("4", 1_890_728, 1_847_014)]
    {
        let (value, counts) = report(&["baroque", "--depth", ply]);
        assert_eq!((value, &counts[..3]), (0, &[expanded, evaluations, 0][..]), "ply {ply}");
    }
    for (ply, expected) in [("2", [94, 62, 31]), ("3", [1875, 1774, 61]), ("4", [5310, 3435, 1797])] {
        let (value, counts) = report(&["baroque", "--depth", ply, "--alpha-beta"]);
        assert_eq!((value, &counts[..3]), (0, &expected[..]), "ply {ply}");
    }
    let torus = "tts:board=----/-W.-/-..-/----,k=3";
    let position = ["--position", "----/-W.-/-..-/---- W"];
    let (value, counts) = report(&[&[torus, "--depth", "2", "--alpha-beta"], &position[..]].concat());
    assert_eq!((value, counts[1], counts[2], counts[3]), (1, 4, 2, 4));
}

/// The lectures' tree: the second of MIN's positions is cut after its first move, the third closes its window at the last
/// one. The course's count has both, the drawing only the one that spared a move, and the help says so.
#[test]
fn cutoffs_are_counted_as_the_course_does() {
    let lecture = "tree:tree=((3 12 8) (2 4 6) (14 5 2))";
    let report = json(&["minimax", lecture, "--depth", "2", "--alpha-beta", "--json"]);
    assert_eq!(report["N_CUTOFFS"], 2);
    assert_eq!(output(&["tree", lecture, "--depth", "2"]).matches("cut by").count(), 1);
    let help = output(&["minimax", "--help"]).replace('\n', " ");
    assert!(help.contains("N_CUTOFFS counts") && help.contains("last move"), "{help}");
}

/// More sequences than can be counted are refused; a wrong number would be worse.
#[test]
fn counts_beyond_all_numbers_are_refused() {
    let (status, text, errors) = run(&["perft", "checkers", "60", "--remember", "--position", "B:W31:B2"]);
    assert!(status == 2 && text.is_empty() && errors.contains("choose fewer plies"), "{errors}");
}

/// Interrupts the program once it listens, and gives exit status, output and errors.
fn interrupted(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("plybook"));
    let pipe = std::process::Stdio::piped;
    let child = command.args(arguments).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    // It listens as soon as the system's mask of caught signals has the bit of SIGINT, the second.
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
    };
    while !listens() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let line = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &line]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn long_jobs_answer_ctrl_c_with_what_they_have() {
    let (status, _, errors) = interrupted(&["perft", "chess", "99"]);
    assert!(status == Some(130) && errors.contains("interrupted: 0 of 20 moves"), "{status:?} {errors}");
    let (status, text, errors) = interrupted(&["tree", "chess", "--depth", "30", "--method", "minimax"]);
    assert!(status == Some(130) && errors.contains("interrupted"), "{status:?} {errors}");
    assert!(text.contains("value ? for MAX") && text.contains("stopped"), "{text}");
}

#[test]
fn a_board_can_come_from_a_file() {
    let folder = std::env::temp_dir().join(format!("plybook-board-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("board.txt");
    fs::write(&path, "...\n.W \n-..\n").unwrap();
    let shown = json(&["show", &format!("tts:board=@{},k=3", path.display()), "--json"]);
    assert_eq!(shown["position"], ".../.W./-.. W");
    fs::write(&path, "").unwrap();
    assert_eq!(run(&["show", &format!("tts:board=@{},k=3", path.display())]).0, 2);
    fs::remove_dir_all(&folder).unwrap();
}
