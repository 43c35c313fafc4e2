//! Hand-made positions for every term, the value worked out from the definition; then the symmetry of the colours.

use super::{Board, CONNECTIVES, SIMPLE, change, term};
use crate::Plain;
use crate::checkers::Checkers;

/// Random positions in which the symmetry is checked.
const POSITIONS: usize = 10_000;

/// The simple terms: a name, and positions with their values. DIAV is in halves.
const WORKED: [(&str, &[(&str, i32)]); 26] = [
    ("ADV", &[("W:W32:B17,20,22", 3), ("W:W32:B9,14,17", -1), ("B:W18,14,10:B1", 1), ("W:W32:BK17,K9", 0)]),
    ("APEX", &[("W:W7:B1,2", -1), ("W:W7:B26", 0), ("B:W21:B26", -1), ("W:W7,K32:B1", 0), ("W:W32:B7", 0)]),
    (
        "BACK",
        &[("W:W21:B1,3", 1), ("W:WK21:B1,3", 0), ("B:W30,32:B1", 1), ("W:W30,32:B1", 0), ("W:W21:BK1,3", 1)],
    ),
    ("CENT", &[("W:W32:B10,14,K15,9", 2), ("B:W18,19,22,23:B1", 4), ("W:W18:B1", 0)]),
    ("CNTR", &[("B:W32:B7", 2), ("B:W32:B10", 3), ("W:W26:B1", 2), ("B:W32:B1", 0), ("B:W18:B14,15,6", 4)]),
    (
        "CORN",
        &[
            ("B:WK10,K11,K15:B24", 1),
            ("B:WK10,K11:B23", 0),
            ("B:WK10,K11:B1,2,3,24", 0),
            ("B:W20:BK27", 0),
            ("B:WK3:BK27", 0),
            ("W:WK6:B9,10,11", 1),
        ],
    ),
    (
        "CRAMP",
        &[
            ("W:W17,21,22,25:B13,9", 2),
            ("W:W17,21,22,25:B13,14", 2),
            ("W:W17,21,22:B13,9", 0),
            ("W:W17,21,22,25:B13", 0),
            ("B:W20,24:B16,12,11,8", 2),
            ("B:W20,19:B8,11,12,16", 2),
        ],
    ),
    (
        "DENY",
        &[
            ("B:W23:B14", 1),
            ("B:W23:B5,9,14", 0),
            // Without the man on 5 White takes both and goes on to 5.
            ("B:W23:B9,14", 1),
            ("W:W19:B10", 1),
            ("W:W19,24,28:B10", 0),
            ("B:W32:B14", 0),
            ("B:W22,23:B14", 2),
            // On 18 the man can be taken in two ways, and one of them has no answer.
            ("B:W22,23:B5,9,14", 2),
        ],
    ),
    ("DIA", &[("W:W32:B1,6,5,K9", 4), ("B:W28,32,31:B1", 2), ("W:W32:B2,3", 0)]),
    ("DIAV", &[("W:W32:B1", 3), ("W:W32:B2", 2), ("W:W31:B3", 1), ("W:W31:B4", 0), ("B:W29,25,21:B1", 2)]),
    (
        "DYKE",
        &[("W:W32:B1,6,10", 1), ("W:W32:B1,6,10,K15", 2), ("B:W9,14,18,13:B1", 1), ("W:W32:B9,10,11", 0)],
    ),
    (
        "EXCH",
        &[
            ("B:W23:B5,9,14", 1),
            ("W:W19,24,28:B10", 1),
            ("B:W22,23:B5,9,14", 0),
            ("B:W23:B14", 0),
            ("B:W32:B14", 0),
        ],
    ),
    ("EXPOS", &[("W:W32:B15", 1), ("W:W32:B1", 0), ("W:W32:B14,10,18,9", 3), ("B:W15,18,10,11,19:B1", 4)]),
    (
        "FORK",
        &[
            ("B:W22,23:B1", 1),
            ("B:W22,23,25:B1", 0),
            ("B:W22,23,25:BK1", 1),
            ("W:W32:B10,11", 1),
            ("W:W32:B9,10", 1),
            ("W:W32:B5,6", 0),
            ("B:W22,23,24:B1", 2),
        ],
    ),
    (
        "GAP",
        &[("W:W32:B10,19", 1), ("W:W32:B14", 0), ("W:W32:B6", 2), ("W:W32:B1", 1), ("B:W23,14,K15:B1", 1)],
    ),
    (
        "GUARD",
        &[
            ("W:W21:B2,3,7", 1),
            ("W:W21:B1,3", 1),
            ("W:WK21:B1,3", 0),
            ("B:W26,30,31:B1", 1),
            ("B:W26,30:B1", 0),
            ("W:W21:BK2,3,7", 1),
        ],
    ),
    (
        "HOLE",
        &[("W:W32:B9,10,17", 1), ("B:W14,15,22,23:B1", 1), ("W:W18:B9,10,17", 1), ("W:W14:B9,10,17", 0)],
    ),
    ("KCENT", &[("W:W32:BK10,K23,14", 2), ("B:WK18:B1", 1), ("B:WK17:B1", 0)]),
    (
        "MOB",
        &[
            ("B:W21-32:B1-12", 4),
            ("B:W18:B14", 1),
            ("B:W32:BK1", 2),
            ("W:WK15,11:B1", 5),
            ("B:W17,22:B13", 0),
        ],
    ),
    ("MOBIL", &[("B:W23:B14", 1), ("B:W22,23:B14", 0), ("B:W21-32:B1-12", 4)]),
    (
        "MOVE",
        &[
            ("W:W32:B1", 1),
            ("W:W28:B1", 0),
            ("W:W32,31:B1", 0),
            ("B:W32,28:BK1,K5", 0),
            ("B:W32,31:BK1,K5", 1),
            ("B:W27-32:B1-6", 0),
            ("B:W28-32:B1-5", 1),
            ("B:WK28,K29,K30,K31:B1,2,3,6", 0),
        ],
    ),
    ("NODE", &[("W:W32:B15", 1), ("W:W32:B1", 0), ("B:W14,15,10:B1", 2), ("W:W10,11:B15", 0)]),
    (
        "OREO",
        &[
            ("W:W21:B2,3,7", 1),
            ("W:WK21:B2,3,7", 1),
            ("W:W21:B2,3,7,K20", 0),
            ("B:W26,30,31:B1", 1),
            ("W:W26,30,31:B1", 0),
        ],
    ),
    (
        "POLE",
        &[("W:W32:B15", 1), ("W:W32:B1", 1), ("W:W32:BK15", 0), ("W:W32:B15,18", 0), ("B:W21,14,12:B17", 1)],
    ),
    ("RECAP", &[("B:W23:B5,9,14", 1), ("W:W19,24,28:B10", 1), ("B:W22,23:B5,9,14", 0)]),
    (
        "THRET",
        &[
            ("B:W18:B10", 2),
            ("B:W18,23:B10", 1),
            ("B:W27:B20", 1),
            ("W:W23:B14", 1),
            // Crowned on 30, the man threatens as a king.
            ("B:W26:B25", 1),
            // The man on 14 threatens already; the steps add nothing.
            ("B:W18:B9,14", 0),
        ],
    ),
];

/// Positions with the connectives that are 1 there; the other nine are 0.
const CONNECTED: [(&str, [&str; 3]); 5] = [
    ("B:W23:B14", ["DEMO", "MODE 1", "MOC 1"]),
    ("B:W32:B14", ["DDEMO", "MODE 2", "MOC 3"]),
    ("B:W22,23:B14", ["DEMO", "MODE 3", "MOC 2"]),
    ("B:W17,22:B13", ["DDMM", "MODE 4", "MOC 2"]),
    ("B:W17,K22:B13", ["DDMM", "MODE 4", "MOC 4"]),
];

fn board(text: &str) -> Board {
    Board::read(text).expect("a position")
}

#[test]
fn simple_terms_have_the_values_of_their_definitions() {
    assert_eq!(WORKED.map(|row| row.0), SIMPLE);
    for (name, positions) in WORKED {
        for (text, value) in positions {
            assert_eq!(term(name, &board(text)), Some(*value), "{name} of {text}");
        }
    }
}

#[test]
fn connectives_follow_the_signs_of_their_terms() {
    for (text, ones) in CONNECTED {
        for (name, _, _) in CONNECTIVES {
            let value = i32::from(ones.contains(&name));
            assert_eq!(term(name, &board(text)), Some(value), "{name} of {text}");
        }
    }
}

#[test]
fn a_change_compares_each_side_after_its_own_last_move() {
    // White plays 27-23 and so denies 18 to the man on 14. Both have a man in the centre then, not far advanced.
    let (before, after) = (board("W:W27:B14"), board("B:W23:B14"));
    let expected = [
        ("DENY", 1),
        ("MOB", 0),
        ("MOBIL", -1),
        ("CENT", 0),
        ("ADV", 0),
        ("POLE", 0),
        ("DEMMO", 1),
        ("DEMO", 0),
        ("DDEMO", 0),
        ("DDMM", 0),
        ("MODE 3", 1),
        ("MODE 1", 0),
        ("MOC 2", 0),
        ("MOC 4", 1),
    ];
    for (name, value) in expected {
        assert_eq!(change(name, &before, &after), Some(value), "{name}");
    }
}

#[test]
fn unknown_names_and_malformed_positions_are_refused() {
    assert_eq!(term("DYLE", &board("W:W32:B1")), None);
    assert_eq!(change("MOC 5", &board("W:W32:B1"), &board("B:W28:B1")), None);
    for text in ["", "W:W32", "X:W32:B1", "W:B1:W32", "W:W33:B1", "W:W1:B1", "W:W,:B1", "W:W5-3:B1"] {
        assert_eq!(Board::read(text), None, "{text}");
    }
    assert!(Board::read("W:W:BK32").is_some());
}

#[test]
fn a_man_crowned_by_a_jump_does_not_go_on() {
    // A king that comes the same way would take a second piece.
    let taken = |text: &str| {
        let at = board(text);
        at.jumps(at.active()).iter().map(|jump| jump.taken.len()).collect::<Vec<_>>()
    };
    assert_eq!(taken("B:W26,27:B22"), [1]);
    assert_eq!(taken("B:W26,27:BK22"), [2]);
}

/// What a side is worth does not depend on its colour: n becomes 33 - n, Black becomes White.
#[test]
fn the_terms_are_the_same_for_both_colours() {
    let mut state: u64 = 1959;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let mut seen = 0;
    while seen < POSITIONS {
        let mut at = Checkers.start();
        loop {
            let moves = Checkers.moves(&at);
            if moves.is_empty() || seen == POSITIONS {
                break;
            }
            at = Checkers.play(&at, &moves[random(moves.len())]);
            let board = board(&Checkers.text(&at));
            for name in SIMPLE.into_iter().chain(CONNECTIVES.map(|row| row.0)) {
                assert_eq!(
                    term(name, &board),
                    term(name, &board.turned()),
                    "{name} of {}",
                    Checkers.text(&at)
                );
            }
            seen += 1;
        }
    }
}
