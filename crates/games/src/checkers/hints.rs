//! What a search should know about checkers.

use super::board::CROWNING;
use super::moves::must_jump;
use super::{Checkers, Move, Position};
use plybook_kernel::{HasHints, Margins, SearchHints};

/// Jumps are noisy and, being compulsory, leave no choice to stand pat.
#[derive(Clone, Copy, Debug)]
pub struct CheckersHints;

/// The rank of each piece taken.
const TAKEN: i32 = 100;
/// Added for each of them that is a king.
const TAKEN_KING: i32 = 50;
/// The rank of crowning a man.
const CROWNED: i32 = 60;

/// How far values move, in hundredths of a point: in self-play values two plies apart differ by less than 1.3 men
/// nine times in ten.
const SWING: i32 = 60;

impl SearchHints<Checkers> for CheckersHints {
    type NodeHints = ();

    fn margins(&self) -> Option<Margins> {
        Some(Margins::of_swing(SWING))
    }

    fn has_noise(&self) -> bool {
        true
    }

    #[inline]
    fn noisy(&self, _: &Checkers, _: &Position, mv: Move) -> bool {
        mv.jumps() > 0
    }

    #[inline]
    fn may_stand_pat(&self, _: &Checkers, at: &Position) -> bool {
        !must_jump(at)
    }

    /// Longer chains, kings taken and new kings first.
    #[inline]
    fn order(&self, _: &Checkers, at: &Position, mv: Move, (): &()) -> i32 {
        let mover = at.mover();
        let crowned = at.men(mover) >> mv.from() & CROWNING[mover.index()] >> mv.to() & 1;
        let kings = at.kings(mover.other()) & mv.taken();
        TAKEN * mv.jumps() as i32 + TAKEN_KING * kings.count_ones() as i32 + CROWNED * crowned as i32
    }
}

impl HasHints for Checkers {
    type SearchHints = CheckersHints;

    fn hints(&self) -> CheckersHints {
        CheckersHints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, Notation};

    fn check(position: &str, must: bool, expected: &[(&str, i32)]) {
        let game = Checkers::default();
        let at = game.read(position).unwrap();
        assert_eq!(CheckersHints.may_stand_pat(&game, &at), !must, "{position}");
        let moves = game.legal(&at);
        assert!(moves.iter().all(|&mv| CheckersHints.noisy(&game, &at, mv) == must), "{position}");
        let rank = |&mv: &Move| (game.move_text(&at, mv), CheckersHints.order(&game, &at, mv, &()));
        let found: Vec<(String, i32)> = moves.iter().map(rank).collect();
        for &(mv, rank) in expected {
            assert!(found.contains(&(mv.to_owned(), rank)), "{position}: {mv} {rank} not in {found:?}");
        }
    }

    #[test]
    fn steps_are_quiet_and_crowning_comes_first() {
        check("W:W6,22:B21", false, &[("6-1", CROWNED), ("6-2", CROWNED), ("22-18", 0)]);
    }

    #[test]
    fn jumps_are_noisy_and_compulsory() {
        let double = 2 * TAKEN + TAKEN_KING;
        check("W:W22,28:B18,K11,24", true, &[("22x15x8", double), ("28x19", TAKEN)]);
    }

    #[test]
    fn a_king_can_jump_back() {
        check("B:W14:BK18", true, &[("18x9", TAKEN)]);
        check("B:W14:B18", false, &[]);
    }
}
