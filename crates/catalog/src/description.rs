//! What each game says about itself, in plain data.

use crate::open;
use plybook_kernel::{Info, ReadError};
use serde::Serialize;

/// A game's name, options and rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDescription {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What the players are called, in the order of first moves.
    pub players: Vec<&'static str>,
    /// The options behind the name.
    pub options: Vec<OptionDescription>,
    /// Names with options worth trying.
    pub examples: &'static [&'static str],
    /// The names of its evaluators, the strongest first.
    pub evaluators: Vec<&'static str>,
    /// The rules as Markdown.
    pub rules: &'static str,
}

/// One option of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionDescription {
    /// How it is written.
    pub form: &'static str,
    /// What stands when it is left out.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// What the game of this name says about itself.
///
/// # Errors
/// There is no such game or option.
pub fn describe(name: &str) -> Result<GameDescription, ReadError> {
    let game = open(name)?;
    let Info { name, title, summary, options, examples, rules } = *game.info();
    let options =
        options.iter().map(|o| OptionDescription { form: o.form, default: o.default, help: o.help });
    Ok(GameDescription {
        name,
        title,
        summary,
        players: game.player_names().to_vec(),
        options: options.collect(),
        examples,
        evaluators: game.evaluators().iter().map(|evaluator| evaluator.name).collect(),
        rules,
    })
}

/// All games, in the order in which they are shown.
#[must_use]
pub fn all_games() -> Vec<GameDescription> {
    plybook_games::ALL.iter().filter_map(|info| describe(info.name).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_said_in_words_of_its_own() {
        for game in all_games() {
            let mut said = Vec::new();
            for name in game.examples {
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
