//! What a player may use for a move.

use std::time::Duration;

/// The clocks of a game, as they stand when a turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What is left to the first and to the second player.
    pub left: [Duration; 2],
    /// What each gains with every move.
    pub increment: [Duration; 2],
}

/// The limits of a turn. Whichever is met first ends it; none at all means that the player decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
