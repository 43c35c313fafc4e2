//! The players of a configuration, made as they are described.

use crate::clock::Tolerance;
use crate::config::Config;
use crate::pool::Roster;
use plybook_agent::book::BookCache;
use plybook_agent::{Agent, AgentKind, Fault};
use plybook_catalog::AnyGame;

/// Makes the players that a configuration describes.
#[derive(Clone, Copy)]
pub struct Described<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// Its game.
    pub game: &'a dyn AnyGame,
    /// The opening books of the players.
    pub books: &'a BookCache,
}

impl Roster for Described<'_> {
    fn make(&self, player: usize) -> Result<Box<dyn Agent>, Fault> {
        match self.config.agents.get(player) {
            Some(entrant) => entrant.spec.make_with(self.game, self.books),
            None => Err(Fault::NotStarted(format!("there is no player {player}"))),
        }
    }

    fn tolerance(&self, player: usize) -> Tolerance {
        match self.config.agents.get(player).map(|entrant| &entrant.spec.kind) {
            Some(AgentKind::Python { .. }) => Tolerance::COURSE,
            Some(AgentKind::Program { .. }) => Tolerance::PROCESS,
            _ => Tolerance::OWN,
        }
    }
}
