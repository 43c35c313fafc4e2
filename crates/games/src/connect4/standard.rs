//! The standard board, seven columns of six rows and four in a row, with all distances known to the compiler.

use super::{DEFAULT_LENGTH, DEFAULT_SIZE};

const STRIDE: u32 = DEFAULT_SIZE[1] + 1;
const BOTTOM: u64 = bottom();

const fn bottom() -> u64 {
    let (mut squares, mut column) = (0, 0);
    while column < DEFAULT_SIZE[0] {
        squares |= 1 << (column * STRIDE);
        column += 1;
    }
    squares
}

/// Whether the discs hold four in a row.
#[inline(always)]
pub(super) fn has_line(discs: u64) -> bool {
    const { assert!(DEFAULT_LENGTH == 4) };
    let lines = |shift: u32| {
        let pairs = discs & discs >> shift;
        pairs & pairs >> (2 * shift)
    };
    lines(1) | lines(STRIDE) | lines(STRIDE + 1) | lines(STRIDE - 1) != 0
}

/// The squares, taken ones, guards and bits beyond the board included, that make a line of four with three of the
/// discs.
#[inline(always)]
pub(super) fn completing(discs: u64) -> u64 {
    const { assert!(DEFAULT_LENGTH == 4) };
    let along = |shift: u32| {
        let up = discs << shift;
        let down = discs >> shift;
        let two_up = up & discs << (2 * shift);
        let two_down = down & discs >> (2 * shift);
        two_up & (down | discs << (3 * shift)) | two_down & (up | discs >> (3 * shift))
    };
    let upright = (discs << 1) & (discs << 2) & (discs << 3);
    upright | along(STRIDE) | along(STRIDE + 1) | along(STRIDE - 1)
}

/// The number of columns with room. The product adds up the free squares of the top row in its last column.
#[inline(always)]
pub(super) fn open_columns(discs: u64) -> usize {
    let free = (!discs >> (DEFAULT_SIZE[1] - 1)) & BOTTOM;
    let sums = free.wrapping_mul(BOTTOM) >> ((DEFAULT_SIZE[0] - 1) * STRIDE);
    (sums & ((1 << STRIDE) - 1)) as usize
}
