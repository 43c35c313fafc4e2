//! What a search should know about pawns that are about to arrive or to be taken.

use super::{Board, Move, Position, ahead, attacked};

/// The rank of a step that wins.
pub(crate) const ARRIVES: i32 = 100;
/// The rank of taking a pawn; the rows it has advanced are added.
pub(crate) const TAKES: i32 = 1;

/// The squares onto which a step is worth trying at once; none if all are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Urgent {
    targets: u64,
}

impl Urgent {
    /// Whether a move need not be tried because another one is at least as good.
    #[inline]
    pub(crate) const fn skips(&self, mv: Move) -> bool {
        self.targets != 0 && self.targets >> mv.to & 1 == 0
    }
}

impl Board {
    /// The enemy's pawns that are one row short of arriving.
    #[inline]
    pub(crate) const fn near(&self, at: &Position) -> u64 {
        at.enemy() & self.ahead_of(self.goal(at.mover().other()), at.mover())
    }

    /// Those of them with an empty square straight ahead. It stays empty: the side to move never steps back onto its
    /// own first row.
    #[inline]
    pub(crate) const fn near_and_open(&self, at: &Position) -> u64 {
        let waiting = at.mover().other();
        self.near(at) & ahead(self.goal(waiting) & !at.occupied(), at.mover())
    }

    /// An arrival cannot be bettered; without one, one of the `threats`, pawns that arrive next unless they are
    /// taken, must be taken if that is possible.
    #[inline]
    pub(crate) const fn urgent(&self, at: &Position, can_arrive: bool, threats: u64) -> Urgent {
        let saves = threats & attacked(at.own(), at.mover());
        Urgent { targets: if can_arrive { self.goal(at.mover()) } else { saves } }
    }

    /// Whether a move takes a pawn or arrives.
    #[inline]
    pub(crate) const fn is_noisy(&self, at: &Position, mv: Move) -> bool {
        (at.enemy() | self.goal(at.mover())) >> mv.to & 1 == 1
    }

    /// Arrivals first, then captures, the most advanced victim first.
    #[inline]
    pub(crate) fn rank(&self, at: &Position, mv: Move) -> i32 {
        if self.goal(at.mover()) >> mv.to & 1 == 1 {
            return ARRIVES;
        }
        match at.enemy() & 1 << mv.to {
            0 => 0,
            victim => TAKES + self.advance(victim, at.mover().other()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use plybook_kernel::{HasHints, Random, SearchHints};

    /// In random games: only arrivals get the highest rank, and what is skipped either has an arrival beside it or
    /// loses at once.
    pub(crate) fn check<G: HasHints<SearchHints: SearchHints<G, NodeHints = Urgent>>>(game: &G) {
        let hints = game.hints();
        let mut random = Random::new(3);
        let mut skipped = [0; 2];
        for _ in 0..1000 {
            let mut at = game.start();
            while let Some(&mv) = random.pick(&game.legal(&at)) {
                let urgent = hints.look(game, &at);
                let is_over = |at: &G::Position| game.verdict(at).is_some();
                let (left_out, kept): (Vec<G::Move>, Vec<G::Move>) =
                    game.legal(&at).into_iter().partition(|&mv| hints.skip(game, &at, mv, &urgent));
                assert!(!kept.is_empty(), "{at:?}");
                let wins = kept.iter().all(|&mv| hints.order(game, &at, mv, &urgent) == ARRIVES);
                for after in left_out.iter().map(|&mv| game.after(&at, mv)) {
                    let loses =
                        || game.legal(&after).iter().any(|&reply| is_over(&game.after(&after, reply)));
                    assert!(wins || !is_over(&after) && loses(), "{at:?} {after:?}");
                    skipped[usize::from(wins)] += 1;
                }
                for mv in kept {
                    let arrives = hints.order(game, &at, mv, &urgent) == ARRIVES;
                    assert!(
                        !arrives || is_over(&game.after(&at, mv)) && hints.noisy(game, &at, mv),
                        "{at:?}"
                    );
                }
                game.play(&mut at, mv);
            }
        }
        assert!(skipped.iter().all(|&count| count > 0), "{skipped:?}");
    }
}
