//! What the project's files have in common: checksums, seals, and the contents of play books. It works on bytes in
//! memory; only the store reads and writes files.
#![forbid(unsafe_code)]

pub mod checksum;
mod pattern_weights;
mod sealed;

pub use pattern_weights::{PatternWeightsError, read_pattern_weights, write_pattern_weights};
pub use sealed::{Seal, SealError};
