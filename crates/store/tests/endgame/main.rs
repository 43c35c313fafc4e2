//! Endgame databases: the builder against plain value iteration, and files under attack.
#![allow(clippy::unwrap_used)]

mod faults;
mod files;
mod graph;
mod support;
mod values;
