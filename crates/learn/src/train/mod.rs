//! Training of evaluations from chosen positions: sparse inputs, the gradient of the cross-entropy, Adam.
//!
//! Whatever the number of threads, the same positions and the same seed give the same bytes: each batch is cut into
//! shards of fixed size whose gradients are added in their order, and functions that libraries round differently are the
//! project's own.

mod adam;
mod linear;
pub mod maths;
mod network;
mod trainer;

pub use linear::Linear;
pub use network::Network;
pub use trainer::{Checkpoint, EpochReport, Schedule, Trainable, Trainer, TrainingError};

#[cfg(test)]
mod tests;
