//! `plybook solve`: the exact value with a line of best play that goes to the end of the game.

use crate::support::{json, output, run_with};
use plybook_catalog::open;

/// What the program says of a game, and what its line leads to.
fn solved(name: &str) -> (String, usize, String) {
    let answer = json(&["solve", name, "--json"]);
    let mut session = open(name).unwrap().session(None).unwrap();
    for text in answer["line"].as_array().unwrap() {
        session.play(text.as_str().unwrap()).unwrap();
    }
    let ending = session.ending().unwrap_or_else(|| panic!("the line stops early: {answer:#}"));
    (answer["text"].as_str().unwrap().to_owned(), session.record().len(), ending.sentence)
}

#[test]
fn lines_go_to_the_end_of_the_game() {
    assert_eq!(solved("tictactoe"), ("draw".to_owned(), 9, "Draw.".to_owned()));
    assert_eq!(solved("connect4:4x4"), ("draw".to_owned(), 16, "Draw.".to_owned()));
    let (value, _, sentence) = solved("othello:4x4");
    assert_eq!((value.as_str(), sentence.as_str()), ("-10.00", "White wins by 10."));
    let (value, plies, sentence) = solved("hexapawn");
    assert_eq!((value.as_str(), plies), ("loss in 6", 6));
    assert!(sentence.starts_with("Black wins"), "{sentence}");
    let written = output(&["solve", "tree:tree=((3 12 8) (2 4 6) (14 5 2))"]);
    assert!(written.contains("line: 1 1 ("), "{written}");
}

#[test]
fn what_is_not_solved_says_why() {
    let (status, _, errors) = run_with(&["solve", "chess", "--time", "100ms"], "");
    assert!(status == 1 && errors.contains("--time"), "{errors}");
    let (status, _, errors) = run_with(&["solve", "kalah:3,3"], "");
    assert!(status == 1 && errors.contains("it may be a draw") && !errors.contains("--time"), "{errors}");
}
