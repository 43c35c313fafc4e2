//! Learning from play: machines that learn game by game, Samuel's program, games against oneself, play books fitted to
//! them, and margins measured in them.
#![forbid(unsafe_code)]

mod course;
pub mod curve;
pub mod data;
mod file;
pub mod generations;
mod learner;
mod lesson;
pub mod margins;
pub mod matchboxes;
pub mod outcome_nets;
mod play_book;
mod q_table;
pub mod regression;
pub mod samuel;
mod self_play;
mod solved;
mod symmetric_table;
pub mod temporal;
pub mod train;

pub use course::{Course, LONGEST_GAME, Opponent, RandomOpponent};
pub use learner::{Learner, LearntGame, LearntItem, tally};
pub use lesson::{Lesson, lessons};
pub use play_book::{Fit, fit};
pub use q_table::{QConfig, QLearner, best_move};
pub use self_play::{PlayedGame, SelfPlay};
pub use solved::{PerfectOpponent, Solved};
pub use symmetric_table::{Entry, MOST_ENTRIES, MoveClass, Place, SymmetricTable, move_classes};
