//! What a thread is in the middle of while another one may be done with it: it looks for that now and then, and leaves
//! such a position at once with what the other has found out.

use crate::moves::SHARED_DEPTH;
use crate::node::Searcher;
use crate::trace::{Reason, Trace, Visit};
use plybook_kernel::{Evaluator, Game, Score, SearchHints, Window};

/// A position whose moves a thread is searching.
pub(crate) struct Open {
    /// Under which the table knows it.
    pub key: u64,
    pub depth: i32,
    pub window: Window,
}

/// The positions that a thread is in the middle of, each below the one before.
#[derive(Default)]
pub(crate) struct Overtaking {
    /// Whether there are other threads at all.
    pub watches: bool,
    pub opened: Vec<Open>,
    /// The highest of them that another thread is done with.
    pub level: Option<usize>,
}

impl Overtaking {
    /// The moves of a position are about to be searched. Gives its level, or none if it is not worth a look.
    pub fn open(&mut self, key: u64, depth: i32, window: Window, visit: Visit) -> Option<usize> {
        if !self.watches || depth < SHARED_DEPTH || visit == Visit::Line {
            return None;
        }
        self.opened.push(Open { key, depth, window });
        Some(self.opened.len() - 1)
    }

    /// The moves of a position have been searched, or left alone. Says whether another thread was the reason.
    pub fn close(&mut self, level: Option<usize>) -> bool {
        let Some(level) = level else { return false };
        self.opened.truncate(level);
        self.level.take_if(|overtaken| *overtaken == level).is_some()
    }
}

impl<G: Game, E: Evaluator<G>, U: SearchHints<G>, T: Trace<G>> Searcher<'_, G, E, U, T> {
    /// Whether another thread has meanwhile found out enough about a position above.
    pub(crate) fn is_overtaken(&mut self) -> bool {
        let Some(table) = self.table else { return false };
        let enough = |open: &Open| {
            let known = table.probe(open.key)?;
            self.cut_by(known, open.depth, open.window)
        };
        let level = self.overtaking.opened.iter().position(|open| enough(open).is_some());
        self.overtaking.level = level;
        level.is_some()
    }

    /// Another thread is done with a ply's position: its value, or if that is gone again, a search of our own. The
    /// depths are the one that was being searched and the one asked for.
    #[cold]
    pub(crate) fn overtaken(
        &mut self,
        ply: usize,
        [depth, asked]: [i32; 2],
        window: Window,
        bounds: Window,
        visit: Visit,
    ) -> (Score, Reason) {
        self.stopped = self.counts.nodes >= self.node_limit || self.stop.poll(0);
        self.tainted = false;
        self.frames[ply].line.clear();
        let known = self.probe(self.table_key(ply), depth);
        match known.and_then(|known| self.table_cut(known, depth, window)) {
            Some(cut) => cut,
            None => self.expand(ply, asked, window, bounds, visit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::busy::ActiveMoves;
    use crate::node::Buffers;
    use crate::table::{Bound, Entry, Table};
    use crate::trace::NoTrace;
    use crate::{Engine, Limits, NeverStop};
    use plybook_games::othello::{Othello, OthelloEvaluator};
    use plybook_kernel::{Described, History, NoHints, options};
    use std::sync::Arc;

    /// Positions after which a thread has looked at the table for certain.
    const SOON: u64 = 1_000;

    /// What the other thread found has no move, so that our thread had reduced its depth: it must take the other's
    /// value for the reduced depth, and not begin again with the depth asked for, over and over.
    #[test]
    fn what_another_thread_is_done_with_is_left_once() {
        let none = options::Options::parse("").expect("no options");
        let game = Arc::new(Othello::with_options(none).expect("the usual board"));
        let mut engine = Engine::new(Arc::clone(&game), OthelloEvaluator::Positional, NoHints);
        engine.options.enhanced_cuts = false;
        let (at, past, limits) = (game.start(), History::new(), Limits::depth(16));
        let (table, busy) = (Table::with_mebibytes(1), ActiveMoves::new());
        let mut buffers = Buffers::new();
        let mut trace = NoTrace;
        let mut searcher =
            Searcher::new(&engine, &mut buffers, Some(&table), &NeverStop, &mut trace, &at, &past, &limits);
        searcher.busy = Some(&busy);
        searcher.overtaking.watches = true;
        let score = Score::points(-9);
        table.store(game.key(&at), Entry { score, bound: Bound::Upper, depth: 15, ordinal: None });
        let found = searcher.search(0, 16, Window::null_above(Score::DRAW), Visit::Plain);
        assert_eq!(found, score);
        assert!(searcher.counts.nodes < SOON, "{} positions", searcher.counts.nodes);
        assert!(!searcher.stopped && searcher.overtaking.opened.is_empty());
    }
}
