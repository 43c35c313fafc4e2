//! Values of options: read from an options text by a game's declarations, and written back.

use super::items::Items;
use super::{OFF, OptionInfo};
use crate::{ReadError, Text};

/// The value of one option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// The word stands there.
    Flag,
    /// A number.
    Number(u32),
    /// A number that is switched off.
    Off,
    /// One of the option's words.
    Word(Text),
    /// Two numbers.
    Size([u32; 2]),
    /// Several numbers.
    Numbers(Vec<u32>),
    /// A text that the game reads itself.
    Text(Text),
}

impl OptionValue {
    /// The value as it is written, without the option's name.
    pub(super) fn written(&self) -> String {
        match self {
            OptionValue::Flag => "on".to_owned(),
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Off => OFF.to_owned(),
            OptionValue::Word(text) | OptionValue::Text(text) => text.to_string(),
            OptionValue::Size([first, second]) => format!("{first}x{second}"),
            OptionValue::Numbers(numbers) => numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
        }
    }

    /// A phrase with the value in the places that are marked for it. Each place takes a number of its own; a single
    /// one takes all of them.
    pub(super) fn fill(&self, phrase: &str) -> String {
        let numbers: &[u32] = match self {
            OptionValue::Number(number) => &[*number],
            OptionValue::Size(numbers) => numbers,
            OptionValue::Numbers(numbers) => numbers,
            _ => &[],
        };
        let single = phrase.matches('{').count() == 1;
        let (mut filled, mut rest, mut place) = (String::new(), phrase, 0);
        while let Some((before, (noun, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            filled += before;
            filled += &match numbers.get(place) {
                None => self.written(),
                Some(_) if single && numbers.len() > 1 => listed(numbers),
                Some(number) if noun.is_empty() => number.to_string(),
                Some(1) => format!("1 {noun}"),
                Some(number) => format!("{number} {noun}s"),
            };
            (rest, place) = (after, place + 1);
        }
        filled + rest
    }
}

/// `3`, `3 and 4`, `3, 4 and 5`.
fn listed(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
    match texts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => texts.join(""),
    }
}

/// The values of a game's options, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues {
    values: Vec<(Text, OptionValue)>,
    /// The text that they were read from.
    input: String,
}

impl OptionValues {
    /// No values: every option has its default.
    #[must_use]
    pub fn new() -> OptionValues {
        OptionValues::default()
    }

    /// The values of an options text, with the defaults of options that it leaves out.
    ///
    /// # Errors
    /// An option is unknown, given twice, or has an impossible value.
    pub fn read(declared: &[OptionInfo], text: &str) -> Result<OptionValues, ReadError> {
        let mut items = Items::parse(text)?;
        let mut values = Vec::new();
        for option in declared {
            let value = items.take_option(option)?.or_else(|| option.default.clone());
            values.extend(value.map(|value| (option.name.clone(), value)));
        }
        items.finish(declared)?;
        Ok(OptionValues { values, input: text.to_owned() })
    }

    /// These values and one more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: OptionValue) -> OptionValues {
        self.values.push((name.into(), value));
        self
    }

    /// These values and a flag, if it is set.
    #[must_use]
    pub fn with_flag(self, name: &'static str, set: bool) -> OptionValues {
        if set { self.with(name, OptionValue::Flag) } else { self }
    }

    /// These values and a number.
    #[must_use]
    pub fn with_number(self, name: &'static str, number: u32) -> OptionValues {
        self.with(name, OptionValue::Number(number))
    }

    /// These values and a number that may be switched off.
    #[must_use]
    pub fn with_number_or_off(self, name: &'static str, number: Option<u32>) -> OptionValues {
        self.with(name, number.map_or(OptionValue::Off, OptionValue::Number))
    }

    /// These values and a word of a choice.
    #[must_use]
    pub fn with_word(self, name: &'static str, word: &'static str) -> OptionValues {
        self.with(name, OptionValue::Word(word.into()))
    }

    /// These values and a switch.
    #[must_use]
    pub fn with_switch(self, name: &'static str, on: bool) -> OptionValues {
        self.with_word(name, if on { "on" } else { OFF })
    }

    /// What `pick` makes of the first value of this name that it takes.
    fn find<'a, T>(&'a self, name: &str, pick: impl Fn(&'a OptionValue) -> Option<T>) -> Option<T> {
        self.values.iter().filter(|(other, _)| other == name).find_map(|(_, value)| pick(value))
    }

    /// Whether a flag is set.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.find(name, |value| (*value == OptionValue::Flag).then_some(())).is_some()
    }

    /// A number; `None` if it is switched off, or was left out and has no default.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u32> {
        self.find(name, |value| if let OptionValue::Number(number) = value { Some(*number) } else { None })
    }

    /// The word of a choice; `None` if it was left out and has no default.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&str> {
        self.find(name, |value| if let OptionValue::Word(word) = value { Some(&**word) } else { None })
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn switch(&self, name: &str) -> bool {
        self.word(name) == Some("on")
    }

    /// Two numbers.
    #[must_use]
    pub fn size(&self, name: &str) -> Option<[u32; 2]> {
        self.find(name, |value| if let OptionValue::Size(size) = value { Some(*size) } else { None })
    }

    /// Several numbers; none if they were left out and have no default.
    #[must_use]
    pub fn numbers(&self, name: &str) -> &[u32] {
        let numbers = self.find(name, |value| match value {
            OptionValue::Numbers(numbers) => Some(numbers.as_slice()),
            _ => None,
        });
        numbers.unwrap_or_default()
    }

    /// A text that the game reads itself; `None` if it was left out and has no default.
    #[must_use]
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.find(name, |value| if let OptionValue::Text(text) = value { Some(&**text) } else { None })
    }

    /// An error about the whole text, for rules that join several options.
    #[must_use]
    pub fn refuse(&self, problem: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new("options", &self.input, problem, remedy)
    }

    /// The values that differ from their defaults, with their declarations and in their order.
    fn told<'a>(
        &'a self,
        declared: &'a [OptionInfo],
    ) -> impl Iterator<Item = (&'a OptionInfo, &'a OptionValue)> {
        declared.iter().filter_map(|option| {
            let value = self.find(&option.name, |value| option.takes(value).then_some(value))?;
            (option.default.as_ref() != Some(value)).then_some((option, value))
        })
    }

    /// The shortest text that reads as these values.
    #[must_use]
    pub fn text(&self, declared: &[OptionInfo]) -> String {
        self.told(declared).map(|(option, value)| option.write(value)).collect::<Vec<_>>().join(",")
    }

    /// The values as people say them; nothing for defaults.
    #[must_use]
    pub fn in_words(&self, declared: &[OptionInfo]) -> String {
        let told = self.told(declared).map(|(option, value)| option.say(value));
        told.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
    }
}
