//! Transcripts of each layout.

use super::*;
use crate::openings::Opening;
use crate::record::PlayerRecord;
use crate::{EndRule, Outcome, Reason, Verdict};
use plybook_catalog::{Click, open};
use std::sync::Arc;

/// A game of these moves, the first ones an opening, with a remark on the last.
fn record(
    name: &str,
    moves: &[&str],
    opening: usize,
    outcome: Option<Outcome>,
) -> (Arc<dyn AnyGame>, GameRecord) {
    let game = open(name).unwrap();
    let mut session = game.session(None).unwrap();
    let mut plies = Vec::new();
    for (number, text) in moves.iter().enumerate() {
        let side = session.mover().map(|player| player.0).filter(|_| number >= opening);
        session.play(text).unwrap();
        let remark = if number + 1 == moves.len() { "That is that." } else { "" };
        plies.push(PlyRecord {
            text: (*text).to_owned(),
            side,
            micros: 12_345,
            score: Some(35),
            depth: Some(4),
            remark: remark.to_owned(),
            ..PlyRecord::default()
        });
    }
    let player = |number: usize, nickname: &str| PlayerRecord {
        number,
        name: format!("agent {number}"),
        nickname: nickname.to_owned(),
        introduction: format!("I am {nickname}."),
    };
    let record = GameRecord {
        number: 0,
        round: 1,
        game: game.full_name(),
        players: vec![player(0, "Anna"), player(1, "Bob")],
        opening: Opening {
            position: None,
            moves: moves[..opening].iter().map(|&text| text.to_owned()).collect(),
        },
        seed: 1,
        plies,
        verdict: Verdict {
            outcome,
            reason: Reason::Rule(EndRule::Position),
            sentence: "It is over.".to_owned(),
        },
        began: 0,
    };
    (game, record)
}

#[test]
fn baroque_chess_has_its_courses_layout() {
    let (game, record) = record("baroque", &["c2c3", "a7a6"], 0, Some(Outcome::Win(Player::FIRST)));
    let text = text(&*game, &record).unwrap();
    for line in [
        "Anna introduces itself: I am Anna.",
        "Time used: 0.0123 seconds.",
        "WHITE's move: the P at (6, 2) to (5, 2).",
        "Turn 1: Move is by WHITE",
        "BLACK's move: the p at (1, 0) to (2, 0).",
        "Turn 2: Move is by BLACK",
        "Bob says: That is that.",
        "- - P - - - - - ",
        "BLACK's move",
        "WHITE's move",
        "Game over.",
        "The winner is Anna (White).",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let start = text.lines().position(|line| line == "p p p p p p p p ").unwrap();
    assert_eq!(text.lines().nth(start + 5).unwrap(), "P P P P P P P P ");
}

#[test]
fn toro_tile_straight_has_its_courses_layout() {
    let game = open("tts:board=.../.../...,k=3").unwrap();
    let mut session = game.session(None).unwrap();
    let mut texts = Vec::new();
    // White takes the top row, Black squares of the second.
    for cell in [0, 3, 1, 4, 2] {
        let legal = session.moves();
        let found = legal.iter().find(|legal| legal.path == [Click::Cell(cell)]).unwrap();
        texts.push(found.text.clone());
        session.play(&found.text).unwrap();
    }
    assert!(session.ending().is_some());
    let moves: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (game, record) = record(&game.full_name(), &moves, 0, Some(Outcome::Win(Player::FIRST)));
    let text = text(&*game, &record).unwrap();
    for line in [
        "Turn 1: White plays at (0, 0), 0.0123 seconds.",
        "Turn 4: Black plays at (1, 1), 0.0123 seconds.",
        "Anna says: That is that.",
        "+-------+",
        "| W W W |",
        "| B B   |",
        "It is Black's turn.",
        "The winning square is (0, 2): 3 in a row, horizontal.",
        "Game over.",
        "The winner is Anna (White).",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn other_games_share_a_layout() {
    let (game, record) = record("tictactoe", &["b2", "a1", "c3"], 1, Some(Outcome::Draw));
    let text = text(&*game, &record).unwrap();
    for line in [
        "X: agent 0   O: agent 1",
        "The first 1 plies are the opening.",
        "Turn 2: O plays a1 (0.012 s, +0.35, depth 4)",
        ". X .",
        "It is a draw.",
        "Reason: position.",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    for name in ["kalah", "nim", "checkers", "connect4"] {
        let game = open(name).unwrap();
        let first = game.session(None).unwrap().move_texts()[0].clone();
        let (game, record) = self::record(name, &[&first], 0, None);
        assert!(super::text(&*game, &record).unwrap().contains(&format!("plays {first}")), "{name}");
    }
}

#[test]
fn programs_get_everything() {
    let (game, record) = record("tictactoe", &["b2", "a1"], 1, Some(Outcome::Win(Player::SECOND)));
    let json = json(&*game, &record);
    assert_eq!(json["players"][1]["introduction"], "I am Bob.");
    assert_eq!(json["plies"][1]["value"], "+0.35");
    assert_eq!(json["plies"][1]["remark"], "That is that.");
    assert_eq!((json["result"].as_str(), json["points"][1].as_f64()), (Some("second"), Some(1.0)));
    assert_eq!(json["opening"]["moves"][0], "b2");
}

#[test]
fn a_record_that_does_not_fit_is_refused() {
    let (game, mut record) = record("tictactoe", &["b2"], 0, Some(Outcome::Draw));
    record.plies[0].text = "z9".to_owned();
    assert!(text(&*game, &record).is_err());
}
