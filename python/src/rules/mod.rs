//! Games whose rules are the methods of a Python object.
//!
//! The object says where the game starts, what a position's children are and how it is judged. Each is asked once for a
//! position, and the answers are remembered within a bound. Rules in Python can fail where compiled rules cannot: the
//! first exception, or the first mistake in what they answer, is kept, everything after it is answered quickly and
//! without a meaning, searches end, and whoever asked gets the exception with its own traceback.

mod answers;
mod check;
mod identity;
mod memory;
mod place;
mod python_game;
mod value;

pub use check::{check, told};
pub use python_game::PythonGame;

use crate::error::Trouble;
use answers::{Answers, Judgement};
use memory::Memory;
use place::Place;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Positions whose answers are remembered, unless the class says otherwise by `remember`.
const REMEMBERED: usize = 100_000;

/// What the rules say about themselves, by the attributes of their class.
pub struct About {
    /// The name by which the game is chosen.
    pub name: String,
    /// The name people use.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// The rules as Markdown.
    pub text: String,
    /// What the players are called.
    pub players: [String; 2],
    /// The longest game in plies, if that is said.
    pub longest: Option<u32>,
    /// How often a position has to come for a draw, if the rules end games so.
    pub repetition: Option<usize>,
    /// What it means to have no move, if that is said.
    pub no_moves: Option<Judgement>,
}

/// Rules in Python.
pub struct Rules {
    answers: Answers,
    /// What they say about themselves.
    pub about: About,
    memory: Mutex<Memory>,
    start: OnceLock<Arc<Place>>,
    trouble: Mutex<Option<PyErr>>,
    troubled: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rules {
    /// The rules of an object, or of a class that can be made without arguments.
    pub fn new(py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Rules> {
        let object = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
        let answers = Answers::new(&object)?;
        let about = about(py, &object, &answers)?;
        let remember = number(&object, "remember", REMEMBERED)?.unwrap_or(REMEMBERED);
        Ok(Rules {
            answers,
            about,
            memory: Mutex::new(Memory::new(remember)),
            start: OnceLock::new(),
            trouble: Mutex::new(None),
            troubled: AtomicBool::new(false),
        })
    }

    /// The object itself.
    pub fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.answers.object.clone_ref(py)
    }

    /// Whether the rules have failed and nobody has been told yet.
    pub fn is_troubled(&self) -> bool {
        self.troubled.load(Relaxed)
    }

    /// Keeps a failure, unless there is an earlier one.
    pub fn keep_trouble(&self, error: PyErr) {
        let mut trouble = locked(&self.trouble);
        if trouble.is_none() {
            *trouble = Some(error);
        }
        self.troubled.store(true, Relaxed);
    }

    /// The failure that is to be told, if there is one. From then on the rules are asked again.
    pub fn take_trouble(&self, _: Python<'_>) -> Option<PyErr> {
        if !self.is_troubled() {
            return None;
        }
        let mut trouble = locked(&self.trouble);
        self.troubled.store(false, Relaxed);
        trouble.take()
    }

    /// The value; after a failure, which is kept, none.
    fn kept<T>(&self, result: PyResult<T>) -> Option<T> {
        result.map_err(|error| self.keep_trouble(error)).ok()
    }
}

/// A number among the attributes, above 0.
fn number(object: &Bound<'_, PyAny>, name: &str, most: usize) -> PyResult<Option<usize>> {
    let Some(value) = object.getattr_opt(name)?.filter(|value| !value.is_none()) else { return Ok(None) };
    let known = value.extract::<usize>().ok().filter(|&number| number > 0);
    known.map(Some).ok_or_else(|| {
        let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        let remedy = format!("make it a whole number above 0, such as {most}, or leave it out");
        Trouble::new("rules", name, format!("`{name}` is {shown}"), remedy).raise(object.py())
    })
}

/// A text among the attributes.
fn text(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<String>> {
    let Some(value) = object.getattr_opt(name)?.filter(|value| !value.is_none()) else { return Ok(None) };
    match value.cast::<PyString>() {
        Ok(text) => Ok(Some(text.to_string())),
        Err(_) => {
            let problem = format!("`{name}` is no text but {}", value.get_type().name()?);
            Err(Trouble::new("rules", name, problem, "write it in quotes").raise(object.py()))
        }
    }
}

fn about(py: Python<'_>, object: &Bound<'_, PyAny>, answers: &Answers) -> PyResult<About> {
    let class = object.get_type().name()?.to_string();
    let plain = |name: &str| {
        !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    let of_class: String = class.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = text(object, "name")?.unwrap_or_else(|| of_class.to_ascii_lowercase());
    if !plain(&name) {
        let remedy = "give the class a `name` of small letters, digits and `-`";
        return Err(Trouble::new("rules", &name, "no name for a game", remedy).raise(py));
    }
    let title = text(object, "title")?.filter(|title| !title.trim().is_empty()).unwrap_or(class);
    let doc = object.getattr_opt("__doc__")?.and_then(|doc| doc.extract::<String>().ok()).unwrap_or_default();
    let doc: Vec<&str> = doc.trim().lines().map(str::trim).collect();
    let summary = doc
        .first()
        .filter(|line| !line.is_empty())
        .map_or("A game whose rules are written in Python.", |l| l);
    let players = match object.getattr_opt("players")?.filter(|value| !value.is_none()) {
        None => ["First".to_owned(), "Second".to_owned()],
        Some(value) => {
            let names: Option<[String; 2]> =
                value.extract::<Vec<String>>().ok().and_then(|names| names.try_into().ok());
            let known = names.filter(|[one, other]| one != other && !one.is_empty() && !other.is_empty());
            known.ok_or_else(|| {
                let shown = value.repr().map_or_else(|_| String::new(), |text| text.to_string());
                let remedy = "give two different names, such as (\"White\", \"Black\")";
                Trouble::new("rules", "players", format!("`players` is {shown}"), remedy).raise(py)
            })?
        }
    };
    let no_moves = match object.getattr_opt("no_moves")?.filter(|value| !value.is_none()) {
        None => None,
        Some(value) => answers.judgement_of(&value, "no_moves")?,
    };
    let longest = number(object, "longest", 100)?.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX));
    let rules = if doc.len() > 1 { doc.join("\n") } else { summary.to_owned() };
    Ok(About {
        text: format!("# {title}\n\n{rules}\n"),
        summary: summary.to_owned(),
        name,
        title,
        players,
        longest,
        repetition: number(object, "repetition", 3)?,
        no_moves,
    })
}
