//! The mirror image of the board, left to right.

use super::{BITS, Connect4, Position};
use plybook_kernel::Symmetric;

impl Connect4 {
    /// The columns of a set of squares in the opposite order.
    fn mirrored(&self, squares: u64) -> u64 {
        let column = u64::MAX >> (BITS - self.rows);
        (0..self.columns).fold(0, |image, number| {
            let opposite = self.columns - 1 - number;
            image | (squares >> (number * self.stride) & column) << (opposite * self.stride)
        })
    }
}

impl Symmetric for Connect4 {
    fn symmetries(&self) -> usize {
        if self.columns == 1 { 1 } else { 2 }
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return *at;
        }
        Position { mine: self.mirrored(at.mine), discs: self.mirrored(at.discs) }
    }

    fn image_move(&self, _: &Position, square: u8, symmetry: usize) -> u8 {
        if symmetry == 0 {
            return square;
        }
        let (row, column) = self.place(u32::from(square));
        self.square(row, self.columns - 1 - column) as u8
    }
}
