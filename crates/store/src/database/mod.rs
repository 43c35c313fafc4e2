//! The database of games: one SQLite file with a write-ahead log.
//!
//! `docs/database.md` documents the schema for people who open the file with other tools. A game is committed as a
//! whole or not at all, and a committed game survives the death of the program at any later moment.

mod chain;
mod error;
mod games;
mod lock;
mod schema;
mod tournaments;

pub use chain::{ChainFault, ChainReport};
pub use error::DatabaseError;
pub use games::{GameFilter, StoredGame, StoredPlayer};
pub use lock::{Lock, LockError};
pub use schema::VERSION;
pub use tournaments::{NewTournament, StoredTournament};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, OpenFlags};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for another program that holds the file.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The open database.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    path: PathBuf,
}

impl Database {
    /// Opens the file, makes it where there is none, and brings an older one up to date.
    ///
    /// # Errors
    /// The file cannot be opened or written, is damaged, belongs to another program or to a newer version of this
    /// one, or is held by somebody else. It is left as it was.
    pub fn open(path: &Path) -> Result<Database, DatabaseError> {
        Database::open_patiently(path, PATIENCE)
    }

    /// Opens the file and waits so long, here and later, while somebody else holds it.
    ///
    /// # Errors
    /// As `open`.
    pub fn open_patiently(path: &Path, patience: Duration) -> Result<Database, DatabaseError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| DatabaseError::unusable(path, &error))?;
        }
        let connection = Connection::open(path).map_err(|error| DatabaseError::from_sql(path, error))?;
        let mut database = Database { connection, path: path.to_owned() };
        database.prepare(patience).map_err(|trouble| trouble.of(path))?;
        Ok(database)
    }

    /// Opens a file that is there to look at it: one that may not be written as it is, any other as `open` does.
    ///
    /// # Errors
    /// As `open`; and a file that may not be written is of an older version.
    pub fn open_to_read(path: &Path) -> Result<Database, DatabaseError> {
        match Database::open(path) {
            Err(DatabaseError::ReadOnly(_)) => {}
            result => return result,
        }
        let told = |error| DatabaseError::from_sql(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(told)?;
        connection.busy_timeout(PATIENCE).map_err(told)?;
        let mut found = schema::refuse_unreadable(&connection, path);
        if matches!(&found, Err(Trouble::Sql(_))) && !has_log(path) {
            // SQLite cannot make the files beside it by which programs agree; nobody can write it, so none is needed.
            let flags = flags | OpenFlags::SQLITE_OPEN_URI;
            connection = Connection::open_with_flags(immutable(path), flags).map_err(told)?;
            found = schema::refuse_unreadable(&connection, path);
        }
        found.map_err(|trouble| trouble.of(path))?;
        Ok(Database { connection, path: path.to_owned() })
    }

    /// Where the file lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs SQLite's own check of the whole file.
    ///
    /// # Errors
    /// The check failed; the message is SQLite's.
    pub fn check(&self) -> Result<(), DatabaseError> {
        let told = self
            .connection
            .query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0))
            .map_err(|error| self.error(error))?;
        if told == "ok" { Ok(()) } else { Err(DatabaseError::Damaged { path: self.path.clone(), why: told }) }
    }

    fn prepare(&mut self, patience: Duration) -> Result<(), Trouble> {
        let connection = &mut self.connection;
        connection.busy_timeout(patience)?;
        if connection.is_readonly(MAIN_DB)? {
            return Err(Trouble::Told(DatabaseError::ReadOnly(self.path.clone())));
        }
        schema::refuse_strangers(connection, &self.path)?;
        // A trigger that somebody put into the file could change or delete what is stored.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // A commit reaches the disk before it is reported, also when the machine loses its power.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        schema::migrate(connection, &self.path)
    }

    pub(crate) fn error(&self, error: rusqlite::Error) -> DatabaseError {
        DatabaseError::from_sql(&self.path, error)
    }
}

/// Whether something may wait in the file's log that is not in the file yet.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|data| data.len() > 0)
}

/// The address by which SQLite opens a file that nobody changes.
fn immutable(path: &Path) -> PathBuf {
    let mut address = b"file:".to_vec();
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'%' | b'?' | b'#' => address.extend(format!("%{byte:02x}").bytes()),
            _ => address.push(byte),
        }
    }
    address.extend(b"?immutable=1");
    PathBuf::from(OsString::from_vec(address))
}

/// What can go wrong while a file is prepared.
#[derive(Debug)]
pub(crate) enum Trouble {
    Sql(rusqlite::Error),
    Told(DatabaseError),
}

impl Trouble {
    fn of(self, path: &Path) -> DatabaseError {
        match self {
            Trouble::Sql(error) => DatabaseError::from_sql(path, error),
            Trouble::Told(error) => error,
        }
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        Trouble::Sql(error)
    }
}

#[cfg(test)]
mod tests;
