//! Standard output: colour or plain, text or JSON.

use crate::arguments::Colour;
use anyhow::Result;
use serde::Serialize;
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

    /// Writes a text and a line end; in plain ASCII where nothing else is wanted.
    pub fn line(self, text: impl AsRef<str>) -> Result<()> {
        let text = text.as_ref();
        if self.fancy || text.is_ascii() { write_line(text) } else { write_line(&in_ascii(text)) }
    }

    /// Writes a prompt without a line end.
    pub fn prompt(self, text: &str) -> Result<()> {
        let mut out = stdout().lock();
        write!(out, "{text}")?;
        out.flush().map_err(Into::into)
    }

    /// Writes a value as JSON on several lines.
    pub fn json(self, value: &impl Serialize) -> Result<()> {
        write_line(&serde_json::to_string_pretty(value)?)
    }

    /// Writes a value as JSON on one line.
    pub fn json_line(self, value: &impl Serialize) -> Result<()> {
        write_line(&serde_json::to_string(value)?)
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

/// Writes a line to standard error. If nobody reads that any more, the work goes on in silence.
pub fn tell(text: impl Display) {
    let _ = writeln!(stderr(), "{text}");
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
