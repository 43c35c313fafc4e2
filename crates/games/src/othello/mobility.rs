//! Where a side can move, for all squares at once. A board is a word of 64 bits: bit 0 is the top left square,
//! the next bit its right neighbour, and eight bits on is the square below.

/// Every square that is neither in the leftmost nor in the rightmost column of eight. Discs on those two columns
/// end every horizontal and diagonal line, so that no line runs on around the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The discs of `other` that stand in an unbroken row behind a disc of `own`: looking `STEP` bits up from it, and
/// looking down.
///
/// Filling doubles its reach: one step, two, then twice two more make the six discs that a line can hold.
#[inline(always)]
pub const fn behind<const STEP: u32>(own: u64, other: u64) -> [u64; 2] {
    let mut above = other & (own << STEP);
    let mut below = other & (own >> STEP);
    above |= other & (above << STEP);
    below |= other & (below >> STEP);
    let doubles_above = other & (other << STEP);
    let doubles_below = doubles_above >> STEP;
    above |= doubles_above & (above << (2 * STEP));
    below |= doubles_below & (below >> (2 * STEP));
    above |= doubles_above & (above << (2 * STEP));
    below |= doubles_below & (below >> (2 * STEP));
    [above, below]
}

/// The discs that a line across the columns can turn.
#[inline(always)]
pub const fn inner(discs: u64) -> u64 {
    discs & INNER
}

/// The empty squares on which a disc of `own` turns at least one of `other`. Squares outside a smaller board
/// are not taken away here.
#[inline(always)]
pub const fn mobility(own: u64, other: u64) -> u64 {
    let across = inner(other);
    // To the right an addition does it: the carry runs through the row of discs and comes out behind it.
    let right = across.wrapping_add((own << 1) & across);
    let [_, left] = behind::<1>(own, across);
    let [down, up] = behind::<8>(own, other);
    let [down_left, up_right] = behind::<7>(own, across);
    let [down_right, up_left] = behind::<9>(own, across);
    let ends = right | left >> 1 | down << 8 | up >> 8;
    let diagonal_ends = down_left << 7 | up_right >> 7 | down_right << 9 | up_left >> 9;
    (ends | diagonal_ends) & !(own | other)
}
