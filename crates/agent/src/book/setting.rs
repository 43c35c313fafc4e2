//! The books that players ask for by name, and the case in which they are found.

use super::{BookJobError, OpeningBook, find_book};
use plybook_catalog::AnyGame;
use plybook_store::book::{Choice, FrozenBook, Snapshot, default_file};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An opening book as a player's description names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSetting {
    /// The file of books; the user's if none.
    pub file: Option<PathBuf>,
    /// The book's name in it.
    pub name: String,
    /// How a move is chosen.
    pub choice: Choice,
    /// Whether the book learns from a tournament when that is over.
    pub learns: bool,
}

impl BookSetting {
    /// What tells it from other books, however it is used.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.file {
            Some(file) => format!("{} of {}", self.name, file.display()),
            None => self.name.clone(),
        }
    }

    /// Where it lies.
    ///
    /// # Errors
    /// No file is named, and no home folder is known.
    pub fn path(&self) -> Result<PathBuf, BookJobError> {
        self.file.as_deref().map(Path::to_owned).or_else(default_file).ok_or(BookJobError::NoHome)
    }

    /// The book as it is now.
    ///
    /// # Errors
    /// The file cannot be used, or has no such book.
    pub fn freeze(&self, game: &dyn AnyGame) -> Result<FrozenBook, BookJobError> {
        let path = self.path()?;
        let none =
            || BookJobError::NoBook { path: path.clone(), name: self.name.clone(), game: game.full_name() };
        Ok(find_book(&path, game, &self.name)?.ok_or_else(none)?.freeze()?)
    }
}

/// Frozen books by their labels. Everybody who plays from one case plays from the same books.
#[derive(Clone, Debug, Default)]
pub struct BookCache(BTreeMap<String, Arc<FrozenBook>>);

impl BookCache {
    /// The books of some players as they are now, each read once.
    ///
    /// # Errors
    /// A file cannot be used, or has no such book.
    pub fn freeze<'a>(
        game: &dyn AnyGame,
        wanted: impl IntoIterator<Item = &'a BookSetting>,
    ) -> Result<BookCache, BookJobError> {
        let mut books = BTreeMap::new();
        for book in wanted {
            if let Entry::Vacant(place) = books.entry(book.label()) {
                place.insert(Arc::new(book.freeze(game)?));
            }
        }
        Ok(BookCache(books))
    }

    /// The books as they are kept.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.0.iter().map(|(label, book)| (label.clone(), FrozenBook::clone(book))).collect()
    }

    /// What a player gets.
    ///
    /// # Errors
    /// The case does not have it.
    pub fn take(&self, wanted: &BookSetting) -> Result<OpeningBook, BookJobError> {
        let found = self.0.get(&wanted.label()).ok_or_else(|| BookJobError::NotFrozen(wanted.label()))?;
        Ok(OpeningBook { moves: Arc::clone(found), choice: wanted.choice })
    }
}

impl From<Snapshot> for BookCache {
    fn from(snapshot: Snapshot) -> BookCache {
        BookCache(snapshot.into_iter().map(|(label, book)| (label, Arc::new(book))).collect())
    }
}
