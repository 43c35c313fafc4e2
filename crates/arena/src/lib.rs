//! Games between agents: the referee, clocks, tournaments, statistics. Trusts no agent.
#![forbid(unsafe_code)]

pub mod adjudication;
pub mod clock;
mod guard;
pub mod openings;
pub mod record;
pub mod referee;
mod verdict;

pub use verdict::{Outcome, Reason, Verdict};
