//! What a game of sowing tells a search: extra turns first, then captures.

use super::{SowingGame, SowingPosition};
use plybook_kernel::{HasHints, Score, SearchHints};

/// Puts extra turns before captures: they cost nothing.
const AGAIN: i32 = 1_000;

/// Hints of a game of sowing from a file.
#[derive(Clone, Copy, Debug)]
pub struct SowingHints;

impl SearchHints<SowingGame> for SowingHints {
    type NodeHints = ();

    fn has_noise(&self) -> bool {
        true
    }

    fn noisy(&self, game: &SowingGame, at: &SowingPosition, pit: u8) -> bool {
        self.order(game, at, pit, &()) > 0
    }

    fn order(&self, game: &SowingGame, at: &SowingPosition, pit: u8, (): &()) -> i32 {
        let rules = &game.rules;
        let sown = rules.definition.sow_and_capture(&rules.ring, at, pit);
        if sown.again { AGAIN * Score::POINT + i32::from(pit) } else { sown.captured as i32 }
    }
}

impl HasHints for SowingGame {
    type SearchHints = SowingHints;

    fn hints(&self) -> SowingHints {
        SowingHints
    }
}
