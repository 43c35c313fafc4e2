//! The engine as other people's programs meet it: through its protocols, from outside.

#![allow(clippy::unwrap_used, reason = "a test that cannot run the program has failed")]

mod chess;
mod conversation;
mod fuzz;
mod gtp;
mod nboard;
mod othello;
mod stops;
mod tools;
mod uci;
mod ugi;
