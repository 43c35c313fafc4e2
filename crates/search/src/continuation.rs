//! Continuation history: how good a kind of move has been after another one, the opponent's last move or the player's
//! own before it.

use crate::ordering::gravitate;
use plybook_kernel::Player;

/// Kinds of moves that are told apart; games that have more get them folded into these. What followed one move lies
/// together, so that ranking a position's moves touches little of the processor's cache.
const KINDS: usize = 512;

/// The place of a kind of move.
#[inline]
fn place(kind: u16) -> usize {
    let folded = if usize::from(kind) < KINDS { kind } else { kind.wrapping_mul(0x9e37) >> 7 };
    usize::from(folded) % KINDS
}

/// A kind of move of one of the players, which went before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Before(usize);

impl Before {
    pub fn new(player: Player, kind: u16) -> Before {
        Before(place(kind) << 1 | player.index() & 1)
    }
}

/// The values of kinds of moves after kinds of moves.
pub(crate) struct Continuations(Vec<[i16; KINDS]>);

impl Continuations {
    /// Nothing learnt yet.
    pub fn new() -> Continuations {
        Continuations(vec![[0; KINDS]; 2 * KINDS])
    }

    /// The values of all kinds after one.
    #[inline]
    pub fn after(&self, before: Before) -> After<'_> {
        After(&self.0[before.0])
    }

    /// A kind of move did well after another one, or badly where the bonus is negative.
    pub fn learn(&mut self, before: Before, kind: u16, bonus: i32) {
        gravitate(&mut self.0[before.0][place(kind)], bonus);
    }
}

/// The values of kinds of moves after a certain one.
#[derive(Clone, Copy)]
pub(crate) struct After<'a>(&'a [i16; KINDS]);

impl After<'_> {
    /// Where nothing was learnt.
    pub const UNKNOWN: After<'static> = After(&[0; KINDS]);

    #[inline]
    pub fn of(self, kind: u16) -> i32 {
        i32::from(self.0[place(kind)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_one_move_says_nothing_of_another() {
        let mut table = Continuations::new();
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| Before::new(player, 77));
        table.learn(first, 300, 5);
        table.learn(first, 301, -5);
        assert!(table.after(first).of(300) > 0 && table.after(first).of(301) < 0);
        for before in [second, Before::new(Player::FIRST, 78)] {
            assert_eq!((table.after(before).of(300), table.after(before).of(301)), (0, 0), "{before:?}");
        }
    }

    #[test]
    fn games_with_more_kinds_fold_them() {
        let mut table = Continuations::new();
        for kind in [KINDS as u16, 4_000, u16::MAX] {
            let before = Before::new(Player::SECOND, kind);
            table.learn(before, kind, 3);
            assert!(table.after(before).of(kind) > 0, "{kind}");
        }
    }
}
