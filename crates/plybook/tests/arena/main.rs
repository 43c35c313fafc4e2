//! Matches and tournaments as their users meet them.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the program has failed")]

mod absent;
mod class;
mod contest;
mod files;
mod history;
mod interruption;
mod knowledge;
mod support;
mod version_before;
