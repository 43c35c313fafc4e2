//! The moves of breakthrough, all pawns at once.

use super::{Move, Position};
use crate::pawns::{Board, Way, ahead, ahead_left, ahead_right, list, step};
use plybook_kernel::Random;

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

/// A random move: one that arrives if there is one, otherwise each with the same probability.
#[inline]
pub(super) fn draw(board: &Board, at: &Position, random: &mut Random) -> Option<Move> {
    const WAYS: [Way; 3] = [Way::Left, Way::Straight, Way::Right];
    let all = targets(board, at);
    let arriving = all.map(|targets| targets & board.goal(at.mover()));
    let choices = if arriving == [0; 3] { all } else { arriving };
    let sizes = choices.map(u64::count_ones);
    let count: u32 = sizes.iter().sum();
    if count == 0 {
        return None;
    }
    let mut number = random.below(count as usize) as u32;
    for (way, (mut targets, size)) in WAYS.into_iter().zip(choices.into_iter().zip(sizes)) {
        if number < size {
            (0..number).for_each(|_| targets &= targets - 1);
            return Some(step(targets.trailing_zeros(), way, at.mover()));
        }
        number -= size;
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::breakthrough::Breakthrough;
    use plybook_kernel::{Game, HasHints, HasInfo, Notation, Random, SearchHints};
    use std::collections::HashSet;

    /// Every legal move has its chance, and nothing else; a pawn that can arrive does.
    #[test]
    fn playouts_draw_all_legal_moves() {
        let game = Breakthrough::default().variant("5x5").expect("a known size");
        let (mut random, mut at) = (Random::new(2), game.start());
        while game.outcome(&at).is_none() {
            let drawn: HashSet<_> =
                (0..600).filter_map(|_| game.hints().playout_move(&game, &at, &mut random)).collect();
            let legal: HashSet<_> = game.legal(&at).into_iter().collect();
            let wins: HashSet<_> =
                legal.iter().copied().filter(|&mv| game.outcome(&game.after(&at, mv)).is_some()).collect();
            assert!(drawn.is_subset(&legal), "{}", game.text(&at));
            if wins.is_empty() {
                assert_eq!(drawn, legal, "{}", game.text(&at));
            } else {
                assert!(drawn.is_subset(&wins), "{}", game.text(&at));
            }
            let next = random.pick(&game.legal(&at)).copied().expect("a move");
            game.play(&mut at, next);
        }
    }
}
