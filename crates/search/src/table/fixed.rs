//! A table of fixed size: each key has few places, and a replacement strategy says who gives way.

use super::{Entry, Replacement, Stored, pack, renewed, unpack};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries that share one cache line.
const BUCKET: usize = 4;
/// Bytes of a bucket.
const BUCKET_BYTES: usize = 64;

#[derive(Default)]
struct PackedEntry {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([PackedEntry; BUCKET]);

/// The table. Its size is fixed when it is made.
pub(super) struct Fixed {
    buckets: Vec<Bucket>,
    replacement: Replacement,
}

impl Fixed {
    /// A table of at most this many bytes, and at least one bucket.
    pub fn new(bytes: usize, replacement: Replacement) -> Fixed {
        let mut buckets = Vec::new();
        buckets.resize_with((bytes / BUCKET_BYTES).max(1), Bucket::default);
        Fixed { buckets, replacement }
    }

    /// How many entries it has room for.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * BUCKET
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// How many of a thousand entries are in use by the current search, from a sample.
    pub fn fill(&self, age: u8) -> u32 {
        let age = u64::from(age);
        let sample = &self.buckets[..self.buckets.len().min(256)];
        let used = |entry: &&PackedEntry| {
            let data = entry.data.load(Relaxed);
            data != 0 && data % u64::from(super::AGES) == age
        };
        let full = sample.iter().flat_map(|bucket| bucket.0.iter()).filter(used).count();
        (full * 1000 / (sample.len() * BUCKET)) as u32
    }

    fn bucket(&self, key: u64) -> &[PackedEntry; BUCKET] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// The places where a key may be, by the replacement strategy. The low bits of the key choose among the
    /// entries of a bucket, the high bits the bucket.
    fn places(&self, key: u64) -> &[PackedEntry] {
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
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        for entry in self.places(key) {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == key && data != 0 {
                return unpack(data);
            }
        }
        None
    }

    /// Remembers what was found out about the position with this key.
    pub fn store(&self, key: u64, known: Entry, age: u8) -> Stored {
        let data = pack(known, age);
        let places = self.places(key);
        // The data that was checked is the data that is renewed: another thread may put another position's there.
        let own = places.iter().find_map(|entry| {
            let old = entry.data.load(Relaxed);
            (old != 0 && entry.check.load(Relaxed) ^ old == key).then_some((entry, old))
        });
        if let Some((entry, old)) = own {
            write(entry, key, renewed(old, known, age));
            return Stored::Kept;
        }
        let worth = |data: u64| -> i64 {
            let stale = (age + super::AGES - (data % u64::from(super::AGES)) as u8) % super::AGES;
            if data == 0 { i64::MIN } else { (data >> 8 & 0xff) as i64 - 4 * i64::from(stale) }
        };
        let stale = |data: u64| data % u64::from(super::AGES) != u64::from(age);
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

fn write(entry: &PackedEntry, key: u64, data: u64) {
    entry.check.store(key ^ data, Relaxed);
    entry.data.store(data, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::super::{Bound, Entry};
    use super::*;
    use plybook_kernel::Score;

    #[test]
    fn a_torn_entry_reads_as_empty() {
        let known = Entry { score: Score::DRAW, bound: Bound::Exact, depth: 5, ordinal: Some(3) };
        let table = Fixed::new(64, Replacement::Bucketed);
        table.store(4, known, 1);
        assert_eq!(table.probe(4), Some(known));
        table.bucket(4)[0].data.fetch_xor(1 << 40, Relaxed);
        assert_eq!(table.probe(4), None);
    }
}
