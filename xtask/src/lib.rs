//! The project's own chores, run as `cargo xtask CHORE`; the quick ones are ordinary tests too.
#![forbid(unsafe_code)]

pub mod contest;
pub mod endgame;
pub mod mutate;
pub mod playthrough;
pub mod setting;
pub mod tidy;

use std::path::PathBuf;

/// The project's folder.
#[must_use]
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}
