//! `plybook bench`.

use crate::support::{json, output, refused};

#[test]
fn the_signature_is_the_same_twice() {
    let (first, second) = (json(&["bench", "--json"]), json(&["bench", "--json"]));
    assert_eq!(first["games"], second["games"]);
    assert_eq!(first["signature"], second["signature"]);
    let games = first["games"].as_array().unwrap();
    let sum: u64 = games.iter().map(|game| game["nodes"].as_u64().unwrap()).sum();
    assert_eq!(first["signature"], sum);
    let names: Vec<_> = games.iter().map(|game| game["game"].clone()).collect();
    let listed = json(&["games", "--json"]);
    let listed = listed.as_array().unwrap().iter().map(|game| game["name"].clone());
    // Go, games of dice and those of three players are not searched by alpha-beta.
    let others = ["go", "lines", "backgammon", "chinese-checkers"];
    assert_eq!(names, listed.filter(|name| others.iter().all(|other| name != other)).collect::<Vec<_>>());
}

#[test]
fn one_game_alone() {
    let text = output(&["bench", "tictactoe"]);
    assert!(text.contains("tictactoe") && text.contains("signature ") && !text.contains("chess"), "{text}");
    refused(&[(&["bench", "ghost"], "ghost"), (&["bench", "go"], "mcts")]);
}
