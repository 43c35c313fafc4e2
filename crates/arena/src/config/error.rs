//! What is wrong with a configuration, in the words of where it was written.

use std::fmt;

/// How the entries of a configuration are called where one was written.
pub trait Words {
    /// The entry of this path, such as `time.move`.
    fn entry(&self, path: &'static str) -> String;

    /// How the entry is given a value.
    fn setting(&self, path: &'static str, value: &str) -> String;
}

/// A TOML file and JSON: entries are called as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileWords;

impl Words for FileWords {
    fn entry(&self, path: &'static str) -> String {
        path.to_owned()
    }

    fn setting(&self, path: &'static str, value: &str) -> String {
        format!("{path} = {value}")
    }
}

/// A piece of an error's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// As it is.
    Text(String),
    /// The name of another entry.
    Entry(&'static str),
    /// Another entry with a value.
    Setting(&'static str, &'static str),
}

impl<T: Into<String>> From<T> for Part {
    fn from(text: T) -> Part {
        Part::Text(text.into())
    }
}

/// What is wrong with a configuration: which entry, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    entry: Option<&'static str>,
    parts: Vec<Part>,
}

impl ConfigError {
    /// A document that is no configuration at all; its reader says why.
    pub(super) fn unreadable(why: impl Into<String>) -> ConfigError {
        ConfigError { entry: None, parts: vec![Part::Text(why.into())] }
    }

    /// An entry that makes no sense.
    pub(super) fn of(entry: &'static str, parts: impl IntoIterator<Item = Part>) -> ConfigError {
        ConfigError { entry: Some(entry), parts: parts.into_iter().collect() }
    }

    /// The error in the words of the source.
    #[must_use]
    pub fn in_words(&self, words: &dyn Words) -> String {
        let mut text = self.entry.map(|entry| format!("{}: ", words.entry(entry))).unwrap_or_default();
        for part in &self.parts {
            match part {
                Part::Text(part) => text += part,
                Part::Entry(path) => text += &words.entry(path),
                Part::Setting(path, value) => text += &words.setting(path, value),
            }
        }
        text
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(&FileWords))
    }
}

impl std::error::Error for ConfigError {}
