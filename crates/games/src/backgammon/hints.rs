//! What backgammon tells a search.

use super::evaluator::after_play;
use super::{Backgammon, Move, Position, play_text};
use plybook_kernel::{HasHints, SearchHints};

/// Orders plays by what they are worth at once.
#[derive(Clone, Copy, Debug)]
pub struct BackgammonHints;

/// Steps of a point by which orders differ.
const STEPS: f32 = 10_000.0;
/// Above every loss, so that every play has an order.
const LARGEST: f32 = 4.0;

impl SearchHints<Backgammon> for BackgammonHints {
    type NodeHints = ();

    fn order(&self, _: &Backgammon, at: &Position, mv: Move, (): &()) -> i32 {
        match mv {
            Move::Play(play) => {
                let board = play_text::after(&at.board, at.mover, &play);
                ((after_play(&board, at.mover).equity() + LARGEST) * STEPS) as i32
            }
            _ => 0,
        }
    }

    /// One look at the evaluation says more than a game played out at random.
    fn prefers_depth(&self) -> bool {
        true
    }
}

impl HasHints for Backgammon {
    type SearchHints = BackgammonHints;

    fn hints(&self) -> BackgammonHints {
        BackgammonHints
    }
}
