//! Several threads over one table (lazy SMP): each searches the whole tree, and what one finds out the others
//! do not search again. Each leaves what another is at for later, so that they seldom do the same work at the same
//! time.

use crate::busy::ActiveMoves;
use crate::engine::Engine;
use crate::node::{Buffers, Searcher};
use crate::table::Table;
use crate::trace::NoTrace;
use crate::{Iteration, Limits, SearchResult, Stop, driver};
use plybook_kernel::{Evaluator, Game, History, SearchHints};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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

/// Searches with `limits.threads` threads. Whoever is done first ends the search. The finding is the deepest one, the
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
    let mut buffers = engine.take_buffers(threads);
    if let Some(table) = table {
        table.next_age();
    }
    // Without a table to meet in, nobody profits from keeping out of the way.
    let busy = table.filter(|_| engine.options.table).map(|_| ActiveMoves::new());
    let done = AtomicBool::new(false);
    let shared = &*engine;
    let think = |buffers: &mut Buffers<G, E>, limits: &Limits, tells: bool| {
        let together = Together { done: &done, stop, tells };
        let mut trace = NoTrace;
        let mut searcher = Searcher::new(shared, buffers, table, &together, &mut trace, at, past, limits);
        searcher.busy = busy.as_ref();
        searcher.overtaking.watches = busy.is_some();
        let finding = driver::iterate(&mut searcher, limits, 0);
        done.store(true, Relaxed);
        finding
    };
    let (main, helpers) = buffers[..threads].split_at_mut(1);
    let free = Limits { nodes: None, ..limits.clone() };
    let finding = std::thread::scope(|scope| {
        let (think, free) = (&think, &free);
        let spawn = |buffers| scope.spawn(move || think(buffers, free, false));
        let handles: Vec<_> = helpers.iter_mut().map(spawn).collect();
        let mut finding = think(&mut main[0], limits, true);
        let told = finding.depth;
        for handle in handles {
            match handle.join() {
                Ok(other) => finding = deeper(finding, other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        if finding.depth > told {
            let SearchResult { depth, lines, counts, .. } = &finding;
            let (nodes, deepest, hits) = (counts.nodes, counts.deepest, counts.hits);
            stop.iteration(&Iteration { depth: *depth, lines, nodes, deepest, hits });
        }
        finding
    });
    engine.give_buffers(buffers);
    finding
}

/// The finding of whoever was done, or the deeper one, with the counters of both.
fn deeper<M>(first: SearchResult<M>, second: SearchResult<M>) -> SearchResult<M> {
    let mut counts = first.counts;
    counts += second.counts;
    let merit = |finding: &SearchResult<M>| (!finding.stopped, finding.depth);
    let best = if merit(&second) > merit(&first) { second } else { first };
    SearchResult { counts, ..best }
}
