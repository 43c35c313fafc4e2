//! What can be wrong with a database file.

use rusqlite::ErrorCode;
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the database cannot be used. Each names the file and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DatabaseError {
    /// A newer program wrote it.
    #[error(
        "database {path}: written by a newer version of the program (schema {found}, this one knows {known}); \
         use that version, or another file with --db", path = path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// It is a database, but not one of games.
    #[error("database {}: belongs to another program; choose another file with --db", .0.display())]
    Foreign(PathBuf),
    /// It is no database, or no longer one.
    #[error(
        "database {path}: damaged, or no database at all ({why}); nothing was changed; put a copy back, save what is \
         left with `sqlite3 FILE .recover`, or choose another file with --db", path = path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        why: String,
    },
    /// It may not be written, which is needed here.
    #[error(
        "database {}: may not be written; copy it to where it may, or choose another file with --db", .0.display()
    )]
    ReadOnly(PathBuf),
    /// Somebody else holds it.
    #[error(
        "database {}: held by another program for too long; end that one, or choose another file with --db",
        .0.display()
    )]
    Locked(PathBuf),
    /// There is no room left.
    #[error(
        "database {}: the disk is full; what was stored is safe: make room and run the same command again",
        .0.display()
    )]
    Full(PathBuf),
    /// It cannot be opened, read or written.
    #[error("database {path}: {why}; choose another file with --db", path = path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
}

impl DatabaseError {
    pub(crate) fn unusable(path: &Path, why: &dyn fmt::Display) -> DatabaseError {
        DatabaseError::Unusable { path: path.to_owned(), why: why.to_string() }
    }

    pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> DatabaseError {
        DatabaseError::Damaged { path: path.to_owned(), why: why.into() }
    }

    /// What an error of SQLite means for the user.
    pub(crate) fn from_sql(path: &Path, error: rusqlite::Error) -> DatabaseError {
        let why = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                DatabaseError::Locked(path.to_owned())
            }
            Some(ErrorCode::ReadOnly) => DatabaseError::ReadOnly(path.to_owned()),
            Some(ErrorCode::DiskFull) => DatabaseError::Full(path.to_owned()),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => DatabaseError::damaged(path, why),
            Some(_) => DatabaseError::unusable(path, &why),
            // A value of a type or form that was never written.
            None => DatabaseError::damaged(path, why),
        }
    }
}
