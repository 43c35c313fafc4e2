//! The arena with agents of every sort.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up its agents has failed")]

mod black_and_white;
mod books;
mod databases;
mod many_players;
mod referee;
mod support;
mod tournament;
mod verify;
