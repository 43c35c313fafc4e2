//! Random trees: values equal to plain minimax, with a table that can hold everything and one that cannot.

use crate::{checked, result, solved};
use plybook_kernel::written::{Growth, WrittenEvaluations, WrittenTree};
use plybook_kernel::{Game, Random};
use plybook_search::pns::Flaw;
use plybook_search::reference::{Method, search};
use std::sync::Arc;

fn tree(seed: u64) -> WrittenTree {
    let mut random = Random::new(seed);
    let depth = 1 + random.below(6) as u32;
    let growth = Growth {
        depth,
        branching: if depth > 4 { 3 } else { 4 },
        early: [0, 10, 20][random.below(3)],
        decided: [0, 50, 100][random.below(3)],
        again: [0, 25, 50][random.below(3)],
        shared: [0, 40, 70][random.below(3)],
        ..Growth::default()
    };
    WrittenTree::random(seed, &growth)
}

#[test]
fn values_equal_plain_minimax() {
    let (mut reached, mut prevented) = (0, 0);
    for seed in 0..4_000 {
        let tree = Arc::new(tree(seed));
        let at = tree.start();
        if tree.outcome(&at).is_some() {
            continue;
        }
        let plain = search(Method::Negamax, &*tree, &WrittenEvaluations, &at, 9).score;
        for bytes in [1 << 16, 0] {
            let (found, _) = solved(&tree, &at, bytes, true);
            assert_eq!(result(found.score), result(plain), "seed {seed}: {}", tree.to_text());
            reached += found.strategies.iter().filter(|strategy| strategy.reaches()).count();
            prevented += found.strategies.iter().filter(|strategy| !strategy.reaches()).count();
        }
    }
    assert!(reached > 1_000 && prevented > 1_000, "{reached} {prevented}");
}

/// The check refuses strategies that do not do what they say.
#[test]
fn wrong_strategies_are_refused() {
    let tree = Arc::new(WrittenTree::parse("(((W L) (D W)) ((W W) (W (L W))) D)").unwrap());
    let at = tree.start();
    let (found, _) = solved(&tree, &at, 1 << 16, false);
    let right = &found.strategies[0];
    assert!(found.score.is_win() && right.reaches() && right.moves.len() == 3, "{right:?}");
    let mut worse = right.clone();
    worse.moves[0].1 = 2;
    assert!(matches!(checked(&*tree, &at, &worse), Err(Flaw::Result(_))));
    worse.moves[0].1 = 9;
    assert_eq!(checked(&*tree, &at, &worse), Err(Flaw::NoMove(at)));
    let mut less = right.clone();
    less.moves.truncate(2);
    assert!(matches!(checked(&*tree, &at, &less), Err(Flaw::NoMove(_))));
    let mut more = right.clone();
    more.goal.least = plybook_kernel::Score::INFINITY;
    assert!(matches!(checked(&*tree, &at, &more), Err(Flaw::Result(_))));
    let past = plybook_kernel::History::new();
    assert_eq!(plybook_search::pns::check(&*tree, &at, &past, right, 2), Err(Flaw::TooLarge));
}

/// It goes where an answer is near: a wide losing move is left for a narrow winning one.
#[test]
fn few_open_leaves_go_first() {
    let wide = |leaf: &str| format!("({})", [leaf; 9].join(" "));
    let text = format!("({} {} (W))", wide(&wide(&wide("L"))), wide(&wide(&wide("L"))));
    let tree = Arc::new(WrittenTree::parse(&text).unwrap());
    let (found, nodes) = solved(&tree, &tree.start(), 1 << 16, false);
    assert!(found.score.is_win() && nodes < 20, "{nodes} nodes");
}
