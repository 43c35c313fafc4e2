//! Learnt evaluations: what they look like, how fast integers compute them, and their files. Training them is another
//! matter: whoever trains needs the specifications here, the sparse features that they name, and floating weights,
//! which `quantise` turns into a model.
//!
//! There are two families over a game's planes. A *net* sums a row of numbers for every piece on the board, once for
//! each player's view, and combines the sums. *Tuples* look up what stands in small windows of the board in tables.
//! Both keep sums along the path of a search, so that a move costs no more than the cells that it changes.
#![forbid(unsafe_code)]

mod accumulator;
mod evaluator;
mod explain;
mod file;
mod model;
mod net;
mod numbers;
mod tuples;
mod windows;

pub use accumulator::{Accumulator, MOST_LANES};
pub use evaluator::LearntEvaluator;
pub use file::{MODEL_KIND, MOST_BYTES, ModelError, Provenance, fingerprint};
pub use model::Model;
pub use net::{HIDDEN_SIZES, Net, NetParameters, NetSpec};
pub use tuples::{TupleSpec, Tuples};
pub use windows::{Family, Tuple, TupleLimits};

use std::fmt;

/// Why weights cannot be made into a model of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuantiseError {
    /// The weights are not as many as the specification says: those expected, and those found.
    Shape(usize, usize),
    /// A weight is not a finite number, or the scale is not a positive one.
    NotFinite,
    /// A weight is too large for integers: its absolute value in thousandths.
    TooLarge(u64),
}

impl fmt::Display for QuantiseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuantiseError::Shape(expected, found) => {
                write!(f, "{expected} weights were expected, not {found}")
            }
            QuantiseError::NotFinite => f.write_str("a weight or the scale is not a finite number"),
            QuantiseError::TooLarge(size) => {
                write!(f, "a weight of {}.{:03} is too large", size / 1000, size % 1000)
            }
        }
    }
}

impl std::error::Error for QuantiseError {}
