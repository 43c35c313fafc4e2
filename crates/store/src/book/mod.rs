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
mod schema;
mod snapshot;

pub use choice::Choice;
pub use entry::{BookMove, expectation};
pub use error::BookError;
pub use folder::usual_file;
pub use frozen::FrozenBook;
pub use learning::{Lesson, Visit};
pub use snapshot::{Snapshot, load_snapshot, remove_snapshot, save_snapshot};

use plybook_kernel::Score;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
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
        let sql = "SELECT key, text, mover, plies, searched FROM positions WHERE book = ?1 ORDER BY id";
        let read = |row: &Row<'_>| {
            Ok(BookPosition {
                key: row.get::<_, i64>(0)?.cast_unsigned(),
                text: row.get(1)?,
                mover: row.get(2)?,
                plies: row.get(3)?,
                searched: row.get(4)?,
            })
        };
        let all = || {
            self.connection
                .prepare_cached(sql)?
                .query_map([self.id], read)?
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        all().map_err(|error: rusqlite::Error| self.error(error))
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
            moves.iter().try_for_each(|entry| put_move(transaction, place, entry))
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

const MOVE_COLUMNS: &str =
    "move, leads, score, given, wins, draws, losses, seen, seen_total, weight, abandoned";

fn moves_of(connection: &Connection, book: i64, key: u64) -> rusqlite::Result<Vec<BookMove>> {
    let sql = format!(
        "SELECT {MOVE_COLUMNS} FROM moves WHERE position = (SELECT id FROM positions WHERE book = ?1 AND key = ?2)
        ORDER BY weight DESC, move"
    );
    let read = |row: &Row<'_>| {
        Ok(BookMove {
            text: row.get(0)?,
            leads: row.get::<_, i64>(1)?.cast_unsigned(),
            score: row.get::<_, Option<i32>>(2)?.and_then(Score::from_raw),
            given: row.get(3)?,
            wins: row.get(4)?,
            draws: row.get(5)?,
            losses: row.get(6)?,
            seen: row.get(7)?,
            seen_total: row.get(8)?,
            weight: row.get(9)?,
            abandoned: row.get(10)?,
        })
    };
    connection.prepare_cached(&sql)?.query_map(params![book, key.cast_signed()], read)?.collect()
}

fn put_position(connection: &Connection, book: i64, position: &BookPosition) -> rusqlite::Result<i64> {
    let BookPosition { key, text, mover, plies, searched } = position;
    let key = key.cast_signed();
    let found = connection
        .prepare_cached("SELECT id FROM positions WHERE book = ?1 AND key = ?2")?
        .query_row(params![book, key], |row| row.get(0))
        .optional()?;
    if let Some(id) = found {
        let sql = "UPDATE positions SET searched = max(searched, ?2), plies = min(plies, ?3) WHERE id = ?1";
        connection.prepare_cached(sql)?.execute(params![id, searched, plies])?;
        return Ok(id);
    }
    let sql =
        "INSERT INTO positions (book, key, text, mover, plies, searched) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection.prepare_cached(sql)?.execute(params![book, key, text, mover, plies, searched])?;
    Ok(connection.last_insert_rowid())
}

/// Adds a move, or takes over the value and the given weight of one that is there, and adds the results.
fn put_move(connection: &Connection, position: i64, entry: &BookMove) -> rusqlite::Result<()> {
    let entry = entry.clone().weighed();
    let sql = "INSERT INTO moves (position, move, leads, score, given, wins, draws, losses, seen, seen_total, weight,
        abandoned) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        ON CONFLICT (position, move) DO UPDATE SET score = coalesce(excluded.score, score),
        given = coalesce(excluded.given, given), wins = wins + excluded.wins, draws = draws + excluded.draws,
        losses = losses + excluded.losses";
    connection.prepare_cached(sql)?.execute(params![
        position,
        entry.text,
        entry.leads.cast_signed(),
        entry.score.map(Score::raw),
        entry.given,
        entry.wins,
        entry.draws,
        entry.losses,
        entry.seen,
        entry.seen_total,
        entry.weight,
        entry.abandoned,
    ])?;
    // What was there and what is new weigh together.
    let sql = "SELECT book, key FROM positions WHERE id = ?1";
    let (book, key): (i64, i64) =
        connection.prepare_cached(sql)?.query_row([position], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let all = moves_of(connection, book, key.cast_unsigned())?;
    match all.iter().find(|other| other.text == entry.text) {
        Some(joined) => update_move(connection, book, key.cast_unsigned(), joined),
        None => Ok(()),
    }
}

/// Writes everything that can change in a move, weighed anew.
fn update_move(connection: &Connection, book: i64, key: u64, entry: &BookMove) -> rusqlite::Result<()> {
    let entry = entry.clone().weighed();
    let sql = "UPDATE moves SET score = ?3, wins = ?4, draws = ?5, losses = ?6, seen = ?7, seen_total = ?8,
        weight = ?9, abandoned = ?10
        WHERE position = (SELECT id FROM positions WHERE book = ?1 AND key = ?2) AND move = ?11";
    connection.prepare_cached(sql)?.execute(params![
        book,
        key.cast_signed(),
        entry.score.map(Score::raw),
        entry.wins,
        entry.draws,
        entry.losses,
        entry.seen,
        entry.seen_total,
        entry.weight,
        entry.abandoned,
        entry.text,
    ])?;
    Ok(())
}

#[cfg(test)]
mod tests;
