//! How much less deep late moves are searched.

use super::*;
use crate::Options;
use crate::ordering::ScoredMove;
use crate::testing::{ChessSearcher, at_position, ordinal};

/// Quiet moves of a rook, a losing capture, a winning one.
const POSITION: &str = "4k3/2p5/3p4/8/8/1q6/P2Q4/R3K3 w - - 0 1";
const DEPTH: Depth = Depth::new(10);
/// A place so late that no grade comes to an end of the range.
const LATE: usize = 12;

/// A position of which nothing speaks for more or less depth.
const PLAIN: NodeInfo = NodeInfo {
    null_window: true,
    cut_node: false,
    threatened: false,
    evaluation: None,
    improving: false,
    margins: None,
};

/// The reduction of a move at a place of the order, and with this history.
fn reduction(
    searcher: &mut ChessSearcher<'_>,
    text: &str,
    index: usize,
    history: i32,
    node: &NodeInfo,
) -> i32 {
    let ordinal = ordinal(searcher, Ply::ROOT, text);
    let frame = &mut searcher.stack[Ply::ROOT];
    frame.ordered = true;
    frame.picks = vec![ScoredMove { rank: 0, history, ordinal }; index + 1];
    searcher.reduction(Ply::ROOT, ordinal, index, DEPTH, 0, node)
}

#[test]
fn each_grade_changes_a_reduction_by_a_ply() {
    at_position(POSITION, Options::STRONG, |searcher| {
        let mut quiet = |history, node| reduction(searcher, "a1b1", LATE, history, &node);
        let plain = quiet(0, PLAIN);
        assert!(plain >= 3, "{plain}");
        assert_eq!(quiet(0, NodeInfo { cut_node: true, ..PLAIN }), plain + 1, "in a cut node");
        assert_eq!(quiet(0, NodeInfo { improving: true, ..PLAIN }), plain - 1, "improving");
        assert_eq!(quiet(0, NodeInfo { null_window: false, ..PLAIN }), plain - 1, "principal variation");
        for plies in [-2, -1, 1, 2] {
            assert_eq!(quiet(plies * HISTORY_PLY, PLAIN), plain - plies, "history {plies}");
        }
        assert_eq!(quiet(5 * HISTORY_PLY, PLAIN), plain - 2, "no more than two plies for the history");
    });
}

#[test]
fn late_and_deep_moves_are_reduced_more_and_early_and_noisy_ones_not() {
    at_position(POSITION, Options::STRONG, |searcher| {
        let mut last = 0;
        for index in [0, 1, 2, 6, 20, 60] {
            let plies = reduction(searcher, "a1b1", index, 0, &PLAIN);
            assert!(plies >= last && (plies > 0) == (index >= FULL_MOVES_GRADED), "{index}: {plies}");
            last = plies;
        }
        assert!(last > reduction(searcher, "a1b1", FULL_MOVES_GRADED, 0, &PLAIN));
        assert_eq!(reduction(searcher, "a2b3", LATE, 0, &PLAIN), 0, "it wins a queen");
        assert!(reduction(searcher, "d2d6", LATE, 0, &PLAIN) > 0, "it loses one");
        let quiet = ordinal(searcher, Ply::ROOT, "a1b1");
        assert_eq!(searcher.reduction(Ply::ROOT, quiet, LATE, DEPTH, 1, &PLAIN), 0, "extended");
        let shallow = REDUCTION_DEPTH - 1;
        assert_eq!(searcher.reduction(Ply::ROOT, quiet, LATE, shallow, 0, &PLAIN), 0, "near the horizon");
        let deeper = searcher.reduction(Ply::ROOT, quiet, LATE, DEPTH + 20, 0, &PLAIN);
        assert!(deeper > searcher.reduction(Ply::ROOT, quiet, LATE, DEPTH, 0, &PLAIN));
    });
}
