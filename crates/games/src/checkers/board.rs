//! The 32 dark squares as bits of a word, in the numbering of Samuel's machine: every ninth bit stays empty, so
//! that a step down the board is a shift by 4 or 5 from every square, and what leaves the board at a side falls
//! on an empty bit.
//!
//! ```text
//!        a   b   c   d   e   f   g   h
//!   8        0       1       2       3
//!   7    4       5       6       7       (8)
//!   6        9      10      11      12
//!   5   13      14      15      16       (17)
//!   4       18      19      20      21
//!   3   22      23      24      25       (26)
//!   2       27      28      29      30
//!   1   31      32      33      34
//! ```

/// Number of squares.
pub const SQUARES: usize = 32;
/// Pieces of a side at the start, and at most.
pub const MEN: u32 = 12;
/// All squares.
pub const BOARD: u64 = 0x7_fbfd_feff;
/// Where each side's men are crowned, by player.
pub const CROWNING: [u64; 2] = [0xf << 31, 0xf];
/// The squares where each side's men start, by player.
pub const HOME: [u64; 2] = [0x1eff, 0x7_fbc0_0000];
/// How far the two kinds of step go, in bits: along the diagonals `h8`-`a1` and `a7`-`g1`.
pub const STEPS: [u32; 2] = [4, 5];

/// The bit of a square numbered from zero.
#[must_use]
pub const fn bit_of(square: usize) -> usize {
    square + square / 8
}

/// The square, numbered from zero, of a bit of the board.
#[must_use]
pub const fn square_of(bit: usize) -> usize {
    bit - (bit + 1) / 9
}

/// The row from the top and the column of a square numbered from zero.
#[must_use]
pub const fn place_of(square: usize) -> (usize, usize) {
    let row = square / 4;
    (row, 2 * (square % 4) + (row + 1) % 2)
}

/// A set of squares given by their numbers.
#[must_use]
pub const fn squares<const N: usize>(numbers: [usize; N]) -> u64 {
    let (mut mask, mut index) = (0, 0);
    while index < N {
        mask |= 1 << bit_of(numbers[index] - 1);
        index += 1;
    }
    mask
}

/// Every second row, beginning with the row of a square numbered from zero.
#[must_use]
pub const fn every_second_row(first: usize) -> u64 {
    let (mut mask, mut square) = (0, first);
    while square < SQUARES {
        mask |= 0xf << bit_of(square);
        square += 8;
    }
    mask
}

/// The board turned by half a turn.
#[must_use]
pub const fn turned_around(bits: u64) -> u64 {
    bits.reverse_bits() >> (u64::BITS as usize - 1 - bit_of(SQUARES - 1))
}

/// The bits of a mask, lowest first.
#[inline]
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// A way across the board, from row to row.
pub trait Way {
    /// The opposite way.
    type Back: Way;

    /// The first of the two directions of jumps that go this way.
    const FIRST_DIRECTION: u64;

    /// Moves bits `by` places this way.
    fn along(bits: u64, by: u32) -> u64;
}

/// Towards higher numbers, as Black's men go.
pub enum Down {}

/// Towards lower numbers, as White's men go.
pub enum Up {}

impl Way for Down {
    type Back = Up;
    const FIRST_DIRECTION: u64 = 0;

    #[inline]
    fn along(bits: u64, by: u32) -> u64 {
        bits << by
    }
}

impl Way for Up {
    type Back = Down;
    const FIRST_DIRECTION: u64 = 2;

    #[inline]
    fn along(bits: u64, by: u32) -> u64 {
        bits >> by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_bits_are_inverse() {
        let all = (0..SQUARES).fold(0, |all, square| all | 1 << bit_of(square));
        assert_eq!(all, BOARD);
        assert!((0..SQUARES).all(|square| square_of(bit_of(square)) == square));
        assert!(bits(BOARD).map(square_of).eq(0..SQUARES));
        assert_eq!(turned_around(BOARD), BOARD);
        assert_eq!(turned_around(HOME[0]), HOME[1]);
        assert_eq!(turned_around(CROWNING[0]), CROWNING[1]);
    }

    #[test]
    fn shifts_are_the_neighbours_on_the_board() {
        for square in 0..SQUARES {
            let (row, column) = place_of(square);
            let here = 1 << bit_of(square);
            for other in 0..SQUARES {
                let (other_row, other_column) = place_of(other);
                let there = 1 << bit_of(other);
                let below = other_row == row + 1 && other_column.abs_diff(column) == 1;
                let shifted = STEPS.iter().any(|&by| Down::along(here, by) == there);
                assert_eq!(below, shifted, "{square} {other}");
                let jumped = other_row == row + 2 && other_column.abs_diff(column) == 2;
                let shifted = STEPS
                    .iter()
                    .any(|&by| Down::along(here, by) & BOARD != 0 && Down::along(here, 2 * by) == there);
                assert_eq!(jumped, shifted, "{square} {other}");
            }
            let outside = STEPS.iter().map(|&by| (Down::along(here, by) & BOARD).count_ones()).sum::<u32>();
            let expected = u32::from(row < 7) * (1 + u32::from(column > 0 && column < 7));
            assert_eq!(outside, expected);
        }
    }
}
