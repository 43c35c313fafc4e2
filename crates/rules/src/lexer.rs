//! A rules file as clauses of tokens: lines are split at `;`, remarks left out, options replaced by their values.

use crate::error::RulesError;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Longest file, in bytes.
pub(crate) const LONGEST: usize = 64 * 1024;
/// Longest word, in characters: names are compared with each other.
const LONGEST_WORD: usize = 40;
/// Most words, numbers and marks of a file: it is read again for every value of its options.
const MOST_TOKENS: usize = 10_000;
/// Longest number that is read.
const LARGEST: u32 = 99_999;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Letters, digits, hyphens and underscores, beginning with a letter.
    Word(String),
    Number(u32),
    /// `8x8`.
    Size([u32; 2]),
    /// `:`, `,`, `|`, `=`.
    Mark(char),
    /// Words between quotation marks.
    Quoted(String),
}

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// The character of the line, counted from one.
    pub column: usize,
}

/// One statement: a line, or a part of one between semicolons.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// The line, counted from one.
    pub line: usize,
    /// The whole line, for messages.
    pub text: Arc<str>,
    /// Whether the line is indented, and so belongs to the piece above.
    pub indented: bool,
    pub tokens: Vec<Token>,
}

/// The values of options by name, as they replace `$name`.
pub(crate) type Values = BTreeMap<String, String>;

impl Clause {
    pub fn error(&self, column: usize, problem: impl Into<String>, remedy: impl Into<String>) -> RulesError {
        RulesError {
            line: self.line,
            column,
            text: self.text.to_string(),
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }
}

/// Splits a file into clauses.
pub(crate) fn clauses(text: &str, values: &Values) -> Result<Vec<Clause>, RulesError> {
    if text.len() > LONGEST {
        return Err(RulesError {
            line: 1,
            column: 1,
            text: String::new(),
            problem: format!("the file has {} bytes", text.len()),
            remedy: format!("write at most {LONGEST}"),
        });
    }
    let mut all: Vec<Clause> = Vec::new();
    let mut tokens = 0;
    for (number, line) in text.lines().enumerate() {
        let before = all.len();
        read_line(line, number + 1, values, &mut all)?;
        tokens += all[before..].iter().map(|clause| clause.tokens.len()).sum::<usize>();
        if let Some(clause) = all.last().filter(|_| tokens > MOST_TOKENS) {
            let remedy = format!("write at most {MOST_TOKENS} words, numbers and marks");
            return Err(clause.error(1, "the file says too much", remedy));
        }
    }
    Ok(all)
}

fn read_line(line: &str, number: usize, values: &Values, all: &mut Vec<Clause>) -> Result<(), RulesError> {
    let indented = line.starts_with([' ', '\t']);
    let text: Arc<str> = line.into();
    let new = || Clause { line: number, text: Arc::clone(&text), indented, tokens: Vec::new() };
    let mut clause = new();
    if let Some(said) = line.strip_prefix("about ") {
        // A summary is taken as it stands.
        clause.tokens.push(Token { kind: Kind::Word("about".to_owned()), column: 1 });
        clause.tokens.push(Token { kind: Kind::Quoted(said.trim().to_owned()), column: 7 });
        all.push(clause);
        return Ok(());
    }
    let letters: Vec<char> = line.chars().collect();
    let mut place = 0;
    while let Some(&letter) = letters.get(place) {
        let column = place + 1;
        match letter {
            '#' => break,
            _ if letter.is_whitespace() => place += 1,
            ';' => {
                if !clause.tokens.is_empty() {
                    all.push(std::mem::replace(&mut clause, new()));
                }
                place += 1;
            }
            ':' | ',' | '|' | '=' => {
                clause.tokens.push(Token { kind: Kind::Mark(letter), column });
                place += 1;
            }
            '"' => {
                let length = letters[place + 1..].iter().position(|&letter| letter == '"');
                let Some(length) = length else {
                    return Err(clause.error(
                        column,
                        "a quotation that does not end",
                        "write `\"` behind it",
                    ));
                };
                let quoted = letters[place + 1..place + 1 + length].iter().collect();
                clause.tokens.push(Token { kind: Kind::Quoted(quoted), column });
                place += length + 2;
            }
            '$' => {
                let name: String = letters[place + 1..].iter().take_while(|&&c| in_word(c)).collect();
                is_short(&clause, column, &name)?;
                let Some(value) = values.get(&name) else {
                    let known: Vec<&str> = values.keys().map(String::as_str).collect();
                    let remedy = if known.is_empty() {
                        format!("declare it above: `option {name} 3 from 1 to 9`")
                    } else {
                        crate::words::remedy(&name, &known)
                    };
                    return Err(clause.error(column, format!("there is no option `{name}`"), remedy));
                };
                let mut inner = new();
                read_plain(&value.chars().collect::<Vec<_>>(), &mut 0, 0, &mut inner)?;
                clause.tokens.extend(inner.tokens.into_iter().map(|token| Token { column, ..token }));
                place += 1 + name.chars().count();
            }
            _ => read_plain(&letters, &mut place, column, &mut clause)?,
        }
    }
    if !clause.tokens.is_empty() {
        all.push(clause);
    }
    Ok(())
}

fn in_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-' || letter == '_' || letter == '\''
}

/// Refuses words that are too long to be any.
fn is_short(clause: &Clause, column: usize, word: &str) -> Result<(), RulesError> {
    match word.chars().count() {
        0..=LONGEST_WORD => Ok(()),
        letters => {
            let problem = format!("a word of {letters} letters");
            Err(clause.error(column, problem, format!("write words of at most {LONGEST_WORD}")))
        }
    }
}

/// Reads a word, a number or a size.
fn read_plain(
    letters: &[char],
    place: &mut usize,
    column: usize,
    clause: &mut Clause,
) -> Result<(), RulesError> {
    let word: String = letters[*place..].iter().take_while(|&&letter| in_word(letter)).collect();
    let Some(first) = word.chars().next() else {
        let letter = letters.get(*place).copied().unwrap_or(' ');
        let remedy = "use words, numbers and the marks : ; , | = # $";
        return Err(clause.error(column, format!("`{letter}` means nothing here"), remedy));
    };
    is_short(clause, column, &word)?;
    *place += word.chars().count();
    let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number <= LARGEST);
    let kind = if let Some(number) = number(&word) {
        Kind::Number(number)
    } else if let Some([one, other]) =
        word.split_once('x').and_then(|(one, other)| Some([number(one)?, number(other)?]))
    {
        Kind::Size([one, other])
    } else if first.is_alphabetic() {
        Kind::Word(word)
    } else {
        let remedy = format!("write a number up to {LARGEST}, a size such as 8x8, or a word");
        return Err(clause.error(column, format!("`{word}` is no number and no word"), remedy));
    };
    clause.tokens.push(Token { kind, column });
    Ok(())
}
