//! The players one by one, as a referee sees them.

#![allow(clippy::unwrap_used, reason = "a test that cannot play has failed")]

mod bad;
mod course;
mod engine;
mod foreign;
mod nboard;
mod orphans;
mod sandbox;
mod table;
mod template;
