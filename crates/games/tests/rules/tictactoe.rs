//! Tic-tac-toe: the known numbers of all games and positions.

use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::conformance::{Plan, check_indexed};
use plybook_kernel::{Game, Outcome, Player, Symmetric, perft::games};
use std::collections::{BTreeMap, HashSet};

#[test]
fn all_games_by_length_and_result() {
    let mut lengths = BTreeMap::new();
    let mut results = [0; 3];
    games(&TicTacToe, &TicTacToe.start(), |plies, outcome| {
        *lengths.entry(plies).or_insert(0) += 1;
        results[match outcome {
            Outcome::Win(Player::FIRST) => 0,
            Outcome::Win(_) => 1,
            _ => 2,
        }] += 1;
    });
    assert_eq!(results, [131_184, 77_904, 46_080]);
    assert_eq!(results.iter().sum::<i32>(), 255_168);
    assert_eq!(lengths, BTreeMap::from([(5, 1440), (6, 5328), (7, 47952), (8, 72576), (9, 127_872)]));
}

#[test]
fn all_positions_and_their_symmetry_classes() {
    let game = TicTacToe;
    let (mut seen, mut terminal) = (HashSet::new(), HashSet::new());
    let mut open = vec![game.start()];
    while let Some(at) = open.pop() {
        if seen.insert(game.key(&at)) {
            if game.verdict(&at).is_some() {
                terminal.insert(game.key(&at));
            }
            open.extend(game.legal(&at).into_iter().map(|mv| game.after(&at, mv)));
        }
    }
    assert_eq!((seen.len(), terminal.len()), (5478, 958));
    let mut classes = HashSet::new();
    let mut terminal_classes = HashSet::new();
    let mut open = vec![game.start()];
    while let Some(at) = open.pop() {
        let class = (0..game.symmetries()).map(|s| game.key(&game.image(&at, s))).min().unwrap();
        if classes.insert(class) {
            if game.verdict(&at).is_some() {
                terminal_classes.insert(class);
            }
            open.extend(game.legal(&at).into_iter().map(|mv| game.after(&at, mv)));
        }
    }
    assert_eq!((classes.len(), terminal_classes.len()), (765, 138));
}

/// Every number of the slices, 5,478 positions in all, against moves, un-moves and random games.
#[test]
fn positions_are_numbered() {
    let report = check_indexed(&TicTacToe, &Plan::default()).unwrap();
    assert_eq!((report.slices, report.numbers, report.checked), (10, 6046, 6046));
    assert_eq!(report.checked - report.holes, 5478);
    assert!(report.unmoves);
}
