//! How Go is played out: at random, without filling own eyes.

use super::{Go, Position, SIDES};
use plybook_kernel::{HasHints, Random, SearchHints};

/// What Go tells a search.
#[derive(Clone, Copy, Debug)]
pub struct GoHints {
    side: u32,
}

/// The largest board on which looking ahead to a depth sees enough.
const LOOKED_AHEAD: u32 = 3;

impl SearchHints<Go> for GoHints {
    type NodeHints = ();

    fn has_order(&self) -> bool {
        false
    }

    fn prefers_simulation(&self) -> bool {
        debug_assert!(SIDES.contains(&self.side));
        self.side > LOOKED_AHEAD
    }

    fn playout_move(&self, _: &Go, at: &Position, random: &mut Random) -> Option<u16> {
        Some(at.playout_move(random))
    }
}

impl HasHints for Go {
    type SearchHints = GoHints;

    fn hints(&self) -> GoHints {
        GoHints { side: self.side }
    }
}
