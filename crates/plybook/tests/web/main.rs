//! The server as a browser, a stranger and an attacker meet it: the real program, over real connections.

#![allow(clippy::unwrap_used, reason = "a test that cannot talk to the program has failed")]

mod api;
mod client;
mod documentation;
mod hostile;
mod schema;
mod strings;
mod tournaments;
