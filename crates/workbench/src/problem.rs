//! What a question gets that cannot be answered.

use plybook_catalog::ReadError;
use schemars::JsonSchema;
use serde::Serialize;

/// Why a question has no answer: the status that HTTP has for it, and a sentence that names the culprit and the remedy.
#[derive(Clone, Debug)]
pub struct Problem {
    status: u16,
    message: String,
    subject: Option<&'static str>,
    place: Option<usize>,
}

/// What is told about it.
#[derive(Serialize, JsonSchema)]
pub struct ProblemAnswer<'a> {
    /// What is wrong, where, and what would be right.
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// What could not be read: `position`, `move`, `game`.
    subject: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// The character where it went wrong, from 1.
    place: Option<usize>,
}

impl Problem {
    /// The question is understood, but what it says cannot be used.
    pub const UNUSABLE: u16 = 422;
    /// There is no such question.
    pub const UNKNOWN: u16 = 404;
    /// Our own failure.
    pub const INTERNAL: u16 = 500;

    /// A problem with this status and sentence.
    #[must_use]
    pub fn new(status: u16, message: impl Into<String>) -> Problem {
        Problem { status, message: message.into(), subject: None, place: None }
    }

    /// The question is understood, but what it says cannot be used.
    #[must_use]
    pub fn unusable(message: impl Into<String>) -> Problem {
        Problem::new(Problem::UNUSABLE, message)
    }

    /// Our own failure.
    #[must_use]
    pub fn internal() -> Problem {
        let message = "the program failed to answer this; the request was given up, everything else goes on";
        Problem::new(Problem::INTERNAL, message)
    }

    /// The same problem with words before its message.
    #[must_use]
    pub fn within(mut self, what: &str) -> Problem {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// The status, as HTTP has it.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What is told about it.
    #[must_use]
    pub fn answer(&self) -> ProblemAnswer<'_> {
        ProblemAnswer { error: &self.message, subject: self.subject, place: self.place }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        Problem {
            status: Problem::UNUSABLE,
            message: error.to_string(),
            subject: Some(error.subject),
            place: error.place,
        }
    }
}
