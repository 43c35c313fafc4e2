//! What can be wrong with a file of books.

use rusqlite::ErrorCode;
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a book cannot be used. Each names the file and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// A newer program wrote it.
    #[error(
        "book {path}: written by a newer version of the program (schema {found}, this one knows {known}); use that \
         version, or another file with --book", path = path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// It is a database, but not one of books.
    #[error("book {}: belongs to another program; choose another file with --book", .0.display())]
    Foreign(PathBuf),
    /// It is no database, or no longer one.
    #[error(
        "book {path}: damaged, or no book at all ({why}); nothing was changed; put a copy back, or choose another file \
         with --book", path = path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        why: String,
    },
    /// The keys of positions are others now.
    #[error(
        "book {path}: the book `{name}` of {game} was made by a version of the program that numbers positions \
         otherwise; build it anew, under another --name or in another file with --book", path = path.display()
    )]
    Outdated {
        /// The file.
        path: PathBuf,
        /// The game's whole name.
        game: String,
        /// The book's name.
        name: String,
    },
    /// The copy that a tournament is played from is not in order.
    #[error(
        "frozen books {path}: {why}; the tournament cannot go on from them: put the file back, or start anew with \
         --again", path = path.display()
    )]
    Snapshot {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody else holds it.
    #[error("book {}: held by another program for too long; end that one and try again", .0.display())]
    Locked(PathBuf),
    /// It cannot be opened, read or written.
    #[error("book {path}: {why}; choose another file with --book", path = path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
}

impl BookError {
    pub(super) fn unusable(path: &Path, why: &dyn fmt::Display) -> BookError {
        BookError::Unusable { path: path.to_owned(), why: why.to_string() }
    }

    /// What an error of SQLite means for the user.
    pub(super) fn from_sql(path: &Path, error: rusqlite::Error) -> BookError {
        let why = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => BookError::Locked(path.to_owned()),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) | None => {
                BookError::Damaged { path: path.to_owned(), why }
            }
            Some(_) => BookError::unusable(path, &why),
        }
    }
}
