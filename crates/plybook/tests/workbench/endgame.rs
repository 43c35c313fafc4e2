//! `plybook endgame`, and what the engine makes of it.

use crate::support::{json, output, refused, scratch};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How often a build is killed.
const KILLS: u64 = 20;

#[test]
fn build_probe_stats_and_verify() {
    let folder = scratch("endgame-tictactoe");
    let folder = folder.to_str().unwrap();
    let built = json(&["endgame", "build", "tictactoe", "--folder", folder, "--threads", "2", "--json"]);
    let slices = built["slices"].as_array().unwrap();
    assert_eq!(slices.len(), 10);
    // 5,478 positions are the published number; holes are images that no game reaches.
    let held: u64 =
        slices.iter().map(|slice| slice["size"].as_u64().unwrap() - slice["holes"].as_u64().unwrap()).sum();
    assert_eq!(held, 5478);
    let again = output(&["endgame", "build", "tictactoe", "--folder", folder]);
    assert!(again.contains("installed") && again.contains("10 slices, built and verified"), "{again}");
    let verified = output(&["endgame", "verify", "tictactoe", "--folder", folder]);
    assert!(verified.contains("every value follows from its moves"), "{verified}");
    let probe = output(&["endgame", "probe", "tictactoe", "--folder", folder, "--position", "XX1/OO1/3 X"]);
    assert!(probe.contains("win in 1, proven by the database"), "{probe}");
    assert!(probe.lines().nth(1).unwrap().contains("c3"), "{probe}");
    let stats = output(&["endgame", "stats", "tictactoe", "--folder", folder, "--slices", "4", "5"]);
    assert!(stats.contains("slice 4") && stats.contains("longest win"), "{stats}");
}

#[test]
fn the_answer_says_that_it_is_proven() {
    let folder = scratch("endgame-proven");
    output(&["endgame", "build", "tictactoe", "--folder", folder.to_str().unwrap()]);
    let analyze = |variable: &str| {
        let mut command = assert_cmd::Command::cargo_bin("plybook").unwrap();
        let output = command.env("PLYBOOK_ENDGAME", variable).args(["analyze", "tictactoe", "--depth", "2"]);
        String::from_utf8(output.output().unwrap().stdout).unwrap()
    };
    assert!(analyze(folder.to_str().unwrap()).contains("proven by the endgame database"));
    assert!(!analyze("/nowhere/at/all").contains("proven by the endgame database"));
    let play = |variable: &str| {
        let mut command = assert_cmd::Command::cargo_bin("plybook").unwrap();
        let command = command.env("PLYBOOK_ENDGAME", variable).write_stdin("quit\n");
        let output = command.args(["play", "tictactoe", "--level", "10", "--second"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let told = play(folder.to_str().unwrap());
    assert!(told.contains("proven by the endgame database)"), "{told}");
    assert!(!play("/nowhere/at/all").contains("proven"));
}

#[test]
fn bad_requests_are_refused() {
    let folder = scratch("endgame-none");
    let folder = folder.to_str().unwrap();
    refused(&[
        (&["endgame", "build", "othello", "--folder", folder], "othello"),
        (&["endgame", "build", "tictactoe", "--slices", "99", "--folder", folder], "99"),
        (&["endgame", "build", "tictactoe", "--threads", "0", "--folder", folder], "0"),
        (&["endgame", "build", "black-and-white:discs=4", "--memory", "1", "--folder", folder], "--memory"),
        (&["endgame", "verify", "tictactoe", "--folder", folder], "no database"),
        (&["endgame", "probe", "nim", "--folder", folder], "nim has no numbering"),
        (&["endgame", "probe", "tictactoe", "--folder", folder], "plybook endgame build tictactoe"),
        (&["endgame", "build", "tictactoe", "--folder", "/proc/nowhere"], "--folder"),
        (&["endgame", "stats", "tictactoe", "--slices", "3", "--folder", folder], "3"),
    ]);
}

fn start(folder: &str) -> Child {
    let program = assert_cmd::cargo::cargo_bin("plybook");
    let arguments =
        ["endgame", "build", "black-and-white:discs=3", "--threads", "2", "--checkpoint", "0", "--folder"];
    let quiet = || Stdio::null();
    Command::new(program).args(arguments).arg(folder).stdout(quiet()).stderr(quiet()).spawn().unwrap()
}

/// Kills a build again and again, at any moment; what comes out in the end has the same checksums as a build that
/// nobody disturbed.
#[test]
fn a_killed_build_goes_on() {
    let (killed, clean) = (scratch("endgame-killed"), scratch("endgame-clean"));
    let mut random = plybook_catalog::Random::new(20);
    let mut wait = Duration::from_millis(40);
    let mut kills = 0;
    while kills < KILLS {
        let mut child = start(killed.to_str().unwrap());
        std::thread::sleep(wait + Duration::from_millis(random.next() % 60));
        if child.try_wait().unwrap().is_some() {
            // It was done sooner: begin anew, and be quicker.
            std::fs::remove_dir_all(&killed).unwrap();
            wait /= 2;
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    let signatures = |folder: &std::path::Path| -> Vec<String> {
        let arguments =
            ["endgame", "build", "black-and-white:discs=3", "--json", "--folder", folder.to_str().unwrap()];
        let built = json(&arguments);
        let slices = built["slices"].as_array().unwrap();
        slices.iter().map(|slice| slice["signature"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(signatures(&killed), signatures(&clean));
}
