//! The pieces of an options text, taken one by one by the declarations of a game.

use super::{OFF, OptionInfo, OptionKind, OptionValue};
use crate::{ReadError, Text};
use std::ops::RangeInclusive;

/// Longest options text that is read at all, in bytes.
pub const LONGEST: usize = 4096;

/// A comma separated list of words and `name=value` pairs. What no declaration takes is an error.
pub(super) struct Items<'a> {
    text: &'a str,
    items: Vec<Item<'a>>,
    /// What is wrong with the number of numbers: told if nothing else is wrong.
    miscount: Option<ReadError>,
}

#[derive(Clone, Copy)]
struct Item<'a> {
    start: usize,
    name: Option<&'a str>,
    value: &'a str,
}

impl<'a> Items<'a> {
    /// Splits an options text; an empty one has no items.
    ///
    /// # Errors
    /// An empty item, a name given twice, or a text beyond `LONGEST`.
    pub fn parse(text: &'a str) -> Result<Items<'a>, ReadError> {
        if text.len() > LONGEST {
            let problem = format!("{} bytes are too many", text.len());
            return Err(ReadError::new("options", text, problem, format!("write at most {LONGEST}")));
        }
        let mut items = Items { text, items: Vec::new(), miscount: None };
        if text.is_empty() {
            return Ok(items);
        }
        let mut start = 0;
        for piece in text.split(',') {
            let (name, value) = match piece.split_once('=') {
                Some((name, value)) => (Some(name), value),
                None => (None, piece),
            };
            if piece.is_empty() || name == Some("") || (name.is_some() && value.is_empty()) {
                let remedy = "write words or name=value pairs with one comma between them";
                return Err(items.error(start, "an option is empty", remedy));
            }
            if name.is_some() && items.items.iter().any(|item| item.name == name) {
                let problem = format!("`{}` is given twice", name.unwrap_or_default());
                return Err(items.error(start, problem, "give it once"));
            }
            items.items.push(Item { start, name, value });
            start += piece.len() + 1;
        }
        Ok(items)
    }

    /// An error at a byte of the options text.
    fn error(&self, start: usize, problem: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new("options", self.text, problem, remedy).at(start)
    }

    fn take(&mut self, wanted: impl Fn(&Item<'a>) -> bool) -> Option<Item<'a>> {
        let place = self.items.iter().position(wanted)?;
        Some(self.items.remove(place))
    }

    fn take_named(&mut self, name: &str) -> Option<Item<'a>> {
        self.take(|item| item.name == Some(name))
    }

    /// Takes what belongs to an option; `None` if it was left out.
    ///
    /// # Errors
    /// The option has an impossible value.
    pub fn take_option(&mut self, option: &OptionInfo) -> Result<Option<OptionValue>, ReadError> {
        let name = &*option.name;
        Ok(match &option.kind {
            OptionKind::Flag => {
                let flag = self.take(|item| item.name.is_none() && item.value == name);
                flag.map(|_| OptionValue::Flag)
            }
            OptionKind::Number { range, off } => match self.take_named(name) {
                None => None,
                Some(item) if *off && item.value == OFF => Some(OptionValue::Off),
                Some(item) => {
                    let number = self.bounded(item.start, item.value, name, range);
                    let or_off =
                        |error: ReadError| ReadError { remedy: error.remedy + ", or `off`", ..error };
                    Some(OptionValue::Number(if *off { number.map_err(or_off)? } else { number? }))
                }
            },
            OptionKind::Choice { words, numbered } => self.take_choice(name, words, *numbered)?,
            OptionKind::Word(words) => self.take_word(option, words)?,
            OptionKind::Size(numbers) => self.take_size(numbers)?,
            OptionKind::Numbers(numbers) => self.take_numbers(option, numbers)?,
            OptionKind::List { what, range, most } => self.take_list(what, range, *most)?,
            OptionKind::Text => {
                self.take_named(name).map(|item| OptionValue::Text(item.value.to_owned().into()))
            }
        })
    }

    fn take_choice(
        &mut self,
        name: &str,
        words: &[Text],
        numbered: bool,
    ) -> Result<Option<OptionValue>, ReadError> {
        let Some(item) = self.take_named(name) else { return Ok(None) };
        let number = |word: &&Text| {
            numbered
                && words
                    .iter()
                    .position(|other| other == *word)
                    .is_some_and(|place| item.value == (place + 1).to_string())
        };
        match words.iter().find(|word| **word == item.value || number(word)) {
            Some(word) => Ok(Some(OptionValue::Word(word.clone()))),
            None => {
                let problem = format!("`{name}` has no value `{}`", item.value);
                let or = if numbered { format!(", or 1 to {}", words.len()) } else { String::new() };
                Err(self.error(item.start, problem, format!("choose one of: {}{or}", words.join(", "))))
            }
        }
    }

    fn take_word(&mut self, option: &OptionInfo, words: &[Text]) -> Result<Option<OptionValue>, ReadError> {
        let is_word = |item: &Item<'_>| item.name.is_none() && words.iter().any(|word| *word == item.value);
        let Some(item) = self.take(is_word) else { return Ok(None) };
        if let Some(second) = self.take(is_word) {
            let problem = format!("`{}` is a second {}", second.value, option.name);
            return Err(self.error(second.start, problem, format!("name one {}", option.name)));
        }
        Ok(Some(OptionValue::Word(item.value.to_owned().into())))
    }

    fn take_size(
        &mut self,
        [(first_what, first_range), (second_what, second_range)]: &[(Text, RangeInclusive<u32>); 2],
    ) -> Result<Option<OptionValue>, ReadError> {
        let looks_like = |value: &str| value.contains('x') && value.starts_with(|c: char| c.is_ascii_digit());
        let Some(item) = self.take(|item| item.name.is_none() && looks_like(item.value)) else {
            return Ok(None);
        };
        let (first, second) = item.value.split_once('x').unwrap_or((item.value, ""));
        let second_start = item.start + first.len() + 1;
        let first = self.bounded(item.start, first, &format!("the {first_what}"), first_range)?;
        let second = self.bounded(second_start, second, &format!("the {second_what}"), second_range)?;
        Ok(Some(OptionValue::Size([first, second])))
    }

    /// Takes all items that look like numbers.
    fn bare_numbers(&mut self) -> Vec<Item<'a>> {
        let is_number = |value: &str| value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
        std::iter::from_fn(|| self.take(|item| item.name.is_none() && is_number(item.value))).collect()
    }

    fn take_numbers(
        &mut self,
        option: &OptionInfo,
        numbers: &[(Text, RangeInclusive<u32>)],
    ) -> Result<Option<OptionValue>, ReadError> {
        let items = self.bare_numbers();
        if items.is_empty() {
            return Ok(None);
        }
        let mut read = Vec::new();
        for (item, (what, range)) in items.iter().zip(numbers) {
            let Some(number) = plain_number(item.value).filter(|number| range.contains(number)) else {
                let problem = format!("`{}` {what} are impossible", item.value);
                let remedy = format!("write a number from {} to {}", range.start(), range.end());
                return Err(self.error(item.start, problem, remedy));
            };
            read.push(number);
        }
        let problem = match (items.len(), numbers.len()) {
            (given, wanted) if given == wanted => return Ok(Some(OptionValue::Numbers(read))),
            (1, _) => "a single number is not enough".to_owned(),
            (given, wanted) if given < wanted => format!("{given} numbers are not enough"),
            (given, _) => format!("{given} numbers are too many"),
        };
        let each = |(what, range): &(Text, RangeInclusive<u32>)| {
            format!("{what} ({} to {})", range.start(), range.end())
        };
        let wanted = numbers.iter().map(each).collect::<Vec<_>>().join(", then ");
        let example =
            option.default.as_ref().map_or_else(String::new, |value| format!(", as in {}", value.written()));
        let remedy = format!("write {wanted}{example}");
        self.miscount = Some(ReadError::new("options", self.text, problem, remedy));
        Ok(None)
    }

    fn take_list(
        &mut self,
        what: &str,
        range: &RangeInclusive<u32>,
        most: usize,
    ) -> Result<Option<OptionValue>, ReadError> {
        let mut read = Vec::new();
        for item in self.bare_numbers() {
            read.push(self.bounded(item.start, item.value, &format!("one of the {what}"), range)?);
        }
        if read.len() > most {
            let problem = format!("{} {what} are too many", read.len());
            return Err(ReadError::new("options", self.text, problem, format!("write at most {most}")));
        }
        Ok((!read.is_empty()).then_some(OptionValue::Numbers(read)))
    }

    fn bounded(
        &self,
        start: usize,
        value: &str,
        what: &str,
        range: &RangeInclusive<u32>,
    ) -> Result<u32, ReadError> {
        plain_number(value).filter(|number| range.contains(number)).ok_or_else(|| {
            let remedy = format!("write a number from {} to {}", range.start(), range.end());
            self.error(start, format!("`{value}` cannot be {what}"), remedy)
        })
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// Something in the list was not taken; the error says what could have stood there.
    pub fn finish(self, declared: &[OptionInfo]) -> Result<(), ReadError> {
        let Some(item) = self.items.first() else { return self.miscount.map_or(Ok(()), Err) };
        let culprit = item.name.unwrap_or(item.value);
        let forms: Vec<&str> = declared.iter().map(|option| &*option.form).collect();
        let remedy = match forms.is_empty() {
            true => "write none, this game has no options".to_owned(),
            false if declared.iter().any(|option| option.kind == OptionKind::Text) => {
                format!("known: {}; write values without commas", forms.join(", "))
            }
            false => format!("known: {}", forms.join(", ")),
        };
        Err(self.error(item.start, format!("there is no option `{culprit}`"), remedy))
    }
}

/// A number of digits alone.
fn plain_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}
