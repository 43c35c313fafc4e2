//! Temporal differences: the weights of an evaluator's terms, learnt from how the values of successive positions
//! differ (Sutton 1988), at the positions themselves or at the leaves of the searches from them (TD-leaf; Baxter,
//! Tridgell and Weaver 1998).

mod learner;
#[cfg(test)]
mod tests;
mod weighted;

pub use learner::{FirstWeights, TdConfig, TdLearner};
pub(crate) use weighted::{KIND, write_weights};
pub use weighted::{Weight, WeightedTerms, read_weights};
