//! What a search should know about hexapawn.

use super::{Hexapawn, Move, Position, targets};
use crate::pawns::Urgent;
use plybook_kernel::{HasHints, SearchHints};

/// Captures and arrivals are noisy, a pawn about to arrive is a threat.
#[derive(Clone, Copy, Debug)]
pub struct HexapawnHints;

impl SearchHints<Hexapawn> for HexapawnHints {
    type NodeHints = Urgent;

    #[inline]
    fn look(&self, game: &Hexapawn, at: &Position) -> Urgent {
        let [left, straight, right] = targets(&game.board, at);
        let can_arrive = (left | straight | right) & game.board.goal(at.mover()) != 0;
        game.board.urgent(at, can_arrive, game.board.near_and_open(at))
    }

    fn has_noise(&self) -> bool {
        true
    }

    #[inline]
    fn noisy(&self, game: &Hexapawn, at: &Position, mv: Move) -> bool {
        game.board.is_noisy(at, mv)
    }

    #[inline]
    fn threatened(&self, game: &Hexapawn, at: &Position) -> bool {
        game.board.near_and_open(at) != 0
    }

    #[inline]
    fn order(&self, game: &Hexapawn, at: &Position, mv: Move, _: &Urgent) -> i32 {
        game.board.rank(at, mv)
    }

    #[inline]
    fn skip(&self, _: &Hexapawn, _: &Position, mv: Move, urgent: &Urgent) -> bool {
        urgent.skips(mv)
    }
}

impl HasHints for Hexapawn {
    type SearchHints = HexapawnHints;

    fn hints(&self) -> HexapawnHints {
        HexapawnHints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{HasInfo, Notation};

    #[test]
    fn urgent_moves_are_told_apart() {
        for size in ["8x8", "4x4"] {
            crate::pawns::check_urgent(&Hexapawn::default().variant(size).unwrap());
        }
    }

    #[test]
    fn a_blocked_pawn_is_no_threat() {
        let game = Hexapawn::default().variant("4x3").unwrap();
        for (text, expected) in [("3/w2/b2/w2 w", false), ("3/w2/1b1/w2 w", true)] {
            assert_eq!(HexapawnHints.threatened(&game, &game.read(text).unwrap()), expected, "{text}");
        }
    }
}
