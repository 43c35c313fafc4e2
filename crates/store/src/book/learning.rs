//! What a finished game teaches a book.

use super::entry::{BookMove, THOUSAND, expectation};
use plybook_kernel::{Score, Wdl};

/// How much less a move is blamed or praised for what was seen later than the next move of the same player was.
const FADING: f64 = 0.5;

/// A move of a game that was in the book.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// The key of the position.
    pub key: u64,
    /// The move.
    pub text: String,
    /// How the game ended for the one who made it.
    pub result: Wdl,
    /// What the one who made it saw when it had to think for itself, if it told, and how many own book moves lie
    /// between.
    pub seen: Option<(Score, u32)>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// What tells the game from all others, so that it is learnt once.
    pub game: String,
    /// The moves that were in the book, in their order.
    pub visits: Vec<Visit>,
}

impl Visit {
    /// Adds the result and what was seen to a move.
    pub(super) fn teach(&self, entry: &mut BookMove) {
        let results = match self.result {
            Wdl::Win => &mut entry.wins,
            Wdl::Draw => &mut entry.draws,
            Wdl::Loss => &mut entry.losses,
        };
        *results = results.saturating_add(1);
        if let Some((score, between)) = self.seen {
            let share = THOUSAND * FADING.powi(between.min(10).cast_signed());
            entry.seen = entry.seen.saturating_add(share.round() as u32);
            entry.seen_total = entry.seen_total.saturating_add((share * expectation(score)).round() as u32);
        }
    }
}
