//! Opening books: for each position several moves with their values, results and weights, in one SQLite file.
//!
//! A book grows by building and changes by learning, both in transactions. Whoever plays from it holds a
//! `FrozenBook`, a copy in memory: what is learnt meanwhile changes nothing in games that are under way, so a
//! tournament can be repeated. Learning happens afterwards, in the order of the games, and each game is learnt once.

mod choice;
mod entry;
mod error;
mod folder;
mod frozen;
mod learning;
pub mod polyglot;
mod rows;
mod schema;
mod snapshot;

pub use choice::Choice;
pub use entry::{BookMove, expectation};
pub use error::BookError;
pub use folder::default_file;
pub use frozen::FrozenBook;
pub use learning::{Lesson, Visit};
pub use snapshot::{Snapshot, load_snapshot, remove_snapshot, save_snapshot};

use plybook_kernel::Score;
use rows::{moves_of, positions_of, put_move, put_position, update_move};
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for another program that holds the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookPosition {
    /// The game's key of the position.
    pub key: u64,
    /// The position's text.
    pub text: String,
    /// Who is to move, from 0.
    pub mover: u8,
    /// Moves from the start by the way on which it was found first.
    pub plies: u32,
    /// Whether a search looked at it and named its best moves.
    pub searched: bool,
}

/// Which book of a file is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookName<'a> {
    /// The game's whole name.
    pub game: &'a str,
    /// The book's name, to tell several of one game apart.
    pub name: &'a str,
    /// The key of the game's start. A book made with other keys is of no use any more.
    pub start: u64,
}

/// An open book.
#[derive(Debug)]
pub struct Book {
    connection: Connection,
    path: PathBuf,
    id: i64,
}

impl Book {
    /// Opens a book, and makes it and its file where there is none.
    ///
    /// # Errors
    /// The file cannot be used, or the book was made with other keys of positions.
    pub fn open(path: &Path, name: &BookName<'_>) -> Result<Book, BookError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| BookError::unusable(path, &error))?;
        }
        let mut connection = Connection::open(path).map_err(|error| BookError::from_sql(path, error))?;
        connection.busy_timeout(PATIENCE).map_err(|error| BookError::from_sql(path, error))?;
        schema::prepare(&mut connection, path)?;
        let find = || {
            connection.execute(
                "INSERT OR IGNORE INTO books (game, name, start) VALUES (?1, ?2, ?3)",
                params![name.game, name.name, name.start.cast_signed()],
            )?;
            let sql = "SELECT id, start FROM books WHERE game = ?1 AND name = ?2";
            let row = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
            connection.query_row(sql, params![name.game, name.name], row)
        };
        let (id, start) = find().map_err(|error| BookError::from_sql(path, error))?;
        if start.cast_unsigned() != name.start {
            let (game, name) = (name.game.to_owned(), name.name.to_owned());
            return Err(BookError::Outdated { path: path.to_owned(), game, name });
        }
        Ok(Book { connection, path: path.to_owned(), id })
    }

    /// Opens a book that is there already; `None` if the file or the book is not.
    ///
    /// # Errors
    /// As `open`.
    pub fn open_existing(path: &Path, name: &BookName<'_>) -> Result<Option<Book>, BookError> {
        if !path.exists() {
            return Ok(None);
        }
        let book = Book::open(path, name)?;
        let empty = book.count()? == 0;
        Ok((!empty).then_some(book))
    }

    /// Where the file lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, error: rusqlite::Error) -> BookError {
        BookError::from_sql(&self.path, error)
    }

    /// How many positions the book has.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn count(&self) -> Result<u64, BookError> {
        let sql = "SELECT count(*) FROM positions WHERE book = ?1";
        let count: i64 =
            self.connection.query_row(sql, [self.id], |row| row.get(0)).map_err(|error| self.error(error))?;
        Ok(count.unsigned_abs())
    }

    /// All positions in the order in which they were found.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn positions(&self) -> Result<Vec<BookPosition>, BookError> {
        positions_of(&self.connection, self.id).map_err(|error| self.error(error))
    }

    /// The moves of a position, the heaviest first; none if the position is not in the book.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn moves(&self, key: u64) -> Result<Vec<BookMove>, BookError> {
        moves_of(&self.connection, self.id, key).map_err(|error| self.error(error))
    }

    /// Adds a position with moves, or changes what is there: new moves are added, values replaced, results kept.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn put(&mut self, position: &BookPosition, moves: &[BookMove]) -> Result<(), BookError> {
        let id = self.id;
        self.change(|transaction| {
            let place = put_position(transaction, id, position)?;
            moves.iter().try_for_each(|entry| put_move(transaction, (id, position.key), place, entry))
        })
    }

    /// Gives moves of many positions new values.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn revalue(&mut self, values: &[(u64, String, Score)]) -> Result<(), BookError> {
        let id = self.id;
        self.change(|transaction| {
            for (key, text, score) in values {
                let mut entries = moves_of(transaction, id, *key)?;
                let Some(entry) = entries.iter_mut().find(|entry| entry.text == *text) else { continue };
                entry.score = Some(*score);
                update_move(transaction, id, *key, entry)?;
            }
            Ok(())
        })
    }

    /// Learns games in their order, all or none of them: each visited move gets the result and what was seen later.
    /// A game that was learnt before is left out. Gives the number of games that were new.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn learn(&mut self, lessons: &[Lesson]) -> Result<usize, BookError> {
        let id = self.id;
        let mut learnt = 0;
        self.change(|transaction| {
            for lesson in lessons {
                let sql = "INSERT OR IGNORE INTO learnt (book, game) VALUES (?1, ?2)";
                if transaction.execute(sql, params![id, lesson.game])? == 0 {
                    continue;
                }
                learnt += 1;
                for visit in &lesson.visits {
                    let mut entries = moves_of(transaction, id, visit.key)?;
                    let Some(entry) = entries.iter_mut().find(|entry| entry.text == visit.text) else {
                        continue;
                    };
                    visit.teach(entry);
                    update_move(transaction, id, visit.key, entry)?;
                }
            }
            Ok(())
        })?;
        Ok(learnt)
    }

    /// Forgets moves that were played in fewer games than this and that no search looked at, and positions without
    /// moves. Gives the number of moves forgotten.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn prune(&mut self, games: u32) -> Result<usize, BookError> {
        let id = self.id;
        let mut forgotten = 0;
        self.change(|transaction| {
            let sql = "DELETE FROM moves WHERE position IN (SELECT id FROM positions WHERE book = ?1)
                AND score IS NULL AND given IS NULL AND wins + draws + losses < ?2";
            forgotten = transaction.execute(sql, params![id, games])?;
            let sql = "DELETE FROM positions WHERE book = ?1 AND id NOT IN (SELECT position FROM moves)";
            transaction.execute(sql, [id])?;
            Ok(())
        })?;
        Ok(forgotten)
    }

    /// The book as it is now, in memory.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn freeze(&self) -> Result<FrozenBook, BookError> {
        let mut all = Vec::new();
        for position in self.positions()? {
            let moves = self.moves(position.key)?;
            all.push((position.key, moves));
        }
        Ok(FrozenBook::new(all))
    }

    fn change(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), BookError> {
        let run = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            work(&transaction)?;
            transaction.commit()
        };
        run().map_err(|error| BookError::from_sql(&self.path, error))
    }
}

#[cfg(test)]
mod tests;
