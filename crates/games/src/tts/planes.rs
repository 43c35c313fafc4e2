//! The tiles as planes, on boards that fit a word.

use super::{Position, ToroTile};
use plybook_kernel::planes::MOST_CELLS;
use plybook_kernel::{PlaneLayout, Planes, Player, cell_number};

/// Phases of a game, by the number of blank squares.
const PHASES: usize = 6;

impl Planes for ToroTile {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let (rows, columns) = (self.start.rows, self.start.columns);
        if rows * columns > MOST_CELLS {
            return None;
        }
        let layout = PlaneLayout::grid(rows, columns, &["tiles"]);
        let squares = layout.squares & !(self.start.forbidden as u64);
        let layout = layout.with_squares(squares, |row, column| cell_number(rows, columns, row, column));
        let identity = layout.turned.clone();
        let others = self.images.iter().filter(|&map| *map != identity).cloned();
        let symmetries = std::iter::once(identity.clone()).chain(others).collect();
        Some(PlaneLayout { torus: true, symmetries, ..layout })
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let [first, second] = at.tiles.map(|tiles| tiles as u64);
        out.copy_from_slice(&if viewer == Player::FIRST { [first, second] } else { [second, first] });
    }

    fn phases(&self) -> usize {
        PHASES
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        let blank = self.start.blank().count_ones() as usize;
        blank.saturating_sub(usize::from(at.left)) * PHASES / (blank + 1)
    }
}
