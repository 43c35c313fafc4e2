//! NBoard's protocol in version 2.

use crate::conversation::Conversation;
use std::time::Duration;

const GAME: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.2]W[F6/0.5]B[E6]W[F4];)";

#[test]
fn it_moves_hints_and_keeps_in_step() {
    let mut engine = Conversation::start(&["nboard", "--hash", "4"]);
    engine.ask("nboard 2", "set myname");
    assert_eq!(engine.answer("set depth 5", "set myname"), "Plybook5");
    engine.send(GAME);
    engine.send("set contempt 0");
    assert_eq!(engine.answer("ping 1", "pong"), "1");
    let lines = engine.ask("go", "===");
    let parts: Vec<&str> = lines.last().unwrap()[4..].split('/').collect();
    assert!(parts[1].parse::<f64>().is_ok() && parts[2].parse::<f64>().is_ok(), "{lines:#?}");
    let game = plybook_catalog::open("othello").unwrap();
    let mut session = game.session(None).unwrap();
    ["f5", "f6", "e6", "f4"].iter().for_each(|text| session.play(text).unwrap());
    session.play(&parts[0].to_ascii_lowercase()).unwrap();
    for beginning in ["search ", "nodestats ", "status "] {
        assert!(lines.iter().any(|line| line.starts_with(beginning)), "{beginning}: {lines:#?}");
    }
    engine.until("status Plybook is waiting");
    engine.send(&format!("move {}/1.5/0.1", parts[0]));
    let lines = engine.ask("hint 2", "status Plybook is waiting");
    let last: Vec<&String> =
        lines.iter().filter(|line| line.starts_with("search ") && line.ends_with(" 5")).collect();
    assert!(last.len() >= 2, "{lines:#?}");
    let legal = session.move_texts();
    for line in last {
        let first = &line["search ".len()..][..2];
        assert!(legal.contains(&first.to_ascii_lowercase()), "{line}: {legal:?}");
    }
    assert_eq!(engine.answer("learn", "learned"), "");
}

#[test]
fn ping_ends_a_search() {
    let mut engine = Conversation::start(&["nboard", "--hash", "4"]);
    engine.send("nboard 2\nset depth 40");
    engine.send(GAME);
    engine.send("hint 3");
    engine.until("search ");
    engine.ask("ping 7", "pong 7");
    assert!(engine.is_silent(Duration::from_millis(50)));
}

#[test]
fn what_makes_no_sense_is_told_as_status() {
    let mut engine = Conversation::start(&["nboard"]);
    for (line, told) in [
        ("nboard 9", "9 is not known"),
        ("set depth deep", "\"deep\""),
        ("set game nonsense[", "has no end"),
        ("set game nonsense", "no list of NAME[value]"),
        ("set game (;GM[Othello];) nonsense", "no list of NAME[value]"),
        ("set game (;GM[Go];)", "a game of Go"),
        ("set game (;GM[Othello]TY[10];)", "its board is 10"),
        ("set game (;BO[8 --- *];)", "is no board of 64 squares"),
        ("set game (;GM[Othello]B[a1];)", "move \"a1\""),
        ("move A1", "move \"a1\""),
    ] {
        let lines = engine.ask(line, "status");
        assert!(lines.last().unwrap().contains(told), "{line}: {lines:?}");
    }
    engine.hang_up();
    assert_eq!(engine.end(), 0);
}

#[test]
fn a_game_goes_to_its_end_with_passes() {
    let mut engine = Conversation::start(&["nboard", "--level", "1"]);
    engine.send("nboard 2\nset depth 1\nset game (;GM[Othello];)");
    let mut session = plybook_catalog::open("othello").unwrap().session(None).unwrap();
    while session.ending().is_none() {
        let best = engine.answer("go", "===");
        let text = best.split('/').next().unwrap().to_ascii_lowercase();
        session.play(if text == "pa" { "pass" } else { &text }).unwrap();
        engine.send(&format!("move {best}"));
    }
    let told = engine.ask("go", "status the game is over");
    assert!(!told.is_empty());
}
