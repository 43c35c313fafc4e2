//! Several threads over one table (lazy SMP): each searches the whole tree, and what one finds out the others
//! do not search again. Each leaves what another is at for later, so that they seldom do the same work at the same
//! time.

use crate::busy::Busy;
use crate::engine::Engine;
use crate::node::Searcher;
use crate::table::Table;
use crate::trace::Unwatched;
use crate::{Finding, Iteration, Limits, Stop, driver};
use plybook_kernel::{Evaluator, Game, Guide, History};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stops the helpers when the main thread is done.
struct Helper<'a, M> {
    done: &'a AtomicBool,
    stop: &'a dyn Stop<M>,
}

impl<M> Stop<M> for Helper<'_, M> {
    fn poll(&self, nodes: u64) -> bool {
        self.done.load(Relaxed) || self.stop.poll(nodes)
    }

    fn iteration(&self, _: &Iteration<'_, M>) -> bool {
        self.done.load(Relaxed)
    }
}

/// Searches with `limits.threads` threads; the main thread's finding counts, the counters are everybody's.
pub(crate) fn search<G: Game, E: Evaluator<G>, U: Guide<G>>(
    engine: &mut Engine<G, E, U>,
    at: &G::Position,
    past: &History,
    limits: &Limits,
    table: Option<&Table>,
    stop: &dyn Stop<G::Move>,
) -> Finding<G::Move> {
    let threads = limits.threads.max(1);
    let mut buffers = engine.take_buffers(threads);
    if let Some(table) = table {
        table.next_age();
    }
    let done = AtomicBool::new(false);
    // Without a table to meet in, nobody profits from keeping out of the way.
    let busy = table.filter(|_| engine.options.table).map(|_| Busy::new());
    let shared = &*engine;
    let finding = std::thread::scope(|scope| {
        let (main, helpers) = buffers[..threads].split_at_mut(1);
        let main = &mut main[0];
        let (done, busy) = (&done, busy.as_ref());
        let handles: Vec<_> = helpers
            .iter_mut()
            .enumerate()
            .map(|(number, buffers)| {
                scope.spawn(move || {
                    let helper = Helper { done, stop };
                    let limits = Limits { nodes: None, ..limits.clone() };
                    let mut trace = Unwatched;
                    let mut searcher =
                        Searcher::new(shared, buffers, table, &helper, &mut trace, at, past, &limits);
                    searcher.busy = busy;
                    driver::iterate(&mut searcher, &limits, 1 + number as u32 % 2).counts
                })
            })
            .collect();
        let mut trace = Unwatched;
        let mut searcher = Searcher::new(shared, main, table, stop, &mut trace, at, past, limits);
        searcher.busy = busy;
        let mut finding = driver::iterate(&mut searcher, limits, 0);
        done.store(true, Relaxed);
        for handle in handles {
            match handle.join() {
                Ok(counts) => finding.counts += counts,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        finding
    });
    engine.give_buffers(buffers);
    finding
}
