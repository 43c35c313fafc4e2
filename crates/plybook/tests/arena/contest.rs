//! `plybook match`, `plybook tournament` and `plybook balance`.

use crate::support::{Scratch, row};
use plybook_store::database::Database;
use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn a_match_is_played_reported_and_not_played_twice() {
    let place = Scratch::new();
    let arguments = ["match", "engine:hash=1,name=Anna", "random", "--game", "tictactoe", "--nodes", "500"];
    let arguments = [&arguments[..], &["--games", "10", "--json"]].concat();
    let report = place.json(&arguments);
    let anna = row(&report, "Anna");
    assert_eq!((anna["games"].as_u64(), anna["losses"].as_u64()), (Some(10), Some(0)), "{report}");
    assert!(report["finished"].is_u64());
    let pairs = report["report"]["duel"]["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 5);
    assert_eq!(report["report"]["duel"]["estimate"]["score"], anna["points"].as_f64().unwrap() / 10.0);
    // The same once more is the same tournament; with --again it is another one.
    assert_eq!(place.json(&arguments)["tournament"], report["tournament"]);
    let again = place.json(&[&arguments[..], &["--again"]].concat());
    assert_ne!(again["tournament"], report["tournament"]);
    let same = |report: &serde_json::Value| row(report, "Anna")["points"].clone();
    assert_eq!(same(&again), same(&report), "a seed decides everything");
    let text = place.output(&arguments[..arguments.len() - 1]);
    for part in ["Tournament 2", "Anna", "likelihood of superiority", "first player", "ended by"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_sequential_test_ends_a_match() {
    let place = Scratch::new();
    let report = place.json(&[
        "match",
        "one-ply",
        "random",
        "--game",
        "connect4",
        "--sprt",
        "0,100",
        "--openings",
        "random:2",
        "--json",
    ]);
    assert_eq!(report["report"]["duel"]["test"]["decision"], "elo1", "{report}");
    assert!(report["report"]["summary"]["games"].as_u64().unwrap() < 2000);
}

#[test]
fn every_format_comes_from_a_file_or_flags() {
    let place = Scratch::new();
    for format in ["round-robin", "gauntlet", "swiss", "knockout"] {
        let file = place.write(
            &format!("{format}.toml"),
            &format!(
                "game = 'hexapawn'\nformat = '{format}'\nplies = 100\nopenings = {{ random = 1 }}\n\
                agents = ['one-ply', 'random', 'random:name=Zufall', {{ kind = 'one-ply', name = 'Ply' }}]\n"
            ),
        );
        let report = place.json(&["tournament", &file, "--json", "--games", "4"]);
        assert_eq!(report["name"], format);
        assert_eq!(report["report"]["standings"].as_array().unwrap().len(), 4);
        let flags =
            ["tournament", "--game", "hexapawn", "--format", format, "--plies", "100", "--games", "4"];
        let agents = ["--agent", "one-ply", "--agent", "random", "--agent", "random:name=Zufall"];
        let rest = ["--agent", "one-ply:name=Ply", "--openings", "random:1", "--json"];
        let same = place.json(&[&flags[..], &agents[..], &rest[..]].concat());
        assert_eq!(same["tournament"], report["tournament"], "flags and file mean the same");
    }
    let text = place.output(&["history", "1"]);
    assert!(text.contains("against") && text.contains("Zufall"), "{text}");
}

#[test]
fn many_quick_games_leave_the_database_whole() {
    let place = Scratch::new();
    let report = place.json(&[
        "match",
        "random",
        "random:name=other",
        "--game",
        "tictactoe",
        "--games",
        "1500",
        "--openings",
        "none",
        "--json",
    ]);
    assert_eq!(report["report"]["summary"]["games"], 1500);
    let database = Database::open(&place.file("games.db")).unwrap();
    database.check().unwrap();
    assert_eq!(database.tournaments().unwrap()[0].games, 1500);
    // Random tic-tac-toe is won by whoever moves first in 58.5 % of all games and drawn in 12.7 %: exact counts of
    // all games weighted by their chances. Five standard errors of 1500 games are 5.8 and 4.3 points.
    let summary = &report["report"]["summary"];
    assert!((summary["draw_rate"].as_f64().unwrap() - 0.127).abs() < 0.043, "{summary}");
    assert!((summary["first_player"].as_f64().unwrap() - 0.6485).abs() < 0.058, "{summary}");
}

#[test]
fn openings_come_from_a_file() {
    let place = Scratch::new();
    let openings = place.write("openings.txt", "# the middle and a corner\nmoves b2\nmoves a1\n");
    place.output(&[
        "match",
        "random",
        "one-ply",
        "--game",
        "tictactoe",
        "--games",
        "4",
        "--openings",
        &openings,
    ]);
    let games = place.json(&["history", "1", "--games", "--json"]);
    let opening: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["opening"].as_str().unwrap()).collect();
    assert_eq!(opening, ["b2", "b2", "a1", "a1"]);
}

#[test]
fn transcripts_are_written_beside_the_table() {
    let place = Scratch::new();
    let folder = place.file("transcripts");
    let path = folder.display().to_string();
    place.output(&["match", "random", "one-ply", "--game", "nim", "--games", "2", "--transcripts", &path]);
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["00001-random-one-ply.txt", "00002-one-ply-random.txt"]);
    assert!(std::fs::read_to_string(folder.join(&names[0])).unwrap().contains("Game over."));
    // A folder that cannot be made is told before the first game.
    let two =
        ["match", "random", "one-ply", "--game", "nim", "--seed", "9", "--transcripts", "/proc/nowhere"];
    let (status, _, errors) = place.run(&two);
    assert!(status == 2 && errors.contains("/proc/nowhere"), "{errors}");
    assert_eq!(place.json(&["history", "--json"]).as_array().unwrap().len(), 1);
}

#[test]
fn a_games_balance_is_reported() {
    let place = Scratch::new();
    let balance = place.json(&["balance", "tictactoe", "--games", "20", "--nodes", "300", "--json"]);
    let results: u64 =
        balance["results"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(results, 20);
    let mean = balance["branching"][1].as_f64().unwrap();
    assert!((3.0..=7.0).contains(&mean), "{balance}");
    assert_eq!(balance["branching"][2], 9);
    let text = place.output(&["balance", "kalah", "--games", "4", "--level", "1"]);
    for part in ["kalah", "moving first", "draws", "length", "legal moves"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn nonsense_is_refused_by_name() {
    let place = Scratch::new();
    let broken = place.write("broken.toml", "game = 'tictactoe'\nagents = ['random', 'random'\n");
    let unknown =
        place.write("unknown.toml", "game = 'tictactoe'\nspeed = 3\nagents = ['random', 'random']\n");
    let slow =
        place.write("slow.toml", "game = 'nim'\nagents = ['random', 'random']\ntime = { increment = 1 }\n");
    let two_openings = place.write("two.txt", "moves b2\nmoves a1\n");
    let letter = place.write("letter.db", &"This is a letter. ".repeat(100));
    let two = ["match", "random", "one-ply", "--game", "tictactoe"];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["match", "magic", "random", "--game", "tictactoe"], "magic"),
        (vec!["match", "engine:evaluator=magic", "random", "--game", "tictactoe"], "magic"),
        (vec!["match", "random", "random", "--game", "poker"], "poker"),
        (vec!["tournament", "--agent", "random", "--agent", "random"], "--game"),
        (vec!["tournament", "--game", "tictactoe", "--agent", "random"], "agents"),
        (vec!["tournament", &broken], "broken.toml"),
        (vec!["tournament", &unknown], "speed"),
        (vec!["tournament", "nowhere.toml"], "nowhere.toml"),
        (with(&["--games", "0"]), "0"),
        (with(&["--sprt", "5"]), "--sprt"),
        (with(&["--sprt", "0,five"]), "that is no number"),
        (with(&["--adjudicate-win", "much"]), "that is no number"),
        (vec!["match", "human", "random", "--game", "tictactoe"], "write --clock 10m, or --nodes 5000"),
        (vec!["match", "uci:stockfish", "random", "--game", "othello"], "UCI is for chess"),
        (vec!["match", "baroque-python:nowhere.py", "random", "--game", "baroque"], "nowhere.py"),
        (with(&["--sprt", "5,0"]), "--sprt: elo0"),
        (with(&["--sprt", "0,5000"]), "--sprt: 5000 is out of range"),
        (with(&["--time", "0s"]), "--time: no time at all"),
        ([&two[..], &["--balance", "1", "--openings", &two_openings]].concat(), "--openings: they are"),
        (with(&["--adjudicate-win", "9,0"]), "--adjudicate-win: 0 is out of range"),
        (with(&["--adjudicate-win", "9,1,2"]), "3 numbers; write 1 to 2"),
        // A file is told in the words of the file, and what a flag said in the flag's.
        (vec!["tournament", &slow], "time.increment: goes with time.game"),
        (vec!["tournament", &slow, "--clock", "60", "--nodes", "0"], "--nodes"),
        (vec!["tournament", &slow, "--clock", "0s"], "--clock: no time at all"),
        (with(&["--clock", "soon"]), "soon"),
        (with(&["--openings", "nowhere.txt"]), "nowhere.txt"),
        (with(&["--openings", "random:many"]), "random:many"),
        (with(&["--openings", "random:9"]), "fewer plies"),
        ([&two[..], &["--db", &letter]].concat(), "letter.db"),
        (vec!["history", "7"], "7"),
        (vec!["history", "--game", "7"], "7"),
        (vec!["balance", "poker"], "poker"),
        (vec!["balance", "tree", "--games", "2"], "fewer plies"),
    ];
    for (arguments, culprit) in &cases {
        let (status, _, errors) = place.run(arguments);
        assert_eq!(status, 2, "{arguments:?}: {errors}");
        assert!(errors.contains(culprit), "{arguments:?}: {errors}");
    }
    // What is refused before its first game leaves nothing behind that waits to be continued.
    let kept = place.json(&["history", "--json"]);
    let empty: Vec<_> = kept.as_array().unwrap().iter().filter(|kept| kept["game"] != "tictactoe").collect();
    assert!(empty.is_empty(), "{kept:#}");
    let (status, _, errors) = place.run(&["history", "--db", "nowhere/games.db"]);
    assert!(status == 2 && errors.contains("nowhere/games.db"), "{errors}");
}

#[test]
fn a_person_at_the_terminal_loses_no_line() {
    let place = Scratch::new();
    let arguments = ["match", "human:name=Eva", "random", "--game", "tictactoe", "--games", "2"];
    let mut command = place.command(&[&arguments[..], &["--nodes", "10", "--concurrency", "2"]].concat());
    let mut program = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut typed = program.stdin.take().unwrap();
    // A line at a time, as people type: the second game's agent must not miss what the first one's reader saw.
    for line in [&b"text\n"[..], b"\xff\n", b"resign\n", b"text\n", b"resign\n"] {
        typed.write_all(line).unwrap();
        typed.flush().unwrap();
        std::thread::sleep(Duration::from_millis(100));
    }
    let output = program.wait_with_output().unwrap();
    drop(typed);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert_eq!(text.matches("is not a legal move").count(), 1, "{text}");
    let games = place.json(&["history", "--games", "--json"]);
    let reasons: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["resignation", "resignation"], "{games:#}");
}

#[test]
fn nobody_need_listen() {
    let place = Scratch::new();
    let arguments = ["match", "random", "one-ply", "--game", "tictactoe", "--games", "20"];
    let mut program = place.command(&arguments).spawn().unwrap();
    drop((program.stdout.take(), program.stderr.take()));
    assert!(program.wait().unwrap().success(), "a closed pipe is no reason to stop");
    let report = place.json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(report["report"]["summary"]["games"], 20);
    assert!(place.run(&arguments).2.contains("--again"), "a table of earlier games says so");
}
