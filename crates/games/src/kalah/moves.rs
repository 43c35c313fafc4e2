//! The position, and what a sowing does to it.

use super::{MOST_HOUSES, lanes};

/// The seeds of both players, and who is to move.
///
/// Either both players have seeds in their houses, or neither has and the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// For each player the houses from left to right and then the store, one lane each.
    pub(super) rows: [u64; 2],
    /// Who is to move, or would be next if the game were not over.
    pub(super) mover: u8,
}

/// Places on the longest way around the board: all but the opponent's store.
const LONGEST_ROUND: usize = 2 * MOST_HOUSES + 1;

/// How seeds are sown on a board of a certain size.
#[derive(Clone, Debug)]
pub(super) struct Sowing {
    houses: usize,
    empty_capture: bool,
    /// For a house and a number of seeds less than a round: one seed in each lane that gets one, in the mover's
    /// row and in the opponent's.
    sown: [[[u64; 2]; LONGEST_ROUND]; MOST_HOUSES],
}

impl Sowing {
    /// The sowing on a board with this many houses for each player, at most `MOST_HOUSES`.
    pub(super) fn new(houses: usize, empty_capture: bool) -> Sowing {
        let round = 2 * houses + 1;
        let mut sown = [[[0; 2]; LONGEST_ROUND]; MOST_HOUSES];
        for (house, sown) in sown.iter_mut().enumerate().take(houses) {
            for seeds in 1..round {
                let place = (house + seeds) % round;
                let (side, lane) = if place <= houses { (0, place) } else { (1, place - houses - 1) };
                sown[seeds] = sown[seeds - 1];
                sown[seeds][side] += lanes::only(lane, 1);
            }
        }
        Sowing { houses, empty_capture, sown }
    }

    pub(super) const fn houses(&self) -> usize {
        self.houses
    }

    pub(super) const fn empty_capture(&self) -> bool {
        self.empty_capture
    }

    /// The houses of a row, without the store.
    #[inline]
    pub(super) const fn in_houses(&self, row: u64) -> u64 {
        row & (lanes::only(self.houses, 1) - 1)
    }

    /// The store of a row.
    #[inline]
    pub(super) const fn store(&self, row: u64) -> u64 {
        lanes::get(row, self.houses)
    }

    /// The first player's store minus the second player's.
    pub(super) const fn lead(&self, at: &Position) -> i32 {
        self.store(at.rows[0]) as i32 - self.store(at.rows[1]) as i32
    }

    /// Whether nobody has a seed to sow.
    #[inline]
    pub(super) const fn is_over(&self, at: &Position) -> bool {
        self.in_houses(at.rows[0]) == 0
    }

    /// Appends the houses that hold seeds, from the mover's left.
    #[inline]
    pub(super) fn list(&self, at: &Position, out: &mut Vec<u8>) {
        let mut filled = lanes::filled(self.in_houses(at.rows[usize::from(at.mover)]));
        while filled != 0 {
            out.push(lanes::lane_of(filled.trailing_zeros()) as u8);
            filled &= filled - 1;
        }
    }

    /// How many houses of the mover hold seeds.
    #[inline]
    pub(super) const fn count(&self, at: &Position) -> usize {
        lanes::filled(self.in_houses(at.rows[at.mover as usize])).count_ones() as usize
    }

    /// Sows the seeds of a house of the mover, which must not be empty.
    #[inline]
    pub(super) fn play(&self, at: &mut Position, house: u8) {
        let house = usize::from(house);
        let mover = usize::from(at.mover);
        let [mut own, mut other] = [at.rows[mover], at.rows[1 - mover]];

        // 1. Take the seeds and sow them: whole rounds first, then one more in each of the next places.
        let round = 2 * self.houses + 1;
        let mut seeds = lanes::get(own, house) as usize;
        own -= lanes::only(house, seeds as u64);
        while seeds >= round {
            own += lanes::first(self.houses + 1);
            other += lanes::first(self.houses);
            seeds -= round;
        }
        let [to_own, to_other] = self.sown[house][seeds];
        own += to_own;
        other += to_other;
        let last = if house + seeds >= round { house + seeds - round } else { house + seeds };

        // 2. A last seed that lies alone in an own house captures.
        if last < self.houses && lanes::get(own, last) == 1 {
            let opposite = self.houses - 1 - last;
            let prey = lanes::get(other, opposite);
            if prey > 0 || self.empty_capture {
                own -= lanes::only(last, 1);
                other -= lanes::only(opposite, prey);
                own += lanes::only(self.houses, prey + 1);
            }
        }

        // 3. The game ends when the houses of one side are empty.
        if self.in_houses(own) == 0 || self.in_houses(other) == 0 {
            own = lanes::only(self.houses, lanes::sum(own));
            other = lanes::only(self.houses, lanes::sum(other));
        }

        at.rows[mover] = own;
        at.rows[1 - mover] = other;
        at.mover ^= u8::from(last != self.houses);
    }
}
