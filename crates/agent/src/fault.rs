//! What a player did wrong.

use std::time::Duration;
use thiserror::Error;

/// Why a player loses a game without being mated: kept with the game, so each says what happened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started at all.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// It does not play this game or these options.
    #[error("does not play this game: {0}")]
    Unsuitable(String),
    /// Its process ended or its code raised an exception.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It did not answer by the deadline.
    #[error("did not answer within {} ms", .0.as_millis())]
    TimedOut(Duration),
    /// It answered something that cannot be understood.
    #[error("answered what cannot be understood: {0}")]
    Garbage(String),
    /// It wrote more than it may.
    #[error("wrote too much: {0}")]
    Flood(String),
    /// It named a move that is not legal.
    #[error("played an illegal move: {0}")]
    Illegal(String),
}
