//! Errors that are the input's fault: they end the program with status 2.

use plybook_catalog::ReadError;
use std::fmt;

/// Input that cannot be used; the message says what, where and what would be right.
#[derive(Debug)]
pub struct BadInput(String);

impl BadInput {
    /// The error with this message.
    pub fn new(message: impl Into<String>) -> BadInput {
        BadInput(message.into())
    }
}

/// An error that the input is to blame for, whoever found it.
pub fn bad_input(error: impl fmt::Display) -> anyhow::Error {
    BadInput::new(error.to_string()).into()
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

impl From<ReadError> for BadInput {
    fn from(error: ReadError) -> BadInput {
        BadInput(error.to_string())
    }
}
