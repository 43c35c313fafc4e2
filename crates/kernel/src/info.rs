//! What a game says about itself.

use crate::options::{OptionInfo, OptionValues};
use crate::{Evaluated, Game, HasHints, Indexed, Notation, Planes, ReadError, Symmetric, View};
use std::borrow::Cow;

/// A text that is either part of the program or made while it runs, such as a name in a rules file.
pub type Text = Cow<'static, str>;

/// A list of texts that are part of the program.
#[must_use]
pub fn texts<const N: usize>(list: [&'static str; N]) -> Vec<Text> {
    list.map(Text::Borrowed).into()
}

/// A game's name, options and rules, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name by which it is chosen: lower case, no spaces.
    pub name: Text,
    /// The name people use.
    pub title: Text,
    /// One sentence.
    pub summary: Text,
    /// The options behind the name. Reading, writing, help and forms all follow from this declaration.
    pub options: Vec<OptionInfo>,
    /// Names with options worth trying, the shortest first.
    pub examples: Vec<Text>,
    /// The rules for somebody who has never played it, as Markdown.
    pub rules: Text,
}

/// A game that can be chosen by name and options. Everything belongs to the game's value, so that a game may be
/// made while the program runs, from a file of rules for example.
pub trait HasInfo: Game + Sized {
    /// What there is to say about it; the same for all of its variants. It is made anew with every call.
    fn info(&self) -> GameInfo;

    /// The same game with these options, which were read by the declaration in `info`. Options of this value that
    /// are not among them have their defaults.
    ///
    /// # Errors
    /// The options exclude each other.
    fn with_options(&self, options: &OptionValues) -> Result<Self, ReadError>;

    /// The options of this value. Those that are left out have their defaults; `with_options` reads them back.
    fn options(&self) -> OptionValues {
        OptionValues::new()
    }

    /// The same game with the options of a text such as `4x5`.
    ///
    /// # Errors
    /// An option is unknown, has an impossible value, or excludes another one.
    fn variant(&self, options: &str) -> Result<Self, ReadError> {
        self.with_options(&OptionValues::read(&self.info().options, options)?)
    }

    /// The options in their shortest form, empty for the default game.
    fn options_text(&self) -> String {
        self.options().text(&self.info().options)
    }

    /// The options as people say them, empty for the default game: `4 rows, 5 columns`.
    fn options_in_words(&self) -> String {
        self.options().in_words(&self.info().options)
    }

    /// The whole name, options included: `hexapawn:4x5`.
    fn full_name(&self) -> String {
        let (name, options) = (self.info().name, self.options_text());
        if options.is_empty() { name.into_owned() } else { format!("{name}:{options}") }
    }
}

/// Everything a game in the list of games offers.
pub trait ListedGame:
    HasInfo + Notation + View + Symmetric + Evaluated + HasHints + Indexed + Planes
{
}

impl<G: HasInfo + Notation + View + Symmetric + Evaluated + HasHints + Indexed + Planes> ListedGame for G {}
