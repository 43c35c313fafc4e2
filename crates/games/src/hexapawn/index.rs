//! Unfinished positions as numbers. A slice holds the positions with given numbers of pawns on both sides, whoever is
//! to move; the board is turned so that the side to move goes up, and of two mirror images the one with the lower
//! number counts. Slices that are too large are left out: whole games are numbered on small boards, endings on all.

use super::Hexapawn;
use crate::pawns::Position;
use plybook_kernel::combinations::{choose, rank_in, unrank_in};
use plybook_kernel::{Game, Indexed, Player, Slice};

/// The most numbers that half a slice may have.
const LARGEST: u64 = 1 << 31;

/// Pawns of the mover and of the other side.
type Force = [u32; 2];

/// The force that comes first in its slice: both orders share one.
fn leading([own, other]: Force) -> Force {
    [own.max(other), own.min(other)]
}

/// Captures lead to fewer pawns.
fn slice_of(force: Force) -> Slice {
    let [more, less] = leading(force).map(u64::from);
    Slice((more + less) << 16 | more << 8 | less)
}

/// The leading force of a slice.
const fn force_of(slice: Slice) -> Force {
    [(slice.0 >> 8 & 0xff) as u32, (slice.0 & 0xff) as u32]
}

impl Hexapawn {
    /// Where pawns of the side that goes up can stand in an unfinished game, and those of the other side.
    const fn homes(&self) -> [u64; 2] {
        let squares = self.board.squares();
        [squares & !self.board.goal(Player::FIRST), squares & !self.board.goal(Player::SECOND)]
    }

    fn force(at: &Position) -> Force {
        [at.own(), at.enemy()].map(u64::count_ones)
    }

    /// Numbers of a force in one order.
    const fn half(&self, [own, other]: Force) -> u64 {
        let [up, down] = self.homes();
        choose(up.count_ones(), own).saturating_mul(choose(down.count_ones(), other))
    }

    fn is_listed(&self, force: Force) -> bool {
        force.into_iter().all(|pawns| pawns > 0) && self.half(force) <= LARGEST
    }

    /// The number within its half of a position in which the side that goes up is to move.
    fn number(&self, at: &Position) -> u64 {
        let [up, down] = self.homes();
        let other = at.enemy();
        rank_in(at.own(), up) * choose(down.count_ones(), other.count_ones()) + rank_in(other, down)
    }

    /// The lower of the numbers of a position and its mirror image, the mover going up.
    fn lower_number(&self, at: &Position) -> u64 {
        let at = if at.mover() == Player::FIRST { *at } else { self.board.swapped(at) };
        self.number(&at).min(self.number(&self.board.image(&at, 1)))
    }
}

impl Indexed for Hexapawn {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        let most = self.board.columns() as u32;
        let forces = (1..=most).flat_map(|more| (1..=more).map(move |less| [more, less]));
        let mut slices: Vec<Slice> = forces.filter(|&force| self.is_listed(force)).map(slice_of).collect();
        slices.sort_unstable();
        slices
    }

    fn slice_name(&self, slice: Slice) -> String {
        let [more, less] = force_of(slice);
        format!("{more}-{less}")
    }

    fn reaches(&self, slice: Slice) -> Vec<Slice> {
        let [more, less] = force_of(slice);
        let forces = [[more - 1, less], [more, less - 1]];
        let mut reached: Vec<Slice> =
            forces.into_iter().filter(|&force| self.is_listed(force)).map(slice_of).collect();
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    fn slice(&self, at: &Position) -> Option<Slice> {
        let force = Self::force(at);
        (self.outcome(at).is_none() && self.is_listed(force)).then(|| slice_of(force))
    }

    fn size(&self, slice: Slice) -> u64 {
        let [more, less] = force_of(slice);
        self.half([more, less]) + if more == less { 0 } else { self.half([less, more]) }
    }

    fn rank(&self, at: &Position) -> u64 {
        let force = Self::force(at);
        let before = if leading(force) == force { 0 } else { self.half(leading(force)) };
        before + self.lower_number(at)
    }

    /// A hole where two pawns share a square, and for the higher number of two mirror images.
    fn unrank(&self, slice: Slice, index: u64) -> Option<Position> {
        let [more, less] = force_of(slice);
        let first = self.half([more, less]);
        let ([own, other], number) =
            if index < first { ([more, less], index) } else { ([less, more], index - first) };
        let [up, down] = self.homes();
        let others = choose(down.count_ones(), other);
        let pawns = [unrank_in(own, number / others, up), unrank_in(other, number % others, down)];
        let at = Position::new(pawns, Player::FIRST);
        (pawns[0] & pawns[1] == 0 && self.lower_number(&at) == number).then_some(at)
    }

    fn unmoves(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        let most = self.board.columns() as u32;
        let before = self.board.befores(at);
        out.extend(before.filter(|before| {
            Self::force(before).into_iter().all(|pawns| pawns <= most) && self.slice(before).is_some()
        }));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_have_their_endings_numbered() {
        let names = |rows, columns| {
            let game = Hexapawn { board: crate::pawns::Board::new(rows, columns, super::super::HOME_ROWS) };
            let slices = game.slices();
            slices.last().map(|&slice| game.slice_name(slice))
        };
        assert_eq!(names(4, 4).as_deref(), Some("4-4"));
        assert_eq!(names(3, 1).as_deref(), Some("1-1"));
        // Of 56 squares each, six pawns against one have 1.8 x 10^9 numbers; five against two would have 5.9 x 10^9.
        assert_eq!(names(8, 8).as_deref(), Some("6-1"));
    }
}
