//! Which positions are the same but for the way one looks at them.

use crate::Game;

/// The symmetries of a game. The defaults know only the identity; every listed game says at least that.
pub trait Symmetric: Game {
    /// How many symmetries of the board keep the rules, the identity (number 0) included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under symmetry number `symmetry`.
    fn image(&self, at: &Self::Position, symmetry: usize) -> Self::Position {
        debug_assert_eq!(symmetry, 0);
        at.clone()
    }

    /// The image of a move: playing it in the image leads to the image of where the move leads.
    fn image_move(&self, at: &Self::Position, mv: Self::Move, symmetry: usize) -> Self::Move {
        let _ = at;
        debug_assert_eq!(symmetry, 0);
        mv
    }

    /// The position with the players exchanged, the board turned where the rules need it, and the other player
    /// to move; `None` where the game has no such exchange. Doing it twice gives the position back.
    fn swapped(&self, at: &Self::Position) -> Option<Self::Position> {
        let _ = at;
        None
    }
}

/// Where a square of an `side` x `side` board goes under symmetry 0 to 7 of the square: bit 2 exchanges rows and
/// columns, then bit 1 turns the rows upside down and bit 0 mirrors the columns.
#[must_use]
pub const fn turned(side: usize, (row, column): (usize, usize), symmetry: usize) -> (usize, usize) {
    let (row, column) = if symmetry & 4 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { side - 1 - row };
    let column = if symmetry & 1 == 0 { column } else { side - 1 - column };
    (row, column)
}
