//! The players one by one, as a referee sees them.

mod bad;
mod engine;
mod foreign;
mod table;
