//! The engine's own method: alpha-beta with every technique of `crates/search`, and its table.

use super::{MethodInfo, Parts, Progress, Report, SearchMethod};
use crate::analysis::plain_counts;
use crate::chosen::Chosen;
use plybook_kernel::{Evaluated, HasHints, History, ListedGame};
use plybook_search::{Engine, Iteration, Limits, Stop, Table};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "alpha-beta",
    summary: "Depth by depth with cuts, a transposition table and the techniques that are switched on.",
    options: &[],
    most_players: 2,
    chance: false,
    memory: true,
    threads: true,
};

struct AlphaBeta<G: ListedGame> {
    engine: Engine<G, Chosen<<G as Evaluated>::Evaluator>, <G as HasHints>::SearchHints>,
    table: Option<Table>,
}

pub(super) fn make<G: ListedGame>(parts: Parts<'_, G>) -> impl SearchMethod<G> + use<G> {
    let Parts { game, evaluator, oracle, margins, config, .. } = parts;
    let hints = game.hints();
    let mut engine = Engine::new(game, evaluator, hints);
    engine.options = config.options;
    engine.oracle = oracle;
    engine.margins = margins;
    let wanted = config.options.table && config.hash > 0;
    let table = wanted.then(|| Table::new(config.hash.saturating_mul(1 << 20), &config.layout));
    AlphaBeta { engine, table }
}

/// Passes what the search tells on in the form of all methods.
struct Adapter<'a, M> {
    table: Option<&'a Table>,
    progress: &'a dyn Progress<M>,
}

impl<M: Clone> Stop<M> for Adapter<'_, M> {
    fn poll(&self, _: u64) -> bool {
        self.progress.stop()
    }

    fn iteration(&self, iteration: &Iteration<'_, M>) -> bool {
        self.progress.report(&Report {
            lines: iteration.lines.to_vec(),
            depth: iteration.depth,
            nodes: iteration.nodes,
            table_fill: self.table.map_or(0, Table::fill),
            stopped: false,
            counters: [("deepest", u64::from(iteration.deepest)), ("hits", iteration.hits)].into(),
        })
    }
}

impl<G: ListedGame> SearchMethod<G> for AlphaBeta<G> {
    fn search(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        progress: &dyn Progress<G::Move>,
    ) -> Report<G::Move> {
        let table = self.table.as_ref();
        let result = self.engine.search(at, past, limits, table, &Adapter { table, progress });
        Report {
            lines: result.lines,
            depth: result.depth,
            nodes: result.counts.nodes,
            table_fill: table.map_or(0, Table::fill),
            stopped: result.stopped,
            counters: plain_counts(&result.counts),
        }
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}
