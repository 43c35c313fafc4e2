//! In verifying mode every combination of sound techniques finds the value of plain minimax: on random trees.

use crate::{effort, switches};
use plybook_kernel::written::{Growth, WrittenEvaluations, WrittenTree};
use plybook_kernel::{Game, History, NoHints, Random};
use plybook_search::reference::{Method, search};
use plybook_search::{Engine, Limits, NeverStop, Options, Table};
use std::sync::Arc;

const TREES: usize = 10_000;
/// A tiny table, so that entries are replaced too.
const TABLE_BYTES: usize = 1 << 11;
/// Combinations drawn for each tree.
const DRAWN: usize = 3;
/// Single switches turned for each tree; all take their turns.
const TURNED: usize = 5;

/// Trees of all kinds: deep and wide, with shared nodes, players who move twice, ties, wins and losses.
fn tree(seed: u64) -> WrittenTree {
    let mut random = Random::new(seed);
    let depth = 1 + random.below(7) as u32;
    let reach = [1, 3, 9, 1000][random.below(4)];
    let mut some = |percentages: [u32; 3]| percentages[random.below(3)];
    let growth = Growth {
        depth,
        branching: if depth > 5 { 3 } else { 5 },
        values: -reach..=reach,
        players: 2,
        early: some([0, 10, 20]),
        decided: some([0, 30, 90]),
        again: some([0, 25, 50]),
        chance: 0,
        shared: some([0, 30, 60]),
        evaluated: some([0, 50, 100]),
    };
    WrittenTree::random(seed, &growth)
}

struct Checker {
    engine: Engine<WrittenTree, WrittenEvaluations, NoHints>,
    /// One of each layout; every search takes the next.
    tables: Vec<Table>,
    turn: usize,
}

impl Checker {
    fn new() -> Checker {
        let engine = Engine::new(Arc::new(tree(0)), WrittenEvaluations, NoHints);
        Checker { engine, tables: switches::tables(TABLE_BYTES), turn: 0 }
    }

    /// Searches a tree with these options and compares value, move and line with plain minimax.
    fn check(&mut self, tree: &Arc<WrittenTree>, options: Options, depth: u32, threads: usize) {
        let at = tree.start();
        let plain = search(Method::Minimax, &**tree, &WrittenEvaluations, &at, depth);
        self.engine.game = Arc::clone(tree);
        self.engine.options = options;
        self.turn += 1;
        let layouts = self.tables.len();
        let table = &mut self.tables[self.turn % layouts];
        table.clear();
        let limits = Limits { threads, ..Limits::depth(depth) };
        let finding = self.engine.search(&at, &History::new(), &limits, Some(table), &NeverStop);
        let what = || format!("{}\ndepth {depth}, {threads} threads, {options:?}", tree.to_text());
        if tree.outcome(&at).is_some() {
            assert_eq!(finding.best(), None, "{}", what());
            return;
        }
        assert_eq!(finding.score(), Some(plain.score), "{}", what());
        let best = finding.best().unwrap_or_else(|| panic!("no move: {}", what()));
        let after = tree.after(&at, best);
        let reply = search(Method::Negamax, &**tree, &WrittenEvaluations, &after, depth - 1).score;
        let same = tree.turn(&after) == tree.turn(&at);
        assert_eq!(if same { reply.up() } else { (-reply).up() }, plain.score, "move {best}: {}", what());
    }
}

#[test]
fn every_combination_on_random_trees() {
    let mut checker = Checker::new();
    let single = switches::single();
    let mut random = Random::new(7);
    for seed in 0..(TREES * effort()) as u64 {
        let tree = Arc::new(tree(seed));
        let height = tree.max_plies().unwrap_or(1).max(1);
        let depth = 1 + random.below(height as usize) as u32;
        for number in 0..TURNED {
            let options = single[(seed as usize * TURNED + number) % single.len()];
            checker.check(&tree, options, depth, 1);
        }
        for _ in 0..DRAWN {
            checker.check(&tree, switches::any(&mut random), depth, 1);
        }
    }
}

#[test]
fn two_threads_on_random_trees() {
    let mut checker = Checker::new();
    let mut random = Random::new(8);
    for seed in 0..(TREES * effort()) as u64 {
        let tree = Arc::new(tree(seed));
        let depth = tree.max_plies().unwrap_or(1).max(1);
        let options = Options { table: true, ..switches::any(&mut random) };
        checker.check(&tree, options, depth, 2);
    }
}
