//! The tables of a file of books.

use super::BookError;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// Marks files of books among all SQLite files: `PLYO`.
const APPLICATION: i64 = 0x504c_594f;

/// What turns a file of version n into one of version n + 1, in order. A published step is never changed.
const MIGRATIONS: &[&str] = &[
    "CREATE TABLE books (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        start INTEGER NOT NULL,
        UNIQUE (game, name)
    ) STRICT;
    CREATE TABLE positions (
        id INTEGER PRIMARY KEY,
        book INTEGER NOT NULL REFERENCES books (id),
        key INTEGER NOT NULL,
        text TEXT NOT NULL,
        mover INTEGER NOT NULL CHECK (mover BETWEEN 0 AND 255),
        plies INTEGER NOT NULL CHECK (plies >= 0),
        searched INTEGER NOT NULL,
        UNIQUE (book, key)
    ) STRICT;
    CREATE TABLE moves (
        position INTEGER NOT NULL REFERENCES positions (id) ON DELETE CASCADE,
        move TEXT NOT NULL,
        leads INTEGER NOT NULL,
        score INTEGER,
        given INTEGER,
        wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        seen_total INTEGER NOT NULL,
        weight INTEGER NOT NULL,
        abandoned INTEGER NOT NULL,
        PRIMARY KEY (position, move)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE learnt (
        book INTEGER NOT NULL REFERENCES books (id),
        game TEXT NOT NULL,
        PRIMARY KEY (book, game)
    ) STRICT, WITHOUT ROWID;",
    "ALTER TABLE positions ADD COLUMN sum INTEGER;
    ALTER TABLE moves ADD COLUMN sum INTEGER;",
];
/// The version from which on every row has a checksum.
const WITH_SUMS: i64 = 2;

/// The newest version of the schema.
const VERSION: i64 = MIGRATIONS.len() as i64;

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
}

/// Refuses files of other programs and of newer versions, then makes or updates the tables.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), BookError> {
    let sql = |error| BookError::from_sql(path, error);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(sql)?;
    let application = pragma(connection, "application_id").map_err(sql)?;
    if tables > 0 && application != APPLICATION {
        return Err(BookError::Foreign(path.to_owned()));
    }
    let version = pragma(connection, "user_version").map_err(sql)?;
    if !(0..=VERSION).contains(&version) {
        return Err(BookError::Newer { path: path.to_owned(), found: version, known: VERSION });
    }
    migrate(connection).map_err(sql)
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    if pragma(connection, "user_version")? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have been quicker.
    let version = pragma(&transaction, "user_version")?;
    for step in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    if version < WITH_SUMS {
        super::rows::add_sums(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
