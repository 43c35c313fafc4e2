//! What each game says about itself, in plain data.

use crate::open;
use plybook_kernel::{Info, ReadError};
use serde::Serialize;

/// A game's name, options and rules.
#[derive(Clone, Debug, Serialize)]
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
