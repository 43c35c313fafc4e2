//! Beyond the horizon: only noisy moves, until the position is quiet enough to evaluate.

use crate::node::Searcher;
use crate::options::MAX_PLY;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};

/// Plies beyond the horizon after which quiescence gives up.
const DEEPEST: i32 = 32;

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The value of a position at the horizon: its evaluation, or more where noisy moves gain something. Where the
    /// player cannot do nothing the evaluation does not count.
    pub(crate) fn quiesce(&mut self, ply: usize, depth: i32, window: Window) -> (Score, Reason) {
        let engine = self.engine;
        let (game, hints) = (&*engine.game, &engine.hints);
        if !self.options.quiescence || !hints.has_noise() || depth <= -DEEPEST || ply + 2 >= MAX_PLY {
            return (self.evaluate(ply), Reason::Evaluation);
        }
        self.counts.quiet_nodes += 1;

        // 1. Doing nothing, where that is allowed.
        let mut alpha = window.alpha;
        let mut best = Window::FULL.alpha;
        let may_stand_pat = hints.may_stand_pat(game, &self.frames[ply].at);
        if may_stand_pat {
            best = self.evaluate(ply);
            if best >= window.beta {
                return (best, Reason::Evaluation);
            }
            alpha = alpha.max(best);
        }

        // 2. The noisy moves, the hints' favourites first; all moves where something must be done, because there
        //    every way out counts.
        let frame = &mut self.frames[ply];
        frame.moves.clear();
        frame.picks.clear();
        frame.key = game.key(&frame.at);
        game.moves(&frame.at, &mut frame.moves);
        if frame.moves.is_empty() {
            self.counts.ends += 1;
            return (game.stuck(&frame.at).score(frame.mover), Reason::End);
        }
        let insight = hints.look(game, &frame.at);
        for (ordinal, &mv) in frame.moves.iter().enumerate() {
            if !may_stand_pat || hints.noisy(game, &frame.at, mv) {
                let rank = hints.order(game, &frame.at, mv, &insight);
                frame.picks.push(crate::pick::ScoredMove { rank, ordinal: ordinal as u16 });
            }
        }
        frame.picks.sort_by_key(|pick| std::cmp::Reverse(pick.rank));

        // 3. Each in turn.
        let mut tainted = false;
        for index in 0..self.frames[ply].picks.len() {
            let ordinal = self.frames[ply].picks[index].ordinal;
            self.descend(ply, ordinal);
            let score = self.child(ply, depth - 1, Window { alpha, beta: window.beta }, Visit::Plain);
            self.ascend();
            if self.stopped {
                return (best, Reason::Stopped);
            }
            tainted |= self.tainted;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.keep_line(ply, ordinal);
            }
            if alpha >= window.beta {
                self.counts.cutoffs += 1;
                return (best, Reason::Beta);
            }
        }
        self.tainted = tainted;
        (best, Reason::Quiescence)
    }
}
