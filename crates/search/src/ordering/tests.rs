//! What is learnt of moves, and from which.

use super::*;
use crate::options::Options;
use crate::testing::{ChessSearcher, at_position, ordinal};

/// A position with a queen to take, and quiet moves.
const QUEEN_TO_TAKE: &str = "4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1";
const DEPTH: Depth = Depth::new(6);

/// What the history says of a ply's move.
fn history(searcher: &ChessSearcher<'_>, ply: Ply, text: &str) -> i32 {
    let mv = searcher.stack[ply].moves[usize::from(ordinal(searcher, ply, text))];
    searcher.histories.history(searcher.stack[ply].mover).of(searcher.engine.game.history_slot(mv))
}

/// A position's picks in the order of its list, as if all had been searched.
fn pick_all(searcher: &mut ChessSearcher<'_>, ply: Ply) {
    let frame = &mut searcher.stack[ply];
    let picks = (0..frame.moves.len() as u16).map(|ordinal| ScoredMove { rank: 0, history: 0, ordinal });
    frame.picks = picks.collect();
}

#[test]
fn nothing_is_learnt_from_noisy_moves_nor_of_them() {
    at_position(QUEEN_TO_TAKE, Options::STRONG, |searcher| {
        pick_all(searcher, Ply::ROOT);
        let all = searcher.stack[Ply::ROOT].moves.len() - 1;
        let capture = ordinal(searcher, Ply::ROOT, "e4d5");
        searcher.learn_cutoff(Ply::ROOT, DEPTH, capture, all);
        assert_eq!(searcher.histories.killers(Ply::ROOT), [None; 2]);
        assert_eq!(["e4d5", "a1a2"].map(|text| history(searcher, Ply::ROOT, text)), [0, 0]);

        let quiet = ordinal(searcher, Ply::ROOT, "a1a7");
        searcher.learn_cutoff(Ply::ROOT, DEPTH, quiet, all);
        assert_eq!(searcher.histories.killers(Ply::ROOT)[0].map(|mv| mv.to_string()), Some("a1a7".into()));
        assert_eq!(history(searcher, Ply::ROOT, "e4d5"), 0, "it failed, but is noisy");
        assert!(history(searcher, Ply::ROOT, "a1a2") < 0, "it failed and is quiet");
    });
}

/// In check, with two captures and nothing else.
const ONLY_CAPTURES: &str = "7k/8/8/8/8/8/R5q1/7K w - - 0 1";

#[test]
fn compulsory_noisy_moves_are_learnt_like_quiet_ones() {
    at_position(ONLY_CAPTURES, Options::STRONG, |searcher| {
        learn(searcher, &[], "a2g2");
        assert_eq!(searcher.histories.killers(Ply::ROOT)[0].map(|mv| mv.to_string()), Some("a2g2".into()));
        assert!(history(searcher, Ply::ROOT, "a2g2") > 0 && history(searcher, Ply::ROOT, "h1g2") < 0);
    });
}

/// Only the continuation history speaks for any order.
const CONTINUATIONS: Options = Options { alpha_beta: true, ..Options::PLAIN };
const MOVES: [&str; 3] = ["a1a2", "e8e7", "e1e2"];

/// The moves of a ply in the order in which they would be searched.
fn order(searcher: &mut ChessSearcher<'_>, ply: Ply) -> Vec<String> {
    let order = searcher.first_pick(ply, DEPTH, None);
    let picks = (0..).map_while(|index| searcher.next_pick(ply, index, order)).collect::<Vec<_>>();
    let moves = &searcher.stack[ply].moves;
    picks.into_iter().map(|ordinal| moves[usize::from(ordinal)].to_string()).collect()
}

/// Makes moves from the root and gives the ply that they lead to.
fn make(searcher: &mut ChessSearcher<'_>, moves: &[&str]) -> Ply {
    let mut ply = Ply::ROOT;
    for text in moves {
        let number = ordinal(searcher, ply, text);
        searcher.make(ply, number);
        ply = ply.below();
        let frame = &mut searcher.stack[ply];
        frame.moves = searcher.engine.game.legal(&frame.at);
    }
    ply
}

/// Learns at the end of a line that a move cuts there after all others failed.
fn learn(searcher: &mut ChessSearcher<'_>, line: &[&str], best: &str) {
    let ply = make(searcher, line);
    pick_all(searcher, ply);
    let (number, all) = (ordinal(searcher, ply, best), searcher.stack[ply].moves.len());
    searcher.stack[ply].picks.retain(|pick| pick.ordinal != number);
    searcher.learn_cutoff(ply, DEPTH, number, all - 1);
    line.iter().for_each(|_| searcher.unmake());
}

#[test]
fn a_good_reply_comes_first_after_the_same_move_alone() {
    at_position(QUEEN_TO_TAKE, Options { continuation_history: true, ..CONTINUATIONS }, |searcher| {
        learn(searcher, &MOVES, "e7f6");
        let ply = make(searcher, &MOVES);
        assert_eq!(order(searcher, ply)[0], "e7f6");
        let ply = make(searcher, &["a1a2", "e8e7", "e1f2"]);
        assert_ne!(order(searcher, ply)[0], "e7f6");
    });
}
