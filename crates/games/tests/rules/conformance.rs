//! The conformance suite over every game of the list, in all variants that the game itself names as examples.

use plybook_games::{Visitor, all, with_game};
use plybook_kernel::ListedGame;
use plybook_kernel::conformance::{Failure, Plan, Report, check};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const PLAN: Plan = Plan { seed: 20_250_101, moves: 100_000 };

struct Conformance;

impl Visitor for Conformance {
    type Output = Result<Report, Failure>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        check(&game, &PLAN)
    }
}

/// Checks a game by name: what failed, if anything. The captured output has the reports.
fn failure(name: &str) -> Option<String> {
    let start = Instant::now();
    match with_game(name, Conformance) {
        Ok(Ok(report)) => {
            println!("{name}: {:.1} s, {report:?}", start.elapsed().as_secs_f32());
            None
        }
        Ok(Err(failure)) => Some(format!("{name}: {failure}")),
        Err(error) => Some(format!("{name}: {error}")),
    }
}

/// A hundred thousand random moves in every example of every game, on all processors.
#[test]
fn every_game_conforms() {
    let names: Vec<&str> = all().iter().flat_map(|info| &info.examples).map(|name| &**name).collect();
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            failures.lock().expect("no checker panics with the lock").extend(failure(name));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
        work();
    });
    let failures = failures.into_inner().expect("no checker panics with the lock");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
