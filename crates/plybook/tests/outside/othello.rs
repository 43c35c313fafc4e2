//! Othello with gtp-rhino, and our own engine through its protocols, all under our own referee.

use crate::tools::program;
use plybook_catalog::{EndRule, GameRecord, Records};
use serde_json::Value;

/// Plays two games and checks that both were decided on the board, not by a fault.
pub fn check_match(game: &str, first: &str, second: &str, conditions: &[&str]) {
    let name = format!("plybook-{}-{:x}.db", std::process::id(), fingerprint(&[game, first, second]));
    let database = std::env::temp_dir().join(name);
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("plybook").unwrap();
        let output = command.args(arguments).arg("--db").arg(&database).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    };
    let mut arguments =
        vec!["match", first, second, "--game", game, "--games", "2", "--concurrency", "1", "--json"];
    arguments.extend(conditions);
    run(&arguments);
    let listed: Value = serde_json::from_str(&run(&["history", "--games", "--json"])).unwrap();
    let games = listed.as_array().unwrap();
    assert_eq!(games.len(), 2, "{listed}");
    for game in games {
        let reason = game["reason"].as_str().unwrap();
        assert!(reason == "ply limit" || EndRule::ALL.iter().any(|rule| rule.words() == reason), "{game}");
    }
    let records = run(&["history", "--games", "--records"]);
    let read: Vec<GameRecord> = Records::new(&records, None).map(|record| record.unwrap()).collect();
    assert_eq!(read.len(), 2, "{records}");
    for record in &read {
        assert!(record.moves.len() > 8 && record.session_at(usize::MAX).is_ok(), "{records}");
    }
    let _ = std::fs::remove_file(&database);
}

fn fingerprint(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    bytes.fold(7, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

#[test]
fn gtp_rhino_plays_whole_games_under_our_referee() {
    let Some(rhino) = program("gtp-rhino") else { return };
    let other = format!("gtp[name=Rhino]:{}", rhino.display());
    check_match("othello", "engine:hash=8", &other, &["--time", "100ms", "--tolerance", "10s"]);
}

#[test]
fn our_own_engine_plays_through_every_protocol() {
    let plybook = assert_cmd::cargo::cargo_bin("plybook");
    let plybook = plybook.display();
    for (game, other) in [
        ("othello:6x6", format!("ugi[name=Own,Level=2]:{plybook} ugi")),
        ("kalah", format!("ugi[name=Own,Hash=2]:{plybook} ugi")),
        ("othello", format!("gtp[name=Own]:{plybook} gtp --level 2")),
        ("othello", format!("nboard[name=Own]:{plybook} nboard --level 2")),
    ] {
        check_match(game, "engine:level=1", &other, &["--time", "50ms", "--tolerance", "2s"]);
    }
}
