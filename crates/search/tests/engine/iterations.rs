//! Which depths iterative deepening goes through.

use plybook_games::othello::{Othello, OthelloEvaluator};
use plybook_kernel::{Game, History, NoHints};
use plybook_search::{Engine, Iteration, Limits, Options, Stop, Table};
use std::sync::{Arc, Mutex};

/// Writes down the depths as they are completed.
#[derive(Default)]
struct Depths(Mutex<Vec<u32>>);

impl<M> Stop<M> for Depths {
    fn poll(&self, _: u64) -> bool {
        false
    }

    fn iteration(&self, iteration: &Iteration<'_, M>) -> bool {
        self.0.lock().expect("nobody panics with it").push(iteration.depth);
        false
    }
}

fn depths(options: Options, last: u32) -> Vec<u32> {
    let game = Arc::new(Othello::default());
    let mut engine = Engine::new(Arc::clone(&game), OthelloEvaluator::Positional, NoHints);
    engine.options = options;
    let (table, told) = (Table::with_mebibytes(1), Depths::default());
    let finding = engine.search(&game.start(), &History::new(), &Limits::depth(last), Some(&table), &told);
    assert_eq!(finding.depth, last);
    told.0.into_inner().expect("nobody panicked with it")
}

#[test]
fn every_depth_or_every_other_one_and_always_the_last() {
    let double = Options { double_steps: true, ..Options::SOUND };
    assert_eq!(depths(Options::SOUND, 5), [1, 2, 3, 4, 5]);
    assert_eq!(depths(double, 5), [1, 3, 5]);
    // The first depth is never left out, so that a search that is stopped early has looked at every move.
    assert_eq!(depths(double, 6), [1, 2, 4, 6]);
    assert_eq!(depths(Options { leap_after: 3, ..double }, 7), [1, 3, 7]);
    assert_eq!(depths(Options { iterative: false, ..double }, 6), [6]);
}
