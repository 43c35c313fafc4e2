//! Which discs a move turns.
//!
//! Lines that run towards higher bits are followed by subtraction: taking one from the blockers on a line sets
//! all bits below the nearest of them. Lines that run towards lower bits are followed in the board turned upside
//! down, where they run towards higher bits too; only the line to the left needs a fill.

use super::mobility::{behind, inner};

/// What turns a square's number into its number on the board turned upside down.
const UPSIDE_DOWN: usize = 56;

/// The squares seen from a square: to the right, down left, down and down right.
static RAYS: [[u64; 4]; 64] = {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = [ray(square, 0, 1), ray(square, 1, -1), ray(square, 1, 0), ray(square, 1, 1)];
        square += 1;
    }
    rays
};

/// The squares seen to the left.
static LEFT: [u64; 64] = {
    let mut rays = [0; 64];
    let mut square = 0;
    while square < 64 {
        rays[square] = ray(square, 0, -1);
        square += 1;
    }
    rays
};

/// The squares from `square` to the edge, without `square` itself.
const fn ray(square: usize, down: i32, right: i32) -> u64 {
    let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
    let mut squares = 0;
    while 0 <= row && row < 8 && 0 <= column && column < 8 {
        squares |= 1 << (8 * row + column);
        row += down;
        column += right;
    }
    squares
}

/// The discs of `other` that a disc of `own` on the empty `square` turns.
#[inline(always)]
pub fn turned(square: usize, own: u64, other: u64) -> u64 {
    let [right, down_left, down, down_right] = RAYS[square & 63];
    let below = bracketed(right, own, other)
        | bracketed(down_left, own, other)
        | bracketed(down, own, other)
        | bracketed(down_right, own, other);
    let [_, up_left, up, up_right] = RAYS[(square & 63) ^ UPSIDE_DOWN];
    let (own_upside, other_upside) = (own.swap_bytes(), other.swap_bytes());
    let above = bracketed(up_left, own_upside, other_upside)
        | bracketed(up, own_upside, other_upside)
        | bracketed(up_right, own_upside, other_upside);
    below | above.swap_bytes() | bracketed_left(square, own, other)
}

/// The discs of `other` from the start of a ray towards higher bits to the first disc of `own`.
#[inline(always)]
const fn bracketed(ray: u64, own: u64, other: u64) -> u64 {
    let end = (other | !ray).wrapping_add(1) & ray & own;
    end.wrapping_sub((end != 0) as u64) & ray
}

/// The discs of `other` from `square` leftwards to the first disc of `own`.
#[inline(always)]
fn bracketed_left(square: usize, own: u64, other: u64) -> u64 {
    let ray = LEFT[square & 63];
    let beyond = filled_left(ray & !other);
    let end = beyond & !(beyond >> 1);
    if end & own != 0 { ray & !beyond } else { 0 }
}

/// The highest bit of a mask within one row, and at least all lower squares of that row.
#[inline(always)]
const fn filled_left(mask: u64) -> u64 {
    let mask = mask | mask >> 1;
    let mask = mask | mask >> 2;
    mask | mask >> 4
}

/// For each direction the discs that an own disc stands behind: whoever moves next to them turns them. Made
/// once for a position, it tells what each of its moves turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bracketed {
    left: u64,
    right: u64,
    down_left: u64,
    down: u64,
    down_right: u64,
    /// The three upward directions, with the board turned upside down.
    up_left: u64,
    up: u64,
    up_right: u64,
}

impl Bracketed {
    /// What `own` brackets from one side.
    #[inline(always)]
    pub const fn new(own: u64, other: u64) -> Bracketed {
        let across = inner(other);
        let [left, right] = behind::<1>(own, across);
        let [up, down] = behind::<8>(own, other);
        let [up_right, down_left] = behind::<7>(own, across);
        let [up_left, down_right] = behind::<9>(own, across);
        Bracketed {
            left,
            right,
            down_left,
            down,
            down_right,
            up_left: up_left.swap_bytes(),
            up: up.swap_bytes(),
            up_right: up_right.swap_bytes(),
        }
    }

    /// The discs that a move on the empty `square` turns: the same as `turned`.
    #[inline(always)]
    pub fn turned(&self, square: usize) -> u64 {
        let [right, down_left, down, down_right] = RAYS[square & 63];
        let below = unbroken(right, self.right)
            | unbroken(down_left, self.down_left)
            | unbroken(down, self.down)
            | unbroken(down_right, self.down_right);
        let [_, up_left, up, up_right] = RAYS[(square & 63) ^ UPSIDE_DOWN];
        let above =
            unbroken(up_left, self.up_left) | unbroken(up, self.up) | unbroken(up_right, self.up_right);
        let left = LEFT[square & 63];
        below | above.swap_bytes() | left & !filled_left(left & !self.left)
    }
}

/// The discs at the start of a ray towards higher bits, up to the first gap.
#[inline(always)]
const fn unbroken(ray: u64, discs: u64) -> u64 {
    (ray & !discs).wrapping_sub(1) & ray & discs
}
