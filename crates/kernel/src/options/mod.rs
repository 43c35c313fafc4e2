//! The options behind a game's name: `4x5`, `9x7,k=5`, `ultima,suicide=no`.
//!
//! A game declares each option once, as an `OptionInfo`. Reading an options text, writing it, saying it in words,
//! help and forms all follow from the declaration.

mod items;
mod value;

use crate::Text;
pub use items::LONGEST;
use std::ops::RangeInclusive;
pub use value::{OptionValue, OptionValues};

/// The word for a number that does not limit anything.
const OFF: &str = "off";

/// One option of a game: how it is written, what it may be, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name; no two options of a game have the same name and kind.
    pub name: Text,
    /// How it is written, for people: `k=N`, `RxC`, `suicide=no|yes`.
    pub form: Text,
    /// What it may be.
    pub kind: OptionKind,
    /// What stands when it is left out; `None` if nothing does, or if that depends on other options.
    pub default: Option<OptionValue>,
    /// The same for people.
    pub default_text: Text,
    /// One sentence.
    pub help: Text,
    /// How values are said. For a choice a phrase for each of its words; otherwise a phrase for the value, in which
    /// `{}` stands for it and `{row}` for a number with its noun (`1 row`, `4 rows`), and one for `off`.
    pub phrases: Vec<Text>,
}

/// What an option may be, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A word that stands there or not: `empty-capture`.
    Flag,
    /// `name=number`, also `name=off` where `off` says so.
    Number {
        /// The numbers that it may be.
        range: RangeInclusive<u32>,
        /// Whether it may be switched off.
        off: bool,
    },
    /// `name=word`, one of these.
    Choice {
        /// The words.
        words: Vec<Text>,
        /// Whether a word may also be named by its number, counted from 1.
        numbered: bool,
    },
    /// One of these words, without the name.
    Word(Vec<Text>),
    /// Two numbers such as `4x5`, without the name: what each is called and may be.
    Size([(Text, RangeInclusive<u32>); 2]),
    /// Numbers with commas between them, without the name: what each is called and may be.
    Numbers(Vec<(Text, RangeInclusive<u32>)>),
    /// Any number of numbers with commas between them, without the name.
    List {
        /// What each is called.
        what: Text,
        /// What each may be.
        range: RangeInclusive<u32>,
        /// How many there may be.
        most: usize,
    },
    /// `name=text`, which the game reads itself.
    Text,
}

impl OptionInfo {
    fn new(name: &'static str, form: Text, kind: OptionKind) -> OptionInfo {
        let (name, help) = (Text::Borrowed(name), Text::default());
        OptionInfo { name, form, kind, default: None, default_text: OFF.into(), help, phrases: Vec::new() }
    }

    /// A word that stands there or not.
    #[must_use]
    pub fn flag(name: &'static str) -> OptionInfo {
        OptionInfo::new(name, name.into(), OptionKind::Flag)
    }

    /// `name=N`.
    #[must_use]
    pub fn number(name: &'static str, range: RangeInclusive<u32>) -> OptionInfo {
        OptionInfo::new(name, format!("{name}=N").into(), OptionKind::Number { range, off: false })
    }

    /// `name=N|off`.
    #[must_use]
    pub fn number_or_off(name: &'static str, range: RangeInclusive<u32>) -> OptionInfo {
        let form = format!("{name}=N|{OFF}").into();
        OptionInfo::new(name, form, OptionKind::Number { range, off: true }).default(OptionValue::Off)
    }

    /// `name=word`, one of these; the first one is the default.
    #[must_use]
    pub fn choice<const N: usize>(name: &'static str, words: [&'static str; N]) -> OptionInfo {
        let form = format!("{name}={}", words.join("|")).into();
        let default = words.first().map(|&word| OptionValue::Word(word.into()));
        let kind = OptionKind::Choice { words: crate::texts(words), numbered: false };
        OptionInfo { default_text: words[0].into(), default, ..OptionInfo::new(name, form, kind) }
    }

    /// `name=on|off`; on is the default.
    #[must_use]
    pub fn switch(name: &'static str) -> OptionInfo {
        OptionInfo::choice(name, ["on", OFF])
    }

    /// One of these words, without a name; the first one is the default.
    #[must_use]
    pub fn word<const N: usize>(name: &'static str, words: [&'static str; N]) -> OptionInfo {
        let default = words.first().map(|&word| OptionValue::Word(word.into()));
        let kind = OptionKind::Word(crate::texts(words));
        let option = OptionInfo::new(name, words.join("|").into(), kind);
        OptionInfo { default_text: words[0].into(), default, ..option }
    }

    /// Two numbers such as `4x5`: what each is called in the plural, and its range.
    #[must_use]
    pub fn size(
        name: &'static str,
        form: &'static str,
        numbers: [(&'static str, RangeInclusive<u32>); 2],
    ) -> OptionInfo {
        let numbers = numbers.map(|(what, range)| (what.into(), range));
        OptionInfo::new(name, form.into(), OptionKind::Size(numbers))
    }

    /// Numbers with commas between them, each called something in the plural and with a range of its own.
    #[must_use]
    pub fn numbers<const N: usize>(
        name: &'static str,
        form: &'static str,
        numbers: [(&'static str, RangeInclusive<u32>); N],
    ) -> OptionInfo {
        let numbers = numbers.map(|(what, range)| (what.into(), range));
        OptionInfo::new(name, form.into(), OptionKind::Numbers(numbers.into()))
    }

    /// Up to `most` numbers with commas between them, each called `what` in the plural.
    #[must_use]
    pub fn list(
        name: &'static str,
        what: &'static str,
        range: RangeInclusive<u32>,
        most: usize,
    ) -> OptionInfo {
        OptionInfo::new(name, "N,N,...".into(), OptionKind::List { what: what.into(), range, most })
    }

    /// `name=TEXT`, which the game reads itself; `form` is what stands for the text in help.
    #[must_use]
    pub fn text(name: &'static str, form: &'static str) -> OptionInfo {
        OptionInfo::new(name, format!("{name}={form}").into(), OptionKind::Text)
    }

    /// Lets a choice's words be named by their numbers too, counted from 1.
    #[must_use]
    pub fn or_numbers(mut self) -> OptionInfo {
        if let OptionKind::Choice { numbered, .. } = &mut self.kind {
            *numbered = true;
        }
        self
    }

    /// What stands when the option is left out.
    #[must_use]
    pub fn default(mut self, value: OptionValue) -> OptionInfo {
        self.default_text = value.written().into();
        self.default = Some(value);
        self
    }

    /// What stands, in words, when the option is left out: nothing, or what depends on other options. The game then
    /// sees only whether it was given.
    #[must_use]
    pub fn default_in_words(mut self, words: &'static str) -> OptionInfo {
        self.default = None;
        self.default_text = words.into();
        self
    }

    /// Leaves it to the other options what stands when this one is left out; help names the default as it is.
    #[must_use]
    pub fn default_depends(mut self) -> OptionInfo {
        self.default = None;
        self
    }

    /// One sentence for people.
    #[must_use]
    pub fn help(mut self, help: &'static str) -> OptionInfo {
        self.help = help.into();
        self
    }

    /// How values are said: see `phrases`.
    #[must_use]
    pub fn said<const N: usize>(mut self, phrases: [&'static str; N]) -> OptionInfo {
        self.phrases = crate::texts(phrases);
        self
    }

    /// Whether it is written without its name.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        match self.kind {
            OptionKind::Number { .. } | OptionKind::Choice { .. } | OptionKind::Text => false,
            OptionKind::Flag
            | OptionKind::Word(_)
            | OptionKind::Size(_)
            | OptionKind::Numbers(_)
            | OptionKind::List { .. } => true,
        }
    }

    /// Whether this declaration reads such a value.
    fn takes(&self, value: &OptionValue) -> bool {
        match &self.kind {
            OptionKind::Flag => *value == OptionValue::Flag,
            OptionKind::Number { off, .. } => {
                matches!(value, OptionValue::Number(_)) || (*off && *value == OptionValue::Off)
            }
            OptionKind::Choice { words, .. } | OptionKind::Word(words) => {
                matches!(value, OptionValue::Word(word) if words.contains(word))
            }
            OptionKind::Size(_) => matches!(value, OptionValue::Size(_)),
            OptionKind::Numbers(_) | OptionKind::List { .. } => matches!(value, OptionValue::Numbers(_)),
            OptionKind::Text => matches!(value, OptionValue::Text(_)),
        }
    }

    /// A value as people say it; as it is written where nothing says how.
    fn say(&self, value: &OptionValue) -> String {
        let phrase = match (&self.kind, value) {
            (OptionKind::Choice { words, .. } | OptionKind::Word(words), OptionValue::Word(word)) => {
                words.iter().position(|other| other == word).and_then(|place| self.phrases.get(place))
            }
            (_, OptionValue::Off) => self.phrases.get(1),
            _ => self.phrases.first(),
        };
        match phrase {
            Some(phrase) => value.fill(phrase),
            None => self.write(value),
        }
    }

    /// A value in an options text.
    fn write(&self, value: &OptionValue) -> String {
        match (&self.kind, value.written()) {
            (OptionKind::Flag, _) => self.name.to_string(),
            (_, written) if self.is_bare() => written,
            (_, written) => format!("{}={written}", self.name),
        }
    }
}

#[cfg(test)]
mod tests;
