//! Proof-number search: its answers, and the strategies behind them, played against everything by the rules alone.

mod cycles;
mod games;
mod trees;

use plybook_kernel::{Game, History, Score};
use plybook_search::NeverStop;
use plybook_search::pns::{Checked, Flaw, Pns, Solution, check, solve};
use std::sync::Arc;

/// Wins and losses without their distances: proof numbers know none.
fn result(score: Score) -> i64 {
    match score {
        score if score.is_win() => i64::MAX,
        score if score.is_loss() => i64::MIN,
        score => i64::from(score.raw()),
    }
}

/// Solves a position and checks every strategy that it is proven by.
fn solved<G: Game>(
    game: &Arc<G>,
    at: &G::Position,
    bytes: usize,
    margins: bool,
) -> (Solution<G::Position, G::Move>, u64) {
    let mut pns = Pns::new(Arc::clone(game), bytes);
    let found = solve(&mut pns, at, &History::new(), margins, u64::MAX, &NeverStop).expect("a solution");
    assert!(found.complete || bytes < 1 << 16, "a strategy is missing");
    for strategy in &found.strategies {
        let checked = check(&**game, at, &History::new(), strategy, u64::MAX);
        assert!(checked.is_ok(), "{checked:?} by {strategy:?}");
    }
    (found, pns.nodes)
}

/// Checks a strategy of a position without a past.
fn checked<G: Game>(
    game: &G,
    at: &G::Position,
    strategy: &plybook_search::pns::Strategy<G::Position, G::Move>,
) -> Result<Checked, Flaw<G::Position>> {
    check(game, at, &History::new(), strategy, 1 << 24)
}
