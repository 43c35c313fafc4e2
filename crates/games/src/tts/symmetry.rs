//! The symmetries of the start board on the torus.
//!
//! Colours cannot be exchanged: White always has placed as many tiles as Black when it is White's turn, so the
//! exchanged position would be none of this game.

use super::board::image;
use super::{Position, ToroTile};
use plybook_kernel::Symmetric;

impl Symmetric for ToroTile {
    fn symmetries(&self) -> usize {
        self.images.len()
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        let map = &self.images[symmetry];
        self.position(at.tiles.map(|tiles| image(map, tiles)), at.mover)
    }

    fn image_move(&self, _: &Position, square: u8, symmetry: usize) -> u8 {
        self.images[symmetry][usize::from(square)]
    }
}
