//! Data for the training of evaluations: whole games that an engine plays against itself, kept as the ordinals of their
//! moves with the searches' values, and the positions that are chosen from them to learn from.

mod play;
mod record;
mod shard;

pub use play::{PlayPlan, RandomValues, Starts, play_games};
pub use record::{GameRecord, NO_VALUE, RecordedPly, WON};
pub use shard::{ShardError, read_shard, rules_fingerprint, write_shard};

#[cfg(test)]
mod tests;
