//! The options behind a game's name: `4x5`, `9x7,k=5`, `ultima,suicide=no`.

use crate::ReadError;
use std::ops::RangeInclusive;

/// Longest options text that is read at all, in bytes.
pub const LONGEST: usize = 4096;

/// A comma separated list of words and `name=value` pairs, taken piece by piece. What nobody took is an error.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    text: &'a str,
    items: Vec<Item<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Item<'a> {
    start: usize,
    name: Option<&'a str>,
    value: &'a str,
}

impl<'a> Options<'a> {
    /// Splits an options text; an empty one has no items.
    ///
    /// # Errors
    /// An empty item, a name given twice, or a text beyond `LONGEST`.
    pub fn parse(text: &'a str) -> Result<Options<'a>, ReadError> {
        if text.len() > LONGEST {
            let problem = format!("{} bytes are too many", text.len());
            return Err(ReadError::new("options", text, problem, format!("write at most {LONGEST}")));
        }
        let mut options = Options { text, items: Vec::new() };
        if text.is_empty() {
            return Ok(options);
        }
        let mut start = 0;
        for piece in text.split(',') {
            let (name, value) = match piece.split_once('=') {
                Some((name, value)) => (Some(name), value),
                None => (None, piece),
            };
            if piece.is_empty() || name == Some("") || (name.is_some() && value.is_empty()) {
                let remedy = "write words or name=value pairs with one comma between them";
                return Err(options.error(start, "an option is empty", remedy));
            }
            if name.is_some() && options.items.iter().any(|item| item.name == name) {
                let problem = format!("`{}` is given twice", name.unwrap_or_default());
                return Err(options.error(start, problem, "give it once"));
            }
            options.items.push(Item { start, name, value });
            start += piece.len() + 1;
        }
        Ok(options)
    }

    /// An error at a byte of the options text.
    fn error(&self, start: usize, problem: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new("options", self.text, problem, remedy).at(start)
    }

    /// An error about the whole text, for rules that join several options.
    #[must_use]
    pub fn refuse(&self, problem: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new("options", self.text, problem, remedy)
    }

    fn take(&mut self, wanted: impl Fn(&Item<'a>) -> bool) -> Option<Item<'a>> {
        let place = self.items.iter().position(wanted)?;
        Some(self.items.remove(place))
    }

    /// Takes `name=value` and returns the value.
    pub fn text(&mut self, name: &str) -> Option<&'a str> {
        self.take(|item| item.name == Some(name)).map(|item| item.value)
    }

    /// Takes a bare word if it is there.
    pub fn flag(&mut self, word: &str) -> bool {
        self.take(|item| item.name.is_none() && item.value == word).is_some()
    }

    /// Takes the first of `words` that stands bare in the list and returns its number.
    pub fn word(&mut self, words: &[&str]) -> Option<usize> {
        let item = self.take(|item| item.name.is_none() && words.contains(&item.value))?;
        words.iter().position(|&word| word == item.value)
    }

    /// Takes `name=number` within `range`, or gives the default.
    ///
    /// # Errors
    /// The value is no number, or outside the range.
    pub fn number(&mut self, name: &str, range: RangeInclusive<u32>, default: u32) -> Result<u32, ReadError> {
        match self.take(|item| item.name == Some(name)) {
            None => Ok(default),
            Some(item) => self.bounded(item.start, item.value, name, &range),
        }
    }

    /// Takes `name=value` where the value is one of `words`, and returns its number.
    ///
    /// # Errors
    /// The value is none of the words.
    pub fn choice(&mut self, name: &str, words: &[&str]) -> Result<Option<usize>, ReadError> {
        let Some(item) = self.take(|item| item.name == Some(name)) else { return Ok(None) };
        match words.iter().position(|&word| word == item.value) {
            Some(found) => Ok(Some(found)),
            None => {
                let problem = format!("`{name}` has no value `{}`", item.value);
                Err(self.error(item.start, problem, format!("choose one of: {}", words.join(", "))))
            }
        }
    }

    /// Takes a bare `AxB` with both numbers in their ranges; `None` if no bare item looks like one.
    ///
    /// # Errors
    /// A number is missing or outside its range.
    pub fn size(
        &mut self,
        names: [&str; 2],
        ranges: [RangeInclusive<u32>; 2],
    ) -> Result<Option<[u32; 2]>, ReadError> {
        let looks_like = |value: &str| value.contains('x') && value.starts_with(|c: char| c.is_ascii_digit());
        let Some(item) = self.take(|item| item.name.is_none() && looks_like(item.value)) else {
            return Ok(None);
        };
        let (first, second) = item.value.split_once('x').unwrap_or((item.value, ""));
        let first_number = self.bounded(item.start, first, names[0], &ranges[0])?;
        let second_number = self.bounded(item.start + first.len() + 1, second, names[1], &ranges[1])?;
        Ok(Some([first_number, second_number]))
    }

    /// Takes all bare numbers, each within `range`.
    ///
    /// # Errors
    /// A number is outside the range.
    pub fn numbers(&mut self, what: &str, range: RangeInclusive<u32>) -> Result<Vec<u32>, ReadError> {
        let is_number = |value: &str| value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
        let mut numbers = Vec::new();
        while let Some(item) = self.take(|item| item.name.is_none() && is_number(item.value)) {
            numbers.push(self.bounded(item.start, item.value, what, &range)?);
        }
        Ok(numbers)
    }

    fn bounded(
        &self,
        start: usize,
        value: &str,
        what: &str,
        range: &RangeInclusive<u32>,
    ) -> Result<u32, ReadError> {
        let plain = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
        match value.parse::<u32>() {
            Ok(number) if plain && range.contains(&number) => Ok(number),
            _ => {
                let remedy = format!("write a number from {} to {}", range.start(), range.end());
                Err(self.error(start, format!("`{value}` cannot be {what}"), remedy))
            }
        }
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// Something in the list was not taken; `known` says what could have stood there.
    pub fn finish(self, known: &str) -> Result<(), ReadError> {
        match self.items.first() {
            None => Ok(()),
            Some(item) => {
                let culprit = item.name.unwrap_or(item.value);
                Err(self.error(
                    item.start,
                    format!("there is no option `{culprit}`"),
                    format!("known: {known}"),
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_taken_one_by_one() {
        let mut options = Options::parse("9x7,k=5,torus,3,4").unwrap();
        assert_eq!(options.size(["columns", "rows"], [1..=9, 1..=9]).unwrap(), Some([9, 7]));
        assert_eq!(options.number("k", 2..=9, 4).unwrap(), 5);
        assert_eq!(options.number("j", 2..=9, 4).unwrap(), 4);
        assert!(options.flag("torus") && !options.flag("torus"));
        assert_eq!(options.numbers("a pile", 1..=9).unwrap(), [3, 4]);
        options.finish("nothing").unwrap();
    }

    #[test]
    fn errors_name_the_culprit() {
        for (text, culprit) in [(",", "empty"), ("k=1,k=2", "twice"), ("k=", "empty"), ("=3", "empty")] {
            let error = Options::parse(text).unwrap_err().to_string();
            assert!(error.contains(culprit), "{error}");
        }
        let mut options = Options::parse("x,k=99").unwrap();
        let error = options.number("k", 2..=9, 4).unwrap_err().to_string();
        assert_eq!(error, "options \"x,k=99\", character 3: `99` cannot be k; write a number from 2 to 9");
        let error = options.finish("k=N").unwrap_err().to_string();
        assert!(error.contains("`x`") && error.contains("k=N"), "{error}");
        let mut options = Options::parse("3x").unwrap();
        assert!(options.size(["rows", "columns"], [1..=9, 1..=9]).is_err());
        let mut options = Options::parse("+3").unwrap();
        assert!(options.numbers("a pile", 1..=9).is_err());
    }
}
