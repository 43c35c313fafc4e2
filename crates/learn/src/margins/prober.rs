//! Searches of sampled positions and of those near them.

use super::movements::{DEPTHS, Movements, Searched};
use super::sample::SamplePlan;
use crate::data::random_of;
use plybook_format::MOST_MARGIN;
use plybook_kernel::{Evaluator, Game, History, Planes, Random, Score, SearchHints};
use plybook_search::{Engine, Iteration, Limits, Options, Stop, Table};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Bytes of the transposition table of a search; it is cleared before each, so that no deeper value of an earlier one is
/// taken for a shallow one.
const TABLE: usize = 1 << 19;
/// Deepest search in which the search razors.
const RAZORING_DEPTH: u32 = 3;
/// Depth of the search for the second best move: that with which a search asks whether a move is singular at the least
/// depth at which it does, six.
const SINGULAR_DEPTH: u32 = 3;
/// Deepest search after passing: a search passes at depth three or more, and reduces by three at least.
const NULL_DEPTH: u32 = 4;
/// Thirds of a game.
const PHASES: usize = 3;

/// Searches positions and those near them, and says how far values moved. The same positions and plan give the same with
/// any number of threads. `None` if `stop` said so; `progress` is told how many positions are done.
///
/// Every position is searched to some depths without anything that prunes by margins, reduces or extends, since otherwise
/// the margins that are in use would be measured. Two more are searched with it: the one after a random move, where the
/// opponent mostly has more than could be expected, so that a search tries to cut there; and the one after the best reply
/// to that, where the player mostly has less than could be expected, so that a search looks for moves to leave out. What
/// counts is which of both a position turns out to be.
pub fn measure<G: Game + Planes, E: Evaluator<G>, U: SearchHints<G>>(
    engine: impl Fn() -> Engine<G, E, U> + Sync,
    positions: &[G::Position],
    plan: &SamplePlan,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(u64) + Sync),
) -> Option<Movements> {
    let (next, stopped, ready) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicUsize::new(0));
    let measured = Mutex::new(Vec::new());
    let work = || {
        let mut prober = Prober::new(engine(), plan.nodes);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(at) = positions.get(number) else { return };
            if stop() {
                return stopped.store(true, Ordering::Relaxed);
            }
            let moved = prober.probe(at, &mut random_of(plan.seed, number as u64));
            measured.lock().unwrap_or_else(PoisonError::into_inner).push((number, moved));
            progress(ready.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        }
    };
    if plan.threads <= 1 {
        work();
    } else {
        thread::scope(|scope| (0..plan.threads).for_each(|_| drop(scope.spawn(work))));
    }
    let mut measured = measured.into_inner().unwrap_or_else(PoisonError::into_inner);
    measured.sort_by_key(|(number, _)| *number);
    let mut all = Movements::default();
    measured.into_iter().for_each(|(_, moved)| all.extend(moved));
    (!stopped.into_inner()).then_some(all)
}

/// Keeps the best value of each iteration.
#[derive(Default)]
struct Told(Mutex<Vec<Score>>);

impl<M> Stop<M> for Told {
    fn poll(&self, _: u64) -> bool {
        false
    }

    fn iteration(&self, iteration: &Iteration<'_, M>) -> bool {
        let best = iteration.lines.first().map(|line| line.score);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(best);
        false
    }
}

/// A position whose movements are measured: what the player to move could expect before the last move, and what noisy
/// moves alone find.
struct Node<'a, P> {
    at: &'a P,
    expected: Score,
    quiet: Option<Score>,
}

/// One thread's engine and table.
struct Prober<G: Game, E: Evaluator<G>, U: SearchHints<G>> {
    engine: Engine<G, E, U>,
    table: Table,
    nodes: u64,
    moved: Movements,
}

impl<G: Game + Planes, E: Evaluator<G>, U: SearchHints<G>> Prober<G, E, U> {
    fn new(mut engine: Engine<G, E, U>, nodes: u64) -> Prober<G, E, U> {
        engine.options = Options { delta_pruning: false, ..Options::STRONG.without_selectivity() };
        Prober {
            engine,
            table: Table::with_bytes(TABLE, Default::default()),
            nodes,
            moved: Movements::default(),
        }
    }

    /// The values of searches to all depths up to one, of all moves or of one alone, and the best move. A value that is
    /// decided stays so at greater depths.
    fn search(&mut self, at: &G::Position, depth: u32, only: Option<u16>) -> (Vec<Score>, Option<G::Move>) {
        let told = Told::default();
        let limits = Limits { nodes: Some(self.nodes), only: Vec::from_iter(only), ..Limits::depth(depth) };
        self.table.clear();
        self.engine.new_game();
        let result = self.engine.search(at, &History::new(), &limits, Some(&self.table), &told);
        let mut values = told.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(&last) = values.last()
            && !result.stopped
        {
            values.resize(depth as usize, last);
        }
        (values, result.best())
    }

    /// What one position and those near it say.
    fn probe(&mut self, at: &G::Position, random: &mut Random) -> Movements {
        let game = Arc::clone(&self.engine.game);
        self.moved = Movements::default();
        let (values, _) = self.search(at, DEPTHS, None);
        self.keep(at, &values);
        let Some(&value) = values.last().filter(|value| !value.is_decided()) else {
            return std::mem::take(&mut self.moved);
        };
        let (mut at, mut expected) = (at.clone(), value);
        let mut mv = random.pick(&game.legal(&at)).copied();
        for _ in 0..2 {
            let Some(played) = mv else { break };
            let next = game.after(&at, played);
            if game.verdict(&next).is_some() {
                break;
            }
            let same = game.turn(&next) == game.turn(&at);
            let seen = |score: Score| if same { score } else { -score };
            let ordinal = game.legal(&at).iter().position(|&other| other == played);
            let quiet = self.search(&at, 1, ordinal.map(|ordinal| ordinal as u16)).0.first().copied();
            expected = seen(expected);
            mv = self.node(&Node { at: &next, expected, quiet: quiet.map(seen) }, random);
            at = next;
        }
        std::mem::take(&mut self.moved)
    }

    /// Keeps the values of a position for the regressions.
    fn keep(&mut self, at: &G::Position, values: &[Score]) {
        let game = &*self.engine.game;
        let phases = game.phases().max(1);
        let phase = if phases == 1 { 0 } else { (game.phase(at) * PHASES / phases).min(PHASES - 1) };
        let known = values.iter().take_while(|value| !value.is_decided()).map(|value| value.raw());
        self.moved.positions += 1;
        self.moved.searched.push(Searched { phase: phase as u8, values: known.collect() });
    }

    /// Measures what a position is for. Gives its best move.
    fn node(&mut self, node: &Node<'_, G::Position>, random: &mut Random) -> Option<G::Move> {
        let Node { at, expected, quiet } = *node;
        let engine = &self.engine;
        let (game, hints) = (Arc::clone(&engine.game), engine.hints.clone());
        let evaluation = engine.evaluator.evaluate(&game, at, &engine.evaluator.accumulate(&game, at));
        let (values, best) = self.search(at, DEPTHS, None);
        self.keep(at, &values);
        let value = *values.last()?;
        if value >= expected {
            self.lead(at);
        }
        // Elsewhere a search does not go by the evaluation.
        if hints.threatened(&game, at) || !hints.may_stand_pat(&game, at) {
            return best;
        }
        if evaluation >= expected {
            let fall = |(depth, &value): (i32, &Score)| (depth, distance(evaluation, value));
            self.moved.falls.extend((1..).zip(&values).map(fall));
            self.pass(at);
        } else {
            let found = quiet.unwrap_or(evaluation);
            let rise = |(depth, &value): (i32, &Score)| {
                (depth, if value > found { distance(value, evaluation) } else { 0 })
            };
            let razored = values.iter().take(RAZORING_DEPTH as usize);
            self.moved.rises.extend((1..).zip(razored).map(rise));
            self.quiet_move(at, evaluation, best, random);
        }
        self.noisy_move(at, evaluation, random);
        best
    }

    /// How much better the best move is than the second best.
    fn lead(&mut self, at: &G::Position) {
        let limits = Limits { lines: 2, nodes: Some(self.nodes), ..Limits::depth(SINGULAR_DEPTH) };
        self.table.clear();
        self.engine.new_game();
        let result = self.engine.search(at, &History::new(), &limits, Some(&self.table), &Told::default());
        if let ([first, second], false) = (&result.lines[..], result.stopped)
            && !first.score.is_decided()
        {
            self.moved.leads.push(distance(first.score, second.score));
        }
    }

    /// How far the value of passing falls from depth to depth.
    fn pass(&mut self, at: &G::Position) {
        let game = Arc::clone(&self.engine.game);
        let Some(passed) = game.null(at) else { return };
        if game.verdict(&passed).is_some() {
            return;
        }
        let (values, _) = self.search(&passed, NULL_DEPTH, None);
        // The values are the opponent's: what rises there falls here.
        self.moved.null_falls.extend(values.windows(2).map(|pair| distance(pair[1], pair[0])));
    }

    /// What a quiet move that is not the best one adds to the evaluation, by the depth that is left after it.
    fn quiet_move(
        &mut self,
        at: &G::Position,
        evaluation: Score,
        best: Option<G::Move>,
        random: &mut Random,
    ) {
        let game = Arc::clone(&self.engine.game);
        let hints = self.engine.hints.clone();
        let fits = |mv: G::Move| Some(mv) != best && !hints.noisy(&game, at, mv);
        let Some((ordinal, mv)) = drawn(&game.legal(at), fits, random) else { return };
        self.moved.losing += u64::from(!hints.exchange_wins(&game, at, mv, 0));
        let (values, _) = self.search(at, DEPTHS, Some(ordinal));
        let gain = |(left, &value): (i32, &Score)| (left, distance(value, evaluation));
        self.moved.quiet.extend((0..).zip(&values).map(gain));
    }

    /// What a noisy move adds beyond its gain, with the noisy moves after it.
    fn noisy_move(&mut self, at: &G::Position, evaluation: Score, random: &mut Random) {
        let game = Arc::clone(&self.engine.game);
        let hints = self.engine.hints.clone();
        let fits = |mv: G::Move| hints.noisy(&game, at, mv) && hints.gain(&game, at, mv).is_some();
        let Some((ordinal, mv)) = drawn(&game.legal(at), fits, random) else { return };
        let (values, _) = self.search(at, 1, Some(ordinal));
        if let (Some(&value), Some(gain)) = (values.first(), hints.gain(&game, at, mv)) {
            self.moved.noisy.push((distance(value, evaluation) - gain).max(-MOST_MARGIN));
        }
    }
}

/// How far the first value lies above the second, at most as far as margins reach.
fn distance(above: Score, below: Score) -> i32 {
    (above.raw() - below.raw()).clamp(-MOST_MARGIN, MOST_MARGIN)
}

/// One of the moves that fit, with its number.
fn drawn<M: Copy>(moves: &[M], fits: impl Fn(M) -> bool, random: &mut Random) -> Option<(u16, M)> {
    let fitting: Vec<(u16, M)> = (0..).zip(moves.iter().copied()).filter(|&(_, mv)| fits(mv)).collect();
    random.pick(&fitting).copied()
}
