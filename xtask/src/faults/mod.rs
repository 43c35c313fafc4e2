//! Fault campaigns: a script produces many faults of a class, and none may be lost.

pub mod agents;
pub mod files;
pub mod orphans;
mod program;
pub mod resume;
pub mod statistics;
