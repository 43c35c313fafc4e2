//! The margins by which a search prunes, measured: how far values move in searches of positions from games, the quantiles of
//! these movements, and a refinement by games between margins that differ a little.
//!
//! 1. `measure` searches positions of games, and positions near them of the kinds at which each technique acts, and keeps
//!    how far the values moved.
//! 2. `fit_margins` chooses margins that would have held in a named share of these cases; `prob_cuts` says how well
//!    shallow searches foretell deep ones.
//! 3. `refine` moves all margins at once towards those that win (simultaneous perturbation, SPSA).
//!
//! What comes of it is kept as a `MarginsFile` (crate `plybook-format`), for the game and the evaluator it was made for.

mod field;
mod fit;
mod movements;
mod prob_cut;
mod prober;
mod quantile;
mod refine;
mod sample;
mod spsa;

pub use fit::{FittedMargin, FittedMargins, fit_margins, refinable};
pub use movements::{DEPTHS, Movements, Searched};
pub use prob_cut::{ProbCut, prob_cuts};
pub use prober::measure;
pub use refine::{PAIRS_OF_STEP, RefinePlan, refine};
pub use sample::{SamplePlan, sample};
pub use spsa::{Spsa, SpsaState};

#[cfg(test)]
mod tests;
