//! A short look ahead with the positional evaluation, to order the moves of positions with much below them.

use super::super::evaluator::positional;
use super::super::{Othello, Position};
use plybook_kernel::{Game, Score};

/// Empty squares from which on moves are evaluated for ordering.
const EVALUATED: u32 = 13;
/// More empty squares for each ply of looking ahead.
const PER_PLY: u32 = 3;
/// The most plies that are looked ahead.
const MOST_PLIES: u32 = 3;
/// Least depth of a search whose moves are evaluated for ordering.
const LEAST_DEPTH: i32 = 14;

/// Plies worth looking ahead after each move, for a search of this depth with so many empty squares.
pub fn plies(empty: u32, depth: i32) -> Option<u32> {
    let beyond = empty.checked_sub(EVALUATED).filter(|_| depth >= LEAST_DEPTH)?;
    Some((beyond / PER_PLY).min(MOST_PLIES))
}

/// The value for the side to move in hundredths of a disc.
pub fn value(game: &Othello, at: &Position, plies: u32) -> i32 {
    ahead(game, at, plies, -Score::INFINITY.raw(), Score::INFINITY.raw())
}

fn ahead(game: &Othello, at: &Position, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(outcome) = game.outcome(at) {
        return outcome.score(at.mover).raw();
    }
    if plies == 0 {
        return positional(game, at);
    }
    let mut best = -Score::INFINITY.raw();
    let mut rest = at.moves;
    loop {
        let mv = if at.moves == 0 { super::PASS } else { rest.trailing_zeros() as super::Move };
        let mut after = *at;
        game.play(&mut after, mv);
        best = best.max(-ahead(game, &after, plies - 1, -beta, -alpha));
        alpha = alpha.max(best);
        rest &= rest.wrapping_sub(1);
        if rest == 0 || alpha >= beta {
            return best;
        }
    }
}
