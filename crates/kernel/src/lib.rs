//! The vocabulary of board games: what a game is, how it is written and drawn, how results and values are
//! expressed, and the suite of checks that every game must pass. Everything else speaks these words.
//!
//! The kernel uses the standard library alone, does no input or output, reads no clock and starts no thread.
#![forbid(unsafe_code)]

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
mod outcome_net;
mod pattern_weights;
pub mod perft;
pub mod planes;
mod random;
mod rated;
pub mod rows;
mod score;
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
pub use info::{GameInfo, HasInfo, ListedGame, Text, texts};
pub use notation::{Notation, Numbering};
pub use options::{OptionInfo, OptionValue, OptionValues};
pub use outcome::{End, EndRule, MOST_PLAYERS, Outcome, Player, Shares, Turn, Wdl};
pub use outcome_net::{Chances, NetScratch, OUTCOMES, OutcomeNet, OutcomeNets, Sight};
pub use pattern_weights::{Pattern, PatternWeights};
pub use planes::{PlaneLayout, Planes};
pub use random::Random;
pub use rated::{Rated, RatedTerm};
pub use score::{Score, Window};
pub use symmetric::{Symmetric, turned};
pub use view::{
    Cell, Diagram, Ground, Mark, POINTS_CELLS, Piece, Shape, Step, Tally, Token, View, cell_number, star_rows,
};

/// The example of the contributor's guide, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
pub struct ContributorsGuide;
