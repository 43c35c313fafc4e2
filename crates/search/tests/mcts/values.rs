//! Values: equal to plain minimax where everything is proven, near it where nothing is.

use crate::{find, of_game, of_tree, position};
use plybook_games::connect4::Connect4;
use plybook_games::hexapawn::Hexapawn;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::written::{Growth, WrittenEvaluations, WrittenTree};
use plybook_kernel::{Game, HasInfo, Random, Score, SearchHints};
use plybook_search::Limits;
use plybook_search::mcts::{Amaf, MctsOptions, Policy, Selection};
use plybook_search::reference::{Method, search};

/// Wins and losses without their distances: simulation proves a win, not the shortest one.
fn result(score: Score) -> i64 {
    match score {
        score if score.is_win() => i64::MAX,
        score if score.is_loss() => i64::MIN,
        score => i64::from(score.raw()),
    }
}

fn tree(seed: u64, decided: u32) -> WrittenTree {
    let mut random = Random::new(seed);
    let growth = Growth {
        depth: 1 + random.below(5) as u32,
        branching: 4,
        early: [0, 10, 20][random.below(3)],
        decided,
        again: [0, 25, 50][random.below(3)],
        shared: [0, 40][random.below(2)],
        evaluated: 50,
        ..Growth::default()
    };
    WrittenTree::random(seed, &growth)
}

/// Every move's value after a search that goes on until all are proven.
#[test]
fn solver_backups_find_the_values_of_plain_minimax() {
    let mut solved = 0;
    for seed in 0..1_500 {
        let tree = tree(seed, [0, 50, 100][seed as usize % 3]);
        let at = tree.start();
        let moves = tree.legal(&at);
        let options = MctsOptions {
            selection: [Selection::Uct, Selection::Puct][seed as usize % 2],
            amaf: [Amaf::Off, Amaf::Rave, Amaf::Grave][seed as usize % 3],
            implicit: [0.0, 0.3][seed as usize / 2 % 2],
            seed,
            ..MctsOptions::default()
        };
        let mut mcts = of_tree(tree.clone(), options);
        let limits = Limits { lines: 9, ..Limits::nodes(200_000) };
        let found = find(&mut mcts, &at, &limits);
        let what = || format!("seed {seed}: {}", tree.to_text());
        assert_eq!(found.lines.len(), moves.len(), "{}", what());
        if moves.is_empty() {
            continue;
        }
        assert!(found.solved && !found.stopped, "{}", what());
        for line in &found.lines {
            let next = tree.after(&at, line.moves[0]);
            let below = search(Method::Negamax, &tree, &WrittenEvaluations, &next, 9).score;
            let same = tree.turn(&next) == tree.turn(&at);
            assert_eq!(result(line.score), result(if same { below } else { -below }), "{}", what());
        }
        let best = search(Method::Negamax, &tree, &WrittenEvaluations, &at, 9).score;
        assert_eq!(result(found.lines[0].score), result(best), "{}", what());
        solved += 1;
    }
    assert!(solved > 1_000, "{solved}");
}

#[test]
fn without_the_solver_it_comes_near_minimax() {
    let mut right = 0;
    let mut all = 0;
    for seed in 0..200 {
        let tree = tree(seed, 100);
        let at = tree.start();
        let best = search(Method::Negamax, &tree, &WrittenEvaluations, &at, 9).score;
        if tree.legal(&at).len() < 2 {
            continue;
        }
        let options = MctsOptions { solver: false, seed, ..MctsOptions::default() };
        let found = find(&mut of_tree(tree.clone(), options), &at, &Limits::nodes(20_000));
        let next = tree.after(&at, found.best().expect("a move"));
        let below = search(Method::Negamax, &tree, &WrittenEvaluations, &next, 9).score;
        let same = tree.turn(&next) == tree.turn(&at);
        all += 1;
        right += usize::from(result(if same { below } else { -below }) == result(best));
        assert!(!found.solved);
    }
    assert!(all > 100 && right * 100 >= all * 99, "{right} of {all}");
}

#[test]
fn forced_wins_are_found_and_proven() {
    let game = TicTacToe;
    let at = position(&game, "2X/OXO/3 X");
    let found = find(&mut of_game(game, MctsOptions::default()), &at, &Limits::nodes(20_000));
    assert!(found.solved && found.lines[0].score.is_win(), "{found:?}");
    let draw = find(&mut of_game(game, MctsOptions::default()), &game.start(), &Limits::nodes(400_000));
    assert!(draw.solved && draw.lines[0].score == Score::DRAW, "{draw:?}");
    // The values of plain search to the end: hexapawn 3x3 is lost, 4x4 is won, Connect Four 4x4 a draw.
    let hexapawn = |size: &str, policy: Policy| {
        let game = Hexapawn::default().variant(size).unwrap();
        let at = game.start();
        let options = MctsOptions { policy, ..MctsOptions::default() };
        find(&mut of_game(game, options), &at, &Limits::nodes(400_000))
    };
    for policy in [Policy::Random, Policy::Mast, Policy::Game] {
        assert!(hexapawn("3x3", policy).lines[0].score.is_loss());
        assert!(hexapawn("4x4", policy).lines[0].score.is_win());
    }
    let connect = Connect4::default().variant("4x4,k=3").unwrap();
    let at = connect.start();
    let found = find(&mut of_game(connect, MctsOptions::default()), &at, &Limits::nodes(400_000));
    assert!(found.solved && found.lines[0].score.is_win(), "{found:?}");
}

/// Chance nodes: the better lottery, and games of three players by each one's own points.
#[test]
fn chance_and_three_players_are_played_by_their_values() {
    for (text, best) in [
        ("([1: W 3: L] [3: W 1: L] [1: W 1: L])", 1),
        ("([9: 2 1: -9] [1: 2 9: -9])", 0),
        ("((<9 0 0> <0 9 0>) (<5 1 0> <1 0 5>))", 1),
        ("(([1: <9 0 0> 1: <0 3 0>] <8 1 0>) (<5 4 0> <9 3 0>))", 1),
    ] {
        let tree = WrittenTree::parse(text).unwrap();
        let at = tree.start();
        let found = find(&mut of_tree(tree, MctsOptions::default()), &at, &Limits::nodes(20_000));
        assert_eq!(found.best(), Some(best), "{text}: {found:?}");
    }
    // The mover of a lottery expects a quarter of the wins.
    let tree = WrittenTree::parse("([1: W 3: L])").unwrap();
    let found = find(
        &mut of_tree(tree, MctsOptions::default()),
        &WrittenTree::parse("1").unwrap().start(),
        &Limits::nodes(20_000),
    );
    let expected = found.lines[0].score.raw();
    assert!((-230..-170).contains(&expected), "{found:?}");
}

/// Hints that find the first branch of every node the most promising one.
#[derive(Clone, Copy, Debug)]
pub struct FirstBranch;

impl SearchHints<WrittenTree> for FirstBranch {
    type NodeHints = ();

    fn order(&self, _: &WrittenTree, _: &<WrittenTree as Game>::Position, branch: u16, (): &()) -> i32 {
        i32::from(branch == 0)
    }

    fn playout_move(
        &self,
        _: &WrittenTree,
        _: &<WrittenTree as Game>::Position,
        _: &mut Random,
    ) -> Option<u16> {
        Some(0)
    }
}
