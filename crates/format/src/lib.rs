//! What the project's files have in common: checksums, seals, and the contents of play books and of measured margins. It
//! works on bytes in memory; only the store reads and writes files.
#![forbid(unsafe_code)]

pub mod checksum;
mod margins;
mod outcome_nets;
mod pattern_weights;
mod sealed;

pub use margins::{
    MARGIN_FIELDS, MOST_MARGIN, MarginsFile, evaluator_fingerprint, margin_numbers, margins_of_numbers,
};
pub use outcome_nets::{read_outcome_nets, write_outcome_nets};
pub use pattern_weights::{PatternWeightsError, read_pattern_weights, write_pattern_weights};
pub use sealed::{Seal, SealError, sealed_checksum, sealed_fingerprint};
