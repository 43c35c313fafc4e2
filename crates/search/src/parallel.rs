//! Several threads over one table: each searches the whole tree, and what one finds out the others do not search
//! again. Two means keep them from doing the same work at the same time.
//!
//! ABDADA, in Tom Kerrigan's simplified form: before a thread searches a move it leaves a mark; another one that comes
//! to the same position defers a marked move until it has searched the others, and mostly finds its value in the
//! table then. Marks are advice: one that is lost or stays by mistake costs time, never correctness.
//!
//! And a thread looks now and then whether another one has meanwhile finished a position that it is in the middle of,
//! and leaves that position at once with what the other has found out.

use crate::depth::{Depth, Ply};
use crate::engine::{Engine, ThreadData};
use crate::ordering::Order;
use crate::path::PathDependence;
use crate::search::Searcher;
use crate::table::Table;
use crate::trace::{NoTrace, Reason, Trace, Visit};
use crate::{Iteration, Limits, SearchResult, Stop, root};
use plybook_kernel::{Evaluator, Game, History, Score, SearchHints, Window, zobrist::scramble};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Least depth at which threads keep out of each other's way.
pub(crate) const SHARED_DEPTH: Depth = Depth::new(4);
/// Places for marks, in groups of which each mark has one. Threads hold a mark for each ply of their lines, so
/// there is room in plenty.
const GROUPS: usize = 1024;
const GROUP: usize = 4;
/// An empty place.
const FREE: u64 = 0;

/// Which moves the threads of a search are currently searching.
pub(crate) struct ActiveMoves {
    places: Vec<[AtomicU64; GROUP]>,
}

/// The mark of a move: the position's key and the move's number, mixed.
#[inline]
fn mark(key: u64, ordinal: u16) -> u64 {
    scramble(key ^ u64::from(ordinal).wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(FREE + 1)
}

impl ActiveMoves {
    /// No marks.
    pub fn new() -> ActiveMoves {
        ActiveMoves { places: (0..GROUPS).map(|_| Default::default()).collect() }
    }

    fn group(&self, mark: u64) -> &[AtomicU64; GROUP] {
        &self.places[mark as usize % GROUPS]
    }

    /// Whether some thread searches this move.
    pub fn defer_move(&self, key: u64, ordinal: u16) -> bool {
        let mark = mark(key, ordinal);
        self.group(mark).iter().any(|place| place.load(Relaxed) == mark)
    }

    /// A thread begins to search this move.
    pub fn starting_search(&self, key: u64, ordinal: u16) {
        let mark = mark(key, ordinal);
        let group = self.group(mark);
        if group.iter().any(|place| place.load(Relaxed) == mark) {
            return;
        }
        if let Some(free) = group.iter().find(|place| place.load(Relaxed) == FREE) {
            free.store(mark, Relaxed);
        }
    }

    /// A thread is done with this move.
    pub fn finished_search(&self, key: u64, ordinal: u16) {
        let mark = mark(key, ordinal);
        for place in self.group(mark) {
            if place.load(Relaxed) == mark {
                place.store(FREE, Relaxed);
            }
        }
    }
}

/// Whose turn it is among a position's moves: first the moves that no other thread is searching, then those that were
/// deferred.
pub(crate) struct Turns<'a> {
    marks: Option<&'a ActiveMoves>,
    /// The place of the next move that has not had its turn.
    next: usize,
    /// The deferred moves, a bit for each of the first places.
    deferred: u64,
}

impl<'a> Turns<'a> {
    pub const fn new(marks: Option<&'a ActiveMoves>) -> Turns<'a> {
        Turns { marks, next: 0, deferred: 0 }
    }
}

/// A position whose moves a thread is searching.
struct OpenNode {
    /// Under which the table knows it.
    key: u64,
    depth: Depth,
    window: Window,
}

/// What a thread knows of the other threads of its search.
pub(crate) struct Team<'a> {
    pub marks: &'a ActiveMoves,
    /// The positions that this thread is in the middle of, each below the one before.
    open: Vec<OpenNode>,
    /// The highest of them that another thread has finished.
    finished: Option<usize>,
}

impl<'a> Team<'a> {
    pub const fn new(marks: &'a ActiveMoves) -> Team<'a> {
        Team { marks, open: Vec::new(), finished: None }
    }
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// The next move: its place in the order and its number in the list of moves.
    #[inline]
    pub(crate) fn next_turn(
        &mut self,
        ply: Ply,
        turns: &mut Turns<'_>,
        order: Order,
    ) -> Option<(usize, u16)> {
        while let Some(ordinal) = self.next_pick(ply, turns.next, order) {
            let index = turns.next;
            turns.next += 1;
            if index > 0
                && index < u64::BITS as usize
                && let Some(marks) = turns.marks
                && marks.defer_move(self.stack[ply].key, ordinal)
            {
                turns.deferred |= 1 << index;
                continue;
            }
            return Some((index, ordinal));
        }
        if turns.deferred == 0 {
            return None;
        }
        let index = turns.deferred.trailing_zeros() as usize;
        turns.deferred &= turns.deferred - 1;
        Some((index, self.stack[ply].picked(index)))
    }

    /// The moves of a position are about to be searched. Gives its level, or none if it is not worth a look.
    pub(crate) fn open_node(
        &mut self,
        key: u64,
        depth: Depth,
        window: Window,
        visit: Visit,
    ) -> Option<usize> {
        let team = self.team.as_mut().filter(|_| depth >= SHARED_DEPTH && visit != Visit::Line)?;
        team.open.push(OpenNode { key, depth, window });
        Some(team.open.len() - 1)
    }

    /// The moves of a position have been searched, or left alone. Says whether another thread was the reason.
    pub(crate) fn close_node(&mut self, level: Option<usize>) -> bool {
        let (Some(level), Some(team)) = (level, &mut self.team) else { return false };
        team.open.truncate(level);
        team.finished.take_if(|finished| *finished == level).is_some()
    }

    /// Whether another thread has meanwhile found out enough about a position above.
    pub(crate) fn is_finished_elsewhere(&mut self) -> bool {
        let (Some(table), Some(team)) = (self.tables.shared, &self.team) else { return false };
        let enough = |open: &OpenNode| {
            let entry = table.probe(open.key)?;
            self.cut_by(entry, open.depth, open.window)
        };
        let level = team.open.iter().position(|open| enough(open).is_some());
        if let Some(team) = &mut self.team {
            team.finished = level;
        }
        level.is_some()
    }

    /// Another thread has finished a ply's position: its value, or if that is gone again, a search of our own. The
    /// depths are the one that was being searched and the one asked for.
    #[cold]
    pub(crate) fn finished_elsewhere(
        &mut self,
        ply: Ply,
        [depth, asked]: [Depth; 2],
        window: Window,
        bounds: Window,
        visit: Visit,
    ) -> (Score, Reason) {
        self.budget.resume(&self.counts);
        self.path_dependence = PathDependence::NONE;
        self.stack[ply].pv.clear();
        let entry = self.probe(self.table_key(ply), depth);
        match entry.and_then(|entry| self.table_cut(ply, entry, depth, window)) {
            Some(cut) => cut,
            None => self.expand(ply, asked, window, bounds, visit),
        }
    }
}

/// What a thread asks whether to go on: the outside, and whether another thread is done.
struct Together<'a, M> {
    done: &'a AtomicBool,
    stop: &'a dyn Stop<M>,
    /// Whether this thread tells what its iterations find.
    tells: bool,
}

impl<M> Stop<M> for Together<'_, M> {
    fn poll(&self, nodes: u64) -> bool {
        self.done.load(Relaxed) || self.stop.poll(nodes)
    }

    fn iteration(&self, iteration: &Iteration<'_, M>) -> bool {
        self.tells && self.stop.iteration(iteration) || self.done.load(Relaxed)
    }
}

/// Searches with `limits.threads` threads. Whoever is done first ends the search. The result is the deepest one, the
/// main thread's among equals; the counters are everybody's. The main thread alone tells its iterations and minds the
/// limit of positions.
pub(crate) fn search<G: Game, E: Evaluator<G>, U: SearchHints<G>>(
    engine: &mut Engine<G, E, U>,
    at: &G::Position,
    past: &History,
    limits: &Limits,
    table: Option<&Table>,
    stop: &dyn Stop<G::Move>,
) -> SearchResult<G::Move> {
    let threads = limits.threads.max(1);
    let mut data = engine.take_threads(threads);
    if let Some(table) = table {
        table.next_age();
    }
    // Without a table to meet in, nobody profits from keeping out of the way.
    let marks = table.filter(|_| engine.options.table).map(|_| ActiveMoves::new());
    let done = AtomicBool::new(false);
    let shared = &*engine;
    let think = |thread: &mut ThreadData<G, E>, limits: &Limits, tells: bool| {
        let together = Together { done: &done, stop, tells };
        let mut trace = NoTrace;
        let mut searcher = Searcher::new(shared, thread, table, &together, &mut trace, at, past, limits);
        searcher.team = marks.as_ref().map(Team::new);
        let result = root::iterate(&mut searcher, limits);
        done.store(true, Relaxed);
        result
    };
    let (main, helpers) = data[..threads].split_at_mut(1);
    let free = Limits { nodes: None, ..limits.clone() };
    let result = std::thread::scope(|scope| {
        let (think, free) = (&think, &free);
        let spawn = |thread| scope.spawn(move || think(thread, free, false));
        let handles: Vec<_> = helpers.iter_mut().map(spawn).collect();
        let mut result = think(&mut main[0], limits, true);
        let told = result.depth;
        for handle in handles {
            match handle.join() {
                Ok(other) => result = deeper(result, other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        if result.depth > told {
            let SearchResult { depth, lines, counts, .. } = &result;
            let (nodes, deepest, hits) = (counts.nodes, counts.deepest, counts.hits);
            stop.iteration(&Iteration { depth: *depth, lines, nodes, deepest, hits });
        }
        result
    });
    engine.give_threads(data);
    result
}

/// The result of whoever was done, or the deeper one, with the counters of both.
fn deeper<M>(first: SearchResult<M>, second: SearchResult<M>) -> SearchResult<M> {
    let mut counts = first.counts;
    counts += second.counts;
    let merit = |result: &SearchResult<M>| (!result.stopped, result.depth);
    let best = if merit(&second) > merit(&first) { second } else { first };
    SearchResult { counts, ..best }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NeverStop;
    use crate::Options;
    use crate::reference::{Method, search};
    use crate::table::{Bound, Entry, Replacement};
    use plybook_games::connect4::Connect4;
    use plybook_games::othello::{Othello, OthelloEvaluator};
    use plybook_kernel::{
        Evaluated, HasHints, HasInfo, NoHints, Notation, OptionValue, OptionValues, Random,
    };
    use std::sync::Arc;

    /// Positions after which a thread has looked at the table for certain.
    const SOON: u64 = 1_000;

    #[test]
    fn marks_come_and_go() {
        let marks = ActiveMoves::new();
        marks.starting_search(7, 3);
        marks.starting_search(7, 3);
        assert!(marks.defer_move(7, 3) && !marks.defer_move(7, 2) && !marks.defer_move(8, 3));
        marks.finished_search(7, 3);
        assert!(!marks.defer_move(7, 3));
    }

    #[test]
    fn a_full_group_only_forgets() {
        let marks = ActiveMoves::new();
        for key in 0..100_000 {
            marks.starting_search(key, 1);
        }
        for key in 0..100_000 {
            marks.finished_search(key, 1);
        }
        assert!((0..100_000).all(|key| !marks.defer_move(key, 1)));
    }

    /// A root move that was deferred comes after moves that stand behind it in the list. Its upper bound may equal the
    /// best value: it must not be taken for the best move all the same.
    #[test]
    fn a_deferred_root_move_never_hides_the_best_one() {
        let game = Connect4::default();
        let size = OptionValues::new().with("size", OptionValue::Size([4, 4]));
        let game = Arc::new(game.with_options(&size).unwrap());
        let evaluator = game.evaluator("basic").unwrap();
        let mut engine = Engine::new(Arc::clone(&game), evaluator, game.hints());
        engine.options = Options { iterative: false, ..Options::SOUND.verifying() };
        let plain = |at: &_, depth| search(Method::AlphaBetaNegamax, &*game, &evaluator, at, depth).score;
        let mut random = Random::new(5);
        let mut deferred = 0;
        for round in 0..200 {
            let mut at = game.start();
            for _ in 0..2 + round % 5 {
                let moves = game.legal(&at);
                game.play(&mut at, moves[random.below(moves.len())]);
            }
            let moves = game.legal(&at);
            let values: Vec<Score> = moves.iter().map(|&mv| (-plain(&game.after(&at, mv), 3)).up()).collect();
            for marked in 1..1_u16 << moves.len() {
                let (table, marks) = (Table::with_bytes(1 << 14, Replacement::Bucketed), ActiveMoves::new());
                let each = (0..moves.len() as u16).filter(|ordinal| marked >> ordinal & 1 == 1);
                each.for_each(|ordinal| marks.starting_search(game.key(&at), ordinal));
                let (past, limits) = (History::new(), Limits::depth(4));
                let (mut thread, mut trace) = (ThreadData::new(), NoTrace);
                let table = Some(&table);
                let mut searcher =
                    Searcher::new(&engine, &mut thread, table, &NeverStop, &mut trace, &at, &past, &limits);
                searcher.team = Some(Team::new(&marks));
                let found = root::iterate(&mut searcher, &limits);
                let best = found.best().unwrap();
                let ordinal = moves.iter().position(|&mv| mv == best).unwrap();
                assert_eq!(found.score(), values.iter().copied().max(), "{}", game.text(&at));
                assert_eq!(Some(values[ordinal]), found.score(), "{} {marked}", game.text(&at));
                deferred += 1;
            }
        }
        assert!(deferred > 400, "{deferred}");
    }

    /// What the other thread found has no move, so that our thread had reduced its depth: it must take the other's
    /// value for the reduced depth, and not begin again with the depth asked for, over and over.
    #[test]
    fn what_another_thread_has_finished_is_left_once() {
        let game = Arc::new(Othello::default());
        let mut engine = Engine::new(Arc::clone(&game), OthelloEvaluator::Positional, NoHints);
        engine.options.enhanced_cuts = false;
        let (at, past, limits) = (game.start(), History::new(), Limits::depth(16));
        let (table, marks) = (Table::with_mebibytes(1), ActiveMoves::new());
        let mut thread = ThreadData::new();
        let mut trace = NoTrace;
        let mut searcher =
            Searcher::new(&engine, &mut thread, Some(&table), &NeverStop, &mut trace, &at, &past, &limits);
        searcher.team = Some(Team::new(&marks));
        let score = Score::points(-9);
        table.store(game.key(&at), Entry { score, bound: Bound::Upper, depth: 15, ordinal: None });
        let window = Window::null_above(Score::DRAW);
        let found = searcher.search(Ply::ROOT, Depth::new(16), window, Visit::Plain);
        assert_eq!(found, score);
        assert!(searcher.counts.nodes < SOON, "{} positions", searcher.counts.nodes);
        assert!(!searcher.budget.stopped && searcher.team.is_some_and(|team| team.open.is_empty()));
    }
}
