//! Data for the training of evaluations: whole games that an engine plays against itself, kept as the ordinals of their
//! moves with the searches' values, and the positions that are chosen from them to learn from.

mod duel;
mod play;
mod positions;
mod record;
mod shard;

pub use duel::{DuelPlan, Pairs, play_pairs};
pub(crate) use play::random_of;
pub use play::{PlayPlan, play_games};
pub(crate) use positions::choose;
pub use positions::{Positions, Selection, fitted_scale};
pub use record::{GameRecord, NO_VALUE, RecordedPly, WON};
pub use shard::{ShardError, read_any_shard, read_shard, rules_fingerprint, write_shard};

#[cfg(test)]
mod tests;

#[cfg(test)]
mod choice_tests;
