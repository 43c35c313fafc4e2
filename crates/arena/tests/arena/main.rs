//! The arena with agents of every sort.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its agents has failed")]

mod referee;
mod support;
