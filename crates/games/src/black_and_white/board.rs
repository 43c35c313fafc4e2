//! Sets of squares as bits of one word, every square twice.
//!
//! | bits     | square of bit `b`                                                     |
//! |----------|-----------------------------------------------------------------------|
//! | 0 to 29  | row `b / 6`, column `b % 6`: along the rows, from the bottom left     |
//! | 30 to 59 | row `(b - 30) % 6`, column `(b - 30) / 6`: the same along the columns |
//!
//! Bits whose remainder by six is five lie off the board and are never set: they part the rows, and the
//! columns. One shift to the left is therefore a step to the right in the lower half and a step up in the upper
//! half, and all ten rows and columns are runs of five neighbouring bits.

/// Rows, and columns, of the board.
pub const SIDE: usize = 5;
/// Squares of the board.
pub const SQUARES: usize = SIDE * SIDE;
/// Bits from one row to the next: the fifth is no square.
pub const STRIDE: usize = SIDE + 1;
/// Bits of one copy of the board.
pub const HALF: usize = SIDE * STRIDE;

/// A set of squares, in both copies.
pub type Squares = u64;

/// A square: row from the bottom and column.
pub type Square = (usize, usize);

/// The square of a bit that is one.
pub const fn square(bit: usize) -> Square {
    let (line, place) = (bit % HALF / STRIDE, bit % STRIDE);
    if bit < HALF { (line, place) } else { (place, line) }
}

/// The set of one square.
pub const fn only((row, column): Square) -> Squares {
    1 << (STRIDE * row + column) | 1 << (HALF + STRIDE * column + row)
}

/// All squares.
pub const BOARD: Squares = {
    let mut all = 0;
    let mut number = 0;
    while number < SQUARES {
        all |= only((number / SIDE, number % SIDE));
        number += 1;
    }
    all
};

/// The copy along the rows.
pub const ALONG_ROWS: Squares = BOARD & ((1 << HALF) - 1);

/// The two main diagonals, in the copy along the rows.
pub const DIAGONALS: [Squares; 2] = {
    let mut diagonals = [0; 2];
    let mut row = 0;
    while row < SIDE {
        diagonals[0] |= 1 << (STRIDE * row + row);
        diagonals[1] |= 1 << (STRIDE * row + SIDE - 1 - row);
        row += 1;
    }
    diagonals
};

/// The set of the squares for which `holds` is true.
pub fn squares_where(holds: impl Fn(Square) -> bool) -> Squares {
    let all = (0..SQUARES).map(|number| (number / SIDE, number % SIDE));
    all.filter(|&square| holds(square)).fold(0, |set, square| set | only(square))
}

/// How many squares a set has.
pub const fn size(set: Squares) -> u32 {
    (set & ALONG_ROWS).count_ones()
}
