//! The engine: a game with everything that helps to search it.

use crate::node::{Buffers, Searcher};
use crate::table::Table;
use crate::trace::{NoTrace, Trace};
use crate::{Limits, Options, SearchResult, Stop, driver, parallel};
use plybook_kernel::{Evaluator, Game, History, Oracle, SearchHints};
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
    buffers: Vec<Buffers<G, E>>,
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>> Engine<G, E, U> {
    /// An engine for a game of two players without chance, with the strongest options.
    pub fn new(game: Arc<G>, evaluator: E, hints: U) -> Engine<G, E, U> {
        Engine { game, evaluator, hints, oracle: None, options: Options::STRONG, buffers: Vec::new() }
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
            let mut finding = parallel::search(self, at, past, limits, table, stop);
            finding.counts.links = table.map_or(0, Table::links) - before;
            return finding;
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
        let mut buffers = self.take_buffers(1);
        let before = table.map_or(0, Table::links);
        if let Some(table) = table {
            table.next_age();
        }
        let mut searcher = Searcher::new(self, &mut buffers[0], table, stop, trace, at, past, limits);
        let mut finding = driver::iterate(&mut searcher, limits, 0);
        finding.counts.links = table.map_or(0, Table::links) - before;
        self.buffers = buffers;
        finding
    }

    /// Buffers for some threads, the ones of the last search if there are any.
    pub(crate) fn take_buffers(&mut self, threads: usize) -> Vec<Buffers<G, E>> {
        let mut buffers = std::mem::take(&mut self.buffers);
        buffers.resize_with(buffers.len().max(threads), Buffers::new);
        buffers
    }

    pub(crate) fn give_buffers(&mut self, buffers: Vec<Buffers<G, E>>) {
        self.buffers = buffers;
    }
}
