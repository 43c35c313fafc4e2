//! What a game says about itself.

use crate::{Evaluated, Game, HasHints, Notation, ReadError, Symmetric, View, options::Options};

/// A game's name, options and rules, for people.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name by which it is chosen: lower case, no spaces.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The options behind the name.
    pub options: &'static [OptionInfo],
    /// Names with options worth trying, the shortest first.
    pub examples: &'static [&'static str],
    /// The rules for somebody who has never played it, as Markdown.
    pub rules: &'static str,
}

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// How it is written: `k=N`, `RxC`, `suicide=no|yes`.
    pub form: &'static str,
    /// What stands when it is left out.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// A game that can be chosen by name and options.
pub trait Described: Game + Sized {
    /// What there is to say about it.
    const INFO: Info;

    /// The game with these options.
    ///
    /// # Errors
    /// An option is unknown or has an impossible value.
    fn with_options(options: Options<'_>) -> Result<Self, ReadError>;

    /// The options in their shortest form, empty for the default game; `with_options` reads them back.
    fn options_text(&self) -> String;

    /// The options as people say them, empty for the default game: `4 rows, 5 columns`.
    fn options_in_words(&self) -> String {
        self.options_text()
    }

    /// The whole name, options included: `hexapawn:4x5`.
    fn full_name(&self) -> String {
        let options = self.options_text();
        if options.is_empty() { Self::INFO.name.to_owned() } else { format!("{}:{options}", Self::INFO.name) }
    }
}

/// Everything a game in the list of games offers.
pub trait ListedGame: Described + Notation + View + Symmetric + Evaluated + HasHints {}

impl<G: Described + Notation + View + Symmetric + Evaluated + HasHints> ListedGame for G {}
