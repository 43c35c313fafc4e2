//! The engine's commands as their users meet them: levels, bench, lab, tree, analyze.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the program has failed")]

mod analyze;
mod bench;
mod book;
mod endgame;
mod lab;
mod learn;
mod play;
mod records;
mod rules_files;
mod solve;
mod support;
mod tree;
mod tune;
mod work;
