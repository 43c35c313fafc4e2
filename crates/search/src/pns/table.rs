//! Proof and disproof numbers of positions, in bounded memory.

/// A number that says "this can never be": the disproof number of what is proven, and the other way round. Sums of
/// other numbers stay below it.
pub(super) const NEVER: u32 = 1 << 30;
/// Entries that a position may stand in.
const BUCKET: usize = 4;

/// How far a position is from being proven and from being disproven: leaves that must be settled for it, at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: NEVER };
    pub const DISPROVEN: Numbers = Numbers { proof: NEVER, disproof: 0 };

    /// What is settled.
    pub const fn of(proven: bool) -> Numbers {
        if proven { Numbers::PROVEN } else { Numbers::DISPROVEN }
    }

    /// Whether the question is answered, and how.
    pub const fn settled(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofEntry {
    pub numbers: Numbers,
    /// The ply of the highest position of the line that an answer rests on.
    pub rest: i32,
    /// When it was found out, in positions searched: an answer follows from older ones alone.
    pub when: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    known: ProofEntry,
    /// Positions that were searched for it; zero in an empty entry.
    effort: u32,
}

const EMPTY: Entry =
    Entry { key: 0, known: ProofEntry { numbers: Numbers::UNKNOWN, rest: 0, when: 0 }, effort: 0 };

/// The table. Of the entries where a position may stand, the one that took least effort makes room for it.
#[derive(Debug)]
pub(super) struct Numberings {
    entries: Vec<Entry>,
    buckets: usize,
    used: usize,
}

impl Numberings {
    /// A table of at most so many bytes, and of one bucket at least.
    pub fn new(bytes: usize) -> Numberings {
        let buckets = (bytes / (BUCKET * size_of::<Entry>())).max(1);
        Numberings { entries: vec![EMPTY; buckets * BUCKET], buckets, used: 0 }
    }

    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.used = 0;
    }

    /// How many of a thousand entries are in use.
    pub fn fill(&self) -> u32 {
        (self.used * 1_000 / self.entries.len()) as u32
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * BUCKET
    }

    pub fn get(&self, key: u64) -> Option<ProofEntry> {
        let from = self.bucket(key);
        let bucket = &self.entries[from..from + BUCKET];
        bucket.iter().find(|entry| entry.key == key && entry.effort > 0).map(|entry| entry.known)
    }

    pub fn put(&mut self, key: u64, known: ProofEntry, effort: u64) {
        let effort = u32::try_from(effort).unwrap_or(u32::MAX).max(1);
        let from = self.bucket(key);
        let bucket = &mut self.entries[from..from + BUCKET];
        let same = bucket.iter().position(|entry| entry.key == key && entry.effort > 0);
        let place = same.unwrap_or_else(|| {
            let least = bucket.iter().enumerate().min_by_key(|(_, entry)| entry.effort);
            least.map_or(0, |(place, _)| place)
        });
        let entry = &mut bucket[place];
        self.used += usize::from(entry.effort == 0);
        let effort = if same.is_some() { entry.effort.max(effort) } else { effort };
        *entry = Entry { key, known, effort };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_least_effort_makes_room() {
        let mut table = Numberings::new(0);
        let known = |numbers| ProofEntry { numbers, rest: 3, when: 7 };
        for (key, effort) in [(1, 50), (2, 7), (3, 90), (4, 60)] {
            table.put(key, known(Numbers::PROVEN), effort);
        }
        assert_eq!(table.fill(), 1_000);
        table.put(5, known(Numbers::DISPROVEN), 1);
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).is_some()), [true, false, true, true, true]);
        let open = known(Numbers { proof: 3, disproof: 4 });
        table.put(5, open, 1);
        assert_eq!(table.get(5), Some(open));
        table.clear();
        assert_eq!((table.get(5), table.fill()), (None, 0));
    }

    #[test]
    fn the_table_keeps_to_its_size() {
        let bytes = 1 << 16;
        let table = Numberings::new(bytes);
        assert!(size_of_val(&table.entries[..]) <= bytes && table.entries.len() > 1_000);
    }
}
