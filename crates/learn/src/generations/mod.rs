//! Generations of a learnt evaluation: games, training, and a match against the last accepted one that decides whether the
//! new one is kept.
//!
//! Everything that was done is kept by a `TrainingStore` at once, and everything random is drawn by the seed and by numbers of
//! games, so that a training that was ended at any moment goes on and comes to the same bytes, with any number of
//! threads. Only a limit of time makes the amount of work depend on the machine.

mod done;
mod fit;
mod master;
mod plan;

pub use done::Generation;
pub use fit::Shape;
pub use master::{Master, MasterError, Mastered, Stage, games_name};
pub use plan::{From, KeepShard, MasterPlan, Play, Time, TrainingStore, WantedShards};

#[cfg(test)]
mod tests;
