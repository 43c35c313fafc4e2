//! The tokens of PGN and its relatives, with the lines they stand on. One pass, no recursion.

use super::RecordProblem;

/// Deepest nesting of variations.
pub const DEEPEST: usize = 100;
/// Longest piece of a tag that a message repeats, in characters.
const SHOWN: usize = 60;
/// What ends a word besides a space.
const BREAKS: [char; 7] = ['{', '}', '(', ')', '[', ']', ';'];

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `[Name "value"]`.
    Tag(&'a str, String),
    /// `{...}` or `; ...`, without its marks.
    Comment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A move, a number, a result; what it is depends on the game.
    Word(&'a str),
}

/// Reads tokens one by one.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// The line of the next character, from 1.
    pub line: usize,
    /// No comment ends in the rest of the text: known once, so that nobody looks for it again and again.
    endless: bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1, endless: false }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Steps over so many bytes and counts their lines.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let passed = &self.rest()[..bytes];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += bytes;
        passed
    }

    /// Everything up to the next of these, or to the end.
    fn until(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest().find(end).unwrap_or(self.rest().len());
        self.skip(length)
    }

    /// Goes on after a mistake where the next game must begin.
    pub fn recover(&mut self) {
        let next = self.rest().find("\n[Event ").map_or(self.rest().len(), |before| before + 1);
        self.skip(next);
    }

    /// Steps over spaces and lines that begin with `%`, which are no part of the game.
    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest().len() - self.rest().trim_start().len();
            self.skip(blank);
            let fresh = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !fresh || !self.rest().starts_with('%') {
                return;
            }
            self.until(|letter| letter == '\n');
        }
    }

    /// Whether a tag comes next: a new game, if there were moves before.
    pub fn at_tag(&mut self) -> bool {
        self.skip_blank();
        self.rest().starts_with('[')
    }

    /// The next token with its line; nothing at the end.
    pub fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, RecordProblem> {
        self.skip_blank();
        let line = self.line;
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        let token = match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
            ';' => {
                self.skip(1);
                Token::Comment(self.until(|letter| letter == '\n'))
            }
            '(' | ')' => {
                self.skip(1);
                if first == '(' { Token::Open } else { Token::Close }
            }
            '}' | ']' => return Err(RecordProblem::Stray(first)),
            _ => Token::Word(self.word()),
        };
        Ok(Some((line, token)))
    }

    /// A word up to the next space or mark. A digit in brackets right behind it belongs to it: `6/off(2)` in backgammon.
    fn word(&mut self) -> &'a str {
        let start = self.at;
        loop {
            self.until(|letter| letter.is_whitespace() || BREAKS.contains(&letter));
            match self.rest().as_bytes() {
                [b'(', digit, b')', ..] if digit.is_ascii_digit() => self.skip(3),
                _ => return &self.text[start..self.at],
            };
        }
    }

    fn comment(&mut self) -> Result<Token<'a>, RecordProblem> {
        let inside = &self.rest()[1..];
        let end = if self.endless { None } else { inside.find('}') };
        self.endless = end.is_none();
        let length = end.ok_or(RecordProblem::UnclosedComment)?;
        self.skip(length + 2);
        Ok(Token::Comment(&inside[..length]))
    }

    /// Reads `[Name "value"]`. A quote or a backslash in the value has a backslash before it.
    fn tag(&mut self) -> Result<Token<'a>, RecordProblem> {
        let rest = self.rest();
        let whole = rest.lines().next().unwrap_or(rest);
        let wrong = || RecordProblem::Tag(whole.chars().take(SHOWN).collect());
        let inside = rest[1..].trim_start_matches([' ', '\t']);
        let end = inside.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let (name, after) = inside.split_at(end.ok_or_else(wrong)?);
        let after = after.trim_start_matches([' ', '\t']);
        let quoted = after.strip_prefix('"').filter(|_| !name.is_empty()).ok_or_else(wrong)?;
        let mut value = String::new();
        let mut letters = quoted.char_indices();
        let end = loop {
            match letters.next() {
                Some((end, '"')) => break end,
                Some((_, '\\')) => match letters.next() {
                    Some((_, letter @ ('"' | '\\'))) => value.push(letter),
                    Some((_, letter)) if letter != '\n' => value.extend(['\\', letter]),
                    _ => return Err(wrong()),
                },
                Some((_, '\n')) | None => return Err(wrong()),
                Some((_, letter)) => value.push(letter),
            }
        };
        let after = quoted[end + 1..].trim_start_matches([' ', '\t']).strip_prefix(']').ok_or_else(wrong)?;
        self.skip(rest.len() - after.len());
        Ok(Token::Tag(name, value))
    }
}
