//! The root: its moves keep their order, values and lines from iteration to iteration.

use crate::node::Searcher;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};
use std::collections::VecDeque;

/// Iterations of unchanged value after which a poor root move is left alone by `Options::prune_stable`.
const STABLE_ITERATIONS: u32 = 3;
/// How far below the best a stable root move must be, in hundredths of a point.
const STABLE_MARGIN: i32 = 150;
/// Best moves of the last iteration that `Options::extend_promising` searches deeper.
const PROMISING: usize = 2;

/// A move at the root.
#[derive(Clone)]
pub(crate) struct RootMove<M> {
    pub ordinal: u16,
    /// Its last value, exact or a bound.
    pub score: Score,
    /// Its line, if it was ever the best.
    pub line: Vec<M>,
    /// For how many iterations its value has not changed.
    pub stable: u32,
    /// The iteration in which it was searched last.
    pub searched: i32,
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The root's moves, or only the wanted ones, in their own order. A search without iterations has none to
    /// learn a better order from and asks the hints for one.
    pub(crate) fn root_moves(&mut self, only: &[u16]) -> Vec<RootMove<G::Move>> {
        let frame = &mut self.frames[0];
        frame.moves = self.engine.game.legal(&frame.at);
        let all = frame.moves.iter().enumerate().map(|(ordinal, &mv)| RootMove {
            ordinal: ordinal as u16,
            score: Window::FULL.alpha,
            line: vec![mv],
            stable: 0,
            searched: 0,
        });
        let mut roots: Vec<_> = all.filter(|root| only.is_empty() || only.contains(&root.ordinal)).collect();
        if self.options.guided_order && !self.options.iterative && !roots.is_empty() {
            let (game, hints) = (&*self.engine.game, &self.engine.hints);
            let insight = hints.look(game, &frame.at);
            let opinion = |root: &RootMove<G::Move>| hints.order(game, &frame.at, root.line[0], &insight);
            roots.sort_by_cached_key(|root| std::cmp::Reverse(opinion(root)));
        }
        roots
    }

    /// What the hints is sure of about the best of these root moves. A bound from below holds only if no move is
    /// missing.
    pub(crate) fn root_bounds(&self, roots: &[RootMove<G::Move>]) -> Window {
        if !self.options.exact_guide || self.options.verifying {
            return Window::FULL;
        }
        let frame = &self.frames[0];
        let (least, most) = self.engine.hints.bounds(&self.engine.game, &frame.at);
        let complete = roots.len() == frame.moves.len();
        Window { alpha: if complete { least } else { Window::FULL.alpha }, beta: most }
    }

    /// Searches the root's moves from number `first` on; those before it are lines already found. Returns the
    /// best value; the moves keep theirs.
    pub(crate) fn search_root(
        &mut self,
        roots: &mut [RootMove<G::Move>],
        first: usize,
        depth: i32,
        window: Window,
    ) -> Score {
        self.trace.enter(None, &self.frames[0].at, depth, window, Visit::Plain);
        self.counts.interior += 1;
        let mut alpha = window.alpha;
        let mut best = Window::FULL.alpha;
        let mut reason = Reason::AllMoves;
        let key = self.frames[0].key;
        // A move that another thread is at is put off once.
        let mut queue: VecDeque<(usize, bool)> = (first..roots.len()).map(|index| (index, true)).collect();
        while let Some((index, early)) = queue.pop_front() {
            let root = &mut roots[index];
            if early && index > first && self.busy.is_some_and(|busy| busy.holds(key, root.ordinal)) {
                queue.push_back((index, false));
                continue;
            }
            if self.leave_alone(root, index, best) {
                continue;
            }
            let promising = self.options.extend_promising && depth > 2 && index < PROMISING;
            let deeper = depth - 1 + i32::from(promising);
            let open =
                if self.options.alpha_beta { Window { alpha, beta: window.beta } } else { Window::FULL };
            self.busy.iter().for_each(|busy| busy.begin(key, root.ordinal));
            self.descend(0, root.ordinal);
            let scouts = index > first && self.options.principal_variation && self.options.alpha_beta;
            let score = if scouts {
                self.scout(0, deeper, 0, open)
            } else {
                self.child(0, deeper, open, Visit::Plain)
            };
            self.ascend();
            self.busy.iter().for_each(|busy| busy.end(key, root.ordinal));
            if self.stopped {
                reason = Reason::Stopped;
                break;
            }
            root.stable = if root.score == score { root.stable + 1 } else { 0 };
            root.score = score;
            root.searched = depth;
            if score > best {
                best = score;
            }
            if score > alpha || index == first {
                self.keep_line(0, root.ordinal);
                root.line.clone_from(&self.frames[0].line);
            }
            alpha = alpha.max(score);
            if self.options.alpha_beta && alpha >= window.beta {
                self.counts.cutoffs += 1;
                reason = Reason::Beta;
                break;
            }
        }
        self.trace.leave(best, reason);
        best
    }

    /// The lectures' quiescence pruning: a move whose value is stable and clearly poorer is not searched again.
    fn leave_alone(&self, root: &RootMove<G::Move>, index: usize, best: Score) -> bool {
        self.options.prune_stable
            && index > 0
            && root.stable >= STABLE_ITERATIONS
            && !best.is_decided()
            && !root.score.is_decided()
            && root.score.raw() < best.raw().saturating_sub(STABLE_MARGIN)
    }
}
