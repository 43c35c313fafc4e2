//! Depth by depth: iterative deepening, aspiration windows, MTD(f), several lines.

use crate::line::{lengthen, play_out};
use crate::node::Searcher;
use crate::options::{Driver, MAX_DEPTH};
use crate::root::RootMove;
use crate::trace::Trace;
use crate::{Iteration, Limits, Line, SearchResult};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};

/// Half the first aspiration window, in hundredths of a point, around the value of the depth before.
const ASPIRATION: i32 = 30;
/// The same around the value of two depths before, which foretells the next one better.
const DOUBLE_STEP_ASPIRATION: i32 = 8;
/// Depth from which on aspiration windows are tried.
const ASPIRATION_DEPTH: i32 = 4;
/// Failed windows after which everything is opened: no table, however wrong, can keep a search here.
const MOST_WINDOWS: u32 = 6;
/// Null windows after which MTD(f) gives up and opens everything.
const MOST_NULL_WINDOWS: u32 = 60;

/// Runs all iterations of one thread. `offset` lets helper threads start deeper.
pub(crate) fn iterate<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    limits: &Limits,
    offset: u32,
) -> SearchResult<G::Move> {
    let mut roots = searcher.root_moves(&limits.only);
    let wanted = limits.lines.clamp(1, roots.len().max(1));
    let last = limits.depth.clamp(1, MAX_DEPTH) as i32;
    let first = if searcher.options.iterative { (1 + offset as i32).min(last) } else { last };
    let mut lines: Vec<Line<G::Move>> = Vec::new();
    let mut reached = 0;
    let leap_after = searcher.options.leap_after.min(MAX_DEPTH) as i32;
    let step = if searcher.options.double_steps { 2 } else { 1 };
    let in_step = |depth: &i32| (last - depth) % step == 0 || *depth == first;
    let near = |depth: &i32| *depth <= leap_after || *depth == last;
    for depth in (first..=last).filter(in_step).filter(near) {
        if roots.is_empty() {
            break;
        }
        searcher.root_depth = depth;
        for number in 0..wanted {
            let guess = lines.get(number).map(|line| line.score);
            close_in(searcher, &mut roots, number, depth, guess);
            // Stable: an earlier move stays before an equal later one, and what was not searched keeps its place.
            let fresh = |root: &RootMove<G::Move>| std::cmp::Reverse((root.searched == depth, root.score));
            if !searcher.stopped || roots.get(number).is_some_and(|root| root.searched == depth) {
                roots[number..].sort_by_key(fresh);
            }
            if searcher.stopped {
                break;
            }
        }
        let complete = !searcher.stopped;
        if complete || lines.is_empty() || roots[0].searched == depth {
            let unknown = searcher.evaluate(0);
            let line = |root: &RootMove<G::Move>| {
                let score = if root.searched == 0 { unknown } else { root.score };
                Line { score, moves: root.line.clone() }
            };
            lines = roots[..wanted].iter().map(line).collect();
            // Reductions can make a later line look better than an earlier one.
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        if !complete {
            break;
        }
        reached = depth as u32;
        for line in &mut lines {
            lengthen(searcher, line);
        }
        let iteration = Iteration {
            depth: reached,
            lines: &lines,
            nodes: searcher.counts.nodes,
            deepest: searcher.counts.deepest,
            hits: searcher.counts.hits,
        };
        if offset == 0 && searcher.stop.iteration(&iteration) {
            searcher.stopped = true;
            break;
        }
        let settled = |line: &Line<G::Move>| line.score.distance().is_some_and(|plies| plies <= reached);
        if !searcher.options.verifying && lines.iter().all(settled) {
            break;
        }
    }
    let stopped = searcher.stopped;
    if offset == 0 && !stopped {
        lines.iter_mut().for_each(|line| play_out(searcher, line));
    }
    SearchResult { lines, depth: reached, counts: searcher.counts, stopped }
}

/// Finds the value of one iteration for the moves from `number` on.
fn close_in<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    roots: &mut [RootMove<G::Move>],
    number: usize,
    depth: i32,
    guess: Option<Score>,
) {
    let driver = if searcher.options.alpha_beta { searcher.options.driver } else { Driver::FullWindow };
    match (driver, guess) {
        (Driver::Aspiration, Some(guess)) if depth >= ASPIRATION_DEPTH => {
            aspire(searcher, roots, number, depth, guess);
        }
        (Driver::NullWindows, guess) => {
            null_windows(searcher, roots, number, depth, guess.unwrap_or(Score::DRAW))
        }
        (Driver::BothEnds, _) => close_from_both_ends(searcher, roots, number, depth),
        _ => {
            searcher.search_root(roots, number, depth, Window::FULL);
        }
    }
}

fn shifted(score: Score, by: i32) -> Score {
    Score::from_raw(score.raw().saturating_add(by)).unwrap_or(if by > 0 {
        Score::INFINITY
    } else {
        -Score::INFINITY
    })
}

/// A window around the guess; whichever side fails is widened, each time four times as far, at last all the way.
fn aspire<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    roots: &mut [RootMove<G::Move>],
    number: usize,
    depth: i32,
    guess: Score,
) {
    let mut reach = if searcher.options.double_steps { DOUBLE_STEP_ASPIRATION } else { ASPIRATION };
    let mut window = Window { alpha: shifted(guess, -reach), beta: shifted(guess, reach) };
    for _ in 0..MOST_WINDOWS {
        let score = searcher.search_root(roots, number, depth, window);
        if searcher.stopped && score <= window.alpha {
            distrust(&mut roots[number..], depth);
        }
        if searcher.stopped || (score > window.alpha && score < window.beta) {
            return;
        }
        reach = reach.saturating_mul(4);
        if score <= window.alpha {
            distrust(&mut roots[number..], depth);
            window.alpha = if score.is_loss() { Window::FULL.alpha } else { shifted(score, -reach) };
            // Bounds from below the window say nothing about which move is best.
            roots[number..].iter_mut().for_each(|root| root.searched = depth - 1);
        } else {
            roots[number..].sort_by_key(|root| std::cmp::Reverse((root.searched == depth, root.score)));
            window.beta = if score.is_win() { Window::FULL.beta } else { shifted(score, reach) };
        }
    }
    searcher.search_root(roots, number, depth, Window::FULL);
}

/// MTD(f): null windows that walk from the guess to the value, in growing steps and then by halves.
fn null_windows<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    roots: &mut [RootMove<G::Move>],
    number: usize,
    depth: i32,
    guess: Score,
) {
    let Window { alpha: mut low, beta: mut high } = Window::FULL;
    let mut at = guess;
    let mut best: Option<RootMove<G::Move>> = None;
    for _ in 0..MOST_NULL_WINDOWS {
        let beta = if at == low { at.above() } else { at };
        let score = searcher.search_root(roots, number, depth, Window { alpha: beta.below(), beta });
        if searcher.stopped {
            distrust(&mut roots[number..], depth);
            return;
        }
        if score < beta {
            high = score;
        } else {
            low = score;
            roots[number..].sort_by_key(|root| std::cmp::Reverse((root.searched == depth, root.score)));
            best = Some(roots[number].clone());
        }
        if low >= high {
            if let Some(best) = best.filter(|best| best.score == low) {
                settle(roots, number, best, depth);
                return;
            }
            break;
        }
        at = score;
    }
    searcher.search_root(roots, number, depth, Window::FULL);
}

/// From both ends of the hints' bounds inwards. In turns: is the value as good as it still can be, is it as bad? An
/// early end is cheap to prove or to refute, and a refutation tells the next value to ask for.
fn close_from_both_ends<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>>(
    searcher: &mut Searcher<'_, G, E, U, T>,
    roots: &mut [RootMove<G::Move>],
    number: usize,
    depth: i32,
) {
    let Window { alpha: mut low, beta: mut high } = searcher.root_bounds(&roots[number..]);
    let mut best: Option<RootMove<G::Move>> = None;
    for turn in 0..MOST_NULL_WINDOWS {
        let from_above = low == high || turn % 2 == 0;
        let beta = if from_above { high } else { low.above() };
        let score = searcher.search_root(roots, number, depth, Window { alpha: beta.below(), beta });
        if searcher.stopped {
            return;
        }
        if score < beta {
            high = score;
        } else {
            low = score;
            roots[number..].sort_by_key(|root| std::cmp::Reverse((root.searched == depth, root.score)));
            best = Some(roots[number].clone());
        }
        if low > high {
            break;
        }
        if let Some(best) = best.take_if(|best| low == high && best.score == low) {
            settle(roots, number, best, depth);
            return;
        }
    }
    searcher.search_root(roots, number, depth, Window::FULL);
}

/// Where no move reached the window the moves' values are upper bounds, which say nothing about which is best: a
/// search that is stopped there, or before the next window is done, must not sort by them.
fn distrust<M>(roots: &mut [RootMove<M>], depth: i32) {
    for root in roots {
        root.searched = root.searched.min(depth - 1);
    }
}

/// The move that proved the value comes first with it; the others are known to be no better.
fn settle<M: Copy + PartialEq>(roots: &mut [RootMove<M>], number: usize, best: RootMove<M>, depth: i32) {
    for root in &mut roots[number..] {
        if root.ordinal == best.ordinal {
            *root = best.clone();
        } else if root.searched == depth && root.score >= best.score {
            root.score = best.score.below();
        }
    }
}
