//! Opening books and endgame databases in matches and tournaments.

use crate::support::Scratch;
use plybook_catalog::Random;
use serde_json::Value;
use std::process::Stdio;
use std::time::Instant;

/// Kills of a tournament that plays from a book.
const KILLS: u32 = 6;

const MATCH: [&str; 10] = [
    "match",
    "engine:hash=1,name=Anna,book=main",
    "engine:hash=1,name=Bob,book=main,book-choice=best,book-learn=no",
    "--game",
    "connect4",
    "--nodes",
    "300",
    "--games=12",
    "--openings",
    "none",
];

fn with_book() -> Scratch {
    let place = Scratch::new();
    place.output(&["book", "build", "connect4", "--positions", "8", "--nodes", "300"]);
    place
}

/// What the book says of the start and of the positions after its moves there.
fn contents(place: &Scratch) -> Vec<Value> {
    let start = place.json(&["book", "probe", "connect4", "--json"]);
    let moves = start["moves"].as_array().unwrap().clone();
    let next = moves.iter().map(|entry| {
        let text = entry["move"].as_str().unwrap();
        place.json(&["book", "probe", "connect4", "--json", "--moves", text])
    });
    let next: Vec<Value> = next.collect();
    [vec![start], next].concat()
}

#[test]
fn a_match_is_played_from_a_book_that_learns_at_its_end() {
    let place = with_book();
    let before = contents(&place);
    let told = place.output(&MATCH);
    assert!(told.contains("The book main learnt 12 games."), "{told}");
    let after = contents(&place);
    assert_ne!(after, before);
    let games = |told: &Value| -> u64 {
        told["moves"].as_array().unwrap().iter().map(|entry| entry["games"].as_u64().unwrap()).sum()
    };
    assert_eq!((games(&before[0]), games(&after[0])), (0, 12));
    // The same once more shows the table; nothing counts twice, however it is asked for.
    let again = place.output(&MATCH);
    assert!(again.contains("Tournament 1") && !again.contains("learnt"), "{again}");
    let database = place.file("games.db").display().to_string();
    let told = place.json(&["book", "learn", "connect4", "--db", &database, "--tournament", "1", "--json"]);
    assert_eq!((&told["games"], &told["learnt"]), (&12.into(), &0.into()), "{told}");
    assert_eq!(contents(&place), after);
    // Anew it is played from what was learnt.
    let anew = place.output(&[&MATCH[..], &["--again"]].concat());
    assert!(anew.contains("Tournament 2") && anew.contains("The book main learnt"), "{anew}");
    assert_eq!(games(&contents(&place)[0]), 24);
    let left: Vec<_> =
        std::fs::read_dir(place.file("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("tournament")), "{left:?}");
}

#[test]
fn a_killed_match_teaches_the_same() {
    let reference = with_book();
    let began = Instant::now();
    reference.output(&MATCH);
    let whole = began.elapsed();
    let expected = contents(&reference);
    let mut random = Random::new(3);
    let (mut kills, mut place) = (0, with_book());
    while kills < KILLS {
        let mut child = place.command(&MATCH).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(random.below(800) as f64 / 1000.0));
        if child.try_wait().unwrap().is_some() {
            assert_eq!(contents(&place), expected, "after {kills} kills");
            place = with_book();
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    place.output(&MATCH);
    assert_eq!(contents(&place), expected, "after {kills} kills");
}

#[test]
fn what_is_not_there_is_told_before_the_first_game() {
    let place = Scratch::new();
    for (arguments, culprit) in [
        (["match", "engine:book=main", "random", "--game", "hexapawn"], "has no book `main` of hexapawn"),
        (["match", "engine:play-book=/nowhere/x", "random", "--game", "othello"], "/nowhere/x"),
        (["match", "random", "one-ply", "--adjudicate-database", "--game=hexapawn"], "no endgame database"),
        (["match", "engine:level=4,endgame=installed", "random", "--game", "hexapawn"], "level 4"),
    ] {
        let (status, _, errors) = place.run(&arguments);
        assert!(status == 2 && errors.contains(culprit), "{arguments:?}: {status} {errors}");
    }
}

#[test]
fn installed_databases_are_consulted_and_decide() {
    let place = Scratch::new();
    place.output(&["endgame", "build", "hexapawn"]);
    let decided = [
        "match",
        "random",
        "one-ply",
        "--game",
        "hexapawn",
        "--adjudicate-database",
        "--games",
        "2",
        "--json",
    ];
    place.output(&decided);
    let games = place.json(&["history", "1", "--games", "--json"]);
    for game in games.as_array().unwrap() {
        // Hexapawn on three by three is won for the second player: Gardner, 1962.
        assert_eq!(
            (&game["reason"], &game["result"]),
            (&"proven by database".into(), &"second".into()),
            "{game}"
        );
    }
    let table = place.output(&decided[..decided.len() - 1]);
    assert!(table.contains("proven by database"), "{table}");
    let transcripts = place.file("transcripts").display().to_string();
    let played = ["match", "engine:hash=1", "engine:hash=1,level=10", "--game", "hexapawn", "--nodes", "100"];
    place.output(&[&played[..], &["--games", "2", "--transcripts", &transcripts]].concat());
    for entry in std::fs::read_dir(&transcripts).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(
            text.contains(", proven, depth") && text.contains("The endgame database proves it"),
            "{text}"
        );
    }
    let file = place.write(
        "t.toml",
        "game = 'hexapawn'\nagents = ['random', 'one-ply']\n[adjudication]\ndatabase = true\n",
    );
    place.output(&["tournament", &file]);
}
