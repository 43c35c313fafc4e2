//! The engine: a game with everything that helps to search it.

use crate::evaluations::EvaluationCache;
use crate::options::MAX_PLY;
use crate::ordering::Histories;
use crate::search::Searcher;
use crate::stack::Stack;
use crate::table::{ShallowTable, Table};
use crate::trace::{NoTrace, Trace};
use crate::{Limits, Options, SearchResult, Stop, parallel, root};
use plybook_kernel::{Evaluator, Game, History, Margins, Oracle, SearchHints};
use std::sync::Arc;

/// A game to search, with its evaluator, its hints, perhaps an oracle, and the techniques to use. What a search
/// learnt about moves is kept for the next one.
pub struct Engine<G: Game, E: Evaluator<G>, U: SearchHints<G>> {
    /// The rules.
    pub game: Arc<G>,
    /// Values positions at the horizon.
    pub evaluator: E,
    /// The game's advice.
    pub hints: U,
    /// Exact knowledge from outside.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// The techniques.
    pub options: Options,
    /// The margins to prune by, where they are not those of the hints.
    pub margins: Option<Margins>,
    threads: Vec<ThreadData<G, E>>,
}

/// What a thread keeps from search to search.
pub(crate) struct ThreadData<G: Game, E: Evaluator<G>> {
    pub stack: Stack<G, E>,
    pub histories: Histories<G>,
    pub shallow: ShallowTable,
    pub evaluations: EvaluationCache,
}

impl<G: Game, E: Evaluator<G>> ThreadData<G, E> {
    /// Nothing learnt yet.
    pub fn new() -> ThreadData<G, E> {
        let (stack, histories) = (Stack::new(), Histories::new(MAX_PLY + 1));
        let (shallow, evaluations) = (ShallowTable::default(), EvaluationCache::default());
        ThreadData { stack, histories, shallow, evaluations }
    }
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>> Engine<G, E, U> {
    /// An engine for a game of two players without chance, with the strongest options.
    pub fn new(game: Arc<G>, evaluator: E, hints: U) -> Engine<G, E, U> {
        Engine {
            game,
            evaluator,
            hints,
            oracle: None,
            options: Options::STRONG,
            margins: None,
            threads: Vec::new(),
        }
    }

    /// The margins that a search prunes by: the engine's own, or else those of the hints.
    #[inline]
    pub(crate) fn margins(&self) -> Option<Margins> {
        self.margins.or_else(|| self.hints.margins())
    }

    /// Searches a position. `past` is the path that led to it. The table may be kept from search to search; its
    /// age is counted on.
    pub fn search(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        table: Option<&Table>,
        stop: &dyn Stop<G::Move>,
    ) -> SearchResult<G::Move> {
        if limits.threads > 1 {
            let before = table.map_or(0, Table::links);
            let mut result = parallel::search(self, at, past, limits, table, stop);
            result.counts.links = table.map_or(0, Table::links) - before;
            return result;
        }
        self.watch(at, past, limits, table, stop, &mut NoTrace)
    }

    /// The same with one thread and somebody watching.
    pub fn watch<T: Trace<G>>(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        table: Option<&Table>,
        stop: &dyn Stop<G::Move>,
        trace: &mut T,
    ) -> SearchResult<G::Move> {
        let mut data = self.take_threads(1);
        let before = table.map_or(0, Table::links);
        if let Some(table) = table {
            table.next_age();
        }
        let mut searcher = Searcher::new(self, &mut data[0], table, stop, trace, at, past, limits);
        let mut result = root::iterate(&mut searcher, limits);
        result.counts.links = table.map_or(0, Table::links) - before;
        self.threads = data;
        result
    }

    /// Forgets what earlier searches learnt about moves. The table is its owner's to clear.
    pub fn new_game(&mut self) {
        self.threads.clear();
    }

    /// What some threads keep, the ones of the last search if there are any.
    pub(crate) fn take_threads(&mut self, threads: usize) -> Vec<ThreadData<G, E>> {
        let mut data = std::mem::take(&mut self.threads);
        data.resize_with(data.len().max(threads), ThreadData::new);
        data
    }

    pub(crate) fn give_threads(&mut self, data: Vec<ThreadData<G, E>>) {
        self.threads = data;
    }
}
