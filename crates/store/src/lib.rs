//! Everything on disk: the database of games, endgame tables, books.
#![deny(unsafe_code)]

pub mod book;
pub mod database;
pub mod endgame;
pub mod file;
mod play_book;

pub use play_book::read_play_book;
