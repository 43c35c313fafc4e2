//! The discs as planes. The rows of the layout are columns of the board, as squares are numbered.

use super::{Connect4, Position};
use plybook_kernel::{PlaneLayout, Planes, Player, cell_number};

/// Phases of a game, by the number of discs.
const PHASES: usize = 6;

impl Planes for Connect4 {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let [columns, rows, stride] = [self.columns, self.rows, self.stride].map(|number| number as usize);
        let layout = PlaneLayout::grid(columns, stride, &["discs"])
            .with_squares(self.squares, |column, row| cell_number(rows, columns, row, column))
            .with_symmetry(|column, row| (columns - 1 - column, row));
        Some(layout)
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let [first, second] = at.by_player();
        out.copy_from_slice(&if viewer == Player::FIRST { [first, second] } else { [second, first] });
    }

    fn phases(&self) -> usize {
        PHASES
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        at.discs.count_ones() as usize * PHASES / (self.squares.count_ones() as usize + 1)
    }
}
