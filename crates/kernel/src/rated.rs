//! Games whose boards can be rated for each side, for learners in the manner of Samuel's checkers player.

use crate::{Game, Player};
use std::fmt::Debug;

/// A term of a scoring polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedTerm {
    /// What it is called.
    pub name: &'static str,
    /// Whether its value counts halves.
    pub halves: bool,
}

/// A game of two players with a list of terms that a learner chooses from and weighs.
///
/// A board is rated for the side that has just moved, the passive one; the other is the active one. A term's value
/// compares two ratings: that of a board and that of the board one move earlier, where the sides are exchanged.
pub trait Rated: Game {
    /// A number for each term.
    type Ratings: Copy + Debug + PartialEq + AsRef<[i32]> + Send + Sync + 'static;

    /// The material of both sides at the start, in the unit of `material`.
    const FULL_MATERIAL: i32;
    /// A lead in material so large that quiet need not be waited for.
    const LARGE_LEAD: i32;

    /// The terms, in the order of ratings and values.
    fn rated_terms(&self) -> &'static [RatedTerm];

    /// The ratings of a board with this player as its passive side; those of terms that combine others are zero.
    fn ratings(&self, at: &Self::Position, passive: Player) -> Self::Ratings;

    /// The values of all terms, to the credit of the board's passive side, from its ratings and those one move earlier.
    fn values(&self, now: &Self::Ratings, before: &Self::Ratings) -> Self::Ratings;

    /// The same values with those of combined terms made to compare both sides like the others: minus what they would be
    /// if the sides were exchanged.
    fn balanced(&self, values: &Self::Ratings) -> Self::Ratings;

    /// What a player's pieces are worth together.
    fn material(&self, at: &Self::Position, player: Player) -> i32;

    /// Whether a move captures.
    fn captures(&self, at: &Self::Position, mv: Self::Move) -> bool;

    /// Whether the side to move can offer an exchange. Only asked where it cannot capture.
    fn exchange_offered(&self, at: &Self::Position) -> bool;

    /// A key that is the same for all boards on which play goes the same way: seen by the side to move, in one of
    /// the ways in which the board can be turned.
    fn standard_key(&self, at: &Self::Position) -> u64;
}
