//! What a run without failure met.

/// What the random games of a run met: how much its success is worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Random games begun.
    pub games: usize,
    /// Games played to their end; the others were cut by the plan or for their length.
    pub finished: usize,
    /// Moves played.
    pub moves: usize,
    /// Plies of the longest game.
    pub longest: usize,
    /// The most moves that one position offered.
    pub widest: usize,
    /// Positions looked at in every way; the cheap checks look at all.
    pub sampled: usize,
    /// Different positions met, as far as they were told apart.
    pub distinct: usize,
    /// Chance nodes met.
    pub chance_nodes: usize,
    /// Changed position texts that the game's reader accepted.
    pub edits: usize,
    /// Different numbers that `Game::slot` gave to the moves played.
    pub slots: usize,
}

/// What the check of a numbering met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexReport {
    /// Slices of the numbering.
    pub slices: usize,
    /// Numbers of all slices together.
    pub numbers: u64,
    /// Numbers looked at: all of them in a slice that is small enough.
    pub checked: u64,
    /// Holes among the numbers looked at.
    pub holes: u64,
    /// Whether the game takes moves back.
    pub unmoves: bool,
    /// Positions of random games that have a number.
    pub met: usize,
}
