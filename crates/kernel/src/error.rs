//! What is wrong with a text from outside.

use std::fmt;

/// Longest piece of the offending input that a message repeats, in characters.
const SHOWN: usize = 80;

/// A text that could not be read: what it should have been, the text itself, the place, what is wrong there and
/// what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What the text should have been: `position`, `move`, `option`.
    pub subject: &'static str,
    /// The offending text.
    pub input: String,
    /// The character of `input`, counted from one, where it went wrong.
    pub place: Option<usize>,
    /// What is wrong there.
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

impl ReadError {
    /// An error about the whole of `input`.
    #[must_use]
    pub fn new(
        subject: &'static str,
        input: &str,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> ReadError {
        ReadError {
            subject,
            input: input.to_owned(),
            place: None,
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }

    /// The same error with the byte offset where it went wrong.
    #[must_use]
    pub fn at(mut self, byte: usize) -> ReadError {
        self.place = Some(self.input.char_indices().take_while(|&(start, _)| start < byte).count() + 1);
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown: String = self.input.chars().take(SHOWN).collect();
        if shown.len() < self.input.len() {
            shown.push('…');
        }
        write!(f, "{} {shown:?}", self.subject)?;
        if let Some(place) = self.place {
            write!(f, ", character {place}")?;
        }
        write!(f, ": {}; {}", self.problem, self.remedy)
    }
}

impl std::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_culprit_place_and_remedy() {
        let error = ReadError::new("position", "3/é4/3 X", "the row has five squares", "write three").at(4);
        assert_eq!(error.place, Some(4));
        assert_eq!(
            error.to_string(),
            "position \"3/é4/3 X\", character 4: the row has five squares; write three"
        );
    }

    #[test]
    fn long_input_is_cut_in_the_message_only() {
        let error = ReadError::new("move", &"x".repeat(5000), "no such move", "write one");
        assert!(error.to_string().len() < 200);
        assert_eq!(error.input.len(), 5000);
    }
}
