//! The discs as planes, in rows of six cells of which the last is no square.

use super::board::{ALONG_ROWS, SIDE, STRIDE};
use super::{BlackAndWhite, DEFAULT_DISCS, Position};
use plybook_kernel::{PlaneLayout, Planes, Player, Text, cell_number, turned};

/// Discs are placed, then they move.
const PHASES: usize = 2;
/// The symmetries of the square.
const SYMMETRIES: usize = 8;

impl Planes for BlackAndWhite {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let layout = PlaneLayout::grid(SIDE, STRIDE, &["discs"])
            .with_squares(ALONG_ROWS, |row, column| cell_number(SIDE, SIDE, row, column));
        Some((1..SYMMETRIES).fold(layout, |layout, symmetry| {
            layout.with_symmetry(|row, column| match column {
                SIDE.. => (row, column),
                _ => turned(SIDE, (row, column), symmetry),
            })
        }))
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let (own, other) = (at.own & ALONG_ROWS, at.other & ALONG_ROWS);
        out.copy_from_slice(&if viewer == at.mover() { [own, other] } else { [other, own] });
    }

    fn learnt_as(&self) -> Option<Text> {
        (self.discs == DEFAULT_DISCS).then_some("black-and-white".into())
    }

    fn phases(&self) -> usize {
        PHASES
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        usize::from(!at.is_placing())
    }
}
