//! Endgame databases: the proven value of every position of a slice, with the distance to the end, for any game that
//! numbers its positions.
//!
//! `build` solves slices from the ends of the games backwards, verifies every value and writes a file for each
//! slice; `Database` opens what is installed and answers, as a kernel `Oracle` for searches. Rules about the path
//! (repetition, move limits) do not enter: a position that can only be repeated for ever is a draw.

mod build;
mod cache;
mod cells;
mod database;
mod error;
mod file;
mod fingerprint;
mod folder;
mod header;
mod judge;
mod meter;
mod solve;
mod tablebase_value;
mod verify;
mod workers;
mod writer;

pub use build::{BuildOptions, SliceReport, build, build_on, wanted};
pub use database::{Database, DatabaseOracle, verify_installed};
pub use error::EndgameError;
pub use fingerprint::fingerprint;
pub use folder::{Folder, VARIABLE};
pub use meter::{BuildObserver, NoBuildObserver, Progress, Step};
pub use tablebase_value::TablebaseValue;
