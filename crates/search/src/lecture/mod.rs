//! What only the lectures propose: techniques that the lab can switch on to show what they do, and that the engine
//! that plays does without.

pub(crate) mod chained;

use crate::depth::Depth;
use crate::root::RootMove;
use crate::search::Searcher;
use crate::trace::Trace;
use plybook_kernel::{Evaluator, Game, Score, SearchHints, zobrist::scramble};

/// Iterations of unchanged value after which a poor root move is left alone by `Options::prune_stable`.
const STABLE_ITERATIONS: u32 = 3;
/// How far below the best a stable root move must be, in hundredths of a point.
const STABLE_MARGIN: i32 = 150;
/// Best moves of the last iteration that `Options::extend_promising` searches deeper.
const PROMISING: usize = 2;
/// Least depth at which they are.
const PROMISING_DEPTH: Depth = Depth::new(3);

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The lectures' quiescence pruning: a root move whose value is stable and clearly poorer is not searched again.
    pub(crate) fn is_stable_and_poor<M>(&self, root: &RootMove<M>, index: usize, best: Score) -> bool {
        self.options.prune_stable
            && index > 0
            && root.stable >= STABLE_ITERATIONS
            && !best.is_decided()
            && !root.score.is_decided()
            && root.score.raw() < best.raw().saturating_sub(STABLE_MARGIN)
    }

    /// Plies to add for one of the most promising moves of the last iteration.
    pub(crate) fn promising_extension(&self, index: usize, depth: Depth) -> i32 {
        i32::from(self.options.extend_promising && depth >= PROMISING_DEPTH && index < PROMISING)
    }

    /// A position's key with the number of its repeats in it, so that the table tells them apart.
    pub(crate) fn key_with_repeats(&self, key: u64) -> u64 {
        key ^ scramble(self.path.repeats(key) as u64)
    }
}

/// The depths that iterative deepening goes through, from the first to the last: each of them, or every other one,
/// where `leap_after` is the last one before the leap to the end.
pub(crate) fn depths(
    first: i32,
    last: i32,
    double_steps: bool,
    leap_after: i32,
) -> impl Iterator<Item = Depth> {
    let step = if double_steps { 2 } else { 1 };
    let in_step = move |depth: &i32| (last - depth) % step == 0 || *depth == first;
    let near = move |depth: &i32| *depth <= leap_after || *depth == last;
    (first..=last).filter(in_step).filter(near).map(Depth::new)
}
