//! Endings as numbers. A slice holds the positions with given numbers of men and kings on both sides, whoever is to
//! move: with three kings against two, also two against three. The board is turned so that the side to move goes
//! down, and then the numbers have no gaps: the mover's men on the first row, those elsewhere, the other side's men,
//! the mover's kings, the other side's kings.

use super::board::{BOARD, CROWNING, turned_around};
use super::{Checkers, Position, unmoves};
use plybook_kernel::combinations::{choose, rank_in, unrank_in};
use plybook_kernel::{Indexed, Player, Slice};

/// Most pieces of a position that has a number.
pub(super) const MOST_PIECES: u32 = 6;
/// Squares of a row.
const ROW: u32 = 4;
/// Squares on which both sides can have men.
const MIDDLE: u32 = 24;
/// All squares.
const ALL: u32 = 32;
/// Where the side that goes down comes from, and where the other side is crowned.
const FIRST_ROW: u64 = CROWNING[1];
/// The squares between the first row and the last.
const MIDDLE_ROWS: u64 = BOARD & !CROWNING[0] & !CROWNING[1];

/// Numbers of men and kings: the mover's, then the other side's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Force {
    own: (u32, u32),
    other: (u32, u32),
}

/// The squares of men and kings, the board turned so that the mover's men go down.
struct Arrangement {
    men: [u64; 2],
    kings: [u64; 2],
}

impl Arrangement {
    #[inline]
    fn of(at: &Position) -> Arrangement {
        let (own, other) = (at.mover(), at.mover().other());
        let turn = |mask: u64| if own == Player::FIRST { mask } else { turned_around(mask) };
        Arrangement {
            men: [turn(at.men(own)), turn(at.men(other))],
            kings: [turn(at.kings(own)), turn(at.kings(other))],
        }
    }

    #[inline]
    fn force(&self) -> Force {
        let [men, other_men] = self.men.map(u64::count_ones);
        let [kings, other_kings] = self.kings.map(u64::count_ones);
        Force { own: (men, kings), other: (other_men, other_kings) }
    }

    /// The number among all arrangements of the same force.
    #[inline]
    fn rank(&self, force: Force) -> u64 {
        let [own, other] = self.men;
        let home = own & FIRST_ROW;
        let away = own & MIDDLE_ROWS;
        let mut rank = rank_in(home, FIRST_ROW);
        rank = rank * choose(MIDDLE, away.count_ones()) + rank_in(away, MIDDLE_ROWS);
        let open = BOARD & !FIRST_ROW & !own;
        rank = rank * choose(open.count_ones(), force.other.0) + rank_in(other, open);
        rank += (0..home.count_ones()).map(|home| force.men(home)).sum::<u64>();
        let free = BOARD & !(own | other);
        let [kings, other_kings] = force.kings();
        rank = rank * kings + rank_in(self.kings[0], free);
        rank * other_kings + rank_in(self.kings[1], free & !self.kings[0])
    }
}

impl Force {
    /// The same with the sides exchanged.
    const fn exchanged(self) -> Force {
        Force { own: self.other, other: self.own }
    }

    /// Both orders of a force have one slice; this is the one that comes first in it.
    fn leading(self) -> Force {
        self.max(self.exchanged())
    }

    const fn pieces(self) -> u32 {
        self.own.0 + self.own.1 + self.other.0 + self.other.1
    }

    /// Captures lead to fewer pieces, crownings to fewer men.
    fn slice(self) -> Slice {
        let Force { own, other } = self.leading();
        let numbers = [self.pieces(), own.0 + other.0, own.0, own.1, other.0, other.1];
        Slice(numbers.into_iter().fold(0, |code, number| code << 4 | u64::from(number)))
    }

    /// The leading force of a slice.
    fn of(slice: Slice) -> Force {
        let number = |place: u32| (slice.0 >> (4 * place) & 0xf) as u32;
        Force { own: (number(3), number(2)), other: (number(1), number(0)) }
    }

    /// What may be left after one move, as long as both sides are there: a man crowned or not, any of the other
    /// side's pieces taken.
    fn after_one_move(self) -> impl Iterator<Item = Force> {
        let Force { own, other } = self;
        let crownings = (0..=own.0.min(1)).map(move |crowned| (own.0 - crowned, own.1 + crowned));
        crownings.flat_map(move |own| {
            let lefts = (0..=other.0).flat_map(move |men| (0..=other.1).map(move |kings| (men, kings)));
            lefts.filter(|&left| left != (0, 0)).map(move |other| Force { own, other })
        })
    }

    /// Arrangements of the men, with so many of the mover's on the first row.
    const fn men(self, home: u32) -> u64 {
        if home > self.own.0 {
            return 0;
        }
        let away = self.own.0 - home;
        choose(ROW, home) * choose(MIDDLE, away) * choose(MIDDLE + ROW - away, self.other.0)
    }

    /// Arrangements of each side's kings on the squares that the men and the kings before leave.
    const fn kings(self) -> [u64; 2] {
        let free = ALL - self.own.0 - self.other.0;
        [choose(free, self.own.1), choose(free - self.own.1, self.other.1)]
    }

    /// Arrangements of everything.
    fn size(self) -> u64 {
        let [kings, other_kings] = self.kings();
        (0..=ROW).map(|home| self.men(home)).sum::<u64>() * kings * other_kings
    }

    /// The arrangement with this number, which must be below the size.
    fn unrank(self, rank: u64) -> Arrangement {
        let [kings, other_kings] = self.kings();
        let (mut rest, other_king_rank) = (rank / other_kings, rank % other_kings);
        let king_rank = rest % kings;
        rest /= kings;
        let mut home = 0;
        while rest >= self.men(home) && home < ROW {
            rest -= self.men(home);
            home += 1;
        }
        let away = self.own.0.saturating_sub(home);
        let others = choose(MIDDLE + ROW - away, self.other.0).max(1);
        let aways = choose(MIDDLE, away).max(1);
        let own = unrank_in(home, rest / others / aways, FIRST_ROW)
            | unrank_in(away, rest / others % aways, MIDDLE_ROWS);
        let other = unrank_in(self.other.0, rest % others, BOARD & !FIRST_ROW & !own);
        let free = BOARD & !(own | other);
        let own_kings = unrank_in(self.own.1, king_rank, free);
        let others_kings = unrank_in(self.other.1, other_king_rank, free & !own_kings);
        Arrangement { men: [own, other], kings: [own_kings, others_kings] }
    }
}

/// Whether a position has a number: few pieces, but some on both sides.
#[inline]
pub(super) fn is_numbered(at: &Position) -> bool {
    let [black, white] = [Player::FIRST, Player::SECOND].map(|player| at.pieces(player));
    black != 0 && white != 0 && (black | white).count_ones() <= MOST_PIECES
}

impl Indexed for Checkers {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        let sides =
            || (0..MOST_PIECES).flat_map(|men| (0..MOST_PIECES - men).map(move |kings| (men, kings))).skip(1);
        let forces = sides().flat_map(|own| sides().map(move |other| Force { own, other }));
        let listed = forces.filter(|force| force.pieces() <= MOST_PIECES && force.leading() == *force);
        let mut slices: Vec<Slice> = listed.map(Force::slice).collect();
        slices.sort_unstable();
        slices
    }

    /// Kings and men of both sides: `2k1m-1k`.
    fn slice_name(&self, slice: Slice) -> String {
        let side = |(men, kings): (u32, u32)| {
            let parts = [(kings, 'k'), (men, 'm')].into_iter().filter(|&(number, _)| number > 0);
            parts.map(|(number, kind)| format!("{number}{kind}")).collect::<String>()
        };
        let Force { own, other } = Force::of(slice);
        format!("{}-{}", side(own), side(other))
    }

    fn reaches(&self, slice: Slice) -> Vec<Slice> {
        let force = Force::of(slice);
        let mut reached: Vec<Slice> = [force, force.exchanged()]
            .into_iter()
            .flat_map(Force::after_one_move)
            .map(Force::slice)
            .collect();
        reached.retain(|&earlier| earlier != slice);
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    #[inline]
    fn slice(&self, at: &Position) -> Option<Slice> {
        is_numbered(at).then(|| Arrangement::of(at).force().slice())
    }

    fn size(&self, slice: Slice) -> u64 {
        let force = Force::of(slice);
        if force.exchanged() == force { force.size() } else { force.size() + force.exchanged().size() }
    }

    #[inline]
    fn rank(&self, at: &Position) -> u64 {
        let arrangement = Arrangement::of(at);
        let force = arrangement.force();
        let leading = force.leading();
        let before = if leading == force { 0 } else { leading.size() };
        before + arrangement.rank(force)
    }

    fn unrank(&self, slice: Slice, index: u64) -> Option<Position> {
        let leading = Force::of(slice);
        let size = leading.size();
        let (force, rank) = if index < size { (leading, index) } else { (leading.exchanged(), index - size) };
        if rank >= force.size() {
            return None;
        }
        let Arrangement { men, kings } = force.unrank(rank);
        Some(Position::new([men[0] | kings[0], men[1] | kings[1]], kings[0] | kings[1], Player::FIRST))
    }

    fn unmoves(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        unmoves::steps(at, out);
        unmoves::crownings(at, out);
        unmoves::captures(at, out);
        true
    }

    fn unmoves_within(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        unmoves::steps(at, out);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions by pieces, and king against king, with both sides present and the mover's colour normalised.
    #[test]
    fn slices_have_the_known_sizes() {
        let game = Checkers::default();
        let positions = |pieces: u32| -> u64 {
            let slices = game.slices().into_iter().filter(|&slice| Force::of(slice).pieces() == pieces);
            slices.map(|slice| game.size(slice)).sum()
        };
        assert_eq!([2, 3, 4].map(positions), [3_488, 196_032, 6_209_316]);
        let kings = Force { own: (0, 1), other: (0, 1) };
        assert_eq!(game.size(kings.slice()), 992);
    }
}
