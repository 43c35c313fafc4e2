//! Watching a search: each position's window, value and why it was left. Without a watcher it costs nothing.

use crate::depth::Depth;
use plybook_kernel::{Game, Score, Window};

/// Why a position was left with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// All its moves were searched.
    AllMoves,
    /// A move was too good: the opponent will not allow this position.
    Beta,
    /// The game is over.
    End,
    /// The game is over by repetition or a move limit.
    PathEnd,
    /// The horizon: the evaluation.
    Evaluation,
    /// The horizon: noisy moves were followed from here.
    Quiescence,
    /// The table knew the value.
    TableExact,
    /// The table knew it is at least beta.
    TableLower,
    /// The table knew it is at most alpha.
    TableUpper,
    /// A successor's table entry is too good.
    EnhancedTable,
    /// Good enough even after passing.
    NullMove,
    /// The static evaluation is far above beta.
    ReverseFutility,
    /// The static evaluation is far below alpha: quiescence alone.
    Razoring,
    /// Several moves reach beta.
    MultiCut,
    /// The oracle knew the value.
    Oracle,
    /// The hints knew the value, or a bound outside the window.
    Settled,
    /// The search was told to stop.
    Stopped,
}

/// How a position is being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// The ordinary way.
    Plain,
    /// To see whether passing is good enough.
    Null,
    /// With less depth than usual.
    Reduced,
    /// Again, because a reduced or narrower search was not enough.
    Again,
    /// To write the line of a proven result down.
    Line,
}

/// Somebody who watches. Calls nest: every `enter` has its `leave`.
pub trait Trace<G: Game> {
    /// Whether anybody watches; then nothing is searched but what the value needs.
    fn watches(&self) -> bool {
        true
    }

    /// A position is entered by a move (none at the root and after a pass).
    fn enter(&mut self, mv: Option<G::Move>, at: &G::Position, depth: Depth, window: Window, visit: Visit) {
        let _ = (mv, at, depth, window, visit);
    }

    /// The position entered last is left with its value for the player to move there.
    fn leave(&mut self, score: Score, reason: Reason) {
        let _ = (score, reason);
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl<G: Game> Trace<G> for NoTrace {
    fn watches(&self) -> bool {
        false
    }
}
