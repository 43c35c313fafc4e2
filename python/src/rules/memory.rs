//! The positions whose answers are remembered: so many, the earliest met make room.

use super::place::Place;
use std::collections::HashMap;
use std::sync::Arc;

/// Positions by their keys.
pub struct Memory {
    places: HashMap<u64, Arc<Place>>,
    /// The keys in the order in which they came, as a ring.
    order: Vec<u64>,
    oldest: usize,
    most: usize,
}

impl Memory {
    /// A memory for so many positions.
    pub fn new(most: usize) -> Memory {
        Memory { places: HashMap::new(), order: Vec::new(), oldest: 0, most }
    }

    /// The position of a key.
    pub fn get(&self, key: u64) -> Option<&Arc<Place>> {
        self.places.get(&key)
    }

    /// Remembers a position; where there is no room any more, the one that has been here longest goes.
    /// It is handed back, so that whoever holds the memory's lock need not drop it.
    pub fn put(&mut self, place: Arc<Place>) -> Option<Arc<Place>> {
        let key = place.key;
        if let Some(same) = self.places.insert(key, place) {
            return Some(same);
        }
        if self.order.len() < self.most {
            self.order.push(key);
            return None;
        }
        let old = std::mem::replace(self.order.get_mut(self.oldest)?, key);
        self.oldest = (self.oldest + 1) % self.most;
        self.places.remove(&old)
    }

    /// All that are remembered, in no order.
    pub fn places(&self) -> impl Iterator<Item = &Arc<Place>> {
        self.places.values()
    }
}
