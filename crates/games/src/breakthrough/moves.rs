//! The moves of breakthrough, all pawns at once.

use super::{Move, Position};
use crate::pawns::{Board, Way, ahead, ahead_left, ahead_right, list};

/// The squares onto which the side to move can step: to the left, straight ahead, to the right. A pawn takes
/// diagonally but never straight ahead.
#[inline]
fn targets(board: &Board, at: &Position) -> [u64; 3] {
    let (own, mover) = (at.own(), at.mover());
    let empty = board.squares() & !at.occupied();
    let diagonal = board.squares() & !own;
    [ahead_left(own, mover) & diagonal, ahead(own, mover) & empty, ahead_right(own, mover) & diagonal]
}

/// Appends all moves, one way after the other.
pub(super) fn list_all(board: &Board, at: &Position, out: &mut Vec<Move>) {
    let [left, straight, right] = targets(board, at);
    list(left, Way::Left, at.mover(), out);
    list(straight, Way::Straight, at.mover(), out);
    list(right, Way::Right, at.mover(), out);
}

/// The number of moves.
#[inline]
pub(super) fn count(board: &Board, at: &Position) -> usize {
    targets(board, at).iter().map(|targets| targets.count_ones() as usize).sum()
}

/// Whether a pawn of the side to move can arrive.
#[inline]
pub(super) fn can_arrive(board: &Board, at: &Position) -> bool {
    let [left, straight, right] = targets(board, at);
    (left | straight | right) & board.goal(at.mover()) != 0
}
