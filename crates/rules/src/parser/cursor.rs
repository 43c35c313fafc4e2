//! Reading one clause from left to right.

use crate::error::RulesError;
use crate::lexer::{Clause, Kind, Token};
use crate::words::remedy;

/// Numbers as words.
const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A clause and how far it was read.
pub(super) struct Cursor<'a> {
    pub clause: &'a Clause,
    place: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(clause: &'a Clause) -> Cursor<'a> {
        Cursor { clause, place: 0 }
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.clause.tokens.get(self.place)
    }

    /// The next token but `ahead` others.
    pub fn peek_at(&self, ahead: usize) -> Option<&'a Kind> {
        self.clause.tokens.get(self.place + ahead).map(|token| &token.kind)
    }

    pub fn word(&self) -> Option<&'a str> {
        self.word_at(0)
    }

    pub fn word_at(&self, ahead: usize) -> Option<&'a str> {
        match self.peek_at(ahead) {
            Some(Kind::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub fn skip(&mut self) {
        self.place += 1;
    }

    pub fn is_done(&self) -> bool {
        self.place >= self.clause.tokens.len()
    }

    /// Reads this word if it is the next one.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        self.place += usize::from(found);
        found
    }

    pub fn take_mark(&mut self, mark: char) -> bool {
        let found = self.peek_at(0) == Some(&Kind::Mark(mark));
        self.place += usize::from(found);
        found
    }

    /// Reads a number, in digits or as a word.
    pub fn take_number(&mut self) -> Option<u32> {
        let number = match self.peek_at(0)? {
            Kind::Number(number) => *number,
            Kind::Word(word) => NUMBERS.iter().position(|known| known == word)? as u32,
            _ => return None,
        };
        self.place += 1;
        Some(number)
    }

    /// The column of the next token, or the one behind the line.
    pub fn column(&self) -> usize {
        self.peek().map_or(self.clause.text.chars().count() + 1, |token| token.column)
    }

    /// An error about the next token.
    pub fn error(&self, problem: impl Into<String>, remedy: impl Into<String>) -> RulesError {
        self.clause.error(self.column(), problem, remedy)
    }

    /// An error about the token before.
    pub fn error_before(&self, problem: impl Into<String>, remedy: impl Into<String>) -> RulesError {
        let before = self.place.checked_sub(1).and_then(|place| self.clause.tokens.get(place));
        self.clause.error(before.map_or(1, |token| token.column), problem, remedy)
    }

    /// How the next token is called in a message.
    pub fn found(&self) -> String {
        match self.peek().map(|token| &token.kind) {
            None => "the line ends here".to_owned(),
            Some(Kind::Word(word)) => format!("`{word}`"),
            Some(Kind::Number(number)) => format!("`{number}`"),
            Some(Kind::Size([one, other])) => format!("`{one}x{other}`"),
            Some(Kind::Mark(mark)) => format!("`{mark}`"),
            Some(Kind::Quoted(text)) => format!("`\"{text}\"`"),
        }
    }

    /// The error that none of these words stands here; `what` says what they are: `a way`.
    pub fn none_of(&self, what: &str, words: &[&str]) -> RulesError {
        let problem = match self.word() {
            Some(word) => format!("`{word}` is not {what}"),
            None if self.is_done() => format!("the line ends where {what} is missing"),
            None => format!("{} is not {what}", self.found()),
        };
        self.error(problem, remedy(self.word().unwrap_or(""), words))
    }

    /// Reads one of some words.
    pub fn one_of(&mut self, what: &str, words: &[&'static str]) -> Result<&'static str, RulesError> {
        match words.iter().find(|&&word| self.word() == Some(word)) {
            Some(word) => {
                self.place += 1;
                Ok(word)
            }
            None => Err(self.none_of(what, words)),
        }
    }

    /// Reads this word, which must stand here.
    pub fn expect(&mut self, word: &'static str) -> Result<(), RulesError> {
        if self.take(word) {
            return Ok(());
        }
        Err(self.error(format!("{} where `{word}` is missing", self.found()), format!("write `{word}`")))
    }

    /// Reads a number in a range; `what` says of what.
    pub fn number(&mut self, what: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, RulesError> {
        let remedy = format!("write a number of {what} from {} to {}", range.start(), range.end());
        match self.take_number() {
            Some(number) if range.contains(&number) => Ok(number),
            Some(number) => Err(self.error_before(format!("{number} {what}"), remedy)),
            None => Err(self.error(format!("{} where a number is missing", self.found()), remedy)),
        }
    }

    /// Reads any word; `what` says what it names.
    pub fn any_word(&mut self, what: &str) -> Result<&'a str, RulesError> {
        match self.word() {
            Some(word) => {
                self.place += 1;
                Ok(word)
            }
            None => {
                let remedy = format!("write {what}: a word of letters, digits and hyphens");
                Err(self.error(format!("{} where {what} is missing", self.found()), remedy))
            }
        }
    }

    /// All must be read.
    pub fn finish(&self) -> Result<(), RulesError> {
        if self.is_done() {
            return Ok(());
        }
        let problem = format!("{} stands behind a finished statement", self.found());
        Err(self.error(problem, "leave it out, or begin a new line"))
    }
}
