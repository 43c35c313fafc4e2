//! The words of the command line, with better errors for negative numbers than they get by themselves.

use crate::arguments::Arguments;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error, FromArgMatches};
use std::error::Error as _;
use std::ffi::OsString;
use std::num::ParseIntError;

/// Reads the words of a command line, the program's name first.
///
/// # Errors
/// They make no sense, or ask for help.
pub fn read(words: &[OsString]) -> Result<Arguments, Error> {
    let mut command = with_negative_numbers(Arguments::command());
    let matches =
        command.try_get_matches_from_mut(words).map_err(|error| explained(error, words, &command))?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Lets every value be a negative number, so that it is refused as a value where it must not be, with its bounds, and not
/// as an option that nobody knows.
fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        let takes_values = argument.get_action().takes_values();
        if takes_values { argument.allow_negative_numbers(true) } else { argument }
    });
    command.mut_subcommands(with_negative_numbers)
}

/// Whether a word is or begins with a negative number, as in `-1` and `-1s`.
fn is_negative(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// Says plainly that a value is no whole number or must not be negative, and leaves out advice about `--`, which no
/// command understands.
fn explained(mut error: Error, words: &[OsString], command: &Command) -> Error {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    };
    let refuse = |value: &str, option: &str| {
        let why = if is_negative(value) { "it must not be negative" } else { "that is no whole number" };
        let message = format!("invalid value '{value}' for '{option}': {why}\n");
        Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
    };
    let (argument, value) = (word(ContextKind::InvalidArg), word(ContextKind::InvalidValue));
    match (error.kind(), argument, value) {
        (ErrorKind::ValueValidation, Some(option), Some(value)) => {
            let plain = error.source().is_some_and(|source| source.is::<ParseIntError>());
            if plain { refuse(&value, &option) } else { error }
        }
        (ErrorKind::UnknownArgument, argument, _) => {
            let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
            let is_option = |word: &str| word.strip_prefix("--").is_some_and(|name| !name.is_empty());
            let pair = words.windows(2).find(|pair| is_option(pair[0]) && is_negative(pair[1]));
            match pair {
                Some([option, value]) if argument.is_some_and(|word| is_negative(&word)) => {
                    refuse(value, option)
                }
                _ => {
                    error.remove(ContextKind::Suggested);
                    error
                }
            }
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn negative_numbers_are_refused_as_the_values_they_are() {
        for (line, words) in [
            ("analyze chess --depth -1", "'-1' for '--depth <PLIES>': -1 is not in 1..=200"),
            ("tree chess --depth -1", "-1 is not in"),
            ("perft chess -1", "'-1' for '<DEPTH>': -1 is not in"),
            ("match random random --game nim --games -2", "-2 is not in"),
            ("match random random --game nim --seed -1", "'--seed <N>': it must not be negative"),
            ("match random random --game nim --time -1s", "'-1s' for '--time': it must not be negative"),
            ("match random random --game nim --adjudicate-draw -1,3", "it must not be negative"),
            ("serve --port -1", "-1 is not in"),
            ("perft chess abc", "'abc' for '<DEPTH>': that is no whole number"),
            ("history abc", "that is no whole number"),
            ("show nim -- -1", "unexpected argument '-1'"),
            ("show nim --speed", "unexpected argument '--speed'"),
        ] {
            let line: Vec<OsString> =
                std::iter::once("plybook").chain(line.split(' ')).map(OsString::from).collect();
            let error = read(&line).unwrap_err();
            let message = error.to_string();
            assert!(message.contains(words) && !message.contains("use '-- "), "{line:?}: {message}");
            assert_eq!(error.exit_code(), 2);
        }
    }

    #[test]
    fn what_may_be_negative_still_may() {
        for line in ["match random random --game nim --sprt -5,5", "show nim --position -1"] {
            let line: Vec<OsString> =
                std::iter::once("plybook").chain(line.split(' ')).map(OsString::from).collect();
            assert!(read(&line).is_ok(), "{line:?}");
        }
    }
}
