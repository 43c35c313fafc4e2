//! Searches for any number of players, against the plain definitions on random trees with players and chance.

use plybook_kernel::written::{Growth, WrittenEvaluations, WrittenTree};
use plybook_kernel::{Evaluator, Game, History, NoHints, Player, Random, Score, SearchHints, Turn};
use plybook_search::many::{Assumption, ChanceCuts, Many, ManyResult, UtilityModel};
use plybook_search::{Limits, NeverStop, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

type Position = <WrittenTree as Game>::Position;

/// Leaves and evaluations lie between these, in hundredths of a point.
const RANGE: i32 = 9;

/// Hints that put later branches first.
#[derive(Clone, Copy, Debug)]
struct Last;

impl SearchHints<WrittenTree> for Last {
    type NodeHints = ();

    fn order(&self, _: &WrittenTree, _: &Position, branch: u16, (): &()) -> i32 {
        i32::from(branch)
    }
}

fn tree(seed: u64, players: u8, chance: u32) -> WrittenTree {
    let mut random = Random::new(seed);
    let depth = 1 + random.below(5) as u32;
    let growth = Growth {
        depth,
        branching: if depth > 3 { 3 } else { 4 },
        values: if players > 2 { 0..=RANGE } else { -RANGE..=RANGE },
        players,
        early: [0, 10, 20][random.below(3)],
        again: [0, 25, 50][random.below(3)],
        chance,
        shared: [0, 40][random.below(2)],
        evaluated: 100,
        ..Growth::default()
    };
    WrittenTree::random(seed, &growth)
}

/// The worth of a leaf or of the horizon for a player, in hundredths.
fn leaf(tree: &WrittenTree, at: &Position, depth: u32, player: Player) -> Option<f64> {
    if let Some(outcome) = tree.outcome(at) {
        return Some(f64::from(outcome.score(player).raw()));
    }
    (depth == 0).then(|| f64::from(WrittenEvaluations.evaluate_for(tree, at, &(), player).raw()))
}

fn mean(tree: &WrittenTree, at: &Position, mut value: impl FnMut(&Position) -> f64) -> f64 {
    let mut chances = Vec::new();
    tree.chances(at, &mut chances);
    chances.iter().fold(0.0, |sum, &(mv, chance)| sum + f64::from(chance) * value(&tree.after(at, mv)))
}

/// The definition of max^n: what a position is worth to everybody.
fn max_n(tree: &WrittenTree, at: &Position, depth: u32) -> Vec<f64> {
    let players = || Player::all(tree.players());
    if leaf(tree, at, depth, Player::FIRST).is_some() {
        return players().filter_map(|player| leaf(tree, at, depth, player)).collect();
    }
    match tree.turn(at) {
        Turn::Chance => players()
            .map(|player| mean(tree, at, |next| max_n(tree, next, depth - 1)[player.index()]))
            .collect(),
        Turn::Player(mover) => {
            let mut best: Option<Vec<f64>> = None;
            for mv in tree.legal(at) {
                let worth = max_n(tree, &tree.after(at, mv), depth - 1);
                if best.as_ref().is_none_or(|best| worth[mover.index()] > best[mover.index()]) {
                    best = Some(worth);
                }
            }
            best.expect("a branch")
        }
    }
}

/// The definitions of paranoid and best-reply search: what a position is worth to `me`.
fn two_sided(
    tree: &WrittenTree,
    at: &Position,
    depth: u32,
    me: Player,
    best_reply: bool,
    replied: bool,
) -> f64 {
    if let Some(worth) = leaf(tree, at, depth, me) {
        return worth;
    }
    let below = |next: &Position, replied| two_sided(tree, next, depth - 1, me, best_reply, replied);
    match tree.turn(at) {
        Turn::Chance => mean(tree, at, |next| below(next, replied)),
        Turn::Player(mover) if mover == me => {
            tree.legal(at).into_iter().map(|mv| below(&tree.after(at, mv), false)).fold(f64::MIN, f64::max)
        }
        Turn::Player(_) => {
            let moves = tree.legal(at);
            // `Last` puts the last branch first.
            let first = *moves.last().expect("a branch");
            let worth = |mv: u16| below(&tree.after(at, mv), replied || (best_reply && mv != first));
            let all = moves.iter().copied().filter(|&mv| !best_reply || !replied || mv == first);
            all.map(worth).fold(f64::MAX, f64::min)
        }
    }
}

fn search(
    tree: &Arc<WrittenTree>,
    depth: u32,
    set: impl Fn(&mut Many<WrittenTree, WrittenEvaluations, Last>),
) -> ManyResult<u16> {
    let mut many = Many::new(Arc::clone(tree), WrittenEvaluations, Last);
    let most = f64::from(RANGE * Score::POINT);
    let players = f64::from(tree.players());
    many.utility = match tree.players() {
        2 => UtilityModel::Points { least: -most, most, sum: Some(0.0) },
        _ => UtilityModel::Points { least: 0.0, most, sum: Some(players * most) },
    };
    set(&mut many);
    // To the wanted depth at once or over all depths before it is the same.
    many.search(&tree.start(), &History::new(), &Limits::depth(depth), &NeverStop, &mut |_| false)
}

/// The best worth of a move at the root by a definition, and how many moves have it.
fn best(tree: &WrittenTree, worth: impl Fn(&Position) -> f64) -> f64 {
    let start = tree.start();
    tree.legal(&start).into_iter().map(|mv| worth(&tree.after(&start, mv))).fold(f64::MIN, f64::max)
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-7
}

#[test]
fn max_n_equals_its_definition() {
    let mut cutoffs = 0;
    for seed in 0..10_000 {
        let players = 2 + (seed % 5) as u8;
        let tree = Arc::new(tree(seed, players, [0, 0, 20][seed as usize % 3]));
        let Turn::Player(mover) = tree.turn(&tree.start()) else { continue };
        if tree.outcome(&tree.start()).is_some() {
            continue;
        }
        let depth = 1 + (seed / 5 % 5) as u32;
        let expected = best(&tree, |next| max_n(&tree, next, depth - 1)[mover.index()]);
        for pruning in [false, true] {
            let found = search(&tree, depth, |many| {
                many.assumption = Assumption::MaxN;
                many.pruning = pruning;
            });
            let what = || format!("seed {seed} depth {depth} pruning {pruning}: {}", tree.to_text());
            assert!(near(found.utility[0], expected), "{} not {expected}: {}", found.utility[0], what());
            let next = tree.after(&tree.start(), found.lines[0].moves[0]);
            assert!(near(max_n(&tree, &next, depth - 1)[mover.index()], expected), "move: {}", what());
            cutoffs += found.counts.cutoffs;
        }
    }
    assert!(cutoffs > 1_000, "{cutoffs}");
}

/// A random tree for three whose leaves have nine points together.
fn nine_points(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(8) == 0 {
        let first = random.below(10);
        let second = random.below(10 - first);
        return format!("<{first} {second} {}>", 9 - first - second);
    }
    let branches: Vec<String> = (0..1 + random.below(3)).map(|_| nine_points(random, depth - 1)).collect();
    format!("({})", branches.join(" "))
}

#[test]
fn shallow_pruning_changes_no_value_where_sums_are_bounded() {
    let mut nodes = [0u64; 2];
    for seed in 0..3_000 {
        let text = format!(
            "({} {})",
            nine_points(&mut Random::new(seed), 4),
            nine_points(&mut Random::new(!seed), 4)
        );
        let tree = Arc::new(WrittenTree::parse(&text).expect("a tree"));
        let expected = best(&tree, |next| max_n(&tree, next, 9)[0]);
        for pruning in [false, true] {
            let found = search(&tree, 9, |many| {
                many.assumption = Assumption::MaxN;
                many.utility = UtilityModel::Points { least: 0.0, most: 900.0, sum: Some(900.0) };
                many.pruning = pruning;
            });
            assert!(near(found.utility[0], expected), "{} not {expected}: {text}", found.utility[0]);
            nodes[usize::from(pruning)] += found.counts.nodes;
        }
    }
    assert!(nodes[1] * 10 < nodes[0] * 9, "{nodes:?}");
}

#[test]
fn paranoid_and_best_reply_equal_their_definitions() {
    let mut differ = 0;
    for seed in 0..10_000 {
        let players = 2 + (seed % 5) as u8;
        let tree = Arc::new(tree(seed, players, [0, 20][seed as usize % 2]));
        let Turn::Player(me) = tree.turn(&tree.start()) else { continue };
        if tree.outcome(&tree.start()).is_some() {
            continue;
        }
        let depth = 1 + (seed / 5 % 5) as u32;
        let value = |best_reply| best(&tree, |next| two_sided(&tree, next, depth - 1, me, best_reply, false));
        differ += usize::from(!near(value(true), value(false)));
        for (assumption, expected) in
            [(Assumption::Paranoid, value(false)), (Assumption::BestReply, value(true))]
        {
            for pruning in [false, true] {
                let found = search(&tree, depth, |many| {
                    many.assumption = assumption;
                    many.pruning = pruning;
                });
                let what = || format!("seed {seed} {assumption:?} depth {depth}: {}", tree.to_text());
                assert!(near(found.utility[0], expected), "{} not {expected}: {}", found.utility[0], what());
            }
        }
    }
    assert!(differ > 200, "{differ}");
}

/// Two players with chance: every kind of cut gives the value of plain expectimax, and each looks at less.
#[test]
fn expectiminimax_equals_plain_expectimax() {
    let mut nodes = [0u64; 4];
    for seed in 0..10_000 {
        let tree = Arc::new(tree(seed, 2, [20, 40, 60][seed as usize % 3]));
        let Turn::Player(me) = tree.turn(&tree.start()) else { continue };
        if tree.outcome(&tree.start()).is_some() {
            continue;
        }
        let depth = 1 + (seed / 5 % 5) as u32;
        let expected = best(&tree, |next| two_sided(&tree, next, depth - 1, me, false, false));
        let cuts = [None, Some(ChanceCuts::Off), Some(ChanceCuts::Star1), Some(ChanceCuts::Star2)];
        for (number, cut) in cuts.into_iter().enumerate() {
            let found = search(&tree, depth, |many| {
                many.pruning = cut.is_some();
                many.chance_cuts = cut.unwrap_or_default();
            });
            let what = || format!("seed {seed} {cut:?} depth {depth}: {}", tree.to_text());
            assert!(near(found.utility[0], expected), "{} not {expected}: {}", found.utility[0], what());
            nodes[number] += found.counts.nodes;
        }
    }
    assert!(nodes[0] > nodes[1] && nodes[1] > nodes[2], "{nodes:?}");
}

/// Star2 pays where chance has many moves and replies are good: fewer positions than Star1 alone.
#[test]
fn probing_saves_work_in_wide_lotteries() {
    let mut nodes = [0u64; 2];
    for seed in 0..200 {
        let growth = Growth { depth: 5, branching: 6, chance: 45, ..Growth::default() };
        let tree = Arc::new(WrittenTree::random(seed, &growth));
        if tree.outcome(&tree.start()).is_some() || tree.turn(&tree.start()) == Turn::Chance {
            continue;
        }
        for (number, cut) in [ChanceCuts::Star1, ChanceCuts::Star2].into_iter().enumerate() {
            nodes[number] += search(&tree, 5, |many| many.chance_cuts = cut).counts.nodes;
        }
    }
    assert_ne!(nodes[0], nodes[1]);
}

#[test]
fn several_lines_have_exact_values_and_chosen_moves_are_kept_to() {
    for seed in 0..500 {
        let tree = Arc::new(tree(seed, 3, 0));
        let start = tree.start();
        if tree.outcome(&start).is_some() {
            continue;
        }
        let Turn::Player(me) = tree.turn(&start) else { continue };
        let mut many = Many::new(Arc::clone(&tree), WrittenEvaluations, NoHints);
        many.assumption = Assumption::Paranoid;
        many.utility = UtilityModel::Points { least: 0.0, most: 900.0, sum: None };
        let limits = Limits { lines: 9, ..Limits::depth(4) };
        let found = many.search(&start, &History::new(), &limits, &NeverStop, &mut |_| false);
        assert_eq!(found.lines.len(), tree.count(&start));
        for (line, &worth) in found.lines.iter().zip(&found.utility) {
            let next = tree.after(&start, line.moves[0]);
            assert!(near(worth, two_sided(&tree, &next, 3, me, false, false)), "seed {seed}");
        }
        let only = Limits { only: vec![0], ..limits };
        let found = many.search(&start, &History::new(), &only, &NeverStop, &mut |_| false);
        assert_eq!((found.lines.len(), found.lines[0].moves[0]), (1, 0));
    }
}

/// Wins are told by their distance where nothing is uncertain, and only then.
#[test]
fn wins_are_proven_only_without_chance_and_horizon() {
    let value = |text: &str, depth| {
        let tree = Arc::new(WrittenTree::parse(text).unwrap());
        let many = Many::new(Arc::clone(&tree), WrittenEvaluations, NoHints);
        many.search(&tree.start(), &History::new(), &Limits::depth(depth), &NeverStop, &mut |_| false).lines
            [0]
        .score
    };
    assert_eq!(value("((((W) (W)) L) (L D) ((W W)))", 9), Score::win_in(3));
    assert_eq!(value("((L) (L D) (D))", 9), Score::DRAW);
    assert_eq!(value("((((W) (W))) L)", 2), Score::DRAW);
    assert!(!value("([1: W 1: W] L)", 9).is_decided() && value("([1: W 1: W] L)", 9) > Score::points(100));
    assert!(!value("((<1 0 0> <2 0 0>) (<9 9 9> <0 0 0>))", 9).is_decided());
}

struct After(u64, AtomicU64);

impl<M> Stop<M> for After {
    fn poll(&self, nodes: u64) -> bool {
        self.1.fetch_add(nodes, Relaxed) + nodes >= self.0
    }
}

#[test]
fn a_stop_is_heard_and_the_last_depth_kept() {
    let growth = Growth { depth: 9, branching: 5, players: 3, values: 0..=9, ..Growth::default() };
    let tree = Arc::new(WrittenTree::random(4, &growth));
    let many = Many::new(Arc::clone(&tree), WrittenEvaluations, NoHints);
    let stop = After(3_000, AtomicU64::new(0));
    let found = many.search(&tree.start(), &History::new(), &Limits::depth(9), &stop, &mut |_| false);
    assert!(found.stopped && found.depth >= 2 && found.counts.nodes < 3_000 + 300, "{found:?}");
    let nodes = many.search(&tree.start(), &History::new(), &Limits::nodes(500), &NeverStop, &mut |_| false);
    assert!(nodes.stopped && nodes.counts.nodes <= 500 && !nodes.lines.is_empty(), "{nodes:?}");
    let told = many
        .search(&tree.start(), &History::new(), &Limits::depth(9), &NeverStop, &mut |found| found.depth == 2);
    assert_eq!((told.depth, told.stopped), (2, true));
}
