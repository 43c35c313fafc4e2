//! Blocks that were unpacked lately.

use plybook_kernel::Slice;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Parts of the cache that are locked apart from each other.
const PARTS: usize = 16;

/// Which block of which slice.
type Name = (Slice, u64);

/// Unpacked blocks of all slices of a database, the oldest thrown out first.
pub(crate) struct Cache {
    parts: [Mutex<Part>; PARTS],
    /// Bytes that a part may hold.
    capacity: usize,
}

#[derive(Default)]
struct Part {
    blocks: HashMap<Name, Arc<[u8]>>,
    order: VecDeque<Name>,
    bytes: usize,
}

impl Cache {
    /// A cache of so many bytes in all.
    pub fn new(bytes: usize) -> Cache {
        Cache { parts: Default::default(), capacity: bytes / PARTS }
    }

    fn part(&self, name: Name) -> MutexGuard<'_, Part> {
        let number = (name.1 ^ name.0.0.wrapping_mul(7)) as usize % PARTS;
        self.parts[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A block, if it is here.
    pub fn get(&self, slice: Slice, block: u64) -> Option<Arc<[u8]>> {
        self.part((slice, block)).blocks.get(&(slice, block)).cloned()
    }

    /// Keeps a block and throws old ones out until there is room.
    pub fn put(&self, slice: Slice, block: u64, bytes: Arc<[u8]>) {
        let name = (slice, block);
        let mut part = self.part(name);
        part.bytes += bytes.len();
        if let Some(old) = part.blocks.insert(name, bytes) {
            part.bytes -= old.len();
        } else {
            part.order.push_back(name);
        }
        while part.bytes > self.capacity && part.order.len() > 1 {
            let oldest = part.order.pop_front();
            if let Some(old) = oldest.and_then(|name| part.blocks.remove(&name)) {
                part.bytes -= old.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_blocks_make_room() {
        let cache = Cache::new(PARTS * 1000);
        for block in 0..1000 {
            cache.put(Slice(1), block, vec![block as u8; 100].into());
            assert_eq!(cache.get(Slice(1), block).unwrap()[0], block as u8);
        }
        let kept = (0..1000).filter(|&block| cache.get(Slice(1), block).is_some()).count();
        assert_eq!(kept, 160);
        assert!(cache.get(Slice(2), 999).is_none());
    }
}
