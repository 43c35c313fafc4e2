//! A book in memory that nothing changes any more.

use super::{BookMove, Choice};
use plybook_kernel::Random;
use std::collections::HashMap;

/// A copy of a book for players: many can share it, and learning does not touch it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrozenBook {
    pub(super) positions: HashMap<u64, Vec<BookMove>>,
}

impl FrozenBook {
    /// The book with these moves by the keys of their positions.
    #[must_use]
    pub fn new(positions: impl IntoIterator<Item = (u64, Vec<BookMove>)>) -> FrozenBook {
        FrozenBook { positions: positions.into_iter().collect() }
    }

    /// How many positions it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// The moves of a position.
    #[must_use]
    pub fn moves(&self, key: u64) -> &[BookMove] {
        self.positions.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The move to play in a position, among the legal ones; a move that is not legal is left out as if it were not
    /// in the book.
    #[must_use]
    pub fn choose(
        &self,
        key: u64,
        legal: &[String],
        choice: Choice,
        random: &mut Random,
    ) -> Option<&BookMove> {
        let known = self.moves(key);
        if known.is_empty() {
            return None;
        }
        if known.iter().all(|entry| legal.contains(&entry.text)) {
            return choice.of(known, random);
        }
        let playable: Vec<BookMove> =
            known.iter().filter(|entry| legal.contains(&entry.text)).cloned().collect();
        let text = choice.of(&playable, random)?.text.clone();
        known.iter().find(|entry| entry.text == text)
    }
}
