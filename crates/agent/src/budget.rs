//! What a player may use for a move.

use plybook_catalog::Player;
use std::time::Duration;

/// The clocks of a game, as they stand when a turn begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What is left to each player, in the order of first moves.
    pub left: Vec<Duration>,
    /// What each gains with every move.
    pub increment: Vec<Duration>,
}

impl Clocks {
    /// What is left to a player and what it gains with every move; nothing for one who has no clock.
    #[must_use]
    pub fn of(&self, player: Player) -> (Duration, Duration) {
        let of = |times: &[Duration]| times.get(player.index()).copied().unwrap_or_default();
        (of(&self.left), of(&self.increment))
    }
}

/// The limits of a turn. Whichever is met first ends it; none at all means that the player decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Time for this move.
    pub time: Option<Duration>,
    /// The clocks of the game.
    pub clocks: Option<Clocks>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
}
