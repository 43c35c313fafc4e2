//! Positions of games, drawn by chance.

use crate::data::{GameRecord, NO_VALUE, WON};
use plybook_kernel::{Game, Random};
use std::collections::HashSet;

/// How positions are drawn and searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplePlan {
    /// Positions of games; near each of them two more are searched.
    pub positions: usize,
    /// Most positions that one search of a sample may enter.
    pub nodes: u64,
    /// Decides everything random.
    pub seed: u64,
    /// Threads; what is measured does not depend on them.
    pub threads: usize,
}

/// Draws positions from games, each position of a search that was not decided as likely as any other, and none twice. Games
/// whose moves cannot be followed give none.
pub fn sample<G: Game>(
    game: &G,
    starts: &[G::Position],
    records: &[GameRecord],
    plan: &SamplePlan,
) -> Vec<G::Position> {
    let (mut random, mut seen) = (Random::new(plan.seed), HashSet::new());
    let mut drawn: Vec<G::Position> = Vec::with_capacity(plan.positions.min(1 << 16));
    let mut met = 0;
    for record in records {
        record.follow(game, starts, |at, ply, _| {
            if ply.value == NO_VALUE || ply.value.abs() >= WON || !seen.insert(game.key(at)) {
                return;
            }
            // Each new position takes the place of one of those drawn with the share that is its due.
            met += 1;
            let place = random.below(met);
            if drawn.len() < plan.positions {
                drawn.push(at.clone());
            } else if place < plan.positions {
                drawn[place] = at.clone();
            }
        });
    }
    drawn
}
