//! Why a move is not legal, in words: which rule forbids it.

use super::set_up;
use plybook_kernel::Notation;

/// Positions with a move that is illegal there, and what is said about it.
fn check(options: &str, mover: &str, board: &str, rows: &[(&str, &str)]) {
    let (game, at) = set_up(options, mover, board);
    for (text, words) in rows {
        let problem = game.read_move(&at, text).expect_err(text).problem;
        let expected = format!("not a legal move here, because {words}");
        assert_eq!(problem, expected, "{text} under `{options}`");
    }
}

const BOARD: &str = "
    k.......
    ........
    ..l.pp..
    ........
    F.L.f.W.
    .....P..
    P.......
    K..I....";

#[test]
fn the_way_of_a_piece_is_explained() {
    let straight = "a pincer moves like a rook, straight along a row or a column";
    check(
        "",
        "w",
        BOARD,
        &[
            ("b5b6", "b5 is empty"),
            ("a8a7", "the king on a8 is Black's"),
            ("f3f4", "the pincer on f3 is frozen by the freezer on e4"),
            ("a2b3", straight),
            ("a2b4", straight),
            ("a2a4", "its own freezer stands on a4"),
            ("a2a5", "the freezer on a4 is in the way"),
            ("a1a3", "a king moves one step"),
            ("g4h2", "a withdrawer moves like a queen, straight or diagonally"),
            (
                "g4g4",
                "the withdrawer on g4 stays where it is, and no piece may leave the board by itself (suicide=no)",
            ),
            ("c4c6", "a leaper does not move onto another piece, and c6 is occupied"),
            (
                "c4c8",
                "a leap ends on the square directly behind the piece that it takes, here the one on c6 (leaper=next)",
            ),
            ("d1e6", "an imitator moves like a queen, straight or diagonally"),
            ("g4c8", "the pincer on e6 is in the way"),
            ("g4d4", "the freezer on e4 is in the way"),
        ],
    );
}

#[test]
fn leaps_are_explained() {
    let board = "
        k.......
        ........
        .....l..
        ........
        L.pp.p..
        ........
        ........
        K..I.F..";
    check(
        "",
        "w",
        board,
        &[
            ("a4e4", "two pieces in a row, on c4 and d4, cannot be leapt"),
            ("d1d5", "the pincer on d4 is in the way, and an imitator leaps over leapers alone"),
            ("d1g1", "the freezer on f1 is in the way, and nobody leaps over a friend"),
        ],
    );
    let board = "
        k.......
        ........
        ........
        ........
        L.p.p...
        ........
        ........
        K..I.l..";
    check("", "w", board, &[("a4f4", "a leap takes one piece, and it would take those on c4 and e4")]);
    let off =
        "the leaper on f1 is in the way, and imitators take nothing in this game (imitator-captures=off)";
    check("imitator-captures=off", "w", board, &[("d1g1", off)]);
    let (game, at) = set_up("leaps=many", "w", board);
    assert!(game.read_move(&at, "a4f4").is_ok());
}

#[test]
fn imitators_that_freeze_are_named_with_the_freezer_that_they_imitate() {
    let board = "
        k.......
        ........
        ........
        ........
        .F......
        ..i.....
        ..P.....
        K.......";
    let words = "the pincer on c2 is frozen by the imitator on c3, which stands beside the freezer on b4";
    check("", "w", board, &[("c2d2", words), ("b4b5", "the freezer on b4 is frozen by the imitator on c3")]);
    let (game, at) = set_up("imitator-freezes=freezer", "w", board);
    assert!(game.read_move(&at, "c2d2").is_ok());
}

#[test]
fn what_a_move_leaves_or_takes_is_explained() {
    let open = "
        .......k
        ........
        ........
        ........
        ........
        .l......
        ........
        K.......";
    let (game, at) = set_up("end=checkmate,leaper=any", "w", open);
    let problem = game.read_move(&at, "a1b2").unwrap_err().problem;
    assert!(
        problem.ends_with("because it leaves the king on b2 open to capture (end=checkmate)"),
        "{problem}"
    );
    check(
        "suicide=yes",
        "w",
        BOARD,
        &[
            ("a1a1", "a king never leaves the board by itself"),
            ("a2a2", "the pincer on a2 is not frozen, and only a frozen piece may leave the board by itself"),
        ],
    );
    let kinds = "
        k.......
        ........
        ........
        ........
        ..pP....
        ........
        .I......
        .w.....K";
    check(
        "",
        "w",
        kinds,
        &[
            ("b2b4", "it may take several kinds, so that it must say which: b2b4=p or b2b4=w"),
            ("b2b4=c", "it cannot take `c` there: b2b4=p or b2b4=w is what it may do"),
        ],
    );
}
