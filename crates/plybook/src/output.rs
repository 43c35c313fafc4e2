//! Standard output: colour or plain, text or JSON.

use crate::arguments::Colour;
use anyhow::Result;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};

/// How standard output is to look.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// Colours and characters beyond ASCII may be used.
    pub fancy: bool,
}

impl Output {
    /// Decides by the option, the terminal and the environment.
    pub fn new(colour: Colour) -> Output {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let fancy = match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => stdout().is_terminal() && !set("NO_COLOR") && !dumb,
        };
        Output { fancy }
    }

    /// Writes a text and a line end; in plain ASCII where nothing else is wanted, and without any control sequence that
    /// is not ours: what stands in files and databases must not command the terminal.
    pub fn line(self, text: impl AsRef<str>) -> Result<()> {
        let text = printable(text.as_ref(), self.fancy);
        if self.fancy || text.is_ascii() { write_line(&text) } else { write_line(&in_ascii(&text)) }
    }

    /// Writes a prompt without a line end.
    pub fn prompt(self, text: &str) -> Result<()> {
        let mut out = stdout().lock();
        write!(out, "{text}")?;
        out.flush().map_err(Into::into)
    }

    /// Writes a value as JSON on several lines.
    pub fn json(self, value: &impl Serialize) -> Result<()> {
        write_line(&printable(&serde_json::to_string_pretty(value)?, false))
    }

    /// Writes a value as JSON on one line.
    pub fn json_line(self, value: &impl Serialize) -> Result<()> {
        write_line(&printable(&serde_json::to_string(value)?, false))
    }

    /// The text in bold where that is possible.
    pub fn bold(self, text: &str) -> String {
        let style = anstyle::Style::new().bold();
        if self.fancy { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// The text in grey where that is possible.
    pub fn faint(self, text: &str) -> String {
        let style = anstyle::Style::new().dimmed();
        if self.fancy { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

/// Writes a line to standard error. If it is closed, the work goes on without messages.
pub fn tell(text: impl Display) {
    let _ = writeln!(stderr(), "{}", printable(&text.to_string(), false));
}

/// Whether a control sequence is one of those by which this program sets colours and weight: their parameters are 0, 1, 2
/// and colours of the palette.
fn is_own_style(parameters: &str) -> bool {
    let numbers: Option<Vec<u16>> = parameters.split(';').map(|number| number.parse().ok()).collect();
    let mut rest = numbers.as_deref().unwrap_or_default();
    let known = !rest.is_empty();
    loop {
        rest = match rest {
            [] => return known,
            [0..=2, rest @ ..] | [38 | 48, 5, 0..=255, rest @ ..] => rest,
            _ => return false,
        };
    }
}

/// The text with its control characters spelt out as in JSON, all but line ends and tabs; styles of our own stay where
/// they are wanted.
pub fn printable(text: &str, styled: bool) -> Cow<'_, str> {
    let plain = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t');
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let style = rest.strip_prefix("\x1b[").and_then(|rest| rest.split_once('m'));
        if let Some((parameters, after)) = style.filter(|(parameters, _)| styled && is_own_style(parameters))
        {
            safe += &format!("\x1b[{parameters}m");
            rest = after;
            continue;
        }
        if plain(letter) {
            safe.push(letter);
        } else {
            safe += &format!("\\u{:04x}", u32::from(letter));
        }
        rest = &rest[letter.len_utf8()..];
    }
    Cow::Owned(safe)
}

fn write_line(text: &str) -> Result<()> {
    writeln!(stdout().lock(), "{text}").map_err(Into::into)
}

/// The text with the few special characters that our own texts use spelt out. Anything else, such as a name that
/// somebody typed, stays as it is.
fn in_ascii(text: &str) -> String {
    let spelt = [
        ("…", "..."),
        ("–", "-"),
        ("—", "-"),
        ("×", "x"),
        ("→", "->"),
        ("±", "+-"),
        ("≥", ">="),
        ("≤", "<="),
    ];
    let spelt = spelt.iter().chain(&[("α", "alpha"), ("β", "beta"), ("∞", "inf"), ("−", "-"), ("·", ".")]);
    spelt.fold(text.to_owned(), |text, (special, plain)| text.replace(special, plain))
}

/// Whether the reader of our output went away, which is no failure of ours.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_own_styles_commands_the_terminal() {
        for (text, safe) in [
            ("Anna\tand\nBob, ±1", "Anna\tand\nBob, ±1"),
            ("\x1b]0;title\x07", "\\u001b]0;title\\u0007"),
            ("\x1b[2Jgone\r", "\\u001b[2Jgone\\u000d"),
            ("\u{9b}31mred\x7f", "\\u009b31mred\\u007f"),
            ("\x1b[8mhidden\x1b[31m", "\\u001b[8mhidden\\u001b[31m"),
            ("\x1b[m\x1b[1;;2m\x1b[38;2;1;1;1m", "\\u001b[m\\u001b[1;;2m\\u001b[38;2;1;1;1m"),
        ] {
            assert_eq!(printable(text, true), safe);
            assert_eq!(printable(text, false), safe);
        }
        let bold = Output { fancy: true }.bold("Anna");
        assert_eq!(printable(&bold, true), bold);
        assert_eq!(printable(&bold, false), "\\u001b[1mAnna\\u001b[0m");
        assert_eq!(printable("\x1b[38;5;231m\x1b[48;5;94m x", true), "\x1b[38;5;231m\x1b[48;5;94m x");
        // In JSON the same text means what it meant.
        let json = serde_json::to_string("\u{9b}1m").unwrap();
        assert_eq!(serde_json::from_str::<String>(&printable(&json, false)).unwrap(), "\u{9b}1m");
    }
}
