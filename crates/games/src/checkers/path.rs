//! A move: a step, or a chain of jumps with the way it takes.

use super::board::STEPS;

/// Where a piece goes, and what it takes on its way. Two chains that take the same pieces on different ways are
/// different moves.
///
/// | bits  | content                                                       |
/// |-------|---------------------------------------------------------------|
/// | 0-5   | the bit of the square it leaves                               |
/// | 6-11  | the bit of the square it ends on                              |
/// | 12-15 | number of jumps, 0 for a step                                 |
/// | 16-33 | the direction of each jump, two bits each, the first lowest   |
/// | 34-60 | the pieces taken: bits 4 to 30 of the board                   |
///
/// No chain is longer than nine jumps: its landings form a board of four by four, with nine places between them
/// to jump over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u64);

const TO: u32 = 6;
const JUMPS: u32 = 12;
const WAY: u32 = 16;
const TAKEN: u32 = 34;
/// Lowest bit of the board on which a piece can be taken: those on the edge are safe.
const INNER: u32 = 4;
const BIT: u64 = 0x3f;

/// A direction of a jump: 0 and 1 go down the board by the two kinds of step, 2 and 3 go up.
pub type Direction = u64;

/// Where a step in a direction leads from a single square, as far as it stays in the word.
#[must_use]
#[inline]
pub const fn neighbour(here: u64, direction: Direction) -> u64 {
    let by = STEPS[(direction & 1) as usize];
    if direction < 2 { here << by } else { here >> by }
}

impl Move {
    /// A step.
    #[must_use]
    #[inline]
    pub(super) const fn step(from: u32, to: u32) -> Move {
        Move(from as u64 | (to as u64) << TO)
    }

    /// The beginning of a chain; it is a move when it has an end.
    #[must_use]
    #[inline]
    pub(super) const fn chain(from: u32) -> Move {
        Move(from as u64)
    }

    /// The chain with one more jump over the piece on `over`, a mask.
    #[must_use]
    #[inline]
    pub(super) const fn jump(self, direction: Direction, over: u64) -> Move {
        let way = direction << (WAY as u64 + 2 * self.jumps() as u64);
        Move((self.0 | way | over >> INNER << TAKEN) + (1 << JUMPS))
    }

    /// The chain that ends here.
    #[must_use]
    #[inline]
    pub(super) const fn end(self, to: u32) -> Move {
        Move(self.0 | (to as u64) << TO)
    }

    /// The bit of the square it leaves.
    #[must_use]
    #[inline]
    pub const fn from(self) -> u32 {
        (self.0 & BIT) as u32
    }

    /// The bit of the square it ends on.
    #[must_use]
    #[inline]
    pub const fn to(self) -> u32 {
        (self.0 >> TO & BIT) as u32
    }

    /// The number of pieces taken.
    #[must_use]
    #[inline]
    pub const fn jumps(self) -> usize {
        (self.0 >> JUMPS & 0xf) as usize
    }

    /// The squares of the pieces taken.
    #[must_use]
    #[inline]
    pub const fn taken(self) -> u64 {
        self.0 >> TAKEN << INNER
    }

    /// The bits of all squares it touches down on, the one it leaves first.
    pub fn stops(self) -> impl Iterator<Item = u32> {
        let landings = (0..self.jumps()).scan(1u64 << self.from(), move |here, jump| {
            let direction = self.0 >> (WAY as usize + 2 * jump) & 3;
            *here = neighbour(neighbour(*here, direction), direction);
            Some(here.trailing_zeros())
        });
        let step = (self.jumps() == 0).then(|| self.to());
        std::iter::once(self.from()).chain(landings).chain(step)
    }
}
