//! What each game says about itself, in plain data.

use crate::{AnyGame, open, registry};
use plybook_kernel::options::OptionKind;
use plybook_kernel::{OptionInfo, ReadError, Text};
use serde::Serialize;

/// A game's name, options and rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDescription {
    /// The name by which it is chosen.
    pub name: Text,
    /// The name people use.
    pub title: Text,
    /// One sentence.
    pub summary: Text,
    /// What the players are called, in the order of first moves.
    pub players: Vec<Text>,
    /// The options behind the name.
    pub options: Vec<OptionDescription>,
    /// Names with options worth trying.
    pub examples: Vec<Text>,
    /// The names of its evaluators, the strongest first.
    pub evaluators: Vec<Text>,
    /// The rules as Markdown.
    pub rules: Text,
}

/// One option of a game, with what a form needs to ask for it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionDescription {
    /// Its name.
    pub name: Text,
    /// What people call it: `Rows x columns`.
    pub title: String,
    /// How it is written.
    pub form: Text,
    /// What stands when it is left out.
    pub default: Text,
    /// One sentence.
    pub help: Text,
    /// What stands before its value in a game's name: `k=`, or nothing.
    pub prefix: String,
    /// What it may be.
    pub kind: OptionField,
}

/// What a form asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "field")]
pub enum OptionField {
    /// Whether the option's name stands there.
    Flag,
    /// One of these values.
    Choice {
        /// The values as they are written.
        values: Vec<Text>,
    },
    /// A number.
    Number {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
        /// Whether `off` may stand in its place.
        off: bool,
    },
    /// A text as `form` shows it.
    Text,
}

impl From<&OptionInfo> for OptionDescription {
    fn from(option: &OptionInfo) -> OptionDescription {
        let kind = match &option.kind {
            OptionKind::Flag => OptionField::Flag,
            OptionKind::Number { range, off } => {
                OptionField::Number { least: *range.start(), most: *range.end(), off: *off }
            }
            OptionKind::Choice { words, .. } | OptionKind::Word(words) => {
                OptionField::Choice { values: words.clone() }
            }
            OptionKind::Size(_) | OptionKind::Numbers(_) | OptionKind::List { .. } | OptionKind::Text => {
                OptionField::Text
            }
        };
        OptionDescription {
            name: option.name.clone(),
            title: title(option),
            form: option.form.clone(),
            default: option.default_text.clone(),
            help: option.help.clone(),
            prefix: if option.is_bare() { String::new() } else { format!("{}=", option.name) },
            kind,
        }
    }
}

/// What people call an option: by what its numbers are, or else by its name.
fn title(option: &OptionInfo) -> String {
    let words = match &option.kind {
        OptionKind::Size([(first, _), (second, _)]) => format!("{first} x {second}"),
        OptionKind::Numbers(numbers) => {
            numbers.iter().map(|(what, _)| &**what).collect::<Vec<_>>().join(", ")
        }
        OptionKind::List { what, .. } => what.to_string(),
        _ => option.name.replace('-', " "),
    };
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl From<&dyn AnyGame> for GameDescription {
    fn from(game: &dyn AnyGame) -> GameDescription {
        let info = game.info();
        GameDescription {
            name: info.name.clone(),
            title: info.title.clone(),
            summary: info.summary.clone(),
            players: game.player_names().to_vec(),
            options: info.options.iter().map(OptionDescription::from).collect(),
            examples: info.examples.clone(),
            evaluators: game.evaluators().iter().map(|evaluator| evaluator.name.clone()).collect(),
            rules: info.rules.clone(),
        }
    }
}

/// What the game of this name says about itself.
///
/// # Errors
/// There is no such game or option.
pub fn describe(name: &str) -> Result<GameDescription, ReadError> {
    Ok((&*open(name)?).into())
}

/// All games, in the order in which they are shown.
#[must_use]
pub fn all_games() -> Vec<GameDescription> {
    registry().games().iter().map(|game| (&**game).into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_said_in_words_of_its_own() {
        for game in all_games() {
            let mut said = Vec::new();
            for name in &game.examples {
                let opened = open(name).unwrap();
                let words = opened.options_in_words();
                assert_eq!(words.is_empty(), opened.full_name() == game.name, "{name}");
                assert!(game.name == "tree" || !words.contains(['=', '|']), "{name} is said as {words:?}");
                assert!(!said.contains(&words), "{name} is said as another one: {words:?}");
                said.push(words);
            }
        }
    }

    #[test]
    fn options_have_titles_and_the_fields_that_they_are_declared_as() {
        let option = |game: &str, number: usize| describe(game).unwrap().options.swap_remove(number);
        assert_eq!(option("hexapawn", 0).title, "Rows x columns");
        assert_eq!(option("kalah", 0).title, "Houses, seeds");
        assert_eq!(
            (option("kalah", 1).title.as_str(), option("kalah", 1).kind),
            ("Empty capture", OptionField::Flag)
        );
        assert_eq!(option("nim", 0).title, "Piles");
        assert!(matches!(option("othello", 0).kind, OptionField::Choice { values } if values.len() == 3));
        let limit = describe("checkers").unwrap().options.into_iter().find(|option| option.name == "limit");
        assert!(matches!(limit.unwrap().kind, OptionField::Number { off: true, .. }));
    }

    #[test]
    fn options_are_said_as_people_say_them() {
        for (name, words) in [
            ("hexapawn", ""),
            ("hexapawn:3x1", "3 rows, 1 column"),
            ("checkers:ballot=1", "eleven men each, ballot 1"),
            ("checkers:repetition=off,limit=off", "no draw by repetition, no draw by quiet moves"),
            ("connect4:5x4,k=3", "5 columns, 4 rows, 3 in a row win"),
            ("chess:960=0", "Chess960 from start 0"),
            ("kalah:1,10", "1 house, 10 seeds in each"),
            ("nim:12,12,9", "piles of 12, 12 and 9"),
            ("tts:whites-challenge", "White's Challenge"),
            (
                "baroque:declining=yes,plies=100",
                "imitators may leave what they could take, a draw after 100 plies",
            ),
            ("black-and-white:discs=3,cap=off", "3 discs a side, as long as it takes"),
            ("tree:tree=(1 2)", "the tree (1 2)"),
        ] {
            assert_eq!(open(name).unwrap().options_in_words(), words, "{name}");
        }
    }
}
