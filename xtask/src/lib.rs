//! The project's own chores, run as `cargo xtask CHORE`; the quick ones are ordinary tests too.
#![forbid(unsafe_code)]

pub mod contest;
pub mod conversion;
pub mod depths;
pub mod endgame;
pub mod faults;
pub mod mutate;
pub mod parallel;
pub mod playthrough;
pub mod positions;
pub mod setting;
pub mod statistics;
pub mod table_report;
pub mod tidy;

use std::path::PathBuf;

/// The project's folder.
#[must_use]
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}
