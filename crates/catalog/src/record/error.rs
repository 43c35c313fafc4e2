//! What is wrong with a record.

use super::{LONGEST_RECORD, MAX_WORDS};
use crate::record::tokens::DEEPEST;
use plybook_kernel::ReadError;
use std::fmt;
use thiserror::Error;

/// What is wrong, without the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordProblem {
    /// There is no game in the text.
    #[error("there is no game in it; a game begins with tags such as [Event \"?\"] or with its moves")]
    Empty,
    /// A comment has no end.
    #[error("the comment has no end; write `}}` after it")]
    UnclosedComment,
    /// A variation has no end.
    #[error("the variation has no end; write `)` after it")]
    UnclosedVariation,
    /// Variations lie too deep in each other.
    #[error("variations are nested more than {DEEPEST} deep; take some out")]
    TooDeep,
    /// A bracket that closes nothing.
    #[error("`{0}` closes nothing; take it out")]
    Stray(char),
    /// A tag that cannot be read.
    #[error("{0:?} is no tag; write it like [Name \"value\"]")]
    Tag(String),
    /// More moves than a record may hold.
    #[error("the game has more than {LONGEST_RECORD} moves; cut it")]
    TooLong,
    /// More words than a record may hold.
    #[error(
        "the game has more than {MAX_WORDS} moves, numbers, results and `$` glyphs; take the glyphs out or cut it"
    )]
    TooManyWords,
    /// A game that is none of ours.
    #[error("{0}")]
    Unknown(String),
    /// The record is of another game than the one that was asked for.
    #[error("the record is of the game `{found}`, not of `{wanted}`; name that game")]
    OtherGame {
        /// The game in the record.
        found: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// A name or a position that cannot be read.
    #[error("{0}")]
    Read(Box<ReadError>),
    /// A move that is not legal.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which move of the game, from 1.
        ply: usize,
        /// What is wrong with it.
        error: Box<ReadError>,
    },
    /// The text is no JSON, or no record in JSON.
    #[error("{0}; write a record as `plybook show FILE --json` does")]
    Json(String),
}

impl From<ReadError> for RecordProblem {
    fn from(error: ReadError) -> RecordProblem {
        RecordProblem::Read(Box::new(error))
    }
}

impl RecordProblem {
    /// The problem of a move, counted from 0, that is not legal.
    pub(super) fn illegal(ply: usize, error: ReadError) -> RecordProblem {
        RecordProblem::Move { ply: ply + 1, error: Box::new(error) }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Which game of the text, from 1; 0 if there is no text.
    pub game: usize,
    /// The line of the text, from 1; 0 if there is no text.
    pub line: usize,
    /// What is wrong.
    pub problem: RecordProblem,
}

impl RecordError {
    pub(super) fn at(game: usize, line: usize, problem: impl Into<RecordProblem>) -> RecordError {
        RecordError { game, line, problem: problem.into() }
    }
}

impl From<RecordProblem> for RecordError {
    fn from(problem: RecordProblem) -> RecordError {
        RecordError { game: 0, line: 0, problem }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}", self.line)?;
        }
        if self.game > 1 {
            write!(f, "{}game {}", if self.line > 0 { ", " } else { "" }, self.game)?;
        }
        let colon = if self.line > 0 || self.game > 1 { ": " } else { "" };
        write!(f, "{colon}{}", self.problem)
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.problem)
    }
}
