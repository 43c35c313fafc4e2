//! The program's errors as exceptions, in its own words.

use plybook_agent::{Fault, SpecError};
use plybook_arena::config::ConfigError;
use plybook_arena::game_store::GameStoreError;
use plybook_arena::tournament::ArenaError;
use plybook_catalog::{ReadError, RecordError};
use plybook_store::database::DatabaseError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The module of the package that has the exceptions: a native one cannot be derived from `ValueError` in a wheel that
/// fits several versions of Python.
const MODULE: &str = "plybook._errors";

/// What is wrong, as `PlybookError` tells it.
#[derive(Clone, Debug, Default)]
pub struct Trouble {
    /// The whole sentence.
    pub message: String,
    /// What the culprit should have been: `move`, `position`.
    pub subject: String,
    /// What was given.
    pub culprit: String,
    /// The character of the culprit, from 1, where it went wrong.
    pub place: Option<usize>,
    /// What is wrong there.
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

impl Trouble {
    /// An error of the package's own, told as `ReadError` tells it.
    pub fn new(
        subject: &'static str,
        culprit: &str,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Trouble {
        ReadError::new(subject, culprit, problem, remedy).into()
    }

    /// The exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        self.raise_as(py, "PlybookError")
    }

    /// The exception of this class of the package.
    pub fn raise_as(self, py: Python<'_>, class: &str) -> PyErr {
        let Trouble { message, subject, culprit, place, problem, remedy } = self;
        let made = py.import(MODULE).and_then(|module| module.getattr(class)).and_then(|class| {
            class.cast::<PyType>()?.call1((message, subject, culprit, place, problem, remedy))
        });
        made.map_or_else(|error| error, PyErr::from_value)
    }
}

impl From<ReadError> for Trouble {
    fn from(error: ReadError) -> Trouble {
        Trouble {
            message: error.to_string(),
            subject: error.subject.to_owned(),
            culprit: error.input,
            place: error.place,
            problem: error.problem,
            remedy: error.remedy,
        }
    }
}

impl From<SpecError> for Trouble {
    fn from(error: SpecError) -> Trouble {
        Trouble {
            message: error.to_string(),
            subject: "agent".to_owned(),
            culprit: error.spec,
            place: None,
            problem: error.problem,
            remedy: error.remedy,
        }
    }
}

/// An error that is one sentence, with the remedy behind the semicolon.
fn told(subject: &str, message: String) -> Trouble {
    let (problem, remedy) = message.rsplit_once("; ").unwrap_or((&message, ""));
    let (problem, remedy) = (problem.to_owned(), remedy.to_owned());
    Trouble { message, subject: subject.to_owned(), problem, remedy, ..Trouble::default() }
}

impl From<ConfigError> for Trouble {
    fn from(error: ConfigError) -> Trouble {
        told("match", error.to_string())
    }
}

impl From<ArenaError> for Trouble {
    fn from(error: ArenaError) -> Trouble {
        told("match", error.to_string())
    }
}

impl From<GameStoreError> for Trouble {
    fn from(error: GameStoreError) -> Trouble {
        told("database", error.to_string())
    }
}

impl From<RecordError> for Trouble {
    fn from(error: RecordError) -> Trouble {
        told("record", error.to_string())
    }
}

impl From<DatabaseError> for Trouble {
    fn from(error: DatabaseError) -> Trouble {
        told("database", error.to_string())
    }
}

impl From<Fault> for Trouble {
    fn from(error: Fault) -> Trouble {
        told("agent", error.to_string())
    }
}

/// Results of the program as results of Python.
pub trait OrRaise<T> {
    /// The value, or the exception that tells the error.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Into<Trouble>> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.into().raise(py))
    }
}
