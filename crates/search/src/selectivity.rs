//! Selectivity: which moves are searched deeper or less deep than the others, and which moves and positions not at
//! all.
//!
//! Whatever the static evaluation decides goes by the game's margins, and only where the evaluation can be trusted: in
//! a null window, without a threat, and where the player could as well do nothing.

use crate::depth::{Depth, Ply};
use crate::options::MAX_DEPTH;
use crate::search::Searcher;
use crate::stack::mover_of;
use crate::table::{Bound, Entry};
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Margins, Score, SearchHints, Window};
use std::sync::LazyLock;

/// Least depth at which the null move is tried.
const NULL_DEPTH: Depth = Depth::new(3);
/// Plies by which its search is less deep, and the depth that adds another one.
const NULL_REDUCTION: i32 = 3;
const NULL_REDUCTION_STEP: i32 = 4;
/// Most plies that a good evaluation adds to that.
const NULL_REDUCTION_MORE: i32 = 3;
/// Most depth at which reverse futility, razoring and futility are tried.
const REVERSE_FUTILITY_DEPTH: Depth = Depth::new(7);
const RAZORING_DEPTH: Depth = Depth::new(3);
const FUTILITY_DEPTH: i32 = 6;
/// Most depth at which moves are left out because they come late, lose material or have done badly elsewhere.
const LATE_DEPTH: Depth = Depth::new(7);
const EXCHANGE_DEPTH: Depth = Depth::new(5);
const HISTORY_DEPTH: Depth = Depth::new(4);
/// A history below this times the depth leaves a move out.
const POOR_HISTORY: i32 = -4_000;
/// Least depth at which late moves are reduced.
const REDUCTION_DEPTH: Depth = Depth::new(3);
/// Moves searched in full before the first reduction: without grades and with them.
const FULL_MOVES: usize = 3;
const FULL_MOVES_GRADED: usize = 2;
/// History for which a move is reduced by a ply less, or more.
const HISTORY_PLY: i32 = 8_000;
/// Hundredths of a ply: the least reduction, and the divisor of the product of the logarithms.
const REDUCTION_BASE: f32 = 60.0;
const REDUCTION_SLOPE: f32 = 45.0;
/// Depths and places of the table of reductions; beyond them they grow no further.
const REDUCTIONS: usize = 64;
/// Least depth at which a table move is tested for being singular, and how much shallower its entry may be.
const SINGULAR_DEPTH: Depth = Depth::new(6);
const SINGULAR_ENTRY: i32 = 3;

/// What is known about a position before its moves are searched.
pub(crate) struct NodeInfo {
    /// Whether there is only one question: is the value above alpha?
    pub null_window: bool,
    /// Whether a move is expected to cut.
    pub cut_node: bool,
    /// Whether the player to move is under a threat.
    threatened: bool,
    /// The static evaluation, where it can be trusted.
    evaluation: Option<Score>,
    /// Whether it is better than two plies before.
    improving: bool,
    /// The game's margins, where the evaluation can be trusted.
    margins: Option<Margins>,
}

impl NodeInfo {
    /// Whether the static evaluation prunes here.
    pub const fn prunes(&self) -> bool {
        self.margins.is_some()
    }
}

/// Whether the table's move is much better than all others.
pub(crate) enum Singular {
    No,
    Extend,
    /// Other moves reach beta too.
    MultiCut(Score),
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// What is known about a ply's position. The evaluation is only asked for where something will use it.
    pub(crate) fn node_info(&mut self, ply: Ply, window: Window, visit: Visit) -> NodeInfo {
        let (game, hints, options) = (&*self.engine.game, &self.engine.hints, self.options);
        let at = &self.stack[ply].at;
        let prunes = options.reverse_futility || options.razoring || options.futility;
        let asks = options.extend_threats || prunes || options.late_move_pruning || options.exchange_pruning;
        let threatened = asks && hints.threatened(game, at);
        let mut node = NodeInfo {
            null_window: window.is_null(),
            cut_node: self.stack[ply].cut_node,
            threatened,
            evaluation: None,
            improving: false,
            margins: None,
        };
        if !(prunes || options.graded_reductions) || visit == Visit::Line || threatened {
            return node;
        }
        if let Some(margins) = self.engine.margins()
            && hints.may_stand_pat(game, at)
        {
            node.margins = Some(margins);
            let evaluation = self.evaluate(ply);
            node.evaluation = Some(evaluation);
            node.improving = self.is_improving(ply, evaluation);
        }
        node
    }

    /// Whether an evaluation is better than two plies before, when the same player was to move.
    fn is_improving(&self, ply: Ply, evaluation: Score) -> bool {
        let Some(before) = ply.above().and_then(Ply::above) else { return false };
        let frame = &self.stack[before];
        frame.mover == self.stack[ply].mover && frame.evaluation.is_some_and(|before| evaluation > before)
    }

    /// The value of a position that need not be searched any further.
    pub(crate) fn prune_node(
        &mut self,
        ply: Ply,
        depth: Depth,
        window: Window,
        node: &NodeInfo,
        visit: Visit,
    ) -> Option<(Score, Reason)> {
        if !node.null_window || window.beta.is_decided() || window.alpha.is_decided() {
            return None;
        }
        let Window { alpha, beta } = window;
        if let (Some(margins), Some(evaluation)) = (node.margins, node.evaluation) {
            // 1. Reverse futility: the evaluation is so good that a quiet reply will not spoil it.
            let plies = depth.plies() - i32::from(node.improving);
            if self.options.reverse_futility
                && depth <= REVERSE_FUTILITY_DEPTH
                && evaluation.raw() - margins.reverse_futility * plies >= beta.raw()
            {
                self.counts.reverse_futility_cuts += 1;
                return Some((evaluation, Reason::ReverseFutility));
            }

            // 2. Razoring: it is so poor that only noisy moves can help.
            if self.options.razoring
                && self.options.quiescence
                && depth <= RAZORING_DEPTH
                && evaluation.raw() + margins.razoring * depth.plies() <= alpha.raw()
                && self.engine.hints.has_noise()
            {
                let (score, _) = self.quiesce(ply, Depth::HORIZON, window);
                if score <= alpha && !self.budget.stopped {
                    self.counts.razored += 1;
                    return Some((score, Reason::Razoring));
                }
            }
        }
        if visit == Visit::Null || self.budget.stopped {
            return None;
        }
        let score = self.null_move(ply, depth, beta, node)?;
        self.counts.null_cuts += 1;
        Some((score, Reason::NullMove))
    }

    /// The value of passing, if it reaches beta.
    fn null_move(&mut self, ply: Ply, depth: Depth, beta: Score, node: &NodeInfo) -> Option<Score> {
        if !self.options.null_move || depth < NULL_DEPTH {
            return None;
        }
        let game = &*self.engine.game;
        let passed = game.null(&self.stack[ply].at)?;
        let evaluation = self.evaluate(ply);
        if evaluation < beta {
            return None;
        }
        let (from, to) = self.stack.pair(game, ply);
        self.path.push(from.key, true);
        to.mover = mover_of(game, &passed);
        (to.at, to.accumulated, to.played) = (passed, false, None);
        let ahead = evaluation.raw() - beta.raw();
        let more = node.margins.map_or(0, |margins| (ahead / margins.null_move).min(NULL_REDUCTION_MORE));
        let reduction = NULL_REDUCTION + depth.plies() / NULL_REDUCTION_STEP + more;
        let window = Window { alpha: beta.below(), beta };
        self.expect_cut(ply, !node.cut_node);
        let score = self.child(ply, depth - reduction, window, Visit::Null);
        self.path.pop();
        (score >= beta && !self.budget.stopped).then_some(if score.is_decided() { beta } else { score })
    }

    /// Whether a move that is not the first is left out. A move that threatens something is not: its point shows only in
    /// what the opponent must answer.
    #[expect(clippy::too_many_arguments, reason = "a step of the moves loop, whose state it asks about")]
    pub(crate) fn prune_move(
        &mut self,
        ply: Ply,
        ordinal: u16,
        index: usize,
        depth: Depth,
        alpha: Score,
        best: Score,
        node: &NodeInfo,
    ) -> bool {
        let options = self.options;
        if !node.null_window || best.is_loss() || alpha.is_decided() || node.threatened || !options.alpha_beta
        {
            return false;
        }
        let Some(margins) = node.margins else { return false };
        let (game, hints) = (&*self.engine.game, &self.engine.hints);
        let frame = &self.stack[ply];
        let mv = frame.moves[usize::from(ordinal)];
        let plies = depth.plies();
        if hints.noisy(game, &frame.at, mv) {
            return false;
        }

        // 1. It comes late.
        let late = (margins.late_moves + plies * plies) / if node.improving { 1 } else { 2 };
        let is_late = options.late_move_pruning && depth <= LATE_DEPTH && index as i32 > late;

        // 2. It has done badly elsewhere.
        let history = if frame.ordered { frame.picks[index].history } else { 0 };
        let is_poor = || options.history_pruning && depth <= HISTORY_DEPTH && history < POOR_HISTORY * plies;

        // 3. It cannot raise the evaluation to alpha.
        let left = plies - 1 - base_reduction(depth, index);
        let is_futile = || {
            let [once, each] = margins.futility;
            let hope = |evaluation: Score| evaluation.raw() + once + each * left.max(0);
            options.futility
                && left <= FUTILITY_DEPTH
                && node.evaluation.is_some_and(|evaluation| hope(evaluation) <= alpha.raw())
        };

        // 4. It loses material.
        let loses = || {
            options.exchange_pruning
                && depth <= EXCHANGE_DEPTH
                && !hints.exchange_wins(game, &frame.at, mv, -margins.exchange * plies)
        };
        let pruned =
            (is_late || is_poor() || is_futile() || loses()) && !hints.threatens(game, &frame.at, mv);
        self.counts.pruned_moves += u64::from(pruned);
        pruned
    }

    /// Whether the table's move is singular: a search of all others, half as deep, stays well below its value. If it
    /// reaches beta, several moves do, and the position is cut (multi-cut).
    pub(crate) fn singular(
        &mut self,
        ply: Ply,
        depth: Depth,
        beta: Score,
        entry: Entry,
        node: &NodeInfo,
    ) -> Singular {
        let Some(margins) = node.margins.or_else(|| self.engine.hints.margins()) else { return Singular::No };
        if !self.options.singular_extensions
            || depth < SINGULAR_DEPTH
            || ply == Ply::ROOT
            || entry.score.is_decided()
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || (entry.depth as i32) < depth.plies() - SINGULAR_ENTRY
            || depth + ply.index() as i32 >= extension_limit(self.root_depth)
        {
            return Singular::No;
        }
        let target = Score::evaluation(entry.score.raw() - margins.singular * depth.plies());
        let window = Window { alpha: target.below(), beta: target };
        let cut_node = self.stack[ply].cut_node;
        self.stack[ply].excluded = entry.ordinal;
        let half = Depth::new((depth.plies() - 1) / 2);
        let (score, _) = self.expand(ply, half, window, Window::FULL, Visit::Reduced);
        let frame = &mut self.stack[ply];
        (frame.excluded, frame.cut_node) = (None, cut_node);
        frame.pv.clear();
        if self.budget.stopped {
            Singular::No
        } else if score < target {
            self.counts.extensions += 1;
            Singular::Extend
        } else if target >= beta && node.null_window {
            self.counts.multi_cuts += 1;
            Singular::MultiCut(target)
        } else {
            Singular::No
        }
    }

    /// Plies to add for a move: one after a forced move, under a threat, or for a recapture.
    pub(crate) fn extension(&mut self, ply: Ply, ordinal: u16, depth: Depth, node: &NodeInfo) -> i32 {
        let options = self.options;
        if !(options.extend_forced || options.extend_threats || options.extend_recaptures)
            || depth + ply.index() as i32 >= extension_limit(self.root_depth)
        {
            return 0;
        }
        let (game, hints) = (&*self.engine.game, &self.engine.hints);
        let frame = &self.stack[ply];
        let mv = frame.moves[usize::from(ordinal)];
        let forced = options.extend_forced && frame.moves.len() == 1;
        let threat = options.extend_threats && node.threatened;
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
        node: &NodeInfo,
    ) -> i32 {
        let graded = self.options.graded_reductions;
        let full = if graded { FULL_MOVES_GRADED } else { FULL_MOVES };
        if !self.options.late_move_reductions || depth < REDUCTION_DEPTH || index < full || extension > 0 {
            return 0;
        }
        let frame = &self.stack[ply];
        let mv = frame.moves[usize::from(ordinal)];
        if self.engine.hints.noisy(&self.engine.game, &frame.at, mv) {
            return 0;
        }
        if !graded {
            let (late, deep) = (index.ilog2() as i32, depth.plies().ilog2() as i32);
            return (late * deep / 2 - i32::from(!node.null_window)).clamp(0, depth.plies() - 1);
        }
        let history = if frame.ordered { frame.picks[index].history } else { 0 };
        let reduction = base_reduction(depth, index) + i32::from(node.cut_node)
            - i32::from(node.improving)
            - i32::from(!node.null_window)
            - (history / HISTORY_PLY).clamp(-2, 2);
        reduction.clamp(0, (depth.plies() - 2).max(0))
    }
}

/// The reduction of a late quiet move before anything else is known of it, by its depth and its place in the order.
fn base_reduction(depth: Depth, index: usize) -> i32 {
    static PLIES: LazyLock<[[u8; REDUCTIONS]; REDUCTIONS]> = LazyLock::new(|| {
        let plies = |deep: usize, late: usize| {
            let logarithms = (deep.max(1) as f32).ln() * (late as f32 + 1.0).ln();
            if late == 0 { 0 } else { ((REDUCTION_BASE + REDUCTION_SLOPE * logarithms) / 100.0) as u8 }
        };
        std::array::from_fn(|deep| std::array::from_fn(|late| plies(deep, late)))
    });
    let deep = (depth.plies().max(0) as usize).min(REDUCTIONS - 1);
    i32::from(PLIES[deep][index.min(REDUCTIONS - 1)])
}

/// The deepest ply at which an iteration of this depth may still extend.
fn extension_limit(root_depth: Depth) -> Depth {
    Depth::new((2 * root_depth.plies()).min(MAX_DEPTH as i32))
}

#[cfg(test)]
mod tests;
