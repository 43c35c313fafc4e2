//! A move of a book, what is known of it, and how much that weighs.

use plybook_kernel::Score;

/// What a value counts for beside results: as much as so many games.
const VALUE_WORTH: f64 = 4.0;
/// What a search saw after the book counts for as much as so many games.
const SEEN_WORTH: f64 = 2.0;
/// The value, in hundredths of a point, with which ten games of eleven points are expected: the scale of ratings.
const TENFOLD: f64 = 400.0;
/// What is expected of a proven win; of a loss, the rest to one.
const PROVEN: f64 = 0.99;
/// The unit of stored expectations.
pub(super) const THOUSAND: f64 = 1000.0;
/// The weight of a move of which nothing is known but that it is in the book.
const DEFAULT_WEIGHT: f64 = 1000.0;
/// How steeply the weight follows the expectation.
const STEEPNESS: i32 = 4;
/// The largest weight.
const HEAVIEST: f64 = 60_000.0;
/// Evidence, in games, after which a move can be abandoned.
const ABANDON_AFTER: f64 = 4.0;
/// Expectation below which it is.
const ABANDON_BELOW: f64 = 0.3;

/// What a player can expect of a position with a value: 0 for a loss, 1 for a win.
#[must_use]
pub fn expectation(score: Score) -> f64 {
    if score.is_win() {
        PROVEN
    } else if score.is_loss() {
        1.0 - PROVEN
    } else {
        (1.0 / (1.0 + 10f64.powf(-f64::from(score.raw()) / TENFOLD))).clamp(1.0 - PROVEN, PROVEN)
    }
}

/// A move of a position in a book. Values and results are the mover's.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BookMove {
    /// The move in the game's notation.
    pub text: String,
    /// The key of the position it leads to.
    pub leads: u64,
    /// What a search found, brought up from the lines below.
    pub score: Option<Score>,
    /// The weight it had in a book that was read in.
    pub given: Option<u32>,
    /// Games won after it.
    pub wins: u32,
    /// Games drawn after it.
    pub draws: u32,
    /// Games lost after it.
    pub losses: u32,
    /// How often a search told what it saw after this line had left the book; nearer lines count more, in
    /// thousandths.
    pub seen: u32,
    /// What was expected then, all together, in thousandths.
    pub seen_total: u32,
    /// How often it is chosen beside the others. Follows from everything above.
    pub weight: u32,
    /// Whether it is no longer played. Follows from everything above.
    pub abandoned: bool,
}

impl BookMove {
    /// Games after it.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// What has been learnt of it, in games.
    fn evidence(&self) -> f64 {
        f64::from(self.games()) + SEEN_WORTH * f64::from(self.seen) / THOUSAND
    }

    /// What the mover can expect, from 0 to 1: the value first, the more results the more these.
    #[must_use]
    pub fn expectation(&self) -> f64 {
        let value = VALUE_WORTH * self.score.map_or(0.5, expectation);
        let results = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        let seen = SEEN_WORTH * f64::from(self.seen_total) / THOUSAND;
        (value + results + seen) / (VALUE_WORTH + self.evidence())
    }

    /// The move with its weight as it follows from all that is known.
    #[must_use]
    pub fn weighed(mut self) -> BookMove {
        let expected = self.expectation();
        let lost = self.score.is_some_and(Score::is_loss);
        self.abandoned = lost || self.evidence() >= ABANDON_AFTER && expected < ABANDON_BELOW;
        let base = self.given.map_or(DEFAULT_WEIGHT, f64::from);
        let weight = base * (2.0 * expected).powi(STEEPNESS);
        self.weight =
            if self.abandoned || self.given == Some(0) { 0 } else { weight.clamp(1.0, HEAVIEST) as u32 };
        self
    }
}
