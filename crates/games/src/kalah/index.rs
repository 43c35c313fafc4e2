//! Unfinished positions as numbers: a slice for each number of seeds in the houses; within it how they are spread
//! over the houses, the mover's first, and then the mover's store. A sowing that stores no seed stays in its slice.
//! Slices that are too large are left out: whole games are numbered on small boards, endings on all.

use super::{Kalah, Position, lanes};
use plybook_kernel::combinations::{choose, rank, unrank};
use plybook_kernel::{Indexed, Slice};

/// The most numbers that a slice may have.
const LARGEST: u64 = 1 << 32;
/// Seeds and walls between the houses must fit a word.
const MOST_PLACES: u32 = u64::BITS - 1;

/// Ways to spread seeds over the houses of both players.
const fn spreads(houses: usize, seeds: u32) -> u64 {
    let walls = 2 * houses as u32 - 1;
    choose(seeds + walls, walls)
}

/// Numbers of a slice, in a game with so many seeds in all.
const fn numbers(houses: usize, total: u32, seeds: u32) -> u64 {
    spreads(houses, seeds).saturating_mul((total - seeds) as u64 + 1)
}

/// The most seeds in the houses for which all slices up to there are small enough.
pub(super) fn most_seeds(houses: usize, total: u32) -> u32 {
    let fits = |&seeds: &u32| {
        seeds + 2 * houses as u32 - 1 <= MOST_PLACES && numbers(houses, total, seeds) <= LARGEST
    };
    (0..=total).take_while(fits).last().unwrap_or(0)
}

impl Kalah {
    /// The mover's row and the opponent's.
    const fn seen_by_mover(at: &Position) -> [u64; 2] {
        let mover = at.mover as usize & 1;
        [at.rows[mover], at.rows[mover ^ 1]]
    }

    fn seeds_in_play(&self, at: &Position) -> u32 {
        at.rows.iter().map(|&row| lanes::sum(self.sowing.in_houses(row)) as u32).sum()
    }

    /// Appends the positions before a sowing by `player` of at most so many seeds that led first to `full`, and after
    /// captures to `at`: gathers one seed after the other back into each house.
    fn before_sowings(
        &self,
        full: &Position,
        at: &Position,
        player: usize,
        most: impl Fn(usize) -> usize,
        out: &mut Vec<Position>,
    ) {
        let places = self.houses() + 1;
        let round = places + self.houses();
        for house in 0..self.houses() {
            let mut rows = full.rows;
            for seeds in 1..=most(house) {
                let place = (house + seeds) % round;
                let (row, lane) = if place < places { (player, place) } else { (player ^ 1, place - places) };
                if lanes::get(rows[row], lane) == 0 {
                    break;
                }
                rows[row] -= lanes::only(lane, 1);
                // Whoever sows takes all seeds of a house.
                if lanes::get(rows[player], house) == 0 {
                    let mut before = Position { rows, mover: player as u8 };
                    before.rows[player] += lanes::only(house, seeds as u64);
                    let mut after = before;
                    self.sowing.play(&mut after, house as u8);
                    if after == *at && self.slice(&before).is_some() {
                        out.push(before);
                    }
                }
            }
        }
    }

    /// Appends the positions before a sowing by `player` that captured.
    fn before_captures(&self, at: &Position, player: usize, out: &mut Vec<Position>) {
        let store = self.sowing.store(at.rows[player]);
        let room = u64::from(self.numbered.saturating_sub(self.seeds_in_play(at)));
        for last in 0..self.houses() {
            let opposite = self.houses() - 1 - last;
            if lanes::get(at.rows[player], last) != 0 || lanes::get(at.rows[player ^ 1], opposite) != 0 {
                continue;
            }
            for prey in 0..store.min(room) {
                let mut full = *at;
                full.rows[player] += lanes::only(last, 1);
                full.rows[player] -= lanes::only(self.houses(), prey + 1);
                full.rows[player ^ 1] += lanes::only(opposite, prey);
                self.before_sowings(&full, at, player, |_| usize::MAX, out);
            }
        }
    }
}

impl Indexed for Kalah {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        (2..=u64::from(self.numbered)).map(Slice).collect()
    }

    /// The stores decide who wins, but how far is worth more than how soon.
    fn has_margins(&self) -> bool {
        true
    }

    fn slice_name(&self, slice: Slice) -> String {
        format!("{}-seeds", slice.0)
    }

    fn slice(&self, at: &Position) -> Option<Slice> {
        let seeds = self.seeds_in_play(at);
        let both = at.rows.iter().all(|&row| self.sowing.in_houses(row) != 0);
        (both && seeds <= self.numbered).then_some(Slice(u64::from(seeds)))
    }

    fn size(&self, slice: Slice) -> u64 {
        numbers(self.houses(), self.total(), slice.0 as u32)
    }

    fn rank(&self, at: &Position) -> u64 {
        let rows = Self::seen_by_mover(at);
        let (mut walls, mut place) = (0u64, 0);
        for row in rows {
            for house in 0..self.houses() {
                place += lanes::get(row, house);
                walls |= 1 << place;
                place += 1;
            }
        }
        // The wall after the last house is always there.
        walls &= !(1 << (place - 1));
        let stored = u64::from(self.total()) - (place - 2 * self.houses() as u64);
        rank(walls) * (stored + 1) + self.sowing.store(rows[0])
    }

    /// A hole where one side has no seed left to sow.
    fn unrank(&self, slice: Slice, index: u64) -> Option<Position> {
        let seeds = slice.0 as u32;
        let stored = u64::from(self.total() - seeds);
        let walls = unrank(2 * self.houses() as u32 - 1, index / (stored + 1));
        let end = u64::from(seeds) + 2 * self.houses() as u64 - 1;
        let mut walls = walls | 1 << end;
        let (mut rows, mut place) = ([0u64; 2], 0);
        for row in &mut rows {
            for house in 0..self.houses() {
                let wall = u64::from(walls.trailing_zeros());
                *row += lanes::only(house, wall - place);
                place = wall + 1;
                walls &= walls - 1;
            }
        }
        if rows.contains(&0) {
            return None;
        }
        let store = index % (stored + 1);
        rows[0] += lanes::only(self.houses(), store);
        rows[1] += lanes::only(self.houses(), stored - store);
        Some(Position { rows, mover: 0 })
    }

    fn unmoves(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        for player in 0..2 {
            self.before_sowings(at, at, player, |_| usize::MAX, out);
            self.before_captures(at, player, out);
        }
        true
    }

    /// A sowing that stores nothing stays on the side of whoever sows.
    fn unmoves_within(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        let player = usize::from(at.mover ^ 1);
        self.before_sowings(at, at, player, |house| self.houses() - 1 - house, out);
        true
    }
}
