//! Chess has no symmetry of the board, but the colours can be exchanged.

use super::{Chess, Position};
use cozy_chess::{BoardBuilder, Color};
use plybook_kernel::Symmetric;

impl Symmetric for Chess {
    /// Turns the ranks upside down and gives every man and right to the other side.
    fn swapped(&self, at: &Position) -> Option<Position> {
        let board = at.board();
        let mut builder = BoardBuilder::empty();
        for square in board.occupied() {
            let man = board.piece_on(square).zip(board.color_on(square).map(|color| !color));
            *builder.square_mut(square.flip_rank()) = man;
        }
        for color in Color::ALL {
            *builder.castle_rights_mut(!color) = *board.castle_rights(color);
        }
        builder.side_to_move = !board.side_to_move();
        builder.en_passant = at.en_passant().map(|square| square.flip_rank());
        builder.build().ok().map(Position::new)
    }
}
