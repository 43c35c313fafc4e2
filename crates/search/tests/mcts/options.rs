//! Each option changes what it is for.

use crate::values::FirstBranch;
use crate::{find, of_game, of_tree};
use plybook_games::connect4::Connect4;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::written::{WrittenEvaluations, WrittenTree};
use plybook_kernel::{Game, History};
use plybook_search::mcts::{Amaf, Leaf, Mcts, MctsOptions, MctsResult, Policy, Selection};
use plybook_search::{Limits, NeverStop};
use std::sync::Arc;

/// Nothing but the plain search, so that one option at a time can be added.
const PLAIN: MctsOptions = MctsOptions {
    selection: Selection::Uct,
    exploration: 0.7,
    amaf: Amaf::Off,
    grave_visits: 50,
    priors: false,
    implicit: 0.0,
    solver: false,
    leaf: Leaf::Playout,
    policy: Policy::Random,
    cutoff: None,
    reuse: false,
    scale: 200.0,
    memory: 1 << 24,
    seed: 3,
};

fn tree(text: &str, options: MctsOptions, nodes: u64) -> MctsResult<u16> {
    let tree = WrittenTree::parse(text).expect("a tree");
    let at = tree.start();
    find(&mut of_tree(tree, options), &at, &Limits { lines: 9, ..Limits::nodes(nodes) })
}

fn guided(text: &str, options: MctsOptions, nodes: u64) -> MctsResult<u16> {
    let tree = WrittenTree::parse(text).expect("a tree");
    let at = tree.start();
    let mut mcts = Mcts::new(Arc::new(tree), WrittenEvaluations, FirstBranch);
    mcts.options = options;
    find(&mut mcts, &at, &Limits { lines: 9, ..Limits::nodes(nodes) })
}

/// The share of the visits that a move got.
fn share(found: &MctsResult<u16>, mv: u16) -> f64 {
    let all: u64 = found.visits.iter().sum();
    let line = found.lines.iter().position(|line| line.moves[0] == mv).expect("a line");
    found.visits[line] as f64 / all as f64
}

#[test]
fn priors_send_visits_to_what_the_hints_prefer() {
    let even = "(0 0 0 0)";
    for selection in [Selection::Uct, Selection::Puct] {
        let without = guided(even, MctsOptions { selection, ..PLAIN }, 40);
        let with = guided(even, MctsOptions { selection, priors: true, ..PLAIN }, 40);
        assert!((share(&without, 0) - 0.25).abs() < 0.02, "{selection:?} {without:?}");
        assert!(share(&with, 0) > 0.27, "{selection:?} {with:?}");
    }
    // The formula with prior probabilities needs no visit of a move that is thought bad; the other one looks at all.
    let wide = "(0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)";
    let with = guided(wide, MctsOptions { selection: Selection::Puct, priors: true, ..PLAIN }, 21);
    assert!(with.visits.contains(&0), "{with:?}");
    let without = guided(wide, MctsOptions { priors: true, ..PLAIN }, 21);
    assert!(!without.visits.contains(&0), "{without:?}");
}

#[test]
fn exploration_spreads_the_visits() {
    let uneven = "(W D L)";
    let greedy = tree(uneven, MctsOptions { exploration: 0.1, ..PLAIN }, 500);
    let curious = tree(uneven, MctsOptions { exploration: 2.0, ..PLAIN }, 500);
    assert!(share(&greedy, 0) > 0.95 && share(&curious, 0) < 0.9, "{greedy:?} {curious:?}");
}

/// The solver stops looking at what is lost; without it, it goes on.
#[test]
fn the_solver_leaves_lost_moves() {
    let text = "((L W) (D W) (D D))";
    let with = tree(text, MctsOptions { solver: true, ..PLAIN }, 5_000);
    let without = tree(text, PLAIN, 5_000);
    assert!(with.solved && with.simulations < 200, "{with:?}");
    assert!(!without.solved && without.simulations == 5_000);
}

/// A position that looks good and is refuted: playouts do not see it in time, the backed-up evaluations do.
#[test]
fn implicit_minimax_follows_the_evaluations() {
    let worth = |points: i32| format!("(((D D)@{points} (D D)@{points})@{points} (D D)@{points})@{points}");
    let text = format!("(({} {})@9 ({} {})@-9)", worth(9), worth(-9), worth(3), worth(2));
    let without = tree(&text, PLAIN, 30);
    let with = tree(&text, MctsOptions { implicit: 0.8, scale: 300.0, ..PLAIN }, 30);
    assert_eq!(with.best(), Some(1), "{with:?}");
    assert!(share(&with, 1) > share(&without, 1) + 0.1, "{with:?} {without:?}");
}

#[test]
fn leaves_are_evaluated_and_playouts_cut_off_where_that_is_wanted() {
    // Evaluated, the first move looks won; played out, it is lost.
    let text = "((((L)@9)@9)@9 (((W)@-9)@-9)@-9)";
    let evaluated = MctsOptions { leaf: Leaf::Evaluation, scale: 100.0, ..PLAIN };
    let cut = MctsOptions { cutoff: Some(0), scale: 100.0, ..PLAIN };
    let nodes = 2;
    let first = |options| {
        tree(text, options, nodes).lines.iter().map(|l| (l.moves[0], l.score.raw())).collect::<Vec<_>>()
    };
    let value = |options, mv| first(options).iter().find(|line| line.0 == mv).expect("a line").1;
    assert!(value(PLAIN, 0) < 0 && value(PLAIN, 1) > 0);
    for options in [evaluated, cut] {
        assert!(value(options, 0) > 0 && value(options, 1) < 0, "{options:?}");
    }
    let late = MctsOptions { cutoff: Some(9), ..PLAIN };
    assert_eq!(value(late, 0), value(PLAIN, 0));
}

#[test]
fn the_games_own_playouts_are_played() {
    // At random three games in four are won; by the hints, which play the first move, none.
    let text = "((L W W W))";
    let random = guided(text, PLAIN, 1);
    let hinted: i32 = (0..20)
        .map(|seed| guided(text, MctsOptions { policy: Policy::Game, seed, ..PLAIN }, 1).lines[0].score.raw())
        .max()
        .expect("a value");
    assert!(hinted < 0, "{hinted}");
    let lucky = (0..20).any(|seed| {
        let mut tree =
            Mcts::new(Arc::new(WrittenTree::parse(text).expect("a tree")), WrittenEvaluations, FirstBranch);
        tree.options = MctsOptions { seed, ..PLAIN };
        tree.new_game();
        find(&mut tree, &WrittenTree::parse(text).expect("a tree").start(), &Limits::nodes(1)).lines[0]
            .score
            .raw()
            > 0
    });
    assert!(lucky, "{random:?}");
}

/// Averages play what won before: the opponent's reply 0 refutes everything, and is found by its mean.
#[test]
fn averaged_playouts_play_what_went_well() {
    let line = "(L W W W W W W W)";
    let text = format!("({line} {line} {line} {line} {line} {line} {line} {line})");
    // So few simulations that the tree has only the root's moves and some of their replies: playouts decide.
    let mean = |policy| {
        (0..40)
            .map(|seed| {
                let found = tree(&text, MctsOptions { policy, seed, exploration: 5.0, ..PLAIN }, 16);
                found.lines.iter().map(|line| f64::from(line.score.raw().signum())).sum::<f64>()
            })
            .sum::<f64>()
    };
    assert!(mean(Policy::Mast) < mean(Policy::Random), "{} {}", mean(Policy::Mast), mean(Policy::Random));
}

/// Moves played later in the game tell about moves that were not looked at yet: all moves as first finds the winning
/// square of a wide board sooner.
#[test]
fn later_moves_count_with_amaf() {
    let at = crate::position(&TicTacToe, "1OO/X2/X2 X");
    let visits = |amaf| {
        let mut all = 0;
        for seed in 0..60 {
            let options = MctsOptions { amaf, grave_visits: 5, exploration: 0.2, seed, ..PLAIN };
            let found = find(&mut of_game(TicTacToe, options), &at, &Limits::nodes(12));
            // The square that wins at once.
            let win = TicTacToe
                .legal(&at)
                .into_iter()
                .find(|&mv| TicTacToe.outcome(&TicTacToe.after(&at, mv)).is_some());
            all += u64::from(found.best() == win);
        }
        all
    };
    let plain = visits(Amaf::Off);
    for amaf in [Amaf::Rave, Amaf::Grave] {
        assert!(visits(amaf) > plain, "{amaf:?}: {} not above {plain}", visits(amaf));
    }
}

/// The tree of the last search is used again after both players moved, and only where it is wanted.
#[test]
fn the_tree_is_kept_for_the_next_move() {
    let game = Connect4::default();
    for reuse in [true, false] {
        let mut mcts = of_game(game, MctsOptions { reuse, ..PLAIN });
        let (mut at, mut past) = (game.start(), History::new());
        let found = mcts.search(&at, &past, &Limits::nodes(5_000), &NeverStop, &mut |_| false);
        assert_eq!(found.kept, 0);
        for &mv in found.lines[0].moves.iter().take(2) {
            past.push(game.key(&at), game.resets(&at, mv));
            game.play(&mut at, mv);
        }
        let next = mcts.search(&at, &past, &Limits::nodes(100), &NeverStop, &mut |_| false);
        assert_eq!(next.kept > 100, reuse, "{next:?}");
        // Another game's position is no part of the tree.
        let other =
            mcts.search(&game.start(), &History::new(), &Limits::nodes(100), &NeverStop, &mut |_| false);
        assert_eq!(other.kept, 0);
    }
}
