//! Where in a game a request stands: its name, a start position and the moves since.

use crate::problem::Problem;
use plybook_catalog::{AnyGame, Session, open};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Moves that a request may bring.
pub const MOST_MOVES: usize = 4096;

/// A place in a game, as the page sends it. Nothing about it is kept between requests.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePosition {
    /// The game with its options: `hexapawn:4x5`.
    pub game: String,
    /// The position to start from; the game's own if absent.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves played since.
    #[serde(default)]
    #[schemars(length(max = MOST_MOVES))]
    pub moves: Vec<String>,
}

/// An opened place.
pub struct Opened {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The game in progress.
    pub session: Box<dyn Session>,
}

impl GamePosition {
    /// Opens the game and plays the moves. Names that point to files are refused like any unknown option.
    pub fn open(&self) -> Result<Opened, Problem> {
        if self.moves.len() > MOST_MOVES {
            let message = format!("{} moves are too many; at most {MOST_MOVES} are taken", self.moves.len());
            return Err(Problem::unusable(message));
        }
        let game = open(&self.game)?;
        let mut session = game.session(self.position.as_deref())?;
        for (number, text) in self.moves.iter().enumerate() {
            let within = |error| Problem::from(error).within(&format!("move {}", number + 1));
            session.play(text).map_err(within)?;
        }
        Ok(Opened { game, session })
    }

    /// The same, for a search: the game must have two players, no chance, and go on.
    pub fn open_to_search(&self) -> Result<Opened, Problem> {
        let opened = self.open()?;
        if let Some(ending) = opened.session.ending() {
            let message = format!("the game is over here ({}): there is nothing to search", ending.sentence);
            return Err(Problem::unusable(message));
        }
        Ok(opened)
    }
}
