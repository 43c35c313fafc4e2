//! The vocabulary of board games: what a game is, how it is written and drawn, how results and values are
//! expressed, and the suite of checks that every game must pass. Everything else speaks these words.
//!
//! The kernel uses the standard library alone, does no input or output, reads no clock and starts no thread.
#![forbid(unsafe_code)]

pub mod checksum;
pub mod combinations;
pub mod conformance;
mod error;
mod evaluator;
mod game;
mod hints;
mod history;
mod indexed;
mod info;
mod notation;
pub mod options;
mod outcome;
pub mod perft;
mod play_book;
mod random;
pub mod rows;
mod score;
mod sealed;
mod symmetric;
mod view;
pub mod written;
pub mod zobrist;

pub use error::ReadError;
pub use evaluator::{Evaluated, Evaluator, EvaluatorInfo, Term, sum};
pub use game::Game;
pub use hints::{HasHints, Margins, NoHints, Oracle, SearchHints};
pub use history::History;
pub use indexed::{Indexed, Neighbours, Slice};
pub use info::{Described, Info, ListedGame, OptionInfo};
pub use notation::Notation;
pub use outcome::{Outcome, Player, Turn, Wdl};
pub use play_book::{Pattern, PatternWeights, PatternWeightsError};
pub use random::Random;
pub use score::{Score, Window};
pub use sealed::{Seal, SealError};
pub use symmetric::{Symmetric, turned};
pub use view::{Cell, Ground, Mark, Piece, Scene, Shape, Step, Token, View, cell_number};

/// The example of the contributor's hints, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
pub struct ContributorsGuide;
