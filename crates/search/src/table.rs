//! The transposition table: what was found out about positions, shared by all threads without a lock.
//!
//! An entry is two words. The first is the key xored with the second, so that an entry torn by two writers at
//! once does not match any key and reads as empty. The second holds everything else:
//!
//! | bits  | content                                                                  |
//! |-------|--------------------------------------------------------------------------|
//! | 32-63 | score, as a signed number                                                |
//! | 16-31 | the best move's number in the position's list of moves plus one; 0: none |
//! | 8-15  | depth searched                                                           |
//! | 6-7   | bound: 0 none, 1 lower, 2 upper, 3 exact                                 |
//! | 0-5   | age: the number of the search, modulo 64                                 |

use plybook_kernel::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Entries that share one cache line.
const BUCKET: usize = 4;
/// Bytes of a bucket.
const BUCKET_BYTES: usize = 64;
/// Ages are counted modulo this.
const AGES: u8 = 64;
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
pub struct Known {
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

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// The table. Its size is fixed when it is made.
pub struct Table {
    buckets: Vec<Bucket>,
    replacement: Replacement,
    age: AtomicU8,
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
    /// A table of at most this many bytes, and at least one bucket.
    #[must_use]
    pub fn with_bytes(bytes: usize, replacement: Replacement) -> Table {
        let mut buckets = Vec::new();
        buckets.resize_with((bytes / BUCKET_BYTES).max(1), Bucket::default);
        Table { buckets, replacement, age: AtomicU8::new(0) }
    }

    /// A table of at most this many mebibytes.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Table {
        Table::with_bytes(mebibytes.saturating_mul(1 << 20), Replacement::default())
    }

    /// How many entries it has room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets.len() * BUCKET
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = AtomicU8::new(0);
    }

    /// Says that a new search begins: what is there already is older now.
    pub fn next_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// How many of a thousand entries are in use by the current search, from a sample.
    #[must_use]
    pub fn fill(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = &self.buckets[..self.buckets.len().min(256)];
        let used = |entry: &&Entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && data % u64::from(AGES) == age
        };
        let full = sample.iter().flat_map(|bucket| bucket.0.iter()).filter(used).count();
        (full * 1000 / (sample.len() * BUCKET)) as u32
    }

    fn bucket(&self, key: u64) -> &[Entry; BUCKET] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// The places where a key may be, by the replacement strategy. The low bits of the key choose among the
    /// entries of a bucket, the high bits the bucket.
    fn places(&self, key: u64) -> &[Entry] {
        let bucket = self.bucket(key);
        match self.replacement {
            Replacement::Bucketed => bucket,
            Replacement::TwoTier => {
                let pair = (key as usize & 1) * 2;
                &bucket[pair..pair + 2]
            }
            _ => std::slice::from_ref(&bucket[key as usize % BUCKET]),
        }
    }

    /// What is known about the position with this key.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        for entry in self.places(key) {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == key && data != 0 {
                return unpack(data);
            }
        }
        None
    }

    /// Remembers what was found out about the position with this key.
    pub fn store(&self, key: u64, known: Known) -> Stored {
        let age = self.age.load(Relaxed);
        let mut data = pack(known, age);
        let places = self.places(key);
        let own = places.iter().find(|entry| {
            let old = entry.data.load(Relaxed);
            old != 0 && entry.check.load(Relaxed) ^ old == key
        });
        if let Some(entry) = own {
            let old = entry.data.load(Relaxed);
            if known.ordinal.is_none() {
                data |= old & (0xffff << 16);
            }
            write(entry, key, data);
            return Stored::Kept;
        }
        let worth = |data: u64| -> i64 {
            let stale = (age + AGES - (data % u64::from(AGES)) as u8) % AGES;
            if data == 0 { i64::MIN } else { (data >> 8 & 0xff) as i64 - 4 * i64::from(stale) }
        };
        let stale = |data: u64| data % u64::from(AGES) != u64::from(age);
        let depth = |data: u64| data >> 8 & 0xff;
        let place = match self.replacement {
            Replacement::Always => &places[0],
            Replacement::DepthPreferred | Replacement::LaterMove => {
                let old = places[0].data.load(Relaxed);
                let yields = self.replacement == Replacement::LaterMove && stale(old);
                if old != 0 && depth(old) > depth(data) && !yields {
                    return Stored::Refused;
                }
                &places[0]
            }
            Replacement::TwoTier => {
                let old = places[0].data.load(Relaxed);
                let keeps = old != 0 && depth(old) > depth(data) && !stale(old);
                &places[usize::from(keeps)]
            }
            Replacement::Bucketed => {
                let poorest = places.iter().min_by_key(|entry| worth(entry.data.load(Relaxed)));
                poorest.unwrap_or(&places[0])
            }
        };
        let empty = place.data.load(Relaxed) == 0;
        write(place, key, data);
        if empty { Stored::Kept } else { Stored::Replaced }
    }
}

fn write(entry: &Entry, key: u64, data: u64) {
    entry.check.store(key ^ data, Relaxed);
    entry.data.store(data, Relaxed);
}

fn pack(known: Known, age: u8) -> u64 {
    let score = u64::from(known.score.raw() as u32) << 32;
    let ordinal = u64::from(known.ordinal.map_or(0, |ordinal| ordinal.saturating_add(1))) << 16;
    let depth = u64::from(known.depth.min(DEEPEST)) << 8;
    let bound = (known.bound as u64) << 6;
    score | ordinal | depth | bound | u64::from(age)
}

fn unpack(data: u64) -> Option<Known> {
    let score = Score::from_raw((data >> 32) as u32 as i32)?;
    let ordinal = (data >> 16) as u16;
    Some(Known {
        score,
        bound: [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact][(data >> 6 & 3) as usize],
        depth: (data >> 8 & 0xff) as u32,
        ordinal: ordinal.checked_sub(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known { score: Score::DRAW, bound: Bound::Exact, depth: 5, ordinal: Some(3) };

    #[test]
    fn entries_read_back() {
        let table = Table::with_bytes(1 << 12, Replacement::Bucketed);
        for (number, score) in [Score::win_in(3), Score::loss_in(9), Score::evaluation(-77), Score::INFINITY]
            .into_iter()
            .enumerate()
        {
            for bound in [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact] {
                let key = 0x1234_5678_9abc_def0 ^ (number as u64) << 50;
                let known = Known { score, bound, depth: 17, ordinal: Some(65_534) };
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
        table.store(9, Known { ordinal: None, ..KNOWN });
        assert_eq!(table.probe(9).and_then(|known| known.ordinal), Some(3));
    }

    #[test]
    fn strategies_differ_in_what_they_keep() {
        let deep = Known { depth: 9, ..KNOWN };
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
    fn a_torn_entry_reads_as_empty() {
        let table = Table::with_bytes(64, Replacement::Bucketed);
        table.store(4, KNOWN);
        table.bucket(4)[0].data.fetch_xor(1 << 40, Relaxed);
        assert_eq!(table.probe(4), None);
    }
}
