//! How much to check.

/// The seed and the length of a run. The same plan checks the same positions of a game on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of everything that is drawn by lot.
    pub seed: u64,
    /// Moves played in random games, all games together; and numbers looked at in a numbering of positions.
    pub moves: usize,
}

impl Default for Plan {
    /// A hundred thousand moves: a second or a few for an ordinary game.
    fn default() -> Plan {
        Plan { seed: 1, moves: 100_000 }
    }
}
