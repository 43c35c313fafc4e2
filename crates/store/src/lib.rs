//! Everything on disk: the database of games, endgame tables, books.
#![deny(unsafe_code)]

pub mod book;
pub mod database;
pub mod endgame;
pub mod file;
mod learnt;
mod training;

pub use learnt::read_learnt;
pub use training::TrainingFolder;
