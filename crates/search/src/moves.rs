//! The moves of a position, each in its turn.

use crate::node::Searcher;
use crate::pick::Order;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Guide, Score, Window};

/// What came of a position's moves.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub score: Score,
    /// The number of the best move in the list of moves.
    pub ordinal: Option<u16>,
    /// Whether the path decided the score.
    pub tainted: bool,
    pub reason: Reason,
}

impl Best {
    /// Before any move was searched.
    pub const NONE: Best =
        Best { score: Window::FULL.alpha, ordinal: None, tainted: false, reason: Reason::AllMoves };
}

impl<G: Game, E: Evaluator<G>, U: Guide<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The first move with the whole window, the others with a null window first.
    pub(crate) fn all_moves(&mut self, ply: usize, depth: i32, window: Window, order: Order) -> Best {
        let options = self.options;
        let count = self.frames[ply].moves.len();
        let Window { mut alpha, beta } = window;
        let narrow = window.is_null();
        let mut best = Best::NONE;
        let mut index = 0;
        while let Some(ordinal) = self.next_pick(ply, index, order) {
            let extension = self.extension(ply, ordinal, count, depth);
            let reduction = self.reduction(ply, ordinal, index, depth, extension, narrow);
            self.descend(ply, ordinal);
            let deeper = depth - 1 + extension;
            let open = if options.alpha_beta { Window { alpha, beta } } else { Window::FULL };
            let score = if index == 0 || !options.principal_variation || !options.alpha_beta {
                self.child(ply, deeper, open, Visit::Plain)
            } else {
                self.scout(ply, deeper, reduction, open)
            };
            self.ascend();
            if self.stopped {
                best.reason = Reason::Stopped;
                return best;
            }
            if score > best.score {
                best = Best { score, ordinal: Some(ordinal), tainted: self.tainted, ..best };
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, ordinal);
                }
                if options.alpha_beta && alpha >= beta {
                    self.count_cutoff(index);
                    self.learn_cutoff(ply, depth, ordinal, index);
                    best.reason = Reason::Beta;
                    break;
                }
            }
            index += 1;
        }
        best
    }
}
