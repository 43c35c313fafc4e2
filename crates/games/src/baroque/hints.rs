//! What a search should know about Baroque chess.

use super::captures::captured;
use super::danger::can_take_king;
use super::geometry::squares;
use super::{Baroque, Kind, Move, Position};
use plybook_kernel::{HasHints, Margins, SearchHints};

/// Captures are noisy, and a king that can be taken is threatened.
#[derive(Clone, Copy, Debug)]
pub struct BaroqueHints;

/// The rank of a victim: about what the evaluation gives for it, and the king before everything.
const fn rank(kind: Kind) -> i32 {
    match kind {
        Kind::Pincer => 100,
        Kind::Withdrawer => 350,
        Kind::Imitator => 380,
        Kind::Coordinator => 400,
        Kind::Leaper | Kind::Freezer => 550,
        Kind::King => 100_000,
    }
}

/// How far values move, in hundredths of a point: pincers are worth one point and most other pieces two.
const SWING: i32 = 120;

impl SearchHints<Baroque> for BaroqueHints {
    type NodeHints = ();

    fn margins(&self) -> Option<Margins> {
        Some(Margins::of_swing(SWING))
    }

    fn has_noise(&self) -> bool {
        true
    }

    #[inline]
    fn noisy(&self, game: &Baroque, at: &Position, mv: Move) -> bool {
        captured(&game.variant, at, mv) != 0
    }

    fn threatened(&self, game: &Baroque, at: &Position) -> bool {
        can_take_king(&game.variant, &at.passed())
    }

    /// The worth of all victims together.
    #[inline]
    fn order(&self, game: &Baroque, at: &Position, mv: Move, (): &()) -> i32 {
        let victims = captured(&game.variant, at, mv);
        squares(victims).map(|square| at.kind(square).map_or(0, rank)).sum()
    }
}

impl HasHints for Baroque {
    type SearchHints = BaroqueHints;

    fn hints(&self) -> BaroqueHints {
        BaroqueHints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, HasInfo, Random};

    /// In random games a move is noisy exactly if the opponent has fewer pieces after it, it has a rank exactly
    /// then, and taking the king ranks highest.
    #[test]
    fn captures_are_told_apart() {
        for options in ["", "uw-2019", "ultima", "cambridge"] {
            let game = Baroque::default().variant(options).unwrap();
            let mut random = Random::new(4);
            let (mut noisy, mut kings) = (0, 0);
            for _ in 0..20 {
                let mut at = game.start();
                for _ in 0..150 {
                    let moves = game.legal(&at);
                    for &mv in &moves {
                        let after = game.after(&at, mv);
                        let takes = after.own.count_ones() < at.enemy().count_ones();
                        let takes_king = takes && after.of(Kind::King) & after.own == 0;
                        let opinion = BaroqueHints.order(&game, &at, mv, &());
                        assert_eq!(BaroqueHints.noisy(&game, &at, mv), takes, "{at:?} {mv:?}");
                        assert_eq!((opinion > 0, opinion >= rank(Kind::King)), (takes, takes_king));
                        noisy += usize::from(takes);
                        kings += usize::from(takes_king);
                    }
                    let Some(&mv) = random.pick(&moves) else { break };
                    game.play(&mut at, mv);
                }
            }
            assert!(noisy > 0 && (kings > 0 || game.variant.checkmate()), "{options}: {noisy} {kings}");
        }
    }
}
