//! Matchboxes: a box for every position that the machine meets, with beads whose colours stand for moves. A bead
//! drawn at random is the move; after the game beads are added or taken away.
//!
//! MENACE (Michie, 1961 to 1963) plays tic-tac-toe this way, HER (Gardner, 1962) hexapawn. Boxes are made when a
//! position is first met, and a position and its images share one; moves that are images of each other under the
//! position's own symmetries share a colour.

mod config;
mod learner;
mod machine;
mod seeker;
#[cfg(test)]
mod tests;

pub use config::{Correction, EmptyBox, MatchboxConfig, Sides};
pub use learner::{BoxAnswer, BoxContent, MatchboxLearner, Rival};
pub use machine::Machine;
pub use seeker::Seeker;
