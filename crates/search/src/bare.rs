//! Minimax and alpha-beta with every other technique switched off: nothing but the tree, so that counts and times
//! of the plain methods are not burdened with questions about techniques that are not used.

use crate::engine::Engine;
use crate::moves::Best;
use crate::node::{Frame, Searcher, flat_horizon};
use crate::options::MAX_PLY;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Guide, Score, Window};

/// Whether an engine uses nothing but, perhaps, alpha-beta cuts below the root.
pub(crate) fn is_bare<G: Game, E: Evaluator<G>, U: Guide<G>>(engine: &Engine<G, E, U>, table: bool) -> bool {
    let options = &engine.options;
    let tree = options.path_rules || options.null_move || options.late_move_reductions;
    let order = options.learns() || options.guided_order || options.principal_variation;
    !table && !tree && !order && flat_horizon(engine)
}

impl<G: Game, E: Evaluator<G>, U: Guide<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The value of a ply's position for its player, exact inside the window, a bound outside.
    pub(crate) fn search_bare(&mut self, ply: usize, depth: i32, window: Window, visit: Visit) -> Score {
        self.enter(ply);
        let frame = &mut self.frames[ply];
        frame.line.clear();
        self.trace.enter(frame.played, &frame.at, depth, window, visit);
        let (score, reason) = self.expand_bare(ply, depth, window);
        self.trace.leave(score, reason);
        score
    }

    #[inline(always)]
    fn expand_bare(&mut self, ply: usize, depth: i32, window: Window) -> (Score, Reason) {
        // 1. Told to stop, the end of the game, the horizon.
        let game = &*self.engine.game;
        let frame = &mut self.frames[ply];
        self.tainted = false;
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
        if depth == 1 {
            let best = self.leaves::<true>(ply, 0..count, window, Best::NONE);
            return (best.score, best.reason);
        }
        let (mut best, mut alpha) = (Best::NONE.score, window.alpha);
        let alpha_beta = self.options.alpha_beta;
        for ordinal in 0..count as u16 {
            self.descend_bare(ply, ordinal);
            let open = if alpha_beta { Window { alpha, beta: window.beta } } else { Window::FULL };
            let same = self.frames[ply + 1].mover == mover;
            let open = if same { open.down() } else { open.down().flipped() };
            let score = self.search_bare(ply + 1, depth - 1, open, Visit::Plain);
            let score = if same { score.up() } else { (-score).up() };
            if self.stopped {
                return (best, Reason::Stopped);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.keep_line(ply, ordinal);
                if alpha_beta && alpha >= window.beta {
                    self.count_cutoff(usize::from(ordinal));
                    return (best, Reason::Beta);
                }
            }
        }
        (best, Reason::AllMoves)
    }

    /// Plays a move of a ply's list into the next ply, which has no use for anything but the position.
    #[inline]
    fn descend_bare(&mut self, ply: usize, ordinal: u16) {
        self.make_room(ply);
        let game = &*self.engine.game;
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let (Frame { at, memo, moves, .. }, to) = (&above[ply], &mut below[0]);
        let mv = moves[usize::from(ordinal)];
        to.at.clone_from(at);
        game.play(&mut to.at, mv);
        to.mover = crate::node::mover_of(game, &to.at);
        to.memo = self.engine.evaluator.follow(game, memo, at, mv, &to.at);
        to.played = Some(mv);
    }
}
