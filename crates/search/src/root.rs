//! The root: iterative deepening, aspiration windows, MTD(f), several lines, and the lines that are reported.

use crate::depth::{Depth, Ply};
use crate::lecture;
use crate::options::{Driver, MAX_DEPTH};
use crate::search::Searcher;
use crate::sorting::sort_by_key;
use crate::table::Bound;
use crate::trace::{Reason, Trace, Visit};
use crate::{Iteration, Limits, Line, SearchResult};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;

/// Half the first aspiration window, in hundredths of a point, around the value of the depth before.
const ASPIRATION: i32 = 30;
/// The same around the value of two depths before, which foretells the next one better.
const DOUBLE_STEP_ASPIRATION: i32 = 8;
/// Depth from which on aspiration windows are tried.
const ASPIRATION_DEPTH: Depth = Depth::new(4);
/// Failed windows after which everything is opened: no table, however wrong, can keep a search here.
const MOST_WINDOWS: u32 = 6;
/// Null windows after which MTD(f) gives up and opens everything.
const MOST_NULL_WINDOWS: u32 = 60;
/// Positions that writing a proven line down may take: so many, and a part of what the search took.
const LEAST_BUDGET: u64 = 10_000;
const BUDGET_PART: u64 = 4;

/// A move at the root. The moves keep their order, values and lines from iteration to iteration.
#[derive(Clone)]
pub(crate) struct RootMove<M> {
    pub ordinal: u16,
    /// Its last value, exact or a bound.
    pub score: Score,
    /// Its principal variation, if it was ever the best.
    pub pv: Vec<M>,
    /// For how many iterations its value has not changed.
    pub stable: u32,
    /// The iteration in which it was searched last.
    pub searched: Depth,
}

/// Best first, among the moves that this iteration has searched; the others keep their order behind them.
fn sort<M>(roots: &mut [RootMove<M>], depth: Depth) {
    sort_by_key(roots, |root| Reverse((root.searched == depth, root.score)));
}

/// Where no move reached the window the moves' values are upper bounds, which say nothing about which is best: a
/// search that is stopped there, or before the next window is done, must not sort by them.
fn distrust<M>(roots: &mut [RootMove<M>], depth: Depth) {
    for root in roots {
        root.searched = root.searched.min(depth - 1);
    }
}

/// The move that proved the value comes first with it; the others are known to be no better.
fn settle<M: Clone>(roots: &mut [RootMove<M>], best: &RootMove<M>, depth: Depth) {
    for root in roots {
        if root.ordinal == best.ordinal {
            *root = best.clone();
        } else if root.searched == depth && root.score >= best.score {
            root.score = best.score.below();
        }
    }
}

fn shifted(score: Score, by: i32) -> Score {
    let beyond = if by > 0 { Score::INFINITY } else { -Score::INFINITY };
    Score::from_raw(score.raw().saturating_add(by)).unwrap_or(beyond)
}

/// Runs all iterations of one thread.
pub(crate) fn iterate<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    limits: &Limits,
) -> SearchResult<G::Move> {
    let options = searcher.options;
    let mut roots = searcher.root_moves(&limits.only);
    let wanted = limits.lines.clamp(1, roots.len().max(1));
    let last = limits.depth.clamp(1, MAX_DEPTH) as i32;
    let first = if options.iterative { 1 } else { last };
    let leap_after = options.leap_after.min(MAX_DEPTH) as i32;
    let mut lines: Vec<Line<G::Move>> = Vec::new();
    let mut reached = 0;
    for depth in lecture::depths(first, last, options.double_steps, leap_after) {
        if roots.is_empty() {
            break;
        }

        // 1. The best line, then the best of the other moves, and so on.
        searcher.root_depth = depth;
        for number in 0..wanted {
            let guess = lines.get(number).map(|line| line.score);
            searcher.close_in(&mut roots[number..], depth, guess);
            // Stable: an earlier move stays before an equal later one, and what was not searched keeps its place.
            if !searcher.budget.stopped || roots[number].searched == depth {
                sort(&mut roots[number..], depth);
            }
            if searcher.budget.stopped {
                break;
            }
        }

        // 2. What was found, also by an iteration that was stopped, if it has searched the first move.
        let complete = !searcher.budget.stopped;
        if complete || lines.is_empty() || roots[0].searched == depth {
            let unknown = searcher.evaluate(Ply::ROOT);
            let line = |root: &RootMove<G::Move>| {
                let score = if root.searched == Depth::HORIZON { unknown } else { root.score };
                Line { score, moves: root.pv.clone() }
            };
            lines = roots[..wanted].iter().map(line).collect();
            // Reductions can make a later line look better than an earlier one.
            sort_by_key(&mut lines, |line| Reverse(line.score));
        }
        if !complete {
            break;
        }
        reached = depth.plies() as u32;
        lines.iter_mut().for_each(|line| searcher.lengthen(line));

        // 3. Whether to go on.
        if searcher.tell(reached, &lines) {
            searcher.budget.stopped = true;
            break;
        }
        let settled = |line: &Line<G::Move>| line.score.distance().is_some_and(|plies| plies <= reached);
        if !options.verifying && lines.iter().all(settled) {
            break;
        }
    }
    let stopped = searcher.budget.stopped;
    if !stopped {
        lines.iter_mut().for_each(|line| searcher.play_out(line));
        sort_by_key(&mut lines, |line| Reverse(line.score));
    }
    SearchResult { lines, depth: reached, counts: searcher.counts, stopped }
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// Tells the outside what an iteration found. True if it wants the search to stop.
    fn tell(&self, depth: u32, lines: &[Line<G::Move>]) -> bool {
        let Self { counts, budget, .. } = self;
        let (nodes, deepest, hits) = (counts.nodes, counts.deepest, counts.hits);
        budget.stop.iteration(&Iteration { depth, lines, nodes, deepest, hits })
    }

    /// The root's moves, or only the wanted ones, in their own order. A search without iterations has none to
    /// learn a better order from and asks the hints for one.
    fn root_moves(&mut self, only: &[u16]) -> Vec<RootMove<G::Move>> {
        let (game, hints) = (&*self.engine.game, &self.engine.hints);
        let frame = &mut self.stack[Ply::ROOT];
        frame.moves = game.legal(&frame.at);
        let all = frame.moves.iter().enumerate().map(|(ordinal, &mv)| RootMove {
            ordinal: ordinal as u16,
            score: Window::FULL.alpha,
            pv: vec![mv],
            stable: 0,
            searched: Depth::HORIZON,
        });
        let mut roots: Vec<_> = all.filter(|root| only.is_empty() || only.contains(&root.ordinal)).collect();
        if self.options.guided_order && !self.options.iterative && !roots.is_empty() {
            let node_hints = hints.look(game, &frame.at);
            let opinions: Vec<i32> =
                frame.moves.iter().map(|&mv| hints.order(game, &frame.at, mv, &node_hints)).collect();
            sort_by_key(&mut roots, |root| Reverse(opinions[usize::from(root.ordinal)]));
        }
        roots
    }

    /// Finds the value of one iteration for these moves; lines already found are not among them.
    fn close_in(&mut self, roots: &mut [RootMove<G::Move>], depth: Depth, guess: Option<Score>) {
        let driver = if self.options.alpha_beta { self.options.driver } else { Driver::FullWindow };
        match (driver, guess) {
            (Driver::Aspiration, Some(guess)) if depth >= ASPIRATION_DEPTH => {
                self.aspiration(roots, depth, guess);
            }
            (Driver::NullWindows, guess) => self.mtdf(roots, depth, guess.unwrap_or(Score::DRAW)),
            (Driver::BothEnds, _) => self.close_from_both_ends(roots, depth),
            _ => {
                self.search_root(roots, depth, Window::FULL);
            }
        }
    }

    /// A window around the guess; whichever side fails is widened, each time four times as far, at last all the way.
    fn aspiration(&mut self, roots: &mut [RootMove<G::Move>], depth: Depth, guess: Score) {
        let mut reach = if self.options.double_steps { DOUBLE_STEP_ASPIRATION } else { ASPIRATION };
        let mut window = Window { alpha: shifted(guess, -reach), beta: shifted(guess, reach) };
        for _ in 0..MOST_WINDOWS {
            let score = self.search_root(roots, depth, window);
            if self.budget.stopped && score <= window.alpha {
                distrust(roots, depth);
            }
            if self.budget.stopped || (score > window.alpha && score < window.beta) {
                return;
            }
            reach = reach.saturating_mul(4);
            if score <= window.alpha {
                // Bounds from below the window say nothing about which move is best.
                distrust(roots, depth);
                window.alpha = if score.is_loss() { Window::FULL.alpha } else { shifted(score, -reach) };
            } else {
                sort(roots, depth);
                window.beta = if score.is_win() { Window::FULL.beta } else { shifted(score, reach) };
            }
        }
        self.search_root(roots, depth, Window::FULL);
    }

    /// MTD(f): null windows that walk from the guess to the value.
    fn mtdf(&mut self, roots: &mut [RootMove<G::Move>], depth: Depth, guess: Score) {
        let Window { alpha: mut low, beta: mut high } = Window::FULL;
        let mut at = guess;
        let mut best: Option<RootMove<G::Move>> = None;
        for _ in 0..MOST_NULL_WINDOWS {
            let beta = if at == low { at.above() } else { at };
            let score = self.search_root(roots, depth, Window { alpha: beta.below(), beta });
            if self.budget.stopped {
                distrust(roots, depth);
                return;
            }
            if score < beta {
                high = score;
            } else {
                low = score;
                sort(roots, depth);
                best = Some(roots[0].clone());
            }
            if low >= high {
                if let Some(best) = best.filter(|best| best.score == low) {
                    settle(roots, &best, depth);
                    return;
                }
                break;
            }
            at = score;
        }
        self.search_root(roots, depth, Window::FULL);
    }

    /// From both ends of the hints' bounds inwards. In turns: is the value as good as it still can be, is it as bad?
    /// An early end is cheap to prove or to refute, and a refutation tells the next value to ask for.
    fn close_from_both_ends(&mut self, roots: &mut [RootMove<G::Move>], depth: Depth) {
        let Window { alpha: mut low, beta: mut high } = self.root_bounds(roots);
        let mut best: Option<RootMove<G::Move>> = None;
        for turn in 0..MOST_NULL_WINDOWS {
            let from_above = low == high || turn % 2 == 0;
            let beta = if from_above { high } else { low.above() };
            let score = self.search_root(roots, depth, Window { alpha: beta.below(), beta });
            if self.budget.stopped {
                return;
            }
            if score < beta {
                high = score;
            } else {
                low = score;
                sort(roots, depth);
                best = Some(roots[0].clone());
            }
            if low > high {
                break;
            }
            if let Some(best) = best.take_if(|best| low == high && best.score == low) {
                settle(roots, &best, depth);
                return;
            }
        }
        self.search_root(roots, depth, Window::FULL);
    }

    /// What the hints are sure of about the best of these root moves. A bound from below holds only if no move is
    /// missing.
    fn root_bounds(&self, roots: &[RootMove<G::Move>]) -> Window {
        if !self.options.exact_guide || self.options.verifying {
            return Window::FULL;
        }
        let frame = &self.stack[Ply::ROOT];
        let (least, most) = self.engine.hints.bounds(&self.engine.game, &frame.at);
        let complete = roots.len() == frame.moves.len();
        Window { alpha: if complete { least } else { Window::FULL.alpha }, beta: most }
    }

    /// Searches root moves. Returns the best value; the moves keep theirs.
    fn search_root(&mut self, roots: &mut [RootMove<G::Move>], depth: Depth, window: Window) -> Score {
        let options = self.options;
        self.trace.enter(None, &self.stack[Ply::ROOT].at, depth, window, Visit::Plain);
        self.counts.interior += 1;
        let mut alpha = window.alpha;
        let mut best = Window::FULL.alpha;
        let mut reason = Reason::AllMoves;
        let key = self.stack[Ply::ROOT].key;
        let marks = self.team.as_ref().map(|team| team.marks);
        // A move that another thread is searching is deferred once.
        let mut queue: VecDeque<(usize, bool)> = (0..roots.len()).map(|index| (index, true)).collect();
        while let Some((index, early)) = queue.pop_front() {
            let root = &mut roots[index];
            if early && index > 0 && marks.is_some_and(|marks| marks.defer_move(key, root.ordinal)) {
                queue.push_back((index, false));
                continue;
            }
            if self.is_stable_and_poor(root, index, best) {
                continue;
            }
            let new_depth = depth - 1 + self.promising_extension(index, depth);
            let open = if options.alpha_beta { Window { alpha, beta: window.beta } } else { Window::FULL };
            marks.iter().for_each(|marks| marks.starting_search(key, root.ordinal));
            self.make(Ply::ROOT, root.ordinal);
            let score = if index > 0 && options.principal_variation && options.alpha_beta {
                self.scout(Ply::ROOT, new_depth, 0, open)
            } else {
                self.child(Ply::ROOT, new_depth, open, Visit::Plain)
            };
            self.unmake();
            marks.iter().for_each(|marks| marks.finished_search(key, root.ordinal));
            if self.budget.stopped {
                reason = Reason::Stopped;
                break;
            }
            root.stable = if root.score == score { root.stable + 1 } else { 0 };
            // A deferred move that failed low has an upper bound. Where that equals the best value the move may stand
            // before the best one in the list, and must not be taken for it.
            let failed_low = !early && score <= alpha;
            root.score = if failed_low { score.min(best.below()) } else { score };
            root.searched = depth;
            best = best.max(score);
            if score > alpha || index == 0 {
                self.stack.keep_pv(Ply::ROOT, root.ordinal);
                root.pv.clone_from(&self.stack[Ply::ROOT].pv);
            }
            alpha = alpha.max(score);
            if options.alpha_beta && alpha >= window.beta {
                self.counts.cutoffs += 1;
                reason = Reason::Beta;
                break;
            }
        }
        self.trace.leave(best, reason);
        best
    }

    /// Goes on with the table's moves where a line was cut short by an exact entry.
    fn lengthen(&self, line: &mut Line<G::Move>) {
        let (Some(table), true) = (self.tables.shared, self.options.key_bits == u64::BITS) else { return };
        let game = &*self.engine.game;
        let mut at = self.after(&line.moves);
        while line.moves.len() < self.root_depth.plies() as usize && game.outcome(&at).is_none() {
            let Some(entry) = table.probe(game.key(&at)).filter(|entry| entry.bound == Bound::Exact) else {
                return;
            };
            let moves = game.legal(&at);
            let Some(&mv) = entry.ordinal.and_then(|ordinal| moves.get(usize::from(ordinal))) else { return };
            game.play(&mut at, mv);
            line.moves.push(mv);
        }
    }

    /// The position after moves from the root.
    fn after(&self, moves: &[G::Move]) -> G::Position {
        let mut at = self.stack[Ply::ROOT].at.clone();
        moves.iter().for_each(|&mv| self.engine.game.play(&mut at, mv));
        at
    }

    /// Whether the game is over after moves from the root.
    fn is_over(&self, moves: &[G::Move]) -> bool {
        self.engine.game.verdict(&self.after(moves)).is_some()
    }

    /// Goes on to the end of the game where a win or loss is claimed: each step is a search, mostly in the table, for
    /// the claimed value or an earlier end. A line that turns out shorter takes its score along.
    fn play_out(&mut self, line: &mut Line<G::Move>) {
        let Some(distance) = line.score.distance().filter(|&plies| plies <= MAX_DEPTH) else { return };
        if self.trace.watches() || self.options.key_bits < u64::BITS {
            return;
        }
        let (options, limit) = (self.options, self.budget.node_limit);
        let spent = self.counts.nodes;
        self.budget.limit_nodes(limit.min(spent + LEAST_BUDGET + spent / BUDGET_PART));
        self.options = options.without_selectivity();
        let found = line.moves.clone();
        let mut kept = found.len();
        while (line.moves.len() as u32) < distance && !self.is_over(&line.moves) {
            let more = self.continuation(line, distance);
            line.moves.extend_from_slice(&more);
            // What the table added to the line may belong to a proof of another length: back to where it still holds.
            if more.is_empty() {
                kept -= 1;
                if kept == 0 || self.budget.stopped {
                    line.moves = found;
                    break;
                }
                line.moves.truncate(kept);
            }
        }
        let ended = line.moves.len() as u32;
        if ended < distance && self.is_over(&line.moves) {
            line.score = if line.score.is_win() { Score::win_in(ended) } else { Score::loss_in(ended) };
        }
        self.options = options;
        self.budget.stopped = self.counts.nodes >= limit;
        self.budget.limit_nodes(limit);
    }

    /// The best line from the end of a line that claims to decide the game in `distance` plies.
    fn continuation(&mut self, line: &Line<G::Move>, distance: u32) -> Vec<G::Move> {
        let game = Arc::clone(&self.engine.game);
        let length = line.moves.len();
        let mut reached = 0;
        for (index, mv) in line.moves.iter().enumerate() {
            let frame = &mut self.stack[Ply::new(index)];
            frame.moves = game.legal(&frame.at);
            frame.key = game.key(&frame.at);
            let Some(ordinal) = frame.moves.iter().position(|other| other == mv) else { break };
            self.make(Ply::new(index), ordinal as u16);
            reached += 1;
        }
        let mut more = Vec::new();
        let end = Ply::new(length);
        let left = distance - length as u32;
        if reached == length && game.outcome(&self.stack[end].at).is_none() {
            let same = self.stack[end].mover == self.stack[Ply::ROOT].mover;
            let wins = line.score.is_win() == same;
            let target = if wins { Score::win_in(left) } else { Score::loss_in(left) };
            // Whoever wins may do so sooner than was claimed.
            let window = if wins {
                Window { alpha: target.below(), beta: Window::FULL.beta }
            } else {
                Window { alpha: Window::FULL.alpha, beta: target.above() }
            };
            // One ply more than the distance: a side that is stuck shows it only when its moves are listed.
            self.search(end, Depth::new(left as i32 + 1), window, Visit::Line);
            if !self.budget.stopped {
                more.clone_from(&self.stack[end].pv);
            }
        }
        (0..reached).for_each(|_| self.unmake());
        more
    }
}
