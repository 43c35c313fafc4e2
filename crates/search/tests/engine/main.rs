//! What the engine promises, checked on random trees and on every listed game.

mod accumulators;
mod collisions;
mod equal_games;
mod equal_trees;
mod iterations;
mod limits;
mod lying_table;
mod margins;
mod paths;
mod positions;
mod proofs;
mod selectivity;
mod switches;

/// How many times as much is tested when `PLYBOOK_LONG` is set.
fn effort() -> usize {
    if std::env::var_os("PLYBOOK_LONG").is_some() { 10 } else { 1 }
}
