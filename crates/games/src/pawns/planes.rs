//! The pawns of both sides as planes.

use super::{Board, Position, STRIDE};
use plybook_kernel::{PlaneLayout, Player, cell_number};

/// Pawns that disappear from the board in one phase of the game.
const PAWNS_A_PHASE: u32 = 4;

impl Board {
    /// The layout of the planes: own and other pawns, seen from one's own side. Rows have eight cells whatever the
    /// size of the board, as in a position.
    pub(crate) fn plane_layout(&self) -> PlaneLayout {
        let (rows, columns) = (self.rows, self.columns);
        let mirrored = |row, column| (row, if column < columns { columns - 1 - column } else { column });
        PlaneLayout::grid(rows, STRIDE as usize, &["pawns"])
            .with_squares(self.squares, |row, column| cell_number(rows, columns, row, column))
            .with_turn(|row, column| (rows - 1 - row, column))
            .with_symmetry(mirrored)
    }

    /// Own and other pawns as a player sees them.
    #[inline]
    pub(crate) fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let [white, black] = at.pawns;
        let planes = if viewer == Player::FIRST {
            [white, black]
        } else {
            [self.upside_down(black), self.upside_down(white)]
        };
        out.copy_from_slice(&planes);
    }

    /// Phases by the number of pawns.
    pub(crate) const fn phases(&self) -> usize {
        (self.pawns_at_start() / PAWNS_A_PHASE) as usize + 1
    }

    /// How many pawns are gone, in steps of `PAWNS_A_PHASE`.
    #[inline]
    pub(crate) const fn phase(&self, at: &Position) -> usize {
        (self.pawns_at_start().saturating_sub(at.occupied().count_ones()) / PAWNS_A_PHASE) as usize
    }

    const fn pawns_at_start(&self) -> u32 {
        (2 * self.homes * self.columns) as u32
    }
}
