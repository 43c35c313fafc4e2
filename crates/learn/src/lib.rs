//! Learning from play: games against oneself, play books fitted to them, and Samuel's learner.
#![forbid(unsafe_code)]

mod lesson;
mod play_book;
pub mod samuel;
mod self_play;

pub use lesson::{Lesson, lessons};
pub use play_book::{Fit, fit};
pub use self_play::{PlayedGame, SelfPlay};
