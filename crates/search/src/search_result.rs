//! What a search found.

use crate::Counts;
use plybook_kernel::Score;

/// A line of play with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The value for the player to move at the root.
    pub score: Score,
    /// The moves; the first is the one to play.
    pub moves: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The best lines, the best first: as many as were asked for, fewer if there are fewer moves. Empty only if
    /// the game is over.
    pub lines: Vec<Line<M>>,
    /// The last depth that was searched completely.
    pub depth: u32,
    /// What it took.
    pub counts: Counts,
    /// Whether the search ended because it was told to, not because it was done.
    pub stopped: bool,
}

impl<M: Copy> SearchResult<M> {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The value of the position for the player to move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
