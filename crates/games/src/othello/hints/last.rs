//! The last two empty squares, played out without looking for moves.

use super::super::position::with_neighbours;
use super::super::turning::turned;
use super::finish::over;

/// Worse than every result.
pub const NOTHING: i32 = -1000;

/// The squares that touch a square: without a disc of the opponent there, nothing is turned.
pub static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = with_neighbours(1 << square) & !(1 << square);
        square += 1;
    }
    neighbours
};

/// The falling and the rising diagonal through a square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut on = 0;
        while on < 64 {
            let down = on / 8 - square as i32 / 8;
            let right = on % 8 - square as i32 % 8;
            diagonals[square][0] |= ((down == right) as u64) << on;
            diagonals[square][1] |= ((down == -right) as u64) << on;
            on += 1;
        }
        square += 1;
    }
    diagonals
};

/// The discs between a place on a line of eight and the nearest own discs on both sides, by place and own discs.
static BETWEEN: [[u8; 256]; 8] = {
    let mut between = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut at = place + 1;
            while at < 8 && own >> at & 1 == 0 {
                at += 1;
            }
            if at < 8 {
                between[place][own] += (at - place - 1) as u8;
            }
            let mut steps = 1;
            while steps <= place && own >> (place - steps) & 1 == 0 {
                steps += 1;
            }
            if steps <= place {
                between[place][own] += (steps - 1) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    between
};

/// The discs that a side turns by filling the only empty square: everything that is not its own is the
/// opponent's, and what lies outside a smaller board is nobody's end of a line.
#[inline(always)]
fn turned_last(square: usize, own: u64) -> i32 {
    /// The leftmost column, and what gathers its bits, or those of a diagonal, in the highest byte.
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const GATHER_COLUMN: u64 = 0x0102_0408_1020_4080;
    let (row, column) = (square >> 3 & 7, square & 7);
    let [falling, rising] = DIAGONALS[square & 63];
    let along = (own >> (8 * row) & 0xff) as usize;
    let down = ((own >> column & COLUMN).wrapping_mul(GATHER_COLUMN) >> 56) as usize;
    let falling = ((own & falling).wrapping_mul(COLUMN) >> 56) as usize;
    let rising = ((own & rising).wrapping_mul(COLUMN) >> 56) as usize;
    let across = &BETWEEN[column];
    i32::from(across[along])
        + i32::from(BETWEEN[row][down])
        + i32::from(across[falling])
        + i32::from(across[rising])
}

/// The margin for the side to move with one empty square, on a board of so many squares.
#[inline(always)]
pub fn one(own: u64, other: u64, square: usize, squares: i32) -> i32 {
    let twice = 2 * own.count_ones() as i32 - squares;
    let gain = turned_last(square, own);
    if gain != 0 {
        return twice + 2 * gain + 2;
    }
    let loss = turned_last(square, other);
    if loss != 0 {
        return twice - 2 * loss;
    }
    // Nobody can move: the empty square is the winner's.
    if twice >= 0 { twice + 2 } else { twice }
}

/// The margin for the side to move with two empty squares: exact up to `alpha` or a lower bound above it.
#[inline(always)]
pub fn two(own: u64, other: u64, pair: [usize; 2], squares: i32, alpha: i32) -> i32 {
    let best = place_first(own, other, pair, squares, alpha);
    if best != NOTHING {
        return best;
    }
    match place_first(other, own, pair, squares, -alpha - 1) {
        NOTHING => over(own, other, squares),
        best => -best,
    }
}

/// The better of the two placements; `NOTHING` if neither turns a disc.
#[inline(always)]
fn place_first(own: u64, other: u64, [first, second]: [usize; 2], squares: i32, alpha: i32) -> i32 {
    let mut best = NOTHING;
    for (square, left) in [(first, second), (second, first)] {
        if NEIGHBOURS[square & 63] & other == 0 {
            continue;
        }
        let discs = turned(square, own, other);
        if discs == 0 {
            continue;
        }
        best = best.max(-one(other ^ discs, own ^ discs ^ 1 << square, left, squares));
        if best > alpha {
            break;
        }
    }
    best
}
