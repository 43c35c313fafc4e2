//! Minimax and alpha-beta with every other technique switched off: nothing but the tree, so that counts and times
//! of the plain methods are not burdened with questions about techniques that are not used.

use crate::engine::Engine;
use crate::moves::Best;
use crate::node::{Frame, Searcher, flat_horizon, mover_after};
use crate::options::MAX_PLY;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Player, Score, SearchHints, Window};

/// Whether an engine uses nothing but, perhaps, alpha-beta cuts below the root.
pub(crate) fn is_bare<G: Game, E: Evaluator<G>, U: SearchHints<G>>(
    engine: &Engine<G, E, U>,
    table: bool,
) -> bool {
    let options = &engine.options;
    let tree = options.path_rules || options.null_move || options.late_move_reductions;
    let order = options.learns() || options.guided_order || options.principal_variation;
    !table && !tree && !order && flat_horizon(engine)
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The value of a ply's position for its player, exact inside the window, a bound outside.
    pub(crate) fn search_bare(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        let lowest = ply + depth.max(0) as usize;
        (ply..lowest.min(MAX_PLY)).for_each(|above| self.make_room(above));
        if depth == 1 {
            self.visit_last(ply, window, visit)
        } else {
            self.visit_bare(ply, depth, window, visit)
        }
    }

    /// The same, with a frame for every ply down to the horizon, which is not the next one.
    fn visit_bare(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        self.look_bare::<false>(ply, depth, window, visit)
    }

    /// The same for the last ply above the horizon.
    #[inline(always)]
    fn visit_last(&mut self, ply: usize, window: Window, visit: Visit) -> Score {
        self.look_bare::<true>(ply, 1, window, visit)
    }

    #[inline(always)]
    fn look_bare<const LAST: bool>(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        self.enter(ply);
        let frame = &mut self.frames[ply];
        frame.line.clear();
        self.trace.enter(frame.played, &frame.at, depth, window, visit);
        let (score, reason) = self.expand_bare::<LAST>(ply, depth, window);
        self.trace.leave(score, reason);
        score
    }

    #[inline(always)]
    fn expand_bare<const LAST: bool>(&mut self, ply: usize, depth: i32, window: Window) -> (Score, Reason) {
        // 1. Told to stop, the end of the game, the horizon.
        let game = &*self.engine.game;
        let frame = &mut self.frames[ply];
        if self.stopped {
            return (Score::DRAW, Reason::Stopped);
        }
        if let Some(outcome) = game.outcome(&frame.at) {
            self.counts.ends += 1;
            return (outcome.score(frame.mover), Reason::End);
        }
        if depth <= 0 || ply + 2 >= MAX_PLY {
            return (self.evaluate(ply), Reason::Evaluation);
        }

        // 2. The moves, as they are listed.
        self.counts.interior += 1;
        frame.moves.clear();
        game.moves(&frame.at, &mut frame.moves);
        let (mover, count) = (frame.mover, frame.moves.len());
        if count == 0 {
            self.counts.ends += 1;
            return (game.stuck(&frame.at).score(mover), Reason::End);
        }
        if LAST {
            return self.leaves_bare(ply, window);
        }
        let (mut best, mut alpha) = (Best::NONE.score, window.alpha);
        let alpha_beta = self.options.alpha_beta;
        for ordinal in 0..count {
            let same = self.descend_bare(ply, ordinal) == mover;
            let open = if alpha_beta { Window { alpha, beta: window.beta } } else { Window::FULL };
            let open = if same { open.down() } else { open.down().flipped() };
            let score = match depth {
                2 => self.visit_last(ply + 1, open, Visit::Plain),
                _ => self.visit_bare(ply + 1, depth - 1, open, Visit::Plain),
            };
            let score = if same { score.up() } else { (-score).up() };
            if self.stopped {
                return (best, Reason::Stopped);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if alpha_beta && alpha >= window.beta {
                    self.count_cutoff(ordinal);
                    return (best, Reason::Beta);
                }
                self.keep_line(ply, ordinal as u16);
            }
        }
        (best, Reason::AllMoves)
    }

    /// Plays a move of a ply's list into the next ply, which has no use for anything but the position. Gives the
    /// player who moves there.
    #[inline(always)]
    fn descend_bare(&mut self, ply: usize, ordinal: usize) -> Player {
        let game = &*self.engine.game;
        let [from, to] = &mut self.frames[ply..ply + 2] else { return Player::FIRST };
        let mv = from.moves[ordinal];
        to.at.clone_from(&from.at);
        game.play(&mut to.at, mv);
        to.mover = mover_after(game, from.mover, &to.at);
        to.accumulator = self.engine.evaluator.update(game, &from.accumulator, &from.at, mv, &to.at);
        if self.trace.watches() {
            to.played = Some(mv);
        }
        to.mover
    }

    /// The last ply above the horizon: its moves lead to ends and evaluations. Whether a move is better than those
    /// before is hard for a processor to foresee, so nothing branches on it.
    #[inline(always)]
    fn leaves_bare(&mut self, ply: usize, window: Window) -> (Score, Reason) {
        let (mut best, mut chosen, mut tried) = (Best::NONE.score, 0, 0);
        let enough = if self.options.alpha_beta { window.beta } else { Window::FULL.beta };
        self.counts.deepest = self.counts.deepest.max(ply as u32 + 1);
        while let [frame, Frame { at: next, .. }] = &mut self.frames[ply..ply + 2] {
            let (game, evaluator) = (&*self.engine.game, &self.engine.evaluator);
            let (mover, count) = (frame.mover, frame.moves.len());
            let room = self.next_poll.saturating_sub(self.counts.nodes).max(1) as usize;
            let (first, batch) = (tried, &frame.moves[..count.min(tried + room.min(count))]);
            let mut ends = 0;
            while tried < batch.len() && best < enough {
                let mv = batch[tried];
                next.clone_from(&frame.at);
                game.play(next, mv);
                let next_mover = mover_after(game, mover, next);
                let same = next_mover == mover;
                if self.trace.watches() {
                    let open = Window { alpha: window.alpha.max(best), beta: enough };
                    let open = if self.options.alpha_beta { open } else { Window::FULL };
                    let open = if same { open.down() } else { open.down().flipped() };
                    self.trace.enter(Some(mv), next, 0, open, Visit::Plain);
                }
                // Only a proven score is a ply farther away from above.
                let score = if let Some(outcome) = game.outcome(next) {
                    ends += 1;
                    let score = outcome.score(next_mover);
                    self.trace.leave(score, Reason::End);
                    score.up()
                } else {
                    let accumulator = evaluator.update(game, &frame.accumulator, &frame.at, mv, next);
                    let score = evaluator.evaluate(game, next, &accumulator);
                    self.trace.leave(score, Reason::Evaluation);
                    score
                };
                let score = if same { score } else { -score };
                chosen = if score > best { tried } else { chosen };
                best = best.max(score);
                tried += 1;
            }
            let entered = (tried - first) as u64;
            self.counts.ends += ends;
            self.counts.evaluations += entered - ends;
            self.counts.nodes += entered;
            if self.counts.nodes >= self.next_poll {
                self.poll();
            }
            if self.stopped {
                return (best, Reason::Stopped);
            }
            if best >= enough {
                self.count_cutoff(tried - 1);
                return (best, Reason::Beta);
            }
            if tried == count {
                break;
            }
        }
        if best > window.alpha {
            let frame = &mut self.frames[ply];
            frame.line.push(frame.moves[chosen]);
        }
        (best, Reason::AllMoves)
    }
}
