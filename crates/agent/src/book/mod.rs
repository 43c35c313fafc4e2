//! Opening books at work: playing from one, building one, learning, and exchanging chess books with other programs.

mod exchange;
mod expand;
mod games;
mod setting;

pub use exchange::{Imported, export_polyglot, import_polyglot};
pub use expand::{Expanded, Expansion, expand};
pub use games::{add_games, lessons};
pub use setting::{BookCache, BookSetting};

use plybook_catalog::{AnyGame, Random, ReadError, Session};
use plybook_store::book::{Book, BookError, BookMove, BookName, Choice, FrozenBook};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The default name of a game's book.
pub const DEFAULT_BOOK: &str = "main";

/// Why work on a book failed.
#[derive(Debug, Error)]
pub enum BookJobError {
    /// The file is not in order.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The game refused something.
    #[error(transparent)]
    Game(#[from] ReadError),
    /// Books are for two players without chance.
    #[error("{0} is no game of two players without chance; books are built for those")]
    Players(String),
    /// The format knows only chess.
    #[error("Polyglot books are for chess; {0} is another game")]
    NotChess(String),
    /// There is nowhere to look.
    #[error("no home folder is known: name a file with book-file or set PLYBOOK_BOOK")]
    NoHome,
    /// The file has no such book.
    #[error(
        "{path} has no book `{name}` of {game}: build one with `plybook book build {game} --name {name} --book {path}`",
        path = path.display()
    )]
    NoBook {
        /// The file.
        path: PathBuf,
        /// The wanted name.
        name: String,
        /// The game's whole name.
        game: String,
    },
    /// A tournament's frozen books lack one.
    #[error("the frozen books of the tournament lack `{0}`: start anew with --again")]
    NotFrozen(String),
}

/// Opens a game's book, and makes it where there is none.
///
/// # Errors
/// The file cannot be used, or the book is out of date.
pub fn open_book(path: &Path, game: &dyn AnyGame, name: &str) -> Result<Book, BookJobError> {
    let start = game.session(None)?.key();
    Ok(Book::open(path, &BookName { game: &game.full_name(), name, start })?)
}

/// Opens a game's book if there is one that holds anything.
///
/// # Errors
/// The file cannot be used, or the book is out of date.
pub fn find_book(path: &Path, game: &dyn AnyGame, name: &str) -> Result<Option<Book>, BookJobError> {
    let start = game.session(None)?.key();
    Ok(Book::open_existing(path, &BookName { game: &game.full_name(), name, start })?)
}

/// A frozen book and how to choose from it: what a player needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook {
    /// The book. Learning does not change it.
    pub moves: Arc<FrozenBook>,
    /// How a move is chosen.
    pub choice: Choice,
}

impl OpeningBook {
    /// The move to play, if the book has a legal one for the position.
    pub fn choose(&self, session: &dyn Session, random: &mut Random) -> Option<&BookMove> {
        session.mover()?;
        if self.moves.moves(session.key()).is_empty() {
            return None;
        }
        self.moves.choose(session.key(), &session.move_texts(), self.choice, random)
    }
}

#[cfg(test)]
mod tests;
