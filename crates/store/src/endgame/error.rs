//! What can go wrong with endgame databases.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a database cannot be built, checked or used.
#[derive(Debug, Error)]
pub enum EndgameError {
    /// The operating system refused something.
    #[error("{}: cannot {action}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is damaged, or belongs to something else.
    #[error("{}: {problem}; delete it and build it again with `plybook endgame build`", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A slice does not fit into the memory that may be used.
    #[error("slice {slice} needs {need} MiB of memory and only {limit} may be used; raise --memory")]
    Memory {
        /// The slice's name.
        slice: String,
        /// Mebibytes that it needs.
        need: u64,
        /// Mebibytes that may be used.
        limit: u64,
    },
    /// The game has no slice of a name.
    #[error("the game has no slice `{name}`; known: {known}")]
    NoSlice {
        /// The name.
        name: String,
        /// The names of the first slices.
        known: String,
    },
    /// A value does not follow from the moves: the file or the numbering is wrong.
    #[error("slice {slice}, number {index} ({position}): the file says {stored}, the moves say {found}")]
    Wrong {
        /// The slice's name.
        slice: String,
        /// The number within the slice.
        index: u64,
        /// The position, as the rules keep it.
        position: String,
        /// What is stored.
        stored: String,
        /// What follows from the moves.
        found: String,
    },
    /// A position's wins are longer than the format can say.
    #[error("slice {slice} has wins longer than {longest} plies, which the format cannot hold")]
    TooLong {
        /// The slice's name.
        slice: String,
        /// The longest distance that can be written.
        longest: u32,
    },
    /// A slice that this one needs is not installed.
    #[error("slice {slice} needs slice {missing}, which is not installed; build it first")]
    Missing {
        /// The slice's name.
        slice: String,
        /// The name of the slice that is missing.
        missing: String,
    },
    /// Whoever watched the work ended it.
    #[error("stopped; the same command goes on where it was")]
    Stopped,
}

impl EndgameError {
    /// An error of the system, for `map_err`.
    pub(crate) fn disk(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> EndgameError {
        let path = path.to_owned();
        move |source| EndgameError::Disk { path, action, source }
    }

    /// A file that is not to be trusted.
    pub(crate) fn refused(path: &Path, problem: impl Into<String>) -> EndgameError {
        EndgameError::Refused { path: path.to_owned(), problem: problem.into() }
    }
}
