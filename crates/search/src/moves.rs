//! The moves of a position, each in its turn.

use crate::busy::Busy;
use crate::node::{Frame, Searcher};
use crate::pick::Order;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Guide, Score, Window};

/// What came of a position's moves.
pub(crate) struct Best {
    pub score: Score,
    /// The number of the best move in the list of moves.
    pub ordinal: Option<u16>,
    /// Whether the path decided the score.
    pub tainted: bool,
    pub reason: Reason,
}

impl Best {
    const NONE: Best =
        Best { score: Window::FULL.alpha, ordinal: None, tainted: false, reason: Reason::AllMoves };
}

/// Least depth at which threads keep out of each other's way.
const SHARED_DEPTH: i32 = 4;

/// Whose turn it is among a position's moves when several threads search it: first the moves that nobody else is at,
/// then those that were put off.
struct Turns<'a> {
    busy: Option<&'a Busy>,
    /// The number of the next move that has not had its turn.
    next: usize,
    /// The moves put off, a bit for each of the first ones.
    put_off: u64,
}

impl<G: Game, E: Evaluator<G>, U: Guide<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
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
                    self.cutoff(ply, depth, ordinal, index);
                    best.reason = Reason::Beta;
                    break;
                }
            }
        }
        best
    }

    /// The same one ply above a horizon where positions are simply evaluated: most of all positions are met here,
    /// and none of them needs a window, a frame of its own or a second look.
    pub(crate) fn last_ply(&mut self, ply: usize, window: Window, order: Order) -> Best {
        self.make_room(ply);
        let engine = self.engine;
        let (game, evaluator) = (&*engine.game, &engine.evaluator);
        let (alpha_beta, path_rules) = (self.options.alpha_beta, self.options.path_rules);
        let Window { mut alpha, beta } = window;
        let mover = self.frames[ply].mover;
        let mut best = Best::NONE;
        let mut index = 0;
        while let Some(ordinal) = self.next_pick(ply, index, order) {
            // 1. The successor.
            self.enter(ply + 1);
            if self.stopped {
                best.reason = Reason::Stopped;
                return best;
            }
            let (above, below) = self.frames.split_at_mut(ply + 1);
            let (Frame { at, memo, key, moves, .. }, next) = (&above[ply], &mut below[0].at);
            let mv = moves[usize::from(ordinal)];
            next.clone_from(at);
            game.play(next, mv);
            let next_mover = crate::node::mover_of(game, next);
            let same = next_mover == mover;
            let open = if alpha_beta { Window { alpha, beta } } else { Window::FULL };
            let open = if same { open.down() } else { open.down().flipped() };
            self.trace.enter(Some(mv), next, 0, open, Visit::Plain);

            // 2. Its value: an end of the game or the evaluation.
            let outcome = if path_rules {
                self.history.push(*key, game.resets(at, mv));
                let outcome = game.outcome_with(next, &self.history);
                self.history.pop();
                outcome
            } else {
                game.outcome(next)
            };
            let mut tainted = false;
            let (score, reason) = if let Some(outcome) = outcome {
                self.counts.ends += 1;
                tainted = path_rules && game.outcome(next).is_none();
                (outcome.score(next_mover), if tainted { Reason::PathEnd } else { Reason::End })
            } else {
                self.counts.evaluations += 1;
                let memo = evaluator.follow(game, memo, at, mv, next);
                (evaluator.evaluate(game, next, &memo), Reason::Evaluation)
            };
            self.trace.leave(score, reason);

            // 3. What it means here.
            let score = if same { score.up() } else { (-score).up() };
            if score > best.score {
                best = Best { score, ordinal: Some(ordinal), tainted, ..best };
                if score > alpha {
                    alpha = score;
                    self.frames[ply].line.clear();
                    self.frames[ply].line.push(mv);
                }
                if alpha_beta && alpha >= beta {
                    self.cutoff(ply, 1, ordinal, index);
                    best.reason = Reason::Beta;
                    break;
                }
            }
            index += 1;
        }
        best
    }
}
