//! Which of a book's moves is played.

use super::BookMove;
use plybook_kernel::Random;

/// How much a move is favoured for having been tried rarely, when exploring.
const CURIOSITY: f64 = 0.5;

/// How a move is chosen among those that are not abandoned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The heaviest.
    Best,
    /// By lot, each as often as its weight says.
    #[default]
    Weighted,
    /// The most promising, counting in favour of a move that little is known of it.
    Exploring,
}

impl Choice {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Choice); 3] =
        [("best", Choice::Best), ("weighted", Choice::Weighted), ("exploring", Choice::Exploring)];

    /// The move to play; `None` if there is none worth playing.
    #[must_use]
    pub fn of<'a>(self, moves: &'a [BookMove], random: &mut Random) -> Option<&'a BookMove> {
        let open: Vec<&BookMove> = moves.iter().filter(|entry| entry.weight > 0).collect();
        match self {
            Choice::Best => {
                open.into_iter().reduce(|best, entry| if entry.weight > best.weight { entry } else { best })
            }
            Choice::Weighted => {
                let all: u64 = open.iter().map(|entry| u64::from(entry.weight)).sum();
                // The lot is drawn even if nothing can be chosen, so that what follows does not depend on it.
                let mut lot = random.below(usize::try_from(all).unwrap_or(usize::MAX).max(1)) as u64;
                open.into_iter().find(|entry| {
                    let found = lot < u64::from(entry.weight);
                    lot = lot.saturating_sub(u64::from(entry.weight));
                    found
                })
            }
            Choice::Exploring => {
                let all: f64 = open.iter().map(|entry| f64::from(entry.games())).sum();
                let hope = |entry: &BookMove| {
                    let rarely = (all + 1.0).ln_1p() / (f64::from(entry.games()) + 1.0);
                    entry.expectation() + CURIOSITY * rarely.sqrt()
                };
                open.into_iter().reduce(|best, entry| if hope(entry) > hope(best) { entry } else { best })
            }
        }
    }
}
