//! An engine's own margins go before those of the hints.

use plybook_games::chess::{Chess, ChessEvaluator};
use plybook_kernel::{Game, HasHints, History, Margins};
use plybook_search::{Counts, Engine, Limits, NeverStop, Options, Table};
use std::sync::Arc;

/// What a search of the start prunes by these margins; those of the hints if there are none.
fn counts(margins: Option<Margins>, threads: usize) -> Counts {
    let game = Arc::new(Chess::new());
    let mut engine = Engine::new(Arc::clone(&game), ChessEvaluator::Positional, game.hints());
    engine.options = Options { late_move_pruning: false, history_pruning: false, ..Options::STRONG };
    engine.margins = margins;
    let limits = Limits { threads, ..Limits::depth(7) };
    let table = Table::with_mebibytes(1);
    engine.search(&game.start(), &History::new(), &limits, Some(&table), &NeverStop).counts
}

#[test]
fn margins_of_the_engine_decide_what_is_pruned() {
    for threads in [1, 2] {
        // So wide that nothing lies beyond them. Just above the horizon reverse futility asks for no margin where a position
        // improves.
        let wide = counts(Some(Margins::of_swing(50_000)), threads);
        assert_eq!([wide.razored, wide.pruned_moves], [0; 2], "{threads} threads");
        let default = counts(None, threads);
        assert!(default.razored > 0 && default.pruned_moves > 0, "{threads} threads: {default:?}");
        let narrow = counts(Some(Margins::of_swing(2)), threads);
        assert!(narrow.nodes < default.nodes && default.nodes < wide.nodes, "{threads} threads: {narrow:?}");
    }
    assert_eq!(counts(None, 1), counts(plybook_kernel::SearchHints::margins(&Chess::new().hints()), 1));
}
