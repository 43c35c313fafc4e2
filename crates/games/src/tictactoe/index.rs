//! All positions of tic-tac-toe as numbers: a slice for each number of empty squares; within it the set of crosses,
//! then the set of rings among the other squares.

use super::{FULL, Position, TicTacToe};
use plybook_kernel::combinations::{choose, rank, spread, squeeze, unrank};
use plybook_kernel::{Indexed, Slice};

/// Squares of the board.
const SQUARES: u32 = 9;

/// Crosses and rings in a slice.
fn marks(slice: Slice) -> [u32; 2] {
    let marks = SQUARES.saturating_sub(slice.0 as u32);
    [marks.div_ceil(2), marks / 2]
}

impl Indexed for TicTacToe {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        (0..=u64::from(SQUARES)).map(Slice).collect()
    }

    fn slice(&self, at: &Position) -> Option<Slice> {
        Some(Slice(u64::from(at.empty().count_ones())))
    }

    fn size(&self, slice: Slice) -> u64 {
        let [crosses, rings] = marks(slice);
        choose(SQUARES, crosses) * choose(SQUARES - crosses, rings)
    }

    fn rank(&self, at: &Position) -> u64 {
        let [crosses, rings] = at.taken.map(u64::from);
        let others = u64::from(FULL) & !crosses;
        rank(crosses) * choose(others.count_ones(), rings.count_ones()) + rank(squeeze(rings, others))
    }

    /// A hole where the side to move has a line: the game ended before.
    fn unrank(&self, slice: Slice, index: u64) -> Option<Position> {
        let [crosses, rings] = marks(slice);
        let ring_sets = choose(SQUARES - crosses, rings);
        let taken = unrank(crosses, index / ring_sets);
        let others = u64::from(FULL) & !taken;
        let at = Position { taken: [taken as u16, spread(unrank(rings, index % ring_sets), others) as u16] };
        (!at.has_line(at.mover().index())).then_some(at)
    }

    fn unmoves(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        let last = at.mover().other().index();
        for square in (0..9).filter(|square| at.taken[last] >> square & 1 == 1) {
            let mut before = *at;
            before.taken[last] &= !(1 << square);
            if !before.has_line(0) && !before.has_line(1) {
                out.push(before);
            }
        }
        true
    }
}
