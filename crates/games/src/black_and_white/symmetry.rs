//! The eight symmetries of the square, and the exchange of the colours.

use super::board::{ALONG_ROWS, HALF, SIDE, Squares, only, square};
use super::{BlackAndWhite, Move, Position};
use plybook_kernel::{Symmetric, turned};

impl Symmetric for BlackAndWhite {
    fn symmetries(&self) -> usize {
        SYMMETRIES
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        Position { own: image(at.own, symmetry), other: image(at.other, symmetry), ..*at }
    }

    fn image_move(&self, _: &Position, mv: Move, symmetry: usize) -> Move {
        let image = |square| turned(SIDE, square, symmetry);
        match mv.from() {
            None => Move::placement(image(mv.to())),
            Some(from) => Move::between(image(from), image(mv.to())),
        }
    }

    /// White places first, so the colours can only be exchanged once all discs are down. Seen by the player to
    /// move nothing changes then.
    fn swapped(&self, at: &Position) -> Option<Position> {
        (!at.is_placing()).then_some(Position { mover: at.mover ^ 1, ..*at })
    }
}

/// Ways to turn and mirror the square.
const SYMMETRIES: usize = 8;

/// Where the square of each bit goes under each symmetry.
static IMAGES: [[Squares; HALF]; SYMMETRIES] = {
    let mut images = [[0; HALF]; SYMMETRIES];
    let mut number = 0;
    while number < SYMMETRIES * HALF {
        let (symmetry, bit) = (number / HALF, number % HALF);
        if ALONG_ROWS >> bit & 1 == 1 {
            images[symmetry][bit] = only(turned(SIDE, square(bit), symmetry));
        }
        number += 1;
    }
    images
};

/// The image of a set of squares.
fn image(set: Squares, symmetry: usize) -> Squares {
    let mut rest = set & ALONG_ROWS;
    let mut image = 0;
    while rest != 0 {
        image |= IMAGES[symmetry][rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    image
}
