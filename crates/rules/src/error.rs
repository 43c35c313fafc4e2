//! What is wrong with a rules file.

use plybook_kernel::ReadError;
use std::fmt;

/// Longest piece of the offending line that a message repeats, in characters.
const SHOWN: usize = 80;

/// The first fault of a rules file: the place, what is wrong there and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The line, counted from one.
    pub line: usize,
    /// The character of the line, counted from one.
    pub column: usize,
    /// The line as it stands in the file.
    pub text: String,
    /// What is wrong there.
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}; {}", self.line, self.column, self.problem, self.remedy)
    }
}

impl std::error::Error for RulesError {}

impl From<RulesError> for ReadError {
    fn from(error: RulesError) -> ReadError {
        let shown: String = error.text.trim().chars().take(SHOWN).collect();
        let problem = format!("line {}, column {}: {}", error.line, error.column, error.problem);
        ReadError::new("rules", &shown, problem, error.remedy)
    }
}
