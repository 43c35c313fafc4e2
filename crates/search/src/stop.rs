//! When to stop: the search's only view of the world outside.

use crate::Line;

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
