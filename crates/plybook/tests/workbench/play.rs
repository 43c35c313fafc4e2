//! `plybook play` with the engine.

use crate::support::{output, refused, run_with};

#[test]
fn a_level_plays_the_same_game_by_the_same_seed() {
    let game = |seed| output(&["play", "othello:4x4", "--watch", "--level", "2", "--seed", seed, "--json"]);
    assert_eq!(game("3"), game("3"));
}

#[test]
fn the_engines_thoughts_are_told_to_programs() {
    let played = output(&["play", "tictactoe", "--watch", "--level", "10", "--json"]);
    let positions: Vec<serde_json::Value> =
        played.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(positions[0].get("analysis").is_none());
    for position in &positions[1..] {
        assert_eq!(
            position["analysis"]["lines"][0]["moves"][0],
            *position["played"].as_array().unwrap().last().unwrap()
        );
    }
    // Two perfect players draw.
    assert_eq!(positions.last().unwrap()["ending"]["winner"], "draw");
}

#[test]
fn the_engine_answers_a_person_and_gives_hints() {
    let (status, text, _) = run_with(&["play", "tictactoe", "--moves", "b2 a2 b1 a1"], "hint\nb3\n");
    assert_eq!(status, 0);
    assert!(text.contains("hint: b3 (win in 1), line: 3. b3"), "{text}");
    assert!(text.trim_end().ends_with("X wins."), "{text}");
    let (_, text, _) = run_with(&["play", "tictactoe", "--json", "--time", "20ms"], "b2\nhint\nquit\n");
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert!(last["hint"]["lines"][0]["moves"][0].is_string(), "{text}");
}

#[test]
fn every_game_can_be_watched_at_the_lowest_level() {
    let games: serde_json::Value = serde_json::from_str(&output(&["games", "--json"])).unwrap();
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let played = output(&["play", name, "--watch", "--level", "1", "--json"]);
        let last: serde_json::Value = serde_json::from_str(played.lines().last().unwrap()).unwrap();
        assert!(last["ending"]["sentence"].is_string(), "{name}: {last}");
    }
}

#[test]
fn chance_moves_by_the_seed() {
    const DICE: &str = "tree:tree=([1: 1 1: 2])";
    let game = |seed: u32| output(&["play", DICE, "--watch", "--seed", &seed.to_string()]);
    assert_eq!(game(3), game(3));
    let games: Vec<String> = (0..8).map(game).collect();
    for text in ["chance plays 1", "chance plays 2"] {
        assert!(games.iter().any(|game| game.contains(text)), "{games:?}");
    }
    assert!(output(&["play", DICE, "--level", "3", "--second"]).contains("chance plays"));
}

#[test]
fn bad_requests_are_refused() {
    refused(&[
        (&["play", "tictactoe", "--level", "11"], "11"),
        (&["play", "tictactoe", "--level", "3", "--time", "1s"], "--time"),
        (&["play", "tictactoe", "--level", "3", "--opponent", "random"], "--level"),
        (&["play", "tictactoe", "--time", "soon"], "soon"),
    ]);
}
