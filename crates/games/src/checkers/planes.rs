//! Men and kings as planes of the 32 dark squares, in eight rows of four, seen from one's own side.

use super::Checkers;
use super::board::{SQUARES, place_of};
use super::position::Position;
use plybook_kernel::{PlaneLayout, Planes, Player, Text};

/// Rows of squares, and squares of a row.
const SIZE: [usize; 2] = [8, 4];
/// Pieces that disappear in one phase of the game.
const PIECES_A_PHASE: u32 = 6;
/// Pieces at the start.
const PIECES: u32 = 24;

/// The squares of a mask of the board without the bits that are no squares.
#[inline]
const fn packed(mask: u64) -> u64 {
    mask & 0xff | mask >> 1 & 0xff00 | mask >> 2 & 0xff_0000 | mask >> 3 & 0xff00_0000
}

impl Planes for Checkers {
    /// Square 1, the first of Black's side, is cell 0.
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let [rows, columns] = SIZE;
        let number = |row, column| {
            let (row, column) = place_of(row * columns + column);
            8 * row + column
        };
        let layout = PlaneLayout::grid(rows, columns, &["men", "kings"]);
        let squares = layout.squares;
        let turn = |row, column| (rows - 1 - row, columns - 1 - column);
        Some(layout.with_squares(squares, number).with_turn(turn))
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let other = viewer.other();
        let planes = [at.men(viewer), at.kings(viewer), at.men(other), at.kings(other)].map(packed);
        let seen = |cells: u64| {
            if viewer == Player::FIRST { cells } else { cells.reverse_bits() >> (64 - SQUARES) }
        };
        out.copy_from_slice(&planes.map(seen));
    }

    fn learnt_as(&self) -> Option<Text> {
        Some("checkers".into())
    }

    fn phases(&self) -> usize {
        (PIECES / PIECES_A_PHASE) as usize
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        let pieces = (at.pieces(Player::FIRST) | at.pieces(Player::SECOND)).count_ones();
        (PIECES.saturating_sub(pieces.max(1)) / PIECES_A_PHASE) as usize
    }
}
