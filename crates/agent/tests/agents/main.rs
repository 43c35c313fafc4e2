//! The players one by one, as a referee sees them.

mod bad;
mod course;
mod engine;
mod foreign;
mod nboard;
mod orphans;
mod table;
mod template;
