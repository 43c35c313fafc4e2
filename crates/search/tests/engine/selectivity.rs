//! Each technique that changes the tree, alone: what it leaves out and why, read off the searched tree. A technique whose
//! condition is turned round leaves the wrong things out here.

use plybook_games::chess::{Chess, ChessEvaluator, ChessHints};
use plybook_kernel::{Evaluator, Game, HasHints, History, Notation, Score, SearchHints};
use plybook_search::trace::{Reason, Visit};
use plybook_search::{Counts, Depth, Engine, Limits, NeverStop, Options, Recorded, Recorder, Table};
use std::collections::HashMap;
use std::sync::Arc;

/// A middle game in which much hangs, a quiet one and an ending.
const POSITIONS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
const DEPTH: u32 = 6;

/// Alpha-beta with null windows, depth by depth, and nothing that changes the tree.
const BASE: Options = Options {
    alpha_beta: true,
    iterative: true,
    principal_variation: true,
    table: true,
    killers: true,
    history: true,
    guided_order: true,
    ..Options::PLAIN
};

/// A searched tree: its positions, and the ones below each.
struct Tree {
    game: Chess,
    nodes: Vec<Recorded<Chess>>,
    below: HashMap<usize, Vec<usize>>,
    counts: Counts,
}

/// Searches a position with these options and no other engine's knowledge.
fn tree(fen: &str, options: Options) -> Tree {
    let game = Arc::new(Chess::new());
    let at = game.read(fen).expect("a position");
    let mut engine = Engine::new(Arc::clone(&game), ChessEvaluator::Positional, game.hints());
    engine.options = options;
    let mut recorder = Recorder::new(&*game, 3_000_000);
    let table = Table::with_mebibytes(4);
    let limits = Limits::depth(DEPTH);
    let result = engine.watch(&at, &History::new(), &limits, Some(&table), &NeverStop, &mut recorder);
    assert_eq!(recorder.left_out, 0);
    let mut below: HashMap<usize, Vec<usize>> = HashMap::new();
    for (number, node) in recorder.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            below.entry(parent).or_default().push(number);
        }
    }
    Tree { game: Chess::new(), nodes: recorder.nodes, below, counts: result.counts }
}

impl Tree {
    fn evaluation(&self, number: usize) -> Score {
        ChessEvaluator::Positional.evaluate(&self.game, &self.nodes[number].at, &())
    }

    /// The positions left for a reason.
    fn left(&self, reason: Reason) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&number| self.nodes[number].reason == Some(reason)).collect()
    }

    /// The positions above the horizon all of whose moves were looked at, with the moves that were left out.
    fn left_out(&self) -> Vec<(usize, Vec<<Chess as Game>::Move>)> {
        let complete = |&number: &usize| {
            let node = &self.nodes[number];
            node.reason == Some(Reason::AllMoves) && node.depth > Depth::HORIZON && node.parent.is_some()
        };
        let missing = |number: usize| {
            let below = self.below.get(&number).map_or(&[][..], Vec::as_slice);
            let searched: Vec<_> = below.iter().filter_map(|&child| self.nodes[child].mv).collect();
            let mut moves = self.game.legal(&self.nodes[number].at);
            moves.retain(|mv| !searched.contains(mv));
            (number, moves)
        };
        (0..self.nodes.len()).filter(complete).map(missing).collect()
    }
}

/// A reduced search only says whether to look again: what stands in the end is the value of the last search of each
/// move. Before, a reduced move that failed high in a null window kept the reduced value.
#[test]
fn a_reduced_value_never_stands_where_the_full_search_disagrees() {
    let mut again = 0;
    for fen in POSITIONS {
        for graded_reductions in [false, true] {
            let tree = tree(fen, Options { late_move_reductions: true, graded_reductions, ..BASE });
            for number in tree.left(Reason::AllMoves) {
                if tree.nodes[number].depth <= Depth::HORIZON || tree.nodes[number].parent.is_none() {
                    continue;
                }
                let mut last = HashMap::new();
                for &child in tree.below.get(&number).map_or(&[][..], Vec::as_slice) {
                    let node = &tree.nodes[child];
                    again += usize::from(node.visit == Visit::Again);
                    last.insert(node.mv, (-node.score.expect("left")).up());
                }
                let best = last.values().max().copied();
                assert_eq!(tree.nodes[number].score, best, "{fen} {number}");
            }
        }
    }
    assert!(again > 100, "only {again} moves were searched again");
}

#[test]
fn without_selectivity_no_move_is_left_out() {
    for fen in POSITIONS {
        let tree = tree(fen, BASE);
        assert!(tree.left_out().iter().all(|(_, moves)| moves.is_empty()), "{fen}");
        assert_eq!(tree.counts.pruned_moves, 0);
    }
}

#[test]
fn reverse_futility_cuts_only_what_is_evaluated_above_beta() {
    let margin = ChessHints.margins().expect("margins").reverse_futility;
    for fen in POSITIONS {
        let tree = tree(fen, Options { reverse_futility: true, ..BASE });
        let cut = tree.left(Reason::ReverseFutility);
        assert!(!cut.is_empty() && cut.len() as u64 == tree.counts.reverse_futility_cuts, "{fen}");
        for number in cut {
            let node = &tree.nodes[number];
            let least = node.window.beta.raw() + margin * (node.depth.plies() - 1);
            assert!(tree.evaluation(number).raw() >= least, "{fen} {number}");
            assert!(node.window.is_null() && !ChessHints.threatened(&tree.game, &node.at), "{fen} {number}");
        }
    }
}

#[test]
fn razoring_leaves_only_what_is_far_below_alpha_and_stays_there() {
    let margin = ChessHints.margins().expect("margins").razoring;
    let mut razored = 0;
    for fen in POSITIONS {
        let tree = tree(fen, Options { razoring: true, quiescence: true, ..BASE });
        for number in tree.left(Reason::Razoring) {
            razored += 1;
            let node = &tree.nodes[number];
            let most = node.window.alpha.raw() - margin * node.depth.plies();
            assert!(tree.evaluation(number).raw() <= most, "{fen} {number}");
            assert!(node.score <= Some(node.window.alpha), "{fen} {number}");
        }
    }
    assert!(razored > 0);
}

#[test]
fn the_null_move_cuts_only_at_beta() {
    let mut cut = 0;
    for fen in POSITIONS {
        let tree = tree(fen, Options { null_move: true, ..BASE });
        for number in tree.left(Reason::NullMove) {
            cut += 1;
            let node = &tree.nodes[number];
            assert!(node.score >= Some(node.window.beta), "{fen} {number}");
            assert!(tree.evaluation(number) >= node.window.beta, "{fen} {number}");
            assert_ne!(node.visit, Visit::Null, "two null moves in a row");
        }
    }
    assert!(cut > 0);
}

/// What every technique that leaves moves out must keep to, and its own reason.
fn check_left_out(options: Options, reason: impl Fn(&Tree, usize, <Chess as Game>::Move) -> bool) {
    let mut left_out = 0;
    for fen in POSITIONS {
        let tree = tree(fen, options);
        for (number, moves) in tree.left_out() {
            let node = &tree.nodes[number];
            left_out += moves.len();
            for mv in moves {
                assert!(node.window.is_null(), "{fen} {number}: in the principal variation");
                assert!(!ChessHints.threatened(&tree.game, &node.at), "{fen} {number}: under a threat");
                assert!(!ChessHints.noisy(&tree.game, &node.at, mv), "{fen} {number}: {mv} is noisy");
                assert!(!ChessHints.threatens(&tree.game, &node.at, mv), "{fen} {number}: {mv} gives check");
                assert!(reason(&tree, number, mv), "{fen} {number}: {mv}");
            }
        }
    }
    assert!(left_out > 0, "nothing was left out");
}

#[test]
fn futility_leaves_out_what_cannot_reach_alpha() {
    let [once, _] = ChessHints.margins().expect("margins").futility;
    check_left_out(Options { futility: true, ..BASE }, |tree, number, _| {
        tree.evaluation(number).raw() + once <= tree.nodes[number].window.alpha.raw()
    });
}

#[test]
fn late_move_pruning_leaves_out_what_comes_late() {
    check_left_out(
        Options { late_move_pruning: true, futility: false, graded_reductions: true, ..BASE },
        |tree, number, _| tree.below[&number].len() > 2,
    );
}

#[test]
fn exchange_pruning_leaves_out_what_loses_material() {
    check_left_out(
        Options { exchange_pruning: true, graded_reductions: true, ..BASE },
        |tree, number, mv| !ChessHints.exchange_wins(&tree.game, &tree.nodes[number].at, mv, 0),
    );
}

#[test]
fn history_pruning_leaves_out_what_did_badly() {
    let options =
        Options { history_pruning: true, graded_reductions: true, continuation_history: true, ..BASE };
    check_left_out(options, |tree, number, _| !tree.below[&number].is_empty());
}

#[test]
fn delta_pruning_and_the_table_save_positions_beyond_the_horizon() {
    for fen in &POSITIONS[..2] {
        let quiescence = Options { quiescence: true, ..BASE };
        let plain = tree(fen, quiescence).counts;
        let delta = tree(fen, Options { delta_pruning: true, ..quiescence }).counts;
        let table = tree(fen, Options { quiescence_table: true, ..quiescence }).counts;
        assert!(delta.quiet_nodes < plain.quiet_nodes, "{fen}: {} {}", delta.quiet_nodes, plain.quiet_nodes);
        assert!(table.hits > plain.hits, "{fen}: {} {}", table.hits, plain.hits);
    }
}

/// Work that is not done twice or for nothing: the tree is the same, only fewer positions are evaluated, or fewer moves
/// listed.
#[test]
fn remembered_evaluations_and_short_lists_change_no_tree() {
    for fen in POSITIONS {
        let plain = Options { quiescence: true, delta_pruning: true, reverse_futility: true, ..BASE };
        let expected = tree(fen, plain);
        let cached = tree(fen, Options { evaluation_cache: true, ..plain });
        let staged = tree(fen, Options { staged_generation: true, ..plain });
        for found in [&cached, &staged] {
            let scores =
                |tree: &Tree| tree.nodes.iter().map(|node| (node.mv, node.score)).collect::<Vec<_>>();
            assert!(scores(found) == scores(&expected), "{fen}");
        }
        let (once, again) = (cached.counts.evaluations, expected.counts.evaluations);
        assert!(once > 0 && once < again, "{fen}: {once} of {again} evaluations");
    }
}

/// Depth at which singular moves have been met.
const SINGULAR_DEPTH: u32 = 10;

/// The engine with and without: only with it plies are added here, and positions cut because several moves cut.
#[test]
fn singular_moves_are_searched_deeper_and_several_cuts_are_one() {
    let engine = Options { extend_forced: false, extend_threats: false, ..Options::STRONG };
    for (singular_extensions, acts) in [(true, true), (false, false)] {
        let options = Options { singular_extensions, ..engine };
        let mut counts = Counts::default();
        for fen in POSITIONS {
            let game = Arc::new(Chess::new());
            let at = game.read(fen).expect("a position");
            let mut engine = Engine::new(Arc::clone(&game), ChessEvaluator::Positional, game.hints());
            engine.options = options;
            let limits = Limits::depth(SINGULAR_DEPTH);
            let table = Table::with_mebibytes(4);
            counts += engine.search(&at, &History::new(), &limits, Some(&table), &NeverStop).counts;
        }
        assert_eq!(counts.extensions > 0, acts, "{} extensions", counts.extensions);
        assert_eq!(counts.multi_cuts > 0, acts, "{} multi-cuts", counts.multi_cuts);
    }
}
