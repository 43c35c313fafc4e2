//! A general hash table with chains, as a contrast: it loses nothing while there is memory, but every look follows
//! links through memory, every thread waits for a lock, and once it is full it learns nothing new.

use crate::table::{Entry, Stored, pack, renewed, unpack};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most parts with a lock of their own.
const MOST_SHARDS: usize = 64;
/// Entries below which a table is not divided further.
const LEAST_SHARD: usize = 64;
/// Bytes of an entry: the key, the data, the link to the next, and the head of a chain.
const ENTRY_BYTES: usize = std::mem::size_of::<Link>() + std::mem::size_of::<u32>();
/// The end of a chain.
const END: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Link {
    key: u64,
    data: u64,
    next: u32,
}

struct Shard {
    /// The first entry of each chain, by its number in `links`.
    heads: Vec<u32>,
    links: Vec<Link>,
    most: usize,
}

impl Shard {
    /// The number of the entry with this key, and how many others were passed on the way.
    fn find(&self, key: u64) -> (Option<usize>, u64) {
        let mut passed = 0;
        let mut number = self.heads[self.chain(key)];
        while let Some(link) = self.links.get(number as usize) {
            if link.key == key {
                return (Some(number as usize), passed);
            }
            passed += 1;
            number = link.next;
        }
        (None, passed)
    }

    fn chain(&self, key: u64) -> usize {
        (key % self.heads.len() as u64) as usize
    }
}

/// The table.
pub(crate) struct Chained {
    shards: Vec<Mutex<Shard>>,
    passed: AtomicU64,
}

impl Chained {
    /// A table that takes no more than this many bytes, with as many chains as entries.
    pub fn new(bytes: usize) -> Chained {
        let entries = (bytes / ENTRY_BYTES).max(1);
        let shards = (entries / LEAST_SHARD).clamp(1, MOST_SHARDS);
        let most = (entries / shards).min(END as usize);
        let shard = |_| Mutex::new(Shard { heads: vec![END; most], links: Vec::with_capacity(most), most });
        Chained { shards: (0..shards).map(shard).collect(), passed: AtomicU64::new(0) }
    }

    pub fn capacity(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).most).sum()
    }

    pub fn clear(&mut self) {
        for shard in &mut self.shards {
            let shard = shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            shard.heads.fill(END);
            shard.links.clear();
        }
        self.passed = AtomicU64::new(0);
    }

    pub fn fill(&self) -> u32 {
        let used: usize = self.shards.iter().map(|shard| lock(shard).links.len()).sum();
        (used as u64 * 1000 / self.capacity().max(1) as u64) as u32
    }

    pub fn links(&self) -> u64 {
        self.passed.load(Relaxed)
    }

    fn shard(&self, key: u64) -> MutexGuard<'_, Shard> {
        let index = (u128::from(key) * self.shards.len() as u128) >> 64;
        lock(&self.shards[index as usize])
    }

    pub fn probe(&self, key: u64) -> Option<Entry> {
        let shard = self.shard(key);
        let (found, passed) = shard.find(key);
        self.passed.fetch_add(passed, Relaxed);
        found.and_then(|number| unpack(shard.links[number].data))
    }

    pub fn store(&self, key: u64, known: Entry) -> Stored {
        let mut shard = self.shard(key);
        let (found, passed) = shard.find(key);
        self.passed.fetch_add(passed, Relaxed);

        if let Some(number) = found {
            shard.links[number].data = renewed(shard.links[number].data, known, 0);
            return Stored::Kept;
        }
        if shard.links.len() >= shard.most {
            return Stored::Refused;
        }
        let chain = shard.chain(key);
        let link = Link { key, data: pack(known, 0), next: shard.heads[chain] };
        shard.heads[chain] = shard.links.len() as u32;
        shard.links.push(link);
        Stored::Kept
    }
}

/// A thread that panics leaves whole entries behind, so that its lock can be taken over.
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Bound, Entry};
    use plybook_kernel::Score;

    #[test]
    fn chains_lose_nothing_until_the_memory_is_used_up() {
        let known = |key: u64| Entry {
            score: Score::evaluation(key as i32),
            bound: Bound::Lower,
            depth: 1,
            ordinal: None,
        };
        let table = Chained::new(ENTRY_BYTES * 40);
        assert_eq!(table.capacity(), 40);
        // All in one chain.
        for number in 0..40 {
            assert_eq!(table.store(40 * number, known(number)), Stored::Kept);
        }
        assert_eq!(table.links(), (0..40).sum::<u64>());
        assert_eq!((table.fill(), table.store(1, known(1))), (1000, Stored::Refused));
        for number in 0..40 {
            assert_eq!(table.probe(40 * number), Some(known(number)));
        }
        assert_eq!(table.probe(1), None);
        assert_eq!(table.store(40, known(7)), Stored::Kept);
        assert_eq!(table.probe(40), Some(known(7)));
    }
}
