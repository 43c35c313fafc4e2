//! Learning from play: games against oneself, and play books fitted to them.
#![forbid(unsafe_code)]

mod lesson;
mod play_book;
mod self_play;

pub use lesson::{Lesson, lessons};
pub use play_book::{Fit, fit};
pub use self_play::{PlayedGame, SelfPlay};
