//! Games without code: a file of plain sentences is read and compiled to a game like any other.
//!
//! ```
//! use plybook_rules::RulesFile;
//!
//! let text = "game Breakthrough: board 8x8\npiece pawn on first two rows\nstuck: loses\nwin: reach last row\n";
//! assert_eq!(RulesFile::read(text).unwrap_err().problem, "White has no moves");
//! ```
#![forbid(unsafe_code)]

mod chains;
mod course;
mod definition;
mod error;
mod evaluator;
mod file;
mod format;
pub mod gallery;
mod game;
mod geometry;
mod hints;
mod info;
mod lexer;
mod mills;
mod moves;
mod notation;
mod parser;
mod patterns;
mod planes;
mod position;
mod royal;
mod set;
mod sowing;
mod surround;
mod symmetry;
mod trial;
mod view;
mod words;

pub use error::RulesError;
pub use evaluator::RulesEvaluator;
pub use file::{RulesFile, RulesVisitor};
pub use format::format;
pub use game::CompiledGame;
pub use hints::RulesHints;
pub use position::{Move, Position};
pub use sowing::{SowingEvaluator, SowingGame, SowingHints, SowingPosition};
pub use trial::trial;
