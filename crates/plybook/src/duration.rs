//! Lengths of time as people type them.

pub use plybook_arena::duration::parse;
