//! What a search should know about breakthrough.

use super::{Breakthrough, Move, Position, moves};
use crate::pawns::Urgent;
use plybook_kernel::{HasHints, Margins, Random, SearchHints};

/// Captures and arrivals are noisy, a pawn about to arrive is a threat.
#[derive(Clone, Copy, Debug)]
pub struct BreakthroughHints;

/// How far values move, in hundredths of a point: in self-play values of successive plies differ by less than 2.3
/// pawns nine times in ten.
const SWING: i32 = 150;

impl SearchHints<Breakthrough> for BreakthroughHints {
    type NodeHints = Urgent;

    fn margins(&self) -> Option<Margins> {
        Some(Margins::of_swing(SWING))
    }

    #[inline]
    fn look(&self, game: &Breakthrough, at: &Position) -> Urgent {
        game.board.urgent(at, moves::can_arrive(&game.board, at), game.board.near(at))
    }

    fn has_noise(&self) -> bool {
        true
    }

    #[inline]
    fn noisy(&self, game: &Breakthrough, at: &Position, mv: Move) -> bool {
        game.board.is_noisy(at, mv)
    }

    /// From the row before the last one, one of the two diagonal steps is always there.
    #[inline]
    fn threatened(&self, game: &Breakthrough, at: &Position) -> bool {
        game.board.near(at) != 0
    }

    #[inline]
    fn order(&self, game: &Breakthrough, at: &Position, mv: Move, _: &Urgent) -> i32 {
        game.board.rank(at, mv)
    }

    #[inline]
    fn playout_move(&self, game: &Breakthrough, at: &Position, random: &mut Random) -> Option<Move> {
        moves::draw(&game.board, at, random)
    }

    #[inline]
    fn skip(&self, _: &Breakthrough, _: &Position, mv: Move, urgent: &Urgent) -> bool {
        urgent.skips(mv)
    }
}

impl HasHints for Breakthrough {
    type SearchHints = BreakthroughHints;

    fn hints(&self) -> BreakthroughHints {
        BreakthroughHints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{HasInfo, Notation};

    #[test]
    fn urgent_moves_are_told_apart() {
        for size in ["8x8", "5x4"] {
            crate::pawns::check_urgent(&Breakthrough::default().variant(size).unwrap());
        }
    }

    #[test]
    fn a_pawn_before_the_last_row_is_a_threat() {
        let game = Breakthrough::default().variant("5x5").unwrap();
        for (text, expected) in [("5/5/b4/3w1/1w3 b", false), ("5/5/b4/b2w1/1w3 w", true)] {
            assert_eq!(BreakthroughHints.threatened(&game, &game.read(text).unwrap()), expected, "{text}");
        }
    }
}
