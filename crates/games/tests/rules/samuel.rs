//! The terms of Samuel's checkers player: hand-made positions, both colours, and a second reading of the definitions.

use crate::checkers::{positions_to_compare, set_up};
use plybook_games::checkers::{Checkers, CheckersEvaluator, Position, Ratings, SAMUELS};
use plybook_kernel::{Evaluated, Evaluator, Game, Notation, Player, Random, Rated, Score, Symmetric};
use plybook_naive::samuel;

/// Simple terms with positions and their values by the definitions, for the side that is not to move. DIAV counts
/// halves.
const WORKED: [(&str, &[(&str, i32)]); 26] = [
    ("ADV", &[("W:W32:B17,24", 2), ("W:W32:B9,16,20", -1), ("B:W9,20:B1", 0), ("B:W10,13:B1", 2)]),
    ("APEX", &[("W:W26:B1", -1), ("W:W26:B7", 0), ("W:W26,K30:B1", 0), ("B:W32:B7", -1)]),
    ("BACK", &[("W:W32:B1,3", 1), ("W:WK32:B1,3", 0), ("B:W30,32:B9", 1), ("W:W32:B1,2", 0)]),
    ("CENT", &[("W:W32:B10,11,12", 2), ("B:W22,K23,24:B1", 1), ("W:W32:B9", 0)]),
    ("CNTR", &[("W:W27:B1", 1), ("W:W26:B1", 2), ("W:W18,32:B1", 3)]),
    (
        "CORN",
        &[
            ("W:WK6:B9,10,11", 1),
            ("W:WK6:B21", 0),
            ("W:WK15:B9,10,11", 0),
            ("B:WK30,K31:BK24", 1),
            ("W:WK6,K11:BK21,K29,K30", 1),
            ("W:WK6,31,32:BK21,K29,K30", 0),
        ],
    ),
    (
        "CRAMP",
        &[
            ("W:W17,21,22,25:B13,14", 2),
            ("W:W17,21,22,25:B13", 0),
            ("B:W20,24:B8,11,12,16", 2),
            ("W:W17,21,22:B9,13", 0),
        ],
    ),
    ("DENY", &[("W:W19:B10", 1), ("W:W19,24,28:B10", 0), ("B:W32:B14", 0), ("B:W23:B14", 1)]),
    ("DIA", &[("W:W31:B1,6,9,2", 3), ("B:WK28,27:B9", 2), ("W:W31:B4,8", 0)]),
    ("DIAV", &[("W:W31:B1,2", 5), ("W:W31:B3,4", 1), ("B:W29,25,K32:B1", 4)]),
    ("DYKE", &[("W:W31:B1,6,10", 1), ("W:W31:B1,6,10,15", 2), ("W:W31:B1,6,15", 0), ("B:W23,18,14:B4", 1)]),
    ("EXCH", &[("W:W19,24,28:B10", 1), ("W:W19:B10", 0), ("B:W23:B5,9,14", 1)]),
    ("EXPOS", &[("W:W31:B14", 1), ("W:W31:B14,9,10", 2), ("W:W31:B4", 0)]),
    (
        "FORK",
        &[
            ("W:W32:B14,15", 1),
            ("W:W32:B14,15,9", 0),
            ("W:W18:B14,15", 0),
            ("W:WK32,18:B14,15", 1),
            ("B:W18,19:B1", 1),
        ],
    ),
    ("GAP", &[("W:W31:B1,10", 2), ("W:W31:B14", 0), ("W:W31:B9", 2)]),
    (
        "GUARD",
        &[
            ("W:W32:B1,3", 1),
            ("W:W32:B2,3,7", 1),
            ("W:WK32:B2,3,7", 0),
            ("B:W26,30,31:B9", 1),
            ("W:W32:B2,3", 0),
        ],
    ),
    ("HOLE", &[("W:W31:B9,10,17", 1), ("W:W31:B9,10", 0), ("W:W31:B9,10,17,18", 1)]),
    ("KCENT", &[("W:W31:BK10,K11,12,14", 2), ("B:WK22:B1", 1), ("W:W31:BK9", 0)]),
    ("MOB", &[("W:W31:B1", 2), ("W:W30,31:B1", 3), ("W:WK32:B1", 2), ("B:W31:BK14", 4)]),
    ("MOBIL", &[("W:W19:B10", 1), ("W:W31:B1", 2), ("B:W22,23:B14", 0)]),
    (
        "MOVE",
        &[
            ("W:W32:B9", 1),
            ("W:W28:B9", 0),
            ("W:W31,32:B9", 0),
            ("W:W26,28,29,30,31,32:B1,2,3,4,5,6", 0),
            ("W:W28,29,30,31,32:B2,3,4,5,6", 0),
            ("W:W27,28,29,31,32:B2,3,4,5,6", 1),
        ],
    ),
    ("NODE", &[("W:W31:B14", 1), ("W:W31:B14,9,10", 2), ("W:W31:B5", 0)]),
    ("OREO", &[("W:W32:B2,3,7", 1), ("W:W32:B2,3,K7", 0), ("B:W26,30,31:B9", 1), ("W:WK32:B2,3,7", 1)]),
    ("POLE", &[("W:W31:B14", 1), ("W:W18:B14", 0), ("W:W31:BK14", 0), ("W:W31:B4,14,9", 1)]),
    ("RECAP", &[("W:W19,24,28:B10", 1), ("W:W19:B10", 0), ("B:W23:B5,9,14", 1)]),
    ("THRET", &[("W:W23:B14", 1), ("W:W22:B14", 2), ("W:W32:B1", 0), ("W:W5:B6", 1)]),
];

fn read(text: &str) -> Position {
    Checkers::default().read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn term(name: &str) -> usize {
    let terms = Checkers::default().rated_terms();
    terms.iter().position(|term| term.name == name).unwrap_or_else(|| panic!("no term {name}"))
}

/// The ratings of a board for the side that is not to move.
fn ratings(at: &Position) -> Ratings {
    Checkers::default().ratings(at, at.mover().other())
}

#[test]
fn simple_terms_have_the_values_of_their_definitions() {
    for (name, positions) in WORKED {
        assert!(positions.len() >= 3, "{name}");
        for &(text, value) in positions {
            assert_eq!(ratings(&read(text)).0[term(name)], value, "{name} of {text}");
        }
    }
}

/// After each of these moves the binary terms that are 1; all others are 0.
#[test]
fn binary_terms_follow_the_signs_of_the_differences() {
    for (before, after, ones) in [
        // White denies 18: DENY rises, MOB does not, MOBIL falls, and both have one man in the centre.
        ("W:W27:B14", "B:W23:B14", ["DEMMO", "MODE 3", "MOC 4"]),
        // Black to move has four squares, none of them denied, where White had two; White's man is in the centre.
        ("W:W27:B1,4", "B:W23:B1,4", ["DDEMO", "MODE 2", "MOC 1"]),
        // The same with Black's men in the centre and on the way to it.
        ("W:W32:B10,12", "B:W28:B10,12", ["DDEMO", "MODE 2", "MOC 3"]),
        // Two squares each, nothing denied.
        ("W:W27:B1", "B:W24:B1", ["DDMM", "MODE 4", "MOC 4"]),
        // One square of four is denied; White had two.
        ("W:W27:B1,14", "B:W23:B1,14", ["DEMO", "MODE 1", "MOC 3"]),
        // Black to move has three squares, one of them denied, where White had two.
        ("W:W27:B4,14", "B:W23:B4,14", ["DEMO", "MODE 3", "MOC 4"]),
        // The same, and Black had no man in the centre where White has one.
        ("W:W22:B4,9", "B:W18:B4,9", ["DEMO", "MODE 3", "MOC 2"]),
    ] {
        let (game, [now, then]) = (Checkers::default(), [read(after), read(before)]);
        let values = game.values(&ratings(&now), &ratings(&then)).0;
        let found: Vec<&str> =
            (26..38).filter(|&term| values[term] == 1).map(|term| game.rated_terms()[term].name).collect();
        assert_eq!(found, ones, "{before} {after}");
    }
}

/// Every binary term over all pairs of signs, three of them for each sign that it is not.
#[test]
fn binary_terms_count_what_is_not_positive_as_nought() {
    let game = Checkers::default();
    for (names, pair) in [
        (["DEMO", "DEMMO", "DDEMO", "DDMM"], ["DENY", "MOB"]),
        (["MODE 1", "MODE 2", "MODE 3", "MODE 4"], ["MOBIL", "DENY"]),
        (["MOC 1", "MOC 3", "MOC 2", "MOC 4"], ["MOBIL", "CENT"]),
    ] {
        for first in -1..=1 {
            for second in -1..=1 {
                let [mut now, mut then] = [Ratings([5; 38]), Ratings([5; 38])];
                now.0[term(pair[0])] += first;
                then.0[term(pair[1])] -= second;
                let values = game.values(&now, &then).0;
                let expected = [first > 0 && second > 0, first > 0 && second <= 0, first <= 0 && second > 0];
                let expected = [expected[0], expected[1], expected[2], first <= 0 && second <= 0];
                assert_eq!(names.map(|name| values[term(name)]), expected.map(i32::from), "{names:?}");
            }
        }
    }
}

/// n becomes 33 - n and the colours change: no term notices.
#[test]
fn every_term_is_the_same_for_both_colours() {
    let (game, mut random) = (Checkers::default(), Random::new(33));
    for _ in 0..10_000 {
        let at = read(&set_up(&mut random));
        let turned = game.swapped(&at).expect("a game of two sides");
        for passive in [Player::FIRST, Player::SECOND] {
            let [here, there] = [game.ratings(&at, passive), game.ratings(&turned, passive.other())];
            for (number, term) in game.rated_terms().iter().enumerate() {
                assert_eq!(here.0[number], there.0[number], "{} of {}", term.name, game.text(&at));
            }
        }
        assert_eq!(game.standard_key(&at), game.standard_key(&turned), "{}", game.text(&at));
    }
}

/// The reading of somebody who had not seen this one. Its binary terms follow from its simple ones; each is also asked
/// for by name now and then.
#[test]
fn a_second_reading_agrees() {
    let (game, mut random) = (Checkers::default(), Random::new(1959));
    let plain = |at: &Position| samuel::Board::read(&game.text(at)).expect("a position");
    let mut compared = 0;
    let mut seen = [false; 38];
    while compared < positions_to_compare() {
        let mut at = if compared % 4 == 0 { game.start() } else { read(&set_up(&mut random)) };
        for _ in 0..if compared % 4 == 0 { 60 } else { 2 } {
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            let next = game.after(&at, mv);
            let [now, then] = [ratings(&next), ratings(&at)];
            let values = game.values(&now, &then);
            let [before, after] = [plain(&at), plain(&next)];
            let asked = if compared % 10 == 0 { 38 } else { samuel::SIMPLE.len() };
            for (number, term) in game.rated_terms().iter().enumerate().take(asked) {
                let (value, expected) = if number < samuel::SIMPLE.len() {
                    (now.0[number], samuel::term(term.name, &after))
                } else {
                    (values.0[number], samuel::change(term.name, &before, &after))
                };
                assert_eq!(Some(value), expected, "{} of {}", term.name, game.text(&next));
                seen[number] |= value != 0;
            }
            compared += 1;
            at = next;
        }
    }
    assert_eq!(seen, [true; 38], "every term occurred");
}

#[test]
fn coefficients_become_weights() {
    let game = Checkers::default();
    let mut coefficients = [0; 38];
    coefficients[term("KCENT")] = 1 << 18;
    coefficients[term("DIAV")] = -(1 << 18);
    coefficients[term("ADV")] = 1;
    let evaluator = game.evaluator_weighted("samuel", &coefficients).expect("weights for every term");
    let value = |text: &str| evaluator.evaluate(&game, &read(text), &()).raw();
    let full = value("W:W32:BK10") - value("W:W32:BK9");
    let half = value("W:W32:BK6") - value("W:W32:BK2");
    // White is to move: what Black has counts against it.
    assert!(full < 0 && full == -2 * half, "{full} {half}");
    assert_ne!(value("W:W32:B9"), value("W:W32:B5"), "a small coefficient decides between equals");
    assert!(value("W:W32,31:B9") > 10 * full.abs(), "pieces count more");
    assert!(game.evaluator_weighted("samuel", &coefficients[1..]).is_none());
    assert!(game.evaluator_weighted("basic", &coefficients).is_none());
    assert_eq!(game.evaluator("samuel"), Some(CheckersEvaluator::Samuel(SAMUELS)));
    assert_ne!(value("W:W32:BK10"), Score::DRAW.raw());
}
