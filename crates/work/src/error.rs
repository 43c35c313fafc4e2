//! Why a unit of work is not done.

use plybook_catalog::ReadError;
use plybook_catalog::endgame_files::EndgameError;
use plybook_catalog::master::MasterError;
use thiserror::Error;

/// Why a unit of work is not done.
#[derive(Debug, Error)]
pub enum WorkError {
    /// The text is no unit.
    #[error("{what}: it cannot be read: {why}; write it as docs/cluster.md says")]
    Unreadable {
        /// What was read: a unit or a result.
        what: &'static str,
        /// What is wrong with it, and where.
        why: String,
    },
    /// The text is of another version.
    #[error(
        "{what}: its version is {found}, and this program understands version 1; use the same program everywhere"
    )]
    Version {
        /// What was read: a unit or a result.
        what: &'static str,
        /// The version that it says.
        found: String,
    },
    /// It asks for what there is not.
    #[error(transparent)]
    Refused(#[from] ReadError),
    /// The endgame database cannot be built.
    #[error(transparent)]
    Endgame(#[from] EndgameError),
    /// The games of a learning cannot be played.
    #[error("learning: {0}")]
    Learning(MasterError),
    /// The machine refuses something.
    #[error("{0}")]
    Failed(String),
    /// It was told to stop.
    #[error("the unit was stopped")]
    Stopped,
}

impl WorkError {
    /// Whether the unit is at fault, on every machine, and not this machine.
    #[must_use]
    pub const fn is_bad_input(&self) -> bool {
        match self {
            WorkError::Unreadable { .. } | WorkError::Version { .. } | WorkError::Refused(_) => true,
            WorkError::Endgame(error) => {
                matches!(error, EndgameError::NoSlice { .. } | EndgameError::Missing { .. })
            }
            WorkError::Learning(error) => !matches!(error, MasterError::Stopped),
            WorkError::Failed(_) | WorkError::Stopped => false,
        }
    }
}
