//! How much deeper or shallower than usual a move is searched.

use crate::node::{Searcher, extension_limit};
use crate::trace::Trace;
use plybook_kernel::{Evaluator, Game, SearchHints};

/// Least depth at which late moves are reduced.
const REDUCTION_DEPTH: i32 = 3;
/// Moves searched in full before the first reduction.
const FULL_MOVES: usize = 3;

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// Plies to add for a move: one after a forced move, under a threat, or for a recapture.
    pub(crate) fn extension(&mut self, ply: usize, ordinal: u16, count: usize, depth: i32) -> i32 {
        let options = self.options;
        if !(options.extend_forced || options.extend_threats || options.extend_recaptures)
            || ply as i32 + depth >= extension_limit(self.root_depth)
        {
            return 0;
        }
        let (game, hints) = (&*self.engine.game, &self.engine.hints);
        let frame = &self.frames[ply];
        let mv = frame.moves[usize::from(ordinal)];
        let forced = options.extend_forced && count == 1;
        let threat = options.extend_threats && hints.threatened(game, &frame.at);
        let recapture = options.extend_recaptures
            && ply > 0
            && hints.noisy(game, &frame.at, mv)
            && frame.played.is_some_and(|last| hints.noisy(game, &self.frames[ply - 1].at, last));
        let extension = i32::from(forced || threat || recapture);
        self.counts.extensions += extension as u64;
        extension
    }

    /// Plies to save at first for a late quiet move.
    pub(crate) fn reduction(
        &self,
        ply: usize,
        ordinal: u16,
        index: usize,
        depth: i32,
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
        let frame = &self.frames[ply];
        let mv = frame.moves[usize::from(ordinal)];
        if self.engine.hints.noisy(&self.engine.game, &frame.at, mv) {
            return 0;
        }
        let late = (index as u32).ilog2() as i32;
        let deep = (depth as u32).ilog2() as i32;
        (late * deep / 2 - i32::from(!narrow)).clamp(0, depth - 1)
    }
}
