//! The eight symmetries of the board and the exchange of colours. No piece knows which way is forward, so all of
//! them keep the rules.

use super::geometry::{bit, squares};
use super::{Baroque, Move, Position};
use plybook_kernel::{Symmetric, turned};

impl Symmetric for Baroque {
    fn symmetries(&self) -> usize {
        8
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        let turn = |mask: u64| squares(mask).fold(0, |all, square| all | bit(image(square, symmetry)));
        Position { planes: at.planes.map(turn), own: turn(at.own), turn: at.turn }
    }

    fn image_move(&self, _: &Position, mv: Move, symmetry: usize) -> Move {
        Move::new(image(mv.from(), symmetry), image(mv.to(), symmetry), mv.choice())
    }

    fn swapped(&self, at: &Position) -> Option<Position> {
        Some(Position { turn: at.turn.other(), ..*at })
    }
}

/// Where a square goes under a symmetry of the board.
fn image(square: usize, symmetry: usize) -> usize {
    let (rank, file) = turned(8, (square % 8, square / 8), symmetry);
    8 * file + rank
}
