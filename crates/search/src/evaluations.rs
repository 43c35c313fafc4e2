//! Static evaluations that a thread remembers: the same positions come again and again, in the next iteration, with
//! another window, beyond the horizon and by other ways.

use plybook_kernel::{Score, zobrist::scramble};

/// Places of the cache. With 16 bytes each it stays in the second level of a processor's cache; with four times as many
/// it saves hardly more.
const PLACES: usize = 1 << 12;

/// The evaluations of the positions that a search evaluated last, each at the one place that its key gives. It holds for
/// one search, because the next one may have another evaluator.
#[derive(Default)]
pub(crate) struct EvaluationCache {
    places: Vec<(u64, Score)>,
    searches: u64,
    /// Sets the keys of this search apart from those of the ones before.
    salt: u64,
}

impl EvaluationCache {
    /// A new search begins: nothing is known.
    pub fn restart(&mut self) {
        self.places.resize(PLACES, (0, Score::DRAW));
        self.searches += 1;
        self.salt = scramble(scramble(self.searches));
    }

    /// The evaluation of the position with this key, if it is there.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Score> {
        let key = key ^ self.salt;
        let &(known, evaluation) = self.places.get(place(key))?;
        (known == key).then_some(evaluation)
    }

    /// Remembers an evaluation in place of the one that stands there.
    #[inline]
    pub fn put(&mut self, key: u64, evaluation: Score) {
        let key = key ^ self.salt;
        if let Some(place) = self.places.get_mut(place(key)) {
            *place = (key, evaluation);
        }
    }
}

#[inline]
const fn place(key: u64) -> usize {
    key as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_found_until_another_takes_its_place_or_the_next_search_begins() {
        let mut cache = EvaluationCache::default();
        assert_eq!(cache.get(7), None, "before the first search");
        cache.restart();
        let [one, other] = [7, 7 + PLACES as u64];
        cache.put(one, Score::points(3));
        assert_eq!((cache.get(one), cache.get(other)), (Some(Score::points(3)), None));
        cache.put(other, Score::points(-4));
        assert_eq!((cache.get(one), cache.get(other)), (None, Some(Score::points(-4))));
        cache.restart();
        assert_eq!(cache.get(other), None, "an evaluation outlived its search");
    }
}
