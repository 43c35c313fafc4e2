//! The transposition table: what was found out about positions, shared by all threads without a lock.
//!
//! The usual table has a fixed size and a strategy that says which entry makes room for a new one. Several of them can
//! stand side by side, and a general hash table with chains shows what is gained by all this. An entry of the usual
//! table is two words. The first is the key xored with the second, so that an entry torn by two writers at
//! once does not match any key and reads as empty. The second holds everything else:
//!
//! | bits  | content                                                                  |
//! |-------|--------------------------------------------------------------------------|
//! | 32-63 | score, as a signed number                                                |
//! | 16-31 | the best move's number in the position's list of moves plus one; 0: none |
//! | 8-15  | depth searched                                                           |
//! | 6-7   | bound: 0 none, 1 lower, 2 upper, 3 exact                                 |
//! | 0-5   | age: the number of the search, modulo 64                                 |

mod access;
mod fixed;
mod layout;

use crate::lecture::chained::Chained;
pub(crate) use access::{ShallowTable, Tables};
use fixed::Fixed;
pub use layout::{Layout, UnknownLayout};
use plybook_kernel::Score;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Ages are counted modulo this.
const AGES: u8 = 64;
/// The bits of the move.
pub(crate) const MOVE: u64 = 0xffff << 16;
/// How much deeper, in plies, an entry must have been searched to stay where a bound of the same position is stored. A
/// bound that is a little shallower is the one that the search has just needed.
const MUCH_DEEPER: u32 = 4;
/// Deepest depth that an entry can tell.
pub const DEEPEST: u32 = 255;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// Nothing: only the move is of use.
    #[default]
    None,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score, relative to the position itself.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: u32,
    /// The best move's number in the position's list of moves.
    pub ordinal: Option<u16>,
}

/// Which entry makes room for a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Replacement {
    /// One place per key; the new entry always takes it.
    Always,
    /// One place per key; the deeper entry stays.
    DepthPreferred,
    /// One place per key; an entry of an earlier search gives way, otherwise the deeper one stays.
    LaterMove,
    /// Two places: the first keeps the deeper entry, the second takes what the first does not.
    TwoTier,
    /// Four places; the shallowest and oldest entry gives way.
    #[default]
    Bucketed,
}

/// The table, in one of its layouts. Its memory is bounded when it is made.
pub struct Table {
    parts: Parts,
    age: AtomicU8,
}

enum Parts {
    One(Fixed),
    Several(Vec<Fixed>),
    Chained(Chained),
}

/// What became of a store, for the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// It took an empty place, or refreshed its own.
    Kept,
    /// It took another position's place.
    Replaced,
    /// It was turned away.
    Refused,
}

impl Table {
    /// A table of at most this many bytes, and at least one bucket for each of its parts.
    #[must_use]
    pub fn new(bytes: usize, layout: &Layout) -> Table {
        let parts = match layout {
            Layout::One(replacement) => Parts::One(Fixed::new(bytes, *replacement)),
            Layout::SideBySide(strategies) => {
                let share = bytes / strategies.len().max(1);
                Parts::Several(strategies.iter().map(|&strategy| Fixed::new(share, strategy)).collect())
            }
            Layout::Chained => Parts::Chained(Chained::new(bytes)),
        };
        Table { parts, age: AtomicU8::new(0) }
    }

    /// A single table of at most this many bytes.
    #[must_use]
    pub fn with_bytes(bytes: usize, replacement: Replacement) -> Table {
        Table::new(bytes, &Layout::One(replacement))
    }

    /// A table of the usual layout of at most this many mebibytes.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Table {
        Table::new(mebibytes.saturating_mul(1 << 20), &Layout::default())
    }

    /// How many entries it has room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        match &self.parts {
            Parts::One(fixed) => fixed.capacity(),
            Parts::Several(parts) => parts.iter().map(Fixed::capacity).sum(),
            Parts::Chained(chained) => chained.capacity(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match &mut self.parts {
            Parts::One(fixed) => fixed.clear(),
            Parts::Several(parts) => parts.iter_mut().for_each(Fixed::clear),
            Parts::Chained(chained) => chained.clear(),
        }
        self.age = AtomicU8::new(0);
    }

    /// Says that a new search begins: what is there already is older now.
    pub fn next_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// How many of a thousand entries are in use by the current search, from a sample; of a chained table, which
    /// knows no age, by any search.
    #[must_use]
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Relaxed);
        match &self.parts {
            Parts::One(fixed) => fixed.fill(age),
            Parts::Several(parts) => {
                parts.iter().map(|part| part.fill(age)).sum::<u32>() / parts.len().max(1) as u32
            }
            Parts::Chained(chained) => chained.fill(),
        }
    }

    /// Links of chains that were followed beyond the first entry of a chain, since the table was made or cleared;
    /// none without chains.
    #[must_use]
    pub fn links(&self) -> u64 {
        match &self.parts {
            Parts::Chained(chained) => chained.links(),
            _ => 0,
        }
    }

    /// What is known about the position with this key.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        match &self.parts {
            Parts::One(fixed) => fixed.probe(key),
            Parts::Several(parts) => parts.iter().find_map(|part| part.probe(key)),
            Parts::Chained(chained) => chained.probe(key),
        }
    }

    /// Remembers what was found out about the position with this key.
    pub fn store(&self, key: u64, known: Entry) -> Stored {
        let age = self.age.load(Relaxed);
        match &self.parts {
            Parts::One(fixed) => fixed.store(key, known, age),
            // A part that holds the key never turns it away, so that the first part that knows it knows it best.
            Parts::Several(parts) => parts
                .iter()
                .map(|part| part.store(key, known, age))
                .find(|&stored| stored != Stored::Refused)
                .unwrap_or(Stored::Refused),
            Parts::Chained(chained) => chained.store(key, known),
        }
    }
}

/// What is written over an older entry of the same key: the new one, unless the old one says more. An old entry of
/// this search stays if it was searched so much deeper, or if the new one has no bound to offer; it takes the new
/// one's move along. A new entry without a move keeps the old one's.
pub(crate) fn renewed(old: u64, new: Entry, age: u8) -> u64 {
    let data = pack(new, age);
    let (old_depth, old_bound) = ((old >> 8 & 0xff) as u32, old >> 6 & 3);
    let current = old % u64::from(AGES) == u64::from(age);
    let kept = match new.bound {
        Bound::None => old_bound != 0 && old_depth >= new.depth,
        Bound::Exact => false,
        Bound::Lower | Bound::Upper => old_bound != 0 && old_depth >= new.depth + MUCH_DEEPER,
    };
    match (kept && current, new.ordinal) {
        (true, None) => old,
        (true, Some(_)) => old & !MOVE | data & MOVE,
        (false, None) => data | old & MOVE,
        (false, Some(_)) => data,
    }
}

pub(crate) fn pack(known: Entry, age: u8) -> u64 {
    let score = u64::from(known.score.raw() as u32) << 32;
    let ordinal = u64::from(known.ordinal.map_or(0, |ordinal| ordinal.saturating_add(1))) << 16;
    let depth = u64::from(known.depth.min(DEEPEST)) << 8;
    let bound = (known.bound as u64) << 6;
    score | ordinal | depth | bound | u64::from(age)
}

pub(crate) fn unpack(data: u64) -> Option<Entry> {
    let score = Score::from_raw((data >> 32) as u32 as i32)?;
    let ordinal = (data >> 16) as u16;
    Some(Entry {
        score,
        bound: [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact][(data >> 6 & 3) as usize],
        depth: (data >> 8 & 0xff) as u32,
        ordinal: ordinal.checked_sub(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Entry = Entry { score: Score::DRAW, bound: Bound::Exact, depth: 5, ordinal: Some(3) };

    #[test]
    fn entries_read_back() {
        let table = Table::with_bytes(1 << 12, Replacement::Bucketed);
        for (number, score) in [Score::win_in(3), Score::loss_in(9), Score::evaluation(-77), Score::INFINITY]
            .into_iter()
            .enumerate()
        {
            for bound in [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact] {
                let key = 0x1234_5678_9abc_def0 ^ (number as u64) << 50;
                let known = Entry { score, bound, depth: 17, ordinal: Some(65_534) };
                table.store(key, known);
                assert_eq!(table.probe(key), Some(known));
            }
        }
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn a_store_without_a_move_keeps_the_old_move() {
        let table = Table::with_bytes(64, Replacement::Bucketed);
        table.store(9, KNOWN);
        table.store(9, Entry { ordinal: None, ..KNOWN });
        assert_eq!(table.probe(9).and_then(|known| known.ordinal), Some(3));
    }

    #[test]
    fn strategies_differ_in_what_they_keep() {
        let deep = Entry { depth: 9, ..KNOWN };
        for (replacement, old_stays, new_stays) in [
            (Replacement::Always, false, true),
            (Replacement::DepthPreferred, true, false),
            (Replacement::LaterMove, true, false),
            (Replacement::TwoTier, true, true),
            (Replacement::Bucketed, true, true),
        ] {
            let table = Table::with_bytes(64, replacement);
            table.store(4, deep);
            table.store(8, KNOWN);
            let kept = (table.probe(4).is_some(), table.probe(8).is_some());
            assert_eq!(kept, (old_stays, new_stays), "{replacement:?}");
        }
        let table = Table::with_bytes(64, Replacement::LaterMove);
        table.store(4, deep);
        table.next_age();
        assert_eq!(table.store(8, KNOWN), Stored::Replaced);
    }

    #[test]
    fn a_much_deeper_entry_of_the_same_position_stays() {
        let deep = Entry { depth: 12, bound: Bound::Lower, ..KNOWN };
        let shallow = Entry { depth: 3, bound: Bound::Upper, ordinal: Some(8), ..deep };
        for layout in layouts() {
            let table = Table::new(1 << 12, &layout);
            table.store(9, deep);
            table.store(9, shallow);
            assert_eq!(table.probe(9), Some(Entry { ordinal: Some(8), ..deep }), "{layout}: deeper");
            let near = Entry { depth: 10, ..shallow };
            table.store(9, near);
            assert_eq!(table.probe(9), Some(near), "{layout}: a little shallower");
            table.store(9, Entry { bound: Bound::None, depth: 10, ordinal: Some(2), ..deep });
            assert_eq!(table.probe(9), Some(Entry { ordinal: Some(2), ..near }), "{layout}: without a bound");
            let exact = Entry { depth: 1, bound: Bound::Exact, ..deep };
            table.store(9, exact);
            assert_eq!(table.probe(9), Some(exact), "{layout}: exact");
        }
        let table = Table::with_bytes(64, Replacement::Bucketed);
        table.store(9, deep);
        table.next_age();
        table.store(9, shallow);
        assert_eq!(table.probe(9), Some(shallow), "an earlier search's");
    }

    fn layouts() -> Vec<Layout> {
        Layout::NAMED.iter().map(|&(name, _)| name.parse().unwrap()).collect()
    }

    #[test]
    fn every_layout_remembers_and_forgets() {
        for layout in layouts() {
            let mut table = Table::new(1 << 12, &layout);
            assert!(table.capacity() > 100, "{layout}");
            for key in (0..20).map(|number: u64| plybook_kernel::zobrist::scramble(number + 1)) {
                table.store(key, KNOWN);
                assert_eq!(table.probe(key), Some(KNOWN), "{layout}");
                table.store(key, Entry { ordinal: None, depth: 2, ..KNOWN });
                assert_eq!(table.probe(key), Some(Entry { depth: 2, ..KNOWN }), "{layout}");
            }
            table.clear();
            assert_eq!(
                (table.fill(), table.probe(plybook_kernel::zobrist::scramble(1))),
                (0, None),
                "{layout}"
            );
        }
    }

    #[test]
    fn what_one_part_refuses_the_next_one_takes() {
        let layout = Layout::SideBySide(vec![Replacement::DepthPreferred, Replacement::Always]);
        let table = Table::new(128, &layout);
        let deep = Entry { depth: 9, ..KNOWN };
        assert_eq!((table.store(4, deep), table.store(8, KNOWN)), (Stored::Kept, Stored::Kept));
        assert_eq!((table.probe(4), table.probe(8)), (Some(deep), Some(KNOWN)));
        assert_eq!(table.store(12, KNOWN), Stored::Replaced);
        assert_eq!((table.probe(4), table.probe(8), table.probe(12)), (Some(deep), None, Some(KNOWN)));
        let picky = Layout::SideBySide(vec![Replacement::DepthPreferred, Replacement::DepthPreferred]);
        let table = Table::new(128, &picky);
        let stored = [4, 8, 12].map(|key| table.store(key, Entry { depth: 20 - key as u32, ..KNOWN }));
        assert_eq!(stored, [Stored::Kept, Stored::Kept, Stored::Refused]);
    }

    /// Whatever is read must be what was stored under that key: nothing mixed, nothing torn.
    #[test]
    fn threads_never_read_what_nobody_stored() {
        let rounds: u64 = if cfg!(miri) { 60 } else { 20_000 };
        let told = |key: u64| Entry { depth: (key % 200) as u32, ordinal: Some((key >> 8) as u16), ..KNOWN };
        for layout in layouts() {
            let table = Table::new(1 << 10, &layout);
            std::thread::scope(|scope| {
                for thread in 0..2 {
                    let table = &table;
                    scope.spawn(move || {
                        for round in 0..rounds {
                            let key = plybook_kernel::zobrist::scramble((round * 7 + thread * 3) % 97 + 1);
                            table.store(key, told(key));
                            let other = plybook_kernel::zobrist::scramble(round % 97 + 1);
                            if let Some(known) = table.probe(other) {
                                assert_eq!(known, told(other));
                            }
                        }
                    });
                }
            });
        }
    }
}
