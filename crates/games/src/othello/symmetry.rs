//! The eight symmetries of the board, and the exchange of colours.

use super::Othello;
use super::position::{Move, PASS, Position, SIDE};
use plybook_kernel::{Symmetric, turned};

impl Symmetric for Othello {
    fn symmetries(&self) -> usize {
        8
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        let image = |squares| image(squares, symmetry);
        Position { own: image(at.own), other: image(at.other), moves: image(at.moves), mover: at.mover }
    }

    fn image_move(&self, _: &Position, mv: Move, symmetry: usize) -> Move {
        if mv == PASS {
            return PASS;
        }
        let square = usize::from(mv);
        let (row, column) = turned(SIDE, (square / SIDE, square % SIDE), symmetry);
        (SIDE * row + column) as Move
    }

    fn swapped(&self, at: &Position) -> Option<Position> {
        Some(Position { mover: at.mover.other(), ..*at })
    }
}

/// Where a set of squares goes under a symmetry, in the numbering of `turned`.
fn image(squares: u64, symmetry: usize) -> u64 {
    let squares = if symmetry & 4 == 0 { squares } else { transposed(squares) };
    let squares = if symmetry & 2 == 0 { squares } else { squares.swap_bytes() };
    if symmetry & 1 == 0 { squares } else { squares.reverse_bits().swap_bytes() }
}

/// Exchanges rows and columns by exchanging ever larger blocks across the diagonal.
const fn transposed(squares: u64) -> u64 {
    let squares = exchanged::<7>(squares, 0x00aa_00aa_00aa_00aa);
    let squares = exchanged::<14>(squares, 0x0000_cccc_0000_cccc);
    exchanged::<28>(squares, 0x0000_0000_f0f0_f0f0)
}

/// Exchanges the bits of a mask with those `BY` places above.
const fn exchanged<const BY: u32>(squares: u64, mask: u64) -> u64 {
    let different = (squares ^ squares >> BY) & mask;
    squares ^ different ^ different << BY
}
