//! The moves of a position, each in its turn.

use crate::busy::ActiveMoves;
use crate::node::{Frame, Searcher};
use crate::pick::Order;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};

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

/// Least depth at which threads keep out of each other's way.
pub(crate) const SHARED_DEPTH: i32 = 4;

/// Whose turn it is among a position's moves when several threads search it: first the moves that nobody else is at,
/// then those that were put off.
struct Turns<'a> {
    busy: Option<&'a ActiveMoves>,
    /// The number of the next move that has not had its turn.
    next: usize,
    /// The moves put off, a bit for each of the first ones.
    put_off: u64,
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The next move: its place in the order and its number in the list of moves.
    #[inline]
    fn next_turn(&mut self, ply: usize, turns: &mut Turns<'_>, order: Order) -> Option<(usize, u16)> {
        while let Some(ordinal) = self.next_pick(ply, turns.next, order) {
            let index = turns.next;
            turns.next += 1;
            if index > 0
                && index < u64::BITS as usize
                && let Some(busy) = turns.busy
                && busy.holds(self.frames[ply].key, ordinal)
            {
                turns.put_off |= 1 << index;
                continue;
            }
            return Some((index, ordinal));
        }
        if turns.put_off == 0 {
            return None;
        }
        let index = turns.put_off.trailing_zeros() as usize;
        turns.put_off &= turns.put_off - 1;
        let Frame { ordered, picks, .. } = &self.frames[ply];
        Some((index, if *ordered { picks[index].ordinal } else { index as u16 }))
    }

    /// The first move with the whole window, the others with a null window first.
    pub(crate) fn all_moves(&mut self, ply: usize, depth: i32, window: Window, order: Order) -> Best {
        let options = self.options;
        let count = self.frames[ply].moves.len();
        let Window { mut alpha, beta } = window;
        let narrow = window.is_null();
        let mut best = Best::NONE;
        let busy = self.busy.filter(|_| depth >= SHARED_DEPTH);
        let mut turns = Turns { busy, next: 0, put_off: 0 };
        while let Some((index, ordinal)) = self.next_turn(ply, &mut turns, order) {
            let extension = self.extension(ply, ordinal, count, depth);
            let reduction = self.reduction(ply, ordinal, index, depth, extension, narrow);
            let key = self.frames[ply].key;
            busy.iter().for_each(|busy| busy.begin(key, ordinal));
            self.descend(ply, ordinal);
            let deeper = depth - 1 + extension;
            let open = if options.alpha_beta { Window { alpha, beta } } else { Window::FULL };
            let score = if index == 0 || !options.principal_variation || !options.alpha_beta {
                self.child(ply, deeper, open, Visit::Plain)
            } else {
                self.scout(ply, deeper, reduction, open)
            };
            self.ascend();
            busy.iter().for_each(|busy| busy.end(key, ordinal));
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
        }
        best
    }
}
