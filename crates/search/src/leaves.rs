//! The last ply above a horizon where positions are simply evaluated: most of all positions are met here, and none
//! of them needs a window, a frame of its own or a second look.

use crate::moves::Best;
use crate::node::{Searcher, mover_of};
use crate::pick::Order;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Guide, Score, Window};
use std::ops::Range;

impl<G: Game, E: Evaluator<G>, U: Guide<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// Values the moves of a ply in their order. The first is tried before the others are ranked.
    pub(crate) fn last_ply(&mut self, ply: usize, window: Window, order: Order) -> Best {
        let count = self.frames[ply].moves.len();
        let (mut best, mut alpha) = (Best::NONE, window.alpha);
        let mut tried = 0;
        if let Some(first) = order.first {
            self.only_pick(ply, first);
            tried = 1;
            if self.leaves(ply, 0..1, &mut alpha, window.beta, &mut best) {
                return best;
            }
        }
        self.rank_rest(ply, order);
        self.leaves(ply, tried..count, &mut alpha, window.beta, &mut best);
        best
    }

    /// Values some of the moves of a ply, by their places in the order; true if the others do not matter any more.
    /// Positions are counted and the stop is asked between them as rarely as the next question allows.
    #[inline]
    pub(crate) fn leaves(
        &mut self,
        ply: usize,
        mut places: Range<usize>,
        alpha: &mut Score,
        beta: Score,
        best: &mut Best,
    ) -> bool {
        self.make_room(ply);
        while !places.is_empty() && best.reason == Reason::AllMoves {
            let room = self.next_poll.saturating_sub(self.counts.nodes).max(1);
            let batch = places.start..places.end.min(places.start.saturating_add(room as usize));
            let done = self.batch(ply, batch.clone(), alpha, beta, best);
            self.counts.nodes += (done - batch.start) as u64;
            self.counts.deepest = self.counts.deepest.max(ply as u32 + 1);
            places.start = done;
            if let (Reason::Beta, Some(ordinal)) = (best.reason, best.ordinal) {
                self.cutoff(ply, 1, ordinal, done - 1);
            }
            if self.counts.nodes >= self.next_poll {
                self.poll();
                if self.stopped {
                    best.reason = Reason::Stopped;
                }
            }
        }
        best.reason != Reason::AllMoves
    }

    /// Values moves without a look at the world; gives the place after the last one valued.
    #[inline(always)]
    fn batch(
        &mut self,
        ply: usize,
        places: Range<usize>,
        alpha: &mut Score,
        beta: Score,
        best: &mut Best,
    ) -> usize {
        let engine = self.engine;
        let (game, evaluator) = (&*engine.game, &engine.evaluator);
        let (alpha_beta, path_rules) = (self.options.alpha_beta, self.options.path_rules);
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (frame, next) = (&mut above[ply], &mut below[0].at);
        let (ordered, mover) = (frame.ordered, frame.mover);
        let last = places.end;
        for place in places {
            // 1. The successor.
            let ordinal = if ordered { frame.pick(place) } else { place as u16 };
            let mv = frame.moves[usize::from(ordinal)];
            next.clone_from(&frame.at);
            game.play(next, mv);
            let next_mover = mover_of(game, next);
            let same = next_mover == mover;
            let open = if alpha_beta { Window { alpha: *alpha, beta } } else { Window::FULL };
            let open = if same { open.down() } else { open.down().flipped() };
            self.trace.enter(Some(mv), next, 0, open, Visit::Plain);

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
                self.counts.ends += 1;
                tainted = path_rules && game.outcome(next).is_none();
                (outcome.score(next_mover), if tainted { Reason::PathEnd } else { Reason::End })
            } else {
                self.counts.evaluations += 1;
                let memo = evaluator.follow(game, &frame.memo, &frame.at, mv, next);
                (evaluator.evaluate(game, next, &memo), Reason::Evaluation)
            };
            self.trace.leave(score, reason);

            // 3. What it means here.
            let score = if same { score.up() } else { (-score).up() };
            if score > best.score {
                *best = Best { score, ordinal: Some(ordinal), tainted, reason: Reason::AllMoves };
                if score > *alpha {
                    *alpha = score;
                    frame.line.clear();
                    frame.line.push(mv);
                }
                if alpha_beta && *alpha >= beta {
                    best.reason = Reason::Beta;
                    return place + 1;
                }
            }
        }
        last
    }
}
