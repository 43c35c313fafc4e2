//! The men as planes, seen from one's own side. Castling rights and captures in passing are not on them.

use super::{Chess, Position};
use cozy_chess::{Color, Piece};
use plybook_kernel::{PlaneLayout, Planes, Player, Text};

/// Kinds of men, in the order of their planes.
const KINDS: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];
/// Men that disappear in one phase of the game.
const MEN_A_PHASE: usize = 4;
/// Men at the start.
const MEN: usize = 32;

impl Planes for Chess {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let layout = PlaneLayout::grid(8, 8, &KINDS).with_turn(|row, column| (7 - row, column));
        Some(PlaneLayout { complete: false, ..layout })
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let board = at.board();
        let own = if viewer == Player::FIRST { Color::White } else { Color::Black };
        let sides = [own, !own].map(|side| board.colors(side));
        for (planes, side) in out.chunks_exact_mut(KINDS.len()).zip(sides) {
            for (plane, kind) in planes.iter_mut().zip(Piece::ALL) {
                let men = (board.pieces(kind) & side).0;
                *plane = if viewer == Player::FIRST { men } else { men.swap_bytes() };
            }
        }
    }

    fn learnt_as(&self) -> Option<Text> {
        Some("chess".into())
    }

    fn phases(&self) -> usize {
        MEN / MEN_A_PHASE
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        MEN.saturating_sub(at.board().occupied().len().max(1) as usize) / MEN_A_PHASE
    }
}
