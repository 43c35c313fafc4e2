//! `plybook solve`: the exact value with a line of best play that goes to the end of the game.

use crate::support::{json, output, run_with};
use plybook_catalog::open;
use plybook_naive::Plain;
use plybook_naive::kalah::{Kalah, Player, Position};
use std::collections::HashMap;

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
    let (status, _, errors) = run_with(&["solve", "checkers", "--position", "W:WK1:BK5"], "");
    let why = "no more than 200 are searched, and its value stays open";
    assert!(status == 1 && errors.contains(why) && !errors.contains("--time"), "{errors}");
}

/// A win is proven without the rules about paths; where they could draw it, it must be proven with them too.
#[test]
fn a_win_that_the_move_limit_draws_is_none() {
    let solve = |quiet: u32| {
        let position = format!("8/8/8/8/8/7R/k1K5/8 w - - {quiet} 80");
        run_with(&["solve", "chess", "--position", &position], "")
    };
    for quiet in [0, 97] {
        let (status, output, errors) = solve(quiet);
        assert!(status == 0 && output.contains("win in 3"), "{quiet}: {output}{errors}");
    }
    let (status, output, errors) = solve(98);
    assert!(status == 0 && output.contains("80: draw"), "{output}{errors}");
}

/// By how much the first player wins if both play their best, from every position below one.
fn margin(rules: Kalah, at: &Position, known: &mut HashMap<Position, i64>) -> i64 {
    if let Some(&margin) = known.get(at) {
        return margin;
    }
    let below =
        rules.moves(at).iter().map(|mv| margin(rules, &rules.play(at, mv), known)).collect::<Vec<_>>();
    let best = match at.to_move {
        Player::First => below.iter().max(),
        Player::Second => below.iter().min(),
    };
    let margin = best.copied().unwrap_or_else(|| rules.margin(at));
    known.insert(at.clone(), margin);
    margin
}

/// Games whose rules foresee more plies than any search has, and that end long before.
#[test]
fn games_of_margins_and_extra_turns_are_solved_to_their_ends() {
    for (houses, seeds) in [(3, 3), (4, 2), (5, 1)] {
        for empty_capture in [false, true] {
            let rules = Kalah { houses, seeds, empty_capture };
            let margin = margin(rules, &rules.start(), &mut HashMap::new());
            let name = format!("kalah:{houses},{seeds}{}", if empty_capture { ",empty-capture" } else { "" });
            let (value, _, sentence) = solved(&name);
            assert_eq!(
                value,
                if margin == 0 { "draw".to_owned() } else { format!("{margin:+}.00") },
                "{name}"
            );
            if margin > 0 {
                assert!(sentence.contains(&format!("wins by {margin}")), "{name}: {sentence}");
            }
        }
    }
}
