//! The players one by one, as a referee sees them.

mod engine;
mod table;
