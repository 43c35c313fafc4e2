//! The discs as planes. Both players see the board alike.

use super::Othello;
use super::position::{Position, SIDE};
use plybook_kernel::{PlaneLayout, Planes, Player, turned};

/// Discs placed in one phase of the game.
const DISCS_A_PHASE: u32 = 5;
/// The symmetries of the square.
const SYMMETRIES: usize = 8;

impl Planes for Othello {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let edge = (SIDE - self.side) / 2;
        let number = |row, column| (row - edge) * self.side + column - edge;
        let layout = PlaneLayout::grid(SIDE, SIDE, &["discs"]).with_squares(self.board, number);
        let symmetries = 1..SYMMETRIES;
        Some(symmetries.fold(layout, |layout, symmetry| {
            layout.with_symmetry(|row, column| turned(SIDE, (row, column), symmetry))
        }))
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let planes = if viewer == at.mover { [at.own, at.other] } else { [at.other, at.own] };
        out.copy_from_slice(&planes);
    }

    fn phases(&self) -> usize {
        self.board.count_ones().div_ceil(DISCS_A_PHASE) as usize
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        ((at.own | at.other).count_ones().saturating_sub(1) / DISCS_A_PHASE) as usize
    }
}
