//! Who searches what: lets the threads of one search keep out of each other's way.
//!
//! Before a thread searches a move it leaves a mark; another one that comes to the same position puts a marked move
//! off until it has searched the others, and mostly finds its value in the table then. Marks are advice: one that is
//! lost or stays by mistake costs time, never correctness.

use plybook_kernel::zobrist::scramble;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places for marks, in groups of which each mark has one. Threads hold a mark for each ply of their lines, so
/// there is room in plenty.
const GROUPS: usize = 1024;
const GROUP: usize = 4;
/// An empty place.
const FREE: u64 = 0;

/// The marks of all threads of a search.
pub(crate) struct ActiveMoves {
    places: Vec<[AtomicU64; GROUP]>,
}

/// The mark of a move: the position's key and the move's number, mixed.
#[inline]
fn mark(key: u64, ordinal: u16) -> u64 {
    scramble(key ^ u64::from(ordinal).wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(FREE + 1)
}

impl ActiveMoves {
    /// No marks.
    pub fn new() -> ActiveMoves {
        ActiveMoves { places: (0..GROUPS).map(|_| Default::default()).collect() }
    }

    fn group(&self, mark: u64) -> &[AtomicU64; GROUP] {
        &self.places[mark as usize % GROUPS]
    }

    /// Whether some thread searches this move.
    pub fn holds(&self, key: u64, ordinal: u16) -> bool {
        let mark = mark(key, ordinal);
        self.group(mark).iter().any(|place| place.load(Relaxed) == mark)
    }

    /// A thread begins to search this move.
    pub fn begin(&self, key: u64, ordinal: u16) {
        let mark = mark(key, ordinal);
        let group = self.group(mark);
        if group.iter().any(|place| place.load(Relaxed) == mark) {
            return;
        }
        if let Some(free) = group.iter().find(|place| place.load(Relaxed) == FREE) {
            free.store(mark, Relaxed);
        }
    }

    /// A thread is done with this move.
    pub fn end(&self, key: u64, ordinal: u16) {
        let mark = mark(key, ordinal);
        for place in self.group(mark) {
            if place.load(Relaxed) == mark {
                place.store(FREE, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let busy = ActiveMoves::new();
        busy.begin(7, 3);
        busy.begin(7, 3);
        assert!(busy.holds(7, 3) && !busy.holds(7, 2) && !busy.holds(8, 3));
        busy.end(7, 3);
        assert!(!busy.holds(7, 3));
    }

    #[test]
    fn a_full_group_only_forgets() {
        let busy = ActiveMoves::new();
        for key in 0..100_000 {
            busy.begin(key, 1);
        }
        for key in 0..100_000 {
            busy.end(key, 1);
        }
        assert!((0..100_000).all(|key| !busy.holds(key, 1)));
    }
}
