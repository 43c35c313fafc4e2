//! Lines and neighbours on a board of eight by eight, as bit masks.
//!
//! Square `8 * file + rank` is a bit, so that the squares in the order of the rules page (by file, then by rank)
//! are the bits from the lowest to the highest.
//!
//! | direction | N  | E  | NE | SE | S  | W  | SW | NW |
//! |-----------|----|----|----|----|----|----|----|----|
//! | number    | 0  | 1  | 2  | 3  | 4  | 5  | 6  | 7  |
//! | step      | +1 | +8 | +9 | +7 | -1 | -8 | -9 | -7 |
//!
//! Directions 0 to 3 lead to higher bits, `OPPOSITE` turns one around.

/// All squares of rank 1.
pub const RANK_1: u64 = 0x0101_0101_0101_0101;
/// All squares of rank 8.
pub const RANK_8: u64 = RANK_1 << 7;
/// All squares of the a-file.
pub const FILE_A: u64 = 0xff;

pub const N: usize = 0;
pub const E: usize = 1;
pub const NE: usize = 2;
pub const SE: usize = 3;
pub const S: usize = 4;
pub const W: usize = 5;
pub const SW: usize = 6;
pub const NW: usize = 7;
/// The eight directions in the order of their numbers.
pub const DIRECTIONS: [usize; 8] = [N, E, NE, SE, S, W, SW, NW];
/// The directions of a rook.
pub const STRAIGHT: [usize; 4] = [N, E, S, W];
/// A direction xor this is the opposite one.
pub const OPPOSITE: usize = 4;

/// The squares in each direction from a square, to the edge.
pub static RAYS: [[u64; 8]; 64] = rays();
/// The up to eight neighbours of a square.
pub static NEAR: [u64; 64] = near();
/// All squares on the lines of a queen.
pub static LINES: [u64; 64] = lines();
/// The direction that leads from one square to another; `N` where none does.
pub static DIRECTION: [[u8; 64]; 64] = directions();

/// The mask of one square.
#[inline]
pub const fn bit(square: usize) -> u64 {
    1 << square
}

/// The number of the lowest square of a mask that is not empty.
#[inline]
pub const fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize & 63
}

/// The squares of a mask from the lowest to the highest.
#[inline]
pub fn squares(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (mask != 0).then(|| first(mask));
        mask &= mask.wrapping_sub(1);
        square
    })
}

/// The whole file of a square.
#[inline]
pub const fn file_of(square: usize) -> u64 {
    FILE_A << (square & 56)
}

/// The whole rank of a square.
#[inline]
pub const fn rank_of(square: usize) -> u64 {
    RANK_1 << (square & 7)
}

/// All squares moved `distance` steps in a direction, without looking at the edges.
#[inline]
const fn slide(mask: u64, direction: usize, distance: u32) -> u64 {
    match direction {
        N => mask << distance,
        E => mask << (8 * distance),
        NE => mask << (9 * distance),
        SE => mask << (7 * distance),
        S => mask >> distance,
        W => mask >> (8 * distance),
        SW => mask >> (9 * distance),
        _ => mask >> (7 * distance),
    }
}

/// The squares that a step in a direction can enter; others are reached only by wrapping around an edge.
#[inline]
const fn enterable(direction: usize) -> u64 {
    match direction {
        N | NE | NW => !RANK_1,
        S | SE | SW => !RANK_8,
        _ => !0,
    }
}

/// All squares of a mask moved one step; those that leave the board vanish.
#[inline]
pub const fn step(mask: u64, direction: usize) -> u64 {
    slide(mask, direction, 1) & enterable(direction)
}

/// The squares of a mask and all squares that they reach in a direction over squares of `open` alone.
#[inline]
pub const fn fill(mask: u64, open: u64, direction: usize) -> u64 {
    let mut open = open & enterable(direction);
    let mut filled = mask;
    filled |= open & slide(filled, direction, 1);
    open &= slide(open, direction, 1);
    filled |= open & slide(filled, direction, 2);
    open &= slide(open, direction, 2);
    filled | open & slide(filled, direction, 4)
}

/// The neighbours of all squares of a mask.
#[inline]
pub const fn neighbours(mask: u64) -> u64 {
    let column = mask | step(mask, N) | step(mask, S);
    column | column << 8 | column >> 8
}

/// The first square of `blockers` in a direction, as a mask, or nothing.
#[inline]
pub fn first_blocker(square: usize, direction: usize, blockers: u64) -> u64 {
    let met = RAYS[square][direction] & blockers;
    if direction & OPPOSITE == 0 { met & met.wrapping_neg() } else { highest(met) }
}

/// The highest bit alone.
#[inline]
fn highest(mask: u64) -> u64 {
    if mask == 0 { 0 } else { bit(63 - mask.leading_zeros() as usize) }
}

/// The squares up to and including the first blocker in a direction.
///
/// A corner stands in for a missing blocker: no square lies behind it in these directions.
#[inline]
pub fn reach(square: usize, direction: usize, occupied: u64) -> u64 {
    let ray = RAYS[square][direction];
    let met = ray & occupied;
    let stop = if direction & OPPOSITE == 0 {
        (met | 1 << 63).trailing_zeros()
    } else {
        63 - (met | 1).leading_zeros()
    };
    ray ^ RAYS[stop as usize & 63][direction]
}

/// The squares up to and including the first blocker in the directions of a rook.
#[inline]
pub fn rook(square: usize, occupied: u64) -> u64 {
    STRAIGHT.iter().fold(0, |all, &direction| all | reach(square, direction, occupied))
}

/// The squares up to and including the first blocker in all directions.
#[inline]
pub fn queen(square: usize, occupied: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |all, &direction| all | reach(square, direction, occupied))
}

/// All squares on the straight lines of a rook.
#[inline]
pub const fn straight_lines(square: usize) -> u64 {
    (file_of(square) | rank_of(square)) & !bit(square)
}

/// The direction from one square to another on one line with it.
#[inline]
pub fn direction(from: usize, to: usize) -> usize {
    usize::from(DIRECTION[from & 63][to & 63]) & 7
}

/// The squares strictly between two squares on one line.
#[inline]
pub fn between(from: usize, to: usize) -> u64 {
    let direction = direction(from, to);
    RAYS[from & 63][direction] & !RAYS[to & 63][direction] & !bit(to)
}

/// The neighbour of `from` on the side turned away from `to`, as a mask; nothing at the edge.
#[inline]
pub fn behind(from: usize, to: usize) -> u64 {
    RAYS[from & 63][direction(from, to) ^ OPPOSITE] & NEAR[from & 63]
}

/// The number of bits in eight masks: a carry-save adder, so that few words are left to count.
#[inline]
pub const fn ones(masks: [u64; 8]) -> u32 {
    let [a, b, c, d, e, f, g, h] = masks;
    let (one_1, two_1) = added(a, b, c);
    let (one_2, two_2) = added(one_1, d, e);
    let (one_3, two_3) = added(one_2, f, g);
    let (two_4, four_1) = added(two_1, two_2, two_3);
    let (ones, two_5) = (one_3 ^ h, one_3 & h);
    let (twos, four_2) = (two_4 ^ two_5, two_4 & two_5);
    let (fours, eights) = (four_1 ^ four_2, four_1 & four_2);
    ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones() + 8 * eights.count_ones()
}

/// Three bits of each place added: their sum and the carry.
#[inline]
const fn added(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

const fn rays() -> [[u64; 8]; 64] {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            rays[square][direction] = fill(bit(square), !0, direction) & !bit(square);
            direction += 1;
        }
        square += 1;
    }
    rays
}

const fn near() -> [u64; 64] {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        near[square] = neighbours(bit(square)) & !bit(square);
        square += 1;
    }
    near
}

const fn lines() -> [u64; 64] {
    let rays = rays();
    let mut lines = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            lines[square] |= rays[square][direction];
            direction += 1;
        }
        square += 1;
    }
    lines
}

const fn directions() -> [[u8; 64]; 64] {
    let rays = rays();
    let mut directions = [[N as u8; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut to = 0;
            while to < 64 {
                if rays[from][direction] >> to & 1 == 1 {
                    directions[from][to] = direction as u8;
                }
                to += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    directions
}
