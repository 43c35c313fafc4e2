//! When to stop: the search's only view of the world outside.

use crate::{Counts, Limits, Line};

/// The stop is asked every so many positions.
const POLL: u64 = 256;

/// What an iteration found, told as soon as it is finished.
#[derive(Clone, Debug)]
pub struct Iteration<'a, M> {
    /// How many plies deep it looked.
    pub depth: u32,
    /// The best lines, the best first.
    pub lines: &'a [Line<M>],
    /// Positions entered so far, by all iterations of this thread.
    pub nodes: u64,
    /// Deepest ply reached so far by this thread.
    pub deepest: u32,
    /// Looks into the table that found the position, so far by this thread.
    pub hits: u64,
}

/// Says whether a search should go on. Shared by all threads of a search.
pub trait Stop<M>: Sync {
    /// Asked every few hundred positions, with the number of positions entered since it was last asked.
    fn poll(&self, nodes: u64) -> bool;

    /// Told the result of each iteration of the main thread; true stops the search.
    fn iteration(&self, iteration: &Iteration<'_, M>) -> bool {
        let _ = iteration;
        false
    }
}

/// Never stops a search: depth and node limits end it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NeverStop;

impl<M> Stop<M> for NeverStop {
    fn poll(&self, _: u64) -> bool {
        false
    }
}

/// How much one thread may still search: the limit of positions, and the stop that is asked now and then.
pub(crate) struct Budget<'a, M> {
    pub stop: &'a dyn Stop<M>,
    /// Whether the search must end; whatever is returned from now on does not matter.
    pub stopped: bool,
    pub node_limit: u64,
    /// The number of positions at which the stop is asked next, and at which it was asked last.
    next_poll: u64,
    polled: u64,
}

impl<'a, M> Budget<'a, M> {
    pub fn new(stop: &'a dyn Stop<M>, limits: &Limits) -> Budget<'a, M> {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Budget { stop, stopped: false, node_limit, next_poll: node_limit.min(POLL), polled: 0 }
    }

    /// Sets the number of positions after which to stop.
    pub fn limit_nodes(&mut self, limit: u64) {
        self.node_limit = limit;
        self.next_poll = (self.polled + POLL).min(limit);
    }

    /// Whether it is time to ask.
    #[inline]
    pub const fn is_due(&self, counts: &Counts) -> bool {
        counts.nodes >= self.next_poll
    }

    /// Asks whether to go on.
    #[cold]
    pub fn poll(&mut self, counts: &Counts) {
        let since = counts.nodes - self.polled;
        self.polled = counts.nodes;
        self.next_poll = (counts.nodes + POLL).min(self.node_limit);
        self.stopped |= self.stop.poll(since) || counts.nodes >= self.node_limit;
    }

    /// Takes back a stop that was not the outside's: asks anew whether the search must end.
    pub fn resume(&mut self, counts: &Counts) {
        self.stopped = counts.nodes >= self.node_limit || self.stop.poll(0);
    }
}
