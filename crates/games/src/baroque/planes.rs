//! The pieces as planes, seen from one's own side. The rows of the layout are files, as squares are numbered.

use super::Baroque;
use super::position::{Kind, Position};
use plybook_kernel::{PlaneLayout, Planes, Player, cell_number};

/// Pieces that disappear in one phase of the game.
const PIECES_A_PHASE: u32 = 4;
/// Pieces at the start.
const PIECES: u32 = 32;

impl Planes for Baroque {
    /// Of the eight symmetries only the one from side to side, which leaves each player the own side.
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let kinds = Kind::ALL.map(|kind| format!("{}s", kind.name()));
        let layout = PlaneLayout::grid(8, 8, &kinds.each_ref().map(String::as_str));
        let squares = layout.squares;
        Some(
            layout
                .with_squares(squares, |file, rank| cell_number(8, 8, rank, file))
                .with_turn(|file, rank| (file, 7 - rank))
                .with_symmetry(|file, rank| (7 - file, rank)),
        )
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let own = if viewer == at.turn { at.own } else { at.enemy() };
        let turn = |cells: u64| {
            if viewer == Player::FIRST { cells } else { cells.reverse_bits().swap_bytes() }
        };
        let (mine, theirs) = out.split_at_mut(Kind::ALL.len());
        for ((mine, theirs), kind) in mine.iter_mut().zip(theirs).zip(Kind::ALL) {
            let pieces = at.of(kind);
            *mine = turn(pieces & own);
            *theirs = turn(pieces & !own);
        }
    }

    fn phases(&self) -> usize {
        (PIECES / PIECES_A_PHASE) as usize
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        (PIECES.saturating_sub(at.occupied().count_ones().max(1)) / PIECES_A_PHASE) as usize
    }
}
