//! Games between agents: the referee, clocks, tournaments, statistics. Trusts no agent.
//!
//! A `Config` decides who plays whom, under which conditions and from which openings. `Tournament::run` plays what
//! is missing, keeps each game before it reports it, and gives the games that count; the report is made from them.
#![forbid(unsafe_code)]

pub mod adjudication;
pub mod balance;
pub mod books;
pub mod clock;
pub mod config;
pub mod duration;
pub mod game_store;
mod guard;
pub mod ledger;
pub mod openings;
mod pool;
pub mod record;
pub mod referee;
pub mod report;
pub mod roll_call;
pub mod roster;
pub mod schedule;
pub mod scoring;
pub mod standard;
pub mod statistics;
pub mod tournament;
pub mod transcript;
pub mod unit;
mod verdict;
pub mod verify;

pub use plybook_catalog::{EndRule, Outcome};
pub use pool::Roster;
pub use verdict::{Reason, Verdict};
