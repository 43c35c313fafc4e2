//! Piles of counters as a set of sizes.

use plybook_kernel::{Player, zobrist};
use std::cmp::Reverse;

/// What tells the keys of the two players to move apart.
const SIDE_KEY: u64 = 0x44db_0150_24a3_7d1e;

/// All piles of one size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Run {
    size: u16,
    piles: u16,
}

/// The piles and whose turn it is. The order of piles means nothing, so equal sizes are kept together:
/// however many small piles there are, few numbers hold them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Largest piles first, no size twice, no empty run.
    runs: Vec<Run>,
    /// The keys of all piles, added up.
    sum: u64,
    pub(super) mover: Player,
}

/// Splits a pile in two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The size of the pile.
    pub(super) pile: u16,
    /// The size of its larger part.
    pub(super) larger: u16,
}

impl Move {
    /// The size of the smaller part.
    pub(super) const fn smaller(self) -> u16 {
        self.pile - self.larger
    }

    /// The number of this split among those of all piles, smaller piles first, as far as it fits.
    pub(super) const fn history_slot(self) -> u16 {
        let (pile, larger) = (self.pile as usize, self.larger as usize);
        ((pile - 2) * (pile - 2) / 4 + (pile - 1 - larger)) as u16
    }
}

impl Position {
    /// These piles, in any order.
    pub(super) fn new(piles: impl IntoIterator<Item = u16>, mover: Player) -> Position {
        let mut at = Position { runs: Vec::new(), sum: 0, mover };
        piles.into_iter().for_each(|size| at.add(size));
        at
    }

    /// The sizes of all piles, the largest first.
    pub(super) fn piles(&self) -> impl Iterator<Item = u16> {
        self.runs.iter().flat_map(|run| std::iter::repeat_n(run.size, usize::from(run.piles)))
    }

    /// The sizes that occur, the largest first, each with the number of its piles.
    pub(super) fn sizes(&self) -> impl Iterator<Item = (u16, u16)> {
        self.runs.iter().map(|run| (run.size, run.piles))
    }

    /// The size of the largest pile.
    pub(super) fn largest(&self) -> u16 {
        self.runs.first().map_or(0, |run| run.size)
    }

    /// Which pile, counted from the largest, is the first of this size.
    pub(super) fn index_of(&self, size: u16) -> usize {
        self.runs.iter().take_while(|run| run.size > size).map(|run| usize::from(run.piles)).sum()
    }

    pub(super) fn key(&self) -> u64 {
        if self.mover == Player::FIRST { self.sum } else { self.sum ^ SIDE_KEY }
    }

    /// The same piles with the turn handed over.
    pub(super) fn handed_over(&self) -> Position {
        Position { mover: self.mover.other(), ..self.clone() }
    }

    /// Replaces a pile by its two parts and hands the turn over.
    pub(super) fn split(&mut self, mv: Move) {
        self.remove(mv.pile);
        self.add(mv.larger);
        self.add(mv.smaller());
        self.mover = self.mover.other();
    }

    fn find(&self, size: u16) -> Result<usize, usize> {
        self.runs.binary_search_by_key(&Reverse(size), |run| Reverse(run.size))
    }

    fn add(&mut self, size: u16) {
        self.sum = self.sum.wrapping_add(zobrist::scramble(u64::from(size)));
        match self.find(size) {
            Ok(found) => self.runs[found].piles += 1,
            Err(place) => self.runs.insert(place, Run { size, piles: 1 }),
        }
    }

    fn remove(&mut self, size: u16) {
        self.sum = self.sum.wrapping_sub(zobrist::scramble(u64::from(size)));
        let found = self.find(size);
        debug_assert!(found.is_ok(), "no pile of {size}");
        if let Ok(found) = found {
            self.runs[found].piles -= 1;
            if self.runs[found].piles == 0 {
                self.runs.remove(found);
            }
        }
    }
}
