//! Rules files on the command line.

use crate::support::{json, output, refused, run_with, scratch};

const RULES: &str = "game Small  Step\nboard 3x3\npiece man on first row\n  step forward to empty\n  step forward-left|forward-right to enemy\nwin: reach last row\nstuck: loses\n";

#[test]
fn a_file_is_a_game_wherever_a_name_is_one() {
    let path = scratch("small-step.rules");
    std::fs::write(&path, RULES).unwrap();
    let file = path.to_str().unwrap();
    assert!(output(&["rules", "check", file]).contains("Small Step is a sound game"));
    // The rules are hexapawn's.
    let counts = output(&["rules", "perft", file, "3"]);
    assert!(counts.contains("depth 3: 28 leaves"), "{counts}");
    assert_eq!(json(&["perft", file, "4", "--json"])["leaves"], 56);
    assert!(output(&["solve", file]).contains("loss"), "{}", output(&["solve", file]));
    assert!(output(&["show", file]).contains("a1"));
    assert!(output(&["rules", file]).contains("step forward to empty"));
    assert!(output(&["analyze", &format!("rules:{file}"), "--depth", "3"]).contains("best move"));
    assert!(output(&["tree", file, "--depth", "1"]).contains("a1-a2"));
    let (status, played, _) = run_with(&["play", file, "--watch", "--level", "1"], "");
    assert_eq!(status, 0);
    assert!(played.contains("wins"), "{played}");
    let database = scratch("small-step.db");
    let database = database.to_str().unwrap();
    let players = ["match", "random", "random", "--game", file, "--games", "2", "--db", database];
    let (status, told, errors) = run_with(&players, "");
    assert_eq!(status, 0, "{told} {errors}");
}

#[test]
fn a_file_is_formatted() {
    let path = scratch("format.rules");
    std::fs::write(&path, RULES).unwrap();
    let file = path.to_str().unwrap();
    let formatted = output(&["rules", "format", file]);
    assert!(formatted.starts_with("game Small Step\n") && formatted.contains("forward-left | forward-right"));
    output(&["rules", "format", file, "--write"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), formatted);
}

#[test]
fn the_gallery_is_listed_and_opened() {
    let listed = json(&["games", "--gallery", "--json"]);
    let names: Vec<&str> =
        listed.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"ataxx") && names.contains(&"othello-rules"), "{names:?}");
    let perft = |game: &str| json(&["perft", game, "4", "--json"])["leaves"].clone();
    assert_eq!(perft("othello-rules"), perft("othello"));
    assert_eq!(perft("othello-rules:size=4x4"), perft("othello:4x4"));
    // Every move takes: captures are no noise, and a search of a few plies ends.
    assert!(output(&["analyze", "konane", "--depth", "4"]).contains("best move"));
}

#[test]
fn a_broken_file_is_refused_with_its_line() {
    let path = scratch("broken.rules");
    let file = path.to_str().unwrap();
    for (text, culprit) in [
        (RULES.replace("step forward to", "stp forward to"), "line 4, column 3: `stp`"),
        (RULES.replace("win: reach", "win: raech"), "write `reach`"),
        (
            RULES.replace("  step forward to empty", "  step forward to empty\n  slide forward to empty"),
            "a text of its own",
        ),
        ("#".repeat(70_000), "65536"),
    ] {
        std::fs::write(&path, text).unwrap();
        refused(&[(&["rules", "check", file], culprit), (&["play", file, "--watch"], culprit)]);
    }
    std::fs::write(&path, b"game \xff").unwrap();
    refused(&[
        (&["rules", "check", file], "save it as UTF-8"),
        (&["rules", "check", "/nowhere/at-all.rules"], "at-all.rules"),
        (&["perft", "rules:/nowhere/at-all", "1"], "at-all"),
        (&["perft", "othello-rules:size=5x5", "1"], "size"),
        (&["rules"], "Usage"),
    ]);
}
