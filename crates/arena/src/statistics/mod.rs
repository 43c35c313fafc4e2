//! What results say, and how sure one can be of it.
//!
//! Two games from one opening with sides changed are one observation, a pair: what the opening gives to one side
//! it gives to the other in the other game. `docs/tournaments.md` explains the formulas and shows how often the
//! intervals and tests were right in simulations.

mod elo;
mod normal;
mod ratings;
mod sample;
pub mod simulation;
mod sprt;

pub use elo::{Estimate, elo_of, score_of};
pub use normal::{below, quantile};
pub use ratings::{Rating, ratings};
pub use sample::Sample;
pub use sprt::{Decision, Verification, log_likelihood_ratio};
