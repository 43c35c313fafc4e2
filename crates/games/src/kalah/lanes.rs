//! Eight small numbers in one word, a byte each: lane 0 is the lowest byte. A player's houses take the first
//! lanes from the left, and the store follows.

/// Bits of a lane.
const BITS: usize = 8;
/// A one in each lane.
const ONES: u64 = u64::MAX / 0xff;
/// The highest bit of each lane.
const TOPS: u64 = ONES << (BITS - 1);

/// Lanes of a word.
const LANES: usize = 8;

/// A one in each of the first `count` lanes: one to eight.
pub const fn first(count: usize) -> u64 {
    ONES >> (BITS * (LANES - count))
}

/// `number` in one lane, nothing in the others.
#[inline]
pub const fn only(lane: usize, number: u64) -> u64 {
    number << (BITS * lane)
}

/// The number in a lane.
#[inline]
pub const fn get(word: u64, lane: usize) -> u64 {
    word >> (BITS * lane) & 0xff
}

/// The sum of all lanes, which must be below 256.
#[inline]
pub const fn sum(word: u64) -> u64 {
    word.wrapping_mul(ONES) >> (u64::BITS as usize - BITS)
}

/// The highest bit of every lane that is not zero.
#[inline]
pub const fn filled(word: u64) -> u64 {
    (((word & !TOPS) + !TOPS) | word) & TOPS
}

/// The lane of a bit.
#[inline]
pub const fn lane_of(bit: u32) -> usize {
    bit as usize / BITS
}
