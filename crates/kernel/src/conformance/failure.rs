//! What a game does wrong.

use super::Check;
use std::fmt;

/// Moves of the line that a message repeats: the last ones.
const SHOWN: usize = 60;

/// A check that failed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The check.
    pub check: Check,
    /// The text of the position where it failed; empty where no position is concerned.
    pub position: String,
    /// The text of the move concerned, if any.
    pub mv: Option<String>,
    /// The moves that led from the start to the position, where it was met in a game.
    pub line: Box<[String]>,
    /// What should have been.
    pub expected: String,
    /// What was.
    pub found: String,
}

impl Failure {
    /// A failure in a position; expectation, finding and move are added by the methods below.
    pub(super) fn new(check: Check, position: impl Into<String>) -> Failure {
        let (expected, found) = (String::new(), String::new());
        Failure { check, position: position.into(), mv: None, line: Box::default(), expected, found }
    }

    pub(super) fn with_move(mut self, text: impl Into<String>) -> Failure {
        self.mv = Some(text.into());
        self
    }

    pub(super) fn expected(mut self, expected: impl Into<String>) -> Failure {
        self.expected = expected.into();
        self
    }

    /// Completes the failure as an error.
    pub(super) fn found<T>(mut self, found: impl Into<String>) -> Result<T, Failure> {
        self.found = found.into();
        Err(self)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ({})", self.check, self.check.rule())?;
        if !self.position.is_empty() {
            write!(f, ": position {:?}", self.position)?;
        }
        if let Some(mv) = &self.mv {
            write!(f, ", move {mv:?}")?;
        }
        write!(f, ": expected {}, found {}", self.expected, self.found)?;
        if !self.line.is_empty() {
            let hidden = self.line.len().saturating_sub(SHOWN);
            let dots = if hidden > 0 { "… " } else { "" };
            write!(f, "; played {dots}{}", self.line[hidden..].join(" "))?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}
