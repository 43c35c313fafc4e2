//! The eight symmetries of the board.

use super::{Position, TicTacToe};
use plybook_kernel::{PlaneLayout, Planes, Player, Symmetric, turned};

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        let turn =
            |mask: u16| (0..9).filter(|s| mask >> s & 1 == 1).fold(0, |out, s| out | 1 << image(s, symmetry));
        Position { taken: at.taken.map(turn) }
    }

    fn image_move(&self, _: &Position, square: u8, symmetry: usize) -> u8 {
        image(square, symmetry)
    }
}

/// Where a square goes under a symmetry of the board.
fn image(square: u8, symmetry: usize) -> u8 {
    let (row, column) = turned(3, (usize::from(square) / 3, usize::from(square) % 3), symmetry);
    (3 * row + column) as u8
}

impl Planes for TicTacToe {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let layout = PlaneLayout::grid(3, 3, &["marks"]);
        Some((1..8).fold(layout, |layout, symmetry| {
            layout.with_symmetry(|row, column| turned(3, (row, column), symmetry))
        }))
    }

    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let [first, second] = at.taken.map(u64::from);
        out.copy_from_slice(&if viewer == Player::FIRST { [first, second] } else { [second, first] });
    }
}
