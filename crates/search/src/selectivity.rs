//! Selectivity: which moves are searched deeper or less deep than the others, and which positions not at all.

use crate::depth::{Depth, Ply};
use crate::options::MAX_DEPTH;
use crate::search::Searcher;
use crate::stack::mover_of;
use crate::trace::{Trace, Visit};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};

/// Least depth at which the null move is tried.
const NULL_DEPTH: Depth = Depth::new(3);
/// Plies by which its search is less deep, and the depth that adds another one.
const NULL_REDUCTION: i32 = 3;
const NULL_REDUCTION_STEP: i32 = 4;
/// Least depth at which late moves are reduced.
const REDUCTION_DEPTH: Depth = Depth::new(3);
/// Moves searched in full before the first reduction.
const FULL_MOVES: usize = 3;

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The value of passing, if it reaches beta.
    pub(crate) fn null_move(&mut self, ply: Ply, depth: Depth, beta: Score) -> Option<Score> {
        if !self.options.null_move || depth < NULL_DEPTH || beta.is_decided() {
            return None;
        }
        let game = &*self.engine.game;
        let passed = game.null(&self.stack[ply].at)?;
        if self.evaluate(ply) < beta {
            return None;
        }
        let accumulator = self.engine.evaluator.accumulate(game, &passed);
        let (from, to) = self.stack.pair(game, ply);
        self.path.push(from.key, true);
        to.mover = mover_of(game, &passed);
        (to.at, to.accumulator, to.played) = (passed, accumulator, None);
        let reduction = NULL_REDUCTION + depth.plies() / NULL_REDUCTION_STEP;
        let window = Window { alpha: beta.below(), beta };
        let score = self.child(ply, depth - reduction, window, Visit::Null);
        self.path.pop();
        (score >= beta && !self.budget.stopped).then_some(if score.is_decided() { beta } else { score })
    }

    /// Plies to add for a move: one after a forced move, under a threat, or for a recapture.
    pub(crate) fn extension(&mut self, ply: Ply, ordinal: u16, count: usize, depth: Depth) -> i32 {
        let options = self.options;
        if !(options.extend_forced || options.extend_threats || options.extend_recaptures)
            || depth + ply.index() as i32 >= extension_limit(self.root_depth)
        {
            return 0;
        }
        let (game, hints) = (&*self.engine.game, &self.engine.hints);
        let frame = &self.stack[ply];
        let mv = frame.moves[usize::from(ordinal)];
        let forced = options.extend_forced && count == 1;
        let threat = options.extend_threats && hints.threatened(game, &frame.at);
        let noisy_before = |(above, last): (Ply, G::Move)| hints.noisy(game, &self.stack[above].at, last);
        let recapture = options.extend_recaptures
            && hints.noisy(game, &frame.at, mv)
            && ply.above().zip(frame.played).is_some_and(noisy_before);
        let extension = i32::from(forced || threat || recapture);
        self.counts.extensions += extension as u64;
        extension
    }

    /// Late move reduction: plies to save at first for a late quiet move.
    pub(crate) fn reduction(
        &self,
        ply: Ply,
        ordinal: u16,
        index: usize,
        depth: Depth,
        extension: i32,
        narrow: bool,
    ) -> i32 {
        if !self.options.late_move_reductions
            || depth < REDUCTION_DEPTH
            || index < FULL_MOVES
            || extension > 0
        {
            return 0;
        }
        let frame = &self.stack[ply];
        let mv = frame.moves[usize::from(ordinal)];
        if self.engine.hints.noisy(&self.engine.game, &frame.at, mv) {
            return 0;
        }
        let late = index.ilog2() as i32;
        let deep = depth.plies().ilog2() as i32;
        (late * deep / 2 - i32::from(!narrow)).clamp(0, depth.plies() - 1)
    }
}

/// The deepest ply at which an iteration of this depth may still extend.
fn extension_limit(root_depth: Depth) -> Depth {
    Depth::new((2 * root_depth.plies()).min(MAX_DEPTH as i32))
}
