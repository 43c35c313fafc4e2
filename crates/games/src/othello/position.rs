//! The squares, the discs on them and who moves.

use super::mobility::mobility;
use plybook_kernel::Player;

/// Rows and columns of the largest board. Smaller boards lie in its middle, so that the symmetries and the start
/// are the same bits for all.
pub const SIDE: usize = 8;

/// A move: the number of a square of the largest board, row by row from the top left, or `PASS`.
pub type Move = u8;

/// The move of a side that can place no disc.
pub const PASS: Move = (SIDE * SIDE) as Move;

/// The discs and the side to move. The squares where it can move are kept because every question needs them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Discs of the side to move.
    pub(super) own: u64,
    /// Discs of the opponent.
    pub(super) other: u64,
    /// Squares where the side to move can place a disc.
    pub(super) moves: u64,
    /// The side to move: Black is the first player.
    pub(super) mover: Player,
}

impl Position {
    /// The position on the squares of `board`.
    #[inline(always)]
    pub(super) const fn new(own: u64, other: u64, mover: Player, board: u64) -> Position {
        Position { own, other, moves: mobility(own, other) & board, mover }
    }

    /// The discs of both sides, Black's first.
    pub(super) const fn discs(&self) -> [u64; 2] {
        match self.mover {
            Player::FIRST => [self.own, self.other],
            _ => [self.other, self.own],
        }
    }

    /// Whose disc stands on a square.
    pub(super) fn owner(&self, square: usize) -> Option<Player> {
        (0..2u8).map(Player).find(|player| self.discs()[player.index()] >> square & 1 == 1)
    }
}

/// A set of squares and all squares that touch it.
pub const fn with_neighbours(squares: u64) -> u64 {
    /// All columns but the leftmost.
    const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
    let row = squares | squares << 1 & NOT_LEFT | squares >> 1 & NOT_LEFT >> 1;
    row | row << 8 | row >> 8
}
