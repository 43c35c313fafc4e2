//! Hexapawn: the known numbers of the rules page.

use crate::evaluators;
use crate::solver::Solver;
use plybook_games::hexapawn::{Hexapawn, Position};
use plybook_kernel::{Game, HasInfo, Notation, Outcome, Player, Symmetric, Turn, perft::games};
use std::collections::{BTreeMap, HashSet};

fn hexapawn(size: &str) -> Hexapawn {
    Hexapawn::default().variant(size).expect("a known size")
}

#[test]
fn all_games_by_length_and_result() {
    let game = hexapawn("");
    let mut lengths = BTreeMap::new();
    let mut wins = BTreeMap::new();
    games(&game, &game.start(), |plies, outcome| {
        *lengths.entry(plies).or_insert(0) += 1;
        *wins.entry(outcome.winner()).or_insert(0) += 1;
    });
    assert_eq!(lengths, BTreeMap::from([(3, 6), (4, 22), (5, 38), (6, 48), (7, 20)]));
    assert_eq!(wins, BTreeMap::from([(Some(Player::FIRST), 64), (Some(Player::SECOND), 70)]));
}

/// All positions of 3x3 that are not finished, each with the plies it takes to get there.
fn unfinished(game: &Hexapawn) -> HashSet<(Position, u32)> {
    let mut seen = HashSet::new();
    let mut open = vec![(game.start(), 0)];
    while let Some((at, plies)) = open.pop() {
        if game.verdict(&at).is_none() && seen.insert((at, plies)) {
            open.extend(game.legal(&at).into_iter().map(|mv| (game.after(&at, mv), plies + 1)));
        }
    }
    seen
}

#[test]
fn positions_of_the_small_board() {
    let game = hexapawn("");
    let all = unfinished(&game);
    let to_move = |player| all.iter().filter(move |(at, _)| game.turn(at) == Turn::Player(player));
    let positions = |player| to_move(player).map(|(at, _)| at).collect::<HashSet<_>>().len();
    assert_eq!([Player::FIRST, Player::SECOND].map(positions), [33, 37]);

    let mut classes = BTreeMap::new();
    let mut choices = HashSet::new();
    for &(at, plies) in to_move(Player::SECOND) {
        let class = [0, 1].map(|symmetry| game.key(&game.image(&at, symmetry))).into_iter().min().unwrap();
        classes.entry(plies + 1).or_insert_with(HashSet::new).insert(class);
        if game.count(&at) > 1 {
            choices.insert(class);
        }
    }
    let by_move: Vec<(u32, usize)> = classes.iter().map(|(&ply, classes)| (ply, classes.len())).collect();
    assert_eq!(by_move, [(2, 2), (4, 10), (6, 7)]);
    assert_eq!(choices.len(), 17);
}

/// Checks who wins on boards of `rows` rows, beginning with `first_columns` columns: `+` for the first
/// player.
fn check_winners(rows: usize, first_columns: usize, expected: &str) {
    let winner = |columns: usize| {
        let game = hexapawn(&format!("{rows}x{columns}"));
        if Solver::new(&game, |_| None).winner() == Player::FIRST { '+' } else { '-' }
    };
    let found: String = (first_columns..first_columns + expected.len()).map(winner).collect();
    assert_eq!(found, expected, "{rows} rows, from {first_columns} columns");
}

#[test]
fn winners_by_size() {
    check_winners(3, 1, "+--++-+");
    check_winners(4, 1, "---+--+");
    check_winners(5, 1, "+-+-+");
}

/// The sizes that the rules page leaves open, as computed here; `PLYBOOK_LONG=1` takes the largest in.
#[test]
fn winners_of_the_open_sizes() {
    check_winners(3, 8, "+");
    check_winners(5, 6, "-");
    if std::env::var_os("PLYBOOK_LONG").is_some() {
        check_winners(5, 7, "+");
    }
}

#[test]
fn whoever_cannot_move_loses() {
    let game = hexapawn("");
    let at = game.read("b1b/w1b/2w w").unwrap();
    assert_eq!((game.outcome(&at), game.count(&at)), (None, 0));
    assert_eq!(game.verdict(&at), Some(Outcome::Win(Player::SECOND)));
}

#[test]
fn arrival_and_the_last_pawn_win() {
    let game = hexapawn("");
    for (text, mv, winner) in [
        ("2b/w2/3 w", "a2a3", Player::FIRST),
        ("3/2b/w2 b", "c2c1", Player::SECOND),
        ("3/1b1/w1w w", "a1xb2", Player::FIRST),
        ("1b1/2w/3 b", "b3xc2", Player::SECOND),
    ] {
        let at = game.read(text).unwrap();
        let after = game.after(&at, game.read_move(&at, mv).unwrap());
        assert_eq!(game.outcome(&after), Some(Outcome::Win(winner)), "{text} {mv}");
        assert_eq!(game.read(&game.text(&after)).unwrap(), after);
    }
}

#[test]
fn evaluations_are_sums_and_know_no_colours() {
    for size in ["", "3x1", "5x7", "8x8"] {
        evaluators::check(&hexapawn(size), 2_000);
    }
}

#[test]
fn structure_sees_passed_pawns_and_their_race() {
    let game = hexapawn("5x5");
    for (text, expected) in [
        (
            "4b/5/w4/5/5 w",
            [("pawns", 0), ("rows advanced", 2), ("passed pawns", 0), ("race", 1), ("moves", 0)],
        ),
        (
            "4b/5/5/5/w4 b",
            [("pawns", 0), ("rows advanced", 0), ("passed pawns", 0), ("race", 1), ("moves", 0)],
        ),
        (
            "1b3/5/w4/5/2w2 b",
            [("pawns", -1), ("rows advanced", -2), ("passed pawns", 0), ("race", 0), ("moves", -1)],
        ),
    ] {
        assert_eq!(
            evaluators::values(&game, "structure", text),
            expected.map(|(name, value)| (name.into(), value)),
            "{text}"
        );
    }
}
