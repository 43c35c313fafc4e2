//! `plybook analyze` and readers that go away.

use crate::support::{json, output, refused};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

#[test]
fn several_lines_and_threads() {
    let text = output(&["analyze", "othello", "--depth", "6", "--lines", "3", "--threads", "2", "--json"]);
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let lines = last["final"]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    let firsts: std::collections::HashSet<&str> =
        lines.iter().map(|line| line["moves"][0].as_str().unwrap()).collect();
    assert_eq!(firsts.len(), 3);
    assert_eq!(last["final"]["depth"], 6);
}

#[test]
fn moves_read_as_the_games_players_write_them() {
    let from = ["chess", "--moves", "e2e4 e7e5 g1f3"];
    let text = output(&[&["analyze"], &from[..], &["--depth", "2", "--only", "b8c6"]].concat());
    assert!(text.contains("  2... Nc6 3. "), "{text}");
    assert!(text.lines().last().unwrap().starts_with("best move Nc6: "), "{text}");
    let text = output(&[&["show"], &from[..]].concat());
    assert!(text.contains("Black to move: ") && text.contains(" Nc6") && !text.contains("b8c6"), "{text}");
    let told = json(&[&["show"], &from[..], &["--json"]].concat());
    assert_eq!(told["played"], serde_json::json!(["e2e4", "e7e5", "g1f3"]));
    assert_eq!(told["display"][2], serde_json::json!({ "text": "Nf3", "number": 2, "opens": true }));
    let text = output(&["tree", "chess", "--moves", "e2e4", "--depth", "1"]);
    assert!(text.contains("Nf6") && !text.contains("g8f6"), "{text}");
    let text = output(&["analyze", "othello", "--moves", "f5 d6 c3", "--depth", "2"]);
    assert!(text.contains("  4. ") && text.contains(" 5. "), "{text}");
}

#[test]
fn an_analysis_explains_the_evaluation() {
    let asked = ["analyze", "hexapawn", "--depth", "3", "--explain"];
    let text = output(&asked);
    let shown = output(&["show", "hexapawn", "--explain"]);
    let table = &shown[shown.find("term ").expect("a table of terms")..];
    assert!(text.contains("best move") && text.ends_with(table), "{text}\n{shown}");
    let told = output(&[&asked[..], &["--json"]].concat());
    let last: serde_json::Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!(last["terms"], json(&["show", "hexapawn", "--explain", "--json"])["terms"]);
    refused(&[(&[&asked[..], &["--evaluator", "nobody"]].concat(), "nobody")]);
}

#[test]
fn only_the_wanted_moves() {
    let text = output(&["analyze", "tictactoe", "--depth", "9", "--only", "a2", "b1", "--lines", "9"]);
    let best = text.lines().last().unwrap();
    assert!(best.starts_with("best move a2") || best.starts_with("best move b1"), "{text}");
    let shown = json(&["minimax", "tictactoe", "--depth", "9", "--alpha-beta", "--json"]);
    assert_eq!(shown["CURRENT_STATE_STATIC_VAL"]["points"], 0.0);
}

/// Every layout of the table gives the same value; in verifying mode plain minimax's.
#[test]
fn layouts_of_the_table_are_chosen_by_name() {
    let plain = json(&["minimax", "connect4", "--depth", "5", "--json"]);
    for layout in ["always", "two-tier", "depth-preferred+always", "later-move+bucketed+always", "chained"] {
        let table = format!("--table={layout}");
        let with = json(&["minimax", "connect4", "--depth", "5", "--alpha-beta", &table, "--json"]);
        assert_eq!(with["CURRENT_STATE_STATIC_VAL"], plain["CURRENT_STATE_STATIC_VAL"], "{layout}");
        assert!(with["N_TABLE_CUTS"].as_u64() > Some(0), "{layout}: {with}");
        // A small table: the chains of a large one would be too short to follow.
        let text =
            output(&["analyze", "connect4", "--depth", "12", "--hash", "1", "--layout", layout, "--json"]);
        let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        let counts = &last["final"]["counts"];
        assert!(counts["hits"].as_u64() > Some(0), "{layout}: {counts}");
        assert_eq!(counts["links"].as_u64() > Some(0), layout == "chained", "{layout}: {counts}");
    }
}

#[test]
fn bad_requests_are_refused() {
    refused(&[
        (&["analyze", "tictactoe", "--layout", "largest"], "largest"),
        (&["minimax", "tictactoe", "--table=always+"], "joined by"),
        (&["analyze", "tictactoe", "--depth", "0"], "0"),
        (&["analyze", "tictactoe", "--only", "z9"], "z9"),
        (&["analyze", "tictactoe", "--evaluator", "wise"], "wise"),
        (&["analyze", "tictactoe", "--threads", "0"], "0"),
        (&["analyze", "tictactoe", "--moves", "a1 a2 b1 b2 c1"], "over"),
    ]);
}

/// A reader that takes one line and goes away ends the program quietly, long before its time is up.
#[test]
fn a_closed_pipe_is_quiet() {
    for arguments in [
        &["analyze", "othello", "--time", "60s"][..],
        &["analyze", "othello", "--time", "60s", "--json"],
        &["tree", "chess", "--depth", "3", "--json"],
        &["play", "black-and-white", "--watch", "--level", "1", "--json"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plybook"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "{arguments:?}");
        drop(reader);
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
