//! The last ply above a horizon where positions are simply evaluated: most of all positions are met here, and none
//! of them needs a window, a frame of its own or a second look.

use crate::moves::Best;
use crate::node::{Searcher, mover_after};
use crate::pick::Order;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, SearchHints, Window};
use std::ops::Range;

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// Values the moves of a ply in their order. The first is tried before the others are ranked.
    pub(crate) fn last_ply(&mut self, ply: usize, window: Window, order: Order) -> Best {
        let count = self.frames[ply].moves.len();
        let mut best = Best::NONE;
        let mut tried = 0;
        if let Some(first) = order.first {
            self.only_pick(ply, first);
            tried = 1;
            best = self.leaves(ply, 0..1, window, best);
            if best.reason != Reason::AllMoves {
                return best;
            }
        }
        self.rank_rest(ply, order);
        self.leaves(ply, tried..count, window, best)
    }

    /// Values some of the moves of a ply, by their places in the order, after what the ones before them have brought.
    /// Positions are counted and the stop is asked as rarely as the next question allows.
    #[inline(always)]
    pub(crate) fn leaves(
        &mut self,
        ply: usize,
        mut places: Range<usize>,
        window: Window,
        mut best: Best,
    ) -> Best {
        self.make_room(ply);
        self.counts.deepest = self.counts.deepest.max(ply as u32 + 1);
        while !places.is_empty() && best.reason == Reason::AllMoves {
            let room = self.next_poll.saturating_sub(self.counts.nodes).max(1) as usize;
            let batch = places.start..places.end.min(places.start.saturating_add(room));
            (best, places.start) = self.batch(ply, batch.clone(), window, best);
            self.counts.nodes += (places.start - batch.start) as u64;
            if self.counts.nodes >= self.next_poll {
                self.poll();
            }
        }
        if self.stopped {
            best.reason = Reason::Stopped;
            return best;
        }
        if let (true, Some(ordinal)) = (best.score > window.alpha, best.ordinal) {
            let frame = &mut self.frames[ply];
            frame.line.clear();
            frame.line.push(frame.moves[usize::from(ordinal)]);
            if best.reason == Reason::Beta {
                self.count_cutoff(places.start - 1);
                self.learn_cutoff(ply, 1, ordinal, places.start - 1);
            }
        }
        best
    }

    /// Values moves without a look at the world; gives the place after the last one valued.
    #[inline(always)]
    fn batch(&mut self, ply: usize, places: Range<usize>, window: Window, mut best: Best) -> (Best, usize) {
        let engine = self.engine;
        let (game, evaluator) = (&*engine.game, &engine.evaluator);
        let (alpha_beta, path_rules) = (self.options.alpha_beta, self.options.path_rules);
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (frame, next) = (&mut above[ply], &mut below[0].at);
        let (ordered, mover) = (frame.ordered, frame.mover);
        let last = places.end;
        let mut ends = 0;
        for place in places.clone() {
            // 1. The successor.
            let ordinal = if ordered { frame.pick(place) } else { place as u16 };
            let mv = frame.moves[usize::from(ordinal)];
            next.clone_from(&frame.at);
            game.play(next, mv);
            let next_mover = mover_after(game, mover, next);
            let same = next_mover == mover;
            if self.trace.watches() {
                let alpha = window.alpha.max(best.score);
                let open = if alpha_beta { Window { alpha, beta: window.beta } } else { Window::FULL };
                let open = if same { open.down() } else { open.down().flipped() };
                self.trace.enter(Some(mv), next, 0, open, Visit::Plain);
            }

            // 2. Its value: an end of the game or the evaluation.
            let outcome = if path_rules {
                self.history.push(frame.key, game.resets(&frame.at, mv));
                let outcome = game.outcome_with(next, &self.history);
                self.history.pop();
                outcome
            } else {
                game.outcome(next)
            };
            let mut tainted = false;
            let (score, reason) = if let Some(outcome) = outcome {
                ends += 1;
                tainted = path_rules && game.outcome(next).is_none();
                (outcome.score(next_mover), if tainted { Reason::PathEnd } else { Reason::End })
            } else {
                let accumulator = evaluator.update(game, &frame.accumulator, &frame.at, mv, next);
                (evaluator.evaluate(game, next, &accumulator), Reason::Evaluation)
            };
            self.trace.leave(score, reason);

            // 3. What it means here.
            let score = if same { score.up() } else { (-score).up() };
            if score > best.score {
                best = Best { score, ordinal: Some(ordinal), tainted, reason: Reason::AllMoves };
                if alpha_beta && score >= window.beta {
                    best.reason = Reason::Beta;
                    self.count_leaves(place + 1 - places.start, ends);
                    return (best, place + 1);
                }
            }
        }
        self.count_leaves(last - places.start, ends);
        (best, last)
    }

    /// Adds up what became of leaves.
    #[inline]
    fn count_leaves(&mut self, all: usize, ends: u64) {
        self.counts.ends += ends;
        self.counts.evaluations += all as u64 - ends;
    }
}
