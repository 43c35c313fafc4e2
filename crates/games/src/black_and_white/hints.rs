//! What a search should know about Black & White.

use super::{BlackAndWhite, Move, Position};
use plybook_kernel::{HasHints, Margins, SearchHints};

/// Moves that complete a line first, then jumps.
#[derive(Clone, Copy, Debug)]
pub struct BlackAndWhiteHints;

/// The rank of a move that wins.
const WINS: i32 = 2;
/// The rank of a jump.
const JUMPS: i32 = 1;

/// How far values move, in hundredths of a point: in self-play values two plies apart differ by less than 0.8 points
/// nine times in ten.
const SWING: i32 = 60;

impl SearchHints<BlackAndWhite> for BlackAndWhiteHints {
    type NodeHints = ();

    fn margins(&self) -> Option<Margins> {
        Some(Margins::of_swing(SWING))
    }

    fn has_noise(&self) -> bool {
        true
    }

    #[inline]
    fn noisy(&self, _: &BlackAndWhite, _: &Position, mv: Move) -> bool {
        mv.is_jump()
    }

    #[inline]
    fn order(&self, _: &BlackAndWhite, at: &Position, mv: Move, (): &()) -> i32 {
        if at.completes(mv) {
            WINS
        } else if mv.is_jump() {
            JUMPS
        } else {
            0
        }
    }
}

impl HasHints for BlackAndWhite {
    type SearchHints = BlackAndWhiteHints;

    fn hints(&self) -> BlackAndWhiteHints {
        BlackAndWhiteHints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, Random};

    /// In random games a move has the highest rank if and only if it ends the game there.
    #[test]
    fn winning_moves_are_told_apart() {
        let game = BlackAndWhite::default();
        let mut random = Random::new(5);
        let (mut wins, mut jumps) = (0, 0);
        for _ in 0..200 {
            let mut at = game.start();
            for _ in 0..60 {
                let moves = game.legal(&at);
                for &mv in &moves {
                    let rank = BlackAndWhiteHints.order(&game, &at, mv, &());
                    assert_eq!(rank == WINS, game.outcome(&game.after(&at, mv)).is_some(), "{at:?} {mv:?}");
                    assert!(rank != JUMPS || BlackAndWhiteHints.noisy(&game, &at, mv));
                    wins += usize::from(rank == WINS);
                    jumps += usize::from(rank == JUMPS);
                }
                let Some(&mv) = random.pick(&moves) else { break };
                game.play(&mut at, mv);
            }
        }
        assert!(wins > 0 && jumps > 0, "{wins} {jumps}");
    }
}
