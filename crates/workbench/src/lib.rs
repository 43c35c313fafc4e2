//! The page's questions about games and their answers: positions, the engine's moves, analyses, trees, rules files.
//!
//! Whoever asks is no concern of this crate: the server answers through it over HTTP, and a page without a server through
//! a worker of the browser. Every question is complete in itself; it names the game, a start position and the moves since.
//! What takes long is prepared first, which tells what is wrong with the question, and then worked on with a `Listener`.
#![forbid(unsafe_code)]

pub mod analyse;
mod answer;
mod cancellation;
pub mod counts;
mod databases;
mod engine_cache;
pub mod engine_move;
mod game_position;
pub mod games;
pub mod graph;
pub mod hint;
pub mod lab;
mod listener;
mod problem;
pub mod record;
pub mod rules_text;
pub mod self_play;
pub mod setup;
pub mod state;
mod stopwatch;
pub mod tree;

pub use answer::{Answerer, QUESTIONS, json};
pub use cancellation::Cancellation;
#[cfg(feature = "store")]
pub use databases::endgame_folder;
pub use engine_cache::EngineCache;
pub use game_position::{GamePosition, MOST_MOVES, Opened};
pub use listener::Listener;
pub use problem::{Problem, ProblemAnswer};
