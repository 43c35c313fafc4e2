//! All positions as numbers: a slice for each number of discs in hand, the positions of the moving phase first.
//!
//! Positions count as the player to move sees them, so that the colours are exchanged for free. The number is the
//! class of the occupied squares, then the pattern of the mover's discs among them: in the moving phase any, while
//! discs are being placed those with as many of the mover's discs as there must be. An arrangement that is its own
//! image in several ways leaves holes.

use super::arrangement::{Sets, pack, unpack};
use super::board::size;
use super::moves::has_line;
use super::neighbours::Walker;
use super::{BlackAndWhite, Position};
use plybook_kernel::combinations::{choose, rank, unrank};
use plybook_kernel::{Indexed, Neighbours, Slice, Text};

impl BlackAndWhite {
    /// All discs on the board in a slice, and the mover's among them while discs are being placed.
    fn placed(&self, slice: Slice) -> (u32, u32) {
        let placed = (2 * u32::from(self.discs)).saturating_sub(slice.0 as u32);
        (placed, placed / 2)
    }

    /// How many patterns an arrangement can have.
    fn patterns(&self, slice: Slice) -> u64 {
        let (placed, own) = self.placed(slice);
        if slice.0 == 0 { 1 << placed } else { choose(placed, own) }
    }
}

impl Indexed for BlackAndWhite {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        (0..=2 * u64::from(self.discs)).map(Slice).collect()
    }

    fn slice_name(&self, slice: Slice) -> String {
        if slice.0 == 0 { "moving".to_owned() } else { format!("placing-{}", slice.0) }
    }

    fn reaches(&self, slice: Slice) -> Vec<Slice> {
        slice.0.checked_sub(1).map(Slice).into_iter().collect()
    }

    #[inline]
    fn slice(&self, at: &Position) -> Option<Slice> {
        Some(Slice(u64::from(at.in_hand)))
    }

    fn size(&self, slice: Slice) -> u64 {
        Sets::of(self.placed(slice).0).classes() * self.patterns(slice)
    }

    #[inline]
    fn rank(&self, at: &Position) -> u64 {
        let placed = 2 * u32::from(self.discs) - u32::from(at.in_hand);
        let (class, pattern) = Sets::of(placed).class_and_pattern(pack(at.own), pack(at.own | at.other));
        if at.in_hand == 0 {
            class << placed | u64::from(pattern)
        } else {
            class * self.patterns(Slice(u64::from(at.in_hand))) + rank(u64::from(pattern))
        }
    }

    /// A hole where an image has a smaller number, where the side to move has a line (the game ended before), and
    /// where the side that moved last has no disc.
    #[inline]
    fn unrank(&self, slice: Slice, index: u64) -> Option<Position> {
        let (placed, own) = self.placed(slice);
        let (class, pattern) = if slice.0 == 0 {
            (index >> placed, (index & ((1 << placed) - 1)) as u32)
        } else {
            let patterns = self.patterns(slice);
            (index / patterns, unrank(own, index % patterns) as u32)
        };
        let (own, discs) = Sets::of(placed).arrangement(class, pattern)?;
        let at = Position {
            own: unpack(own),
            other: unpack(discs & !own),
            in_hand: slice.0 as u8,
            mover: slice.0 as u8 % 2,
        };
        let possible = !has_line(at.own) && (at.is_placing() || at.other != 0);
        possible.then_some(at)
    }

    #[inline]
    fn unmoves(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        if !at.is_placing() {
            at.list_unmoves(out);
        }
        let [own, other] = [size(at.own), size(at.other)];
        let after_placing = at.is_placing() || (own == other && own == u32::from(self.discs));
        if after_placing && other > 0 {
            at.list_unplacements(out);
        }
        true
    }

    fn grouping(&self) -> Option<Text> {
        Some("discs of the side to move".into())
    }

    fn group(&self, at: &Position) -> u32 {
        size(at.own)
    }

    fn neighbours(&self, slice: Slice) -> Option<Box<dyn Neighbours>> {
        (slice.0 == 0).then(|| Box::new(Walker::new(2 * u32::from(self.discs))) as Box<dyn Neighbours>)
    }
}
