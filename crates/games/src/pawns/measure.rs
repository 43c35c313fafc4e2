//! What evaluators measure on a board of pawns.

use super::{Board, STRIDE, ahead};
use plybook_kernel::Player;

impl Board {
    /// How many rows a player's pawns have come from their edge of the board, added up.
    pub(crate) const fn advance(&self, pawns: u64, player: Player) -> i32 {
        let mut sum = 0;
        let mut beyond = self.squares & !self.goal(player.other());
        while beyond != 0 {
            sum += (pawns & beyond).count_ones() as i32;
            beyond = self.ahead_of(beyond, player);
        }
        sum
    }

    /// The squares straight ahead, as far as they are on the board.
    pub(crate) const fn ahead_of(&self, squares: u64, player: Player) -> u64 {
        ahead(squares & !self.goal(player), player) & self.squares
    }

    /// Steps to the far row for the foremost of a player's pawns, or `None` without pawns.
    pub(crate) const fn steps(&self, pawns: u64, player: Player) -> Option<u32> {
        match (pawns, player) {
            (0, _) => None,
            (_, Player::FIRST) => Some(self.rows as u32 - 1 - pawns.ilog2() / STRIDE),
            (_, _) => Some(pawns.trailing_zeros() / STRIDE),
        }
    }
}

/// Who wins a race between pawns that nobody can stop, given the steps of the nearest on each side: 1 for the
/// side to move, which steps first, -1 for its enemy, 0 where nobody runs.
pub(crate) const fn race(own: Option<u32>, enemy: Option<u32>) -> i32 {
    match (own, enemy) {
        (None, None) => 0,
        (Some(own), Some(enemy)) if own > enemy => -1,
        (Some(_), _) => 1,
        (None, Some(_)) => -1,
    }
}
