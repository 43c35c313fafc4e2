//! The path of a game: what rules about repetition and move limits need to know.

use crate::zobrist::scramble;

/// The positions before the current one, as keys, with the count of quiet plies at each.
///
/// A move that `Game::resets` calls irreversible starts the quiet count again, so that looking for a
/// repetition never goes back beyond it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    past: Vec<Past>,
    /// Quiet plies of the current position.
    quiet: u32,
    /// Plies played before the first position of this history.
    earlier: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Past {
    key: u64,
    quiet: u32,
}

impl History {
    /// The history of a position nobody moved from yet.
    #[must_use]
    pub fn new() -> History {
        History::default()
    }

    /// The history of a set-up position that claims `quiet` quiet plies out of `plies` played.
    #[must_use]
    pub fn set_up(quiet: u32, plies: u32) -> History {
        History { past: Vec::new(), quiet, earlier: plies }
    }

    /// Records that the position with `key` is left by a move; `resets` says whether for good.
    #[inline]
    pub fn push(&mut self, key: u64, resets: bool) {
        self.past.push(Past { key, quiet: self.quiet });
        self.quiet = if resets { 0 } else { self.quiet.saturating_add(1) };
    }

    /// Takes the last `push` back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(past) = self.past.pop() {
            self.quiet = past.quiet;
        }
    }

    /// Plies since the last irreversible move, or since the set-up count began.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Plies played in all.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.earlier.saturating_add(u32::try_from(self.past.len()).unwrap_or(u32::MAX))
    }

    /// How many plies ago the position with `key` stood on the board last, as far back as it can have.
    #[must_use]
    pub fn plies_since(&self, key: u64) -> Option<u32> {
        let reach = self.past.len().min(self.quiet as usize);
        let back = self.past.iter().rev().take(reach).position(|past| past.key == key)?;
        u32::try_from(back + 1).ok()
    }

    /// The key of the position so many plies ago; `None` for the current one and for those before this history.
    #[must_use]
    pub fn key_ago(&self, plies: u32) -> Option<u64> {
        let place = self.past.len().checked_sub(plies as usize)?;
        self.past.get(place).map(|past| past.key)
    }

    /// A number that stands for the positions since the last irreversible move, in their order; zero if there are
    /// none.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let reach = self.past.len().min(self.quiet as usize);
        let recent = &self.past[self.past.len() - reach..];
        recent.iter().fold(0, |print, past| scramble(print ^ past.key))
    }

    /// How often the position with `key` stood on the board before, as far back as it can have.
    #[must_use]
    pub fn repeats(&self, key: u64) -> usize {
        let reach = self.past.len().min(self.quiet as usize);
        self.past[self.past.len() - reach..].iter().filter(|past| past.key == key).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_stop_at_the_last_irreversible_move() {
        let mut history = History::new();
        for (key, resets) in [(1, false), (2, false), (1, true), (3, false), (1, false)] {
            history.push(key, resets);
        }
        assert_eq!(history.repeats(1), 1);
        assert_eq!(history.repeats(2), 0);
        assert_eq!((history.quiet(), history.plies()), (2, 5));
        history.pop();
        history.pop();
        assert_eq!((history.quiet(), history.repeats(1)), (0, 0));
        history.pop();
        assert_eq!((history.quiet(), history.repeats(1)), (2, 1));
    }

    #[test]
    fn the_last_return_and_the_path_are_known() {
        let mut history = History::new();
        for (key, resets) in [(1, false), (2, true), (3, false), (4, false), (3, false), (5, false)] {
            history.push(key, resets);
        }
        assert_eq!(
            [1, 2, 3, 4, 5].map(|key| history.plies_since(key)),
            [None, None, Some(2), Some(3), Some(1)]
        );
        assert_eq!(
            [0, 1, 5, 6, 7].map(|plies| history.key_ago(plies)),
            [None, Some(5), Some(2), Some(1), None]
        );
        let mut other = History::new();
        assert_eq!(other.fingerprint(), 0);
        [3, 4, 3, 5].iter().for_each(|&key| other.push(key, false));
        assert_eq!(history.fingerprint(), other.fingerprint());
        let mut swapped = History::new();
        [3, 5, 3, 4].iter().for_each(|&key| swapped.push(key, false));
        assert_ne!(history.fingerprint(), swapped.fingerprint());
    }

    #[test]
    fn a_set_up_count_goes_on() {
        let mut history = History::set_up(98, 140);
        history.push(7, false);
        assert_eq!((history.quiet(), history.plies(), history.repeats(7)), (99, 141, 1));
        history.push(8, true);
        assert_eq!((history.quiet(), history.plies()), (0, 142));
    }
}
