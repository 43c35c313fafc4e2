//! Units of work: JSON in, JSON out, done without Python's lock and ended by Ctrl-C.

use crate::error::{OrRaise, Trouble};
use crate::interrupt;
use plybook_catalog::endgame_files::Folder;
use plybook_catalog::open;
use plybook_work::{
    LineCount, Unit, UnitResult, WorkError, keep_slice, missing_slices, slice_unit, split, sum,
};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

impl From<WorkError> for Trouble {
    fn from(error: WorkError) -> Trouble {
        match error {
            WorkError::Refused(error) => error.into(),
            other => {
                let message = other.to_string();
                let (problem, remedy) = message.rsplit_once("; ").unwrap_or((&message, ""));
                let (problem, remedy) = (problem.to_owned(), remedy.to_owned());
                Trouble { message, subject: "unit".to_owned(), problem, remedy, ..Trouble::default() }
            }
        }
    }
}

/// Does a unit of work: its result, and what was measured while it was done.
#[pyfunction]
pub fn work(py: Python<'_>, unit: &str) -> PyResult<(String, String)> {
    let stop = AtomicBool::new(false);
    let unit = unit.to_owned();
    interrupt::run(py, &stop, || plybook_work::work(&unit, &stop))?.or_raise(py)
}

/// The units of a count of leaves, which together are the whole.
#[pyfunction]
pub fn perft_units(
    py: Python<'_>,
    game: &str,
    position: Option<&str>,
    moves: Vec<String>,
    depth: u32,
    remember: bool,
    units: usize,
) -> PyResult<Vec<String>> {
    let game = open(game).or_raise(py)?;
    let units = split(&*game, position, &moves, depth, remember, units).or_raise(py)?;
    units.into_iter().map(|unit| Unit::Perft(unit).text().or_raise(py)).collect()
}

/// The leaves and the games that ended before, of the results of all units of a count.
#[pyfunction]
pub fn perft_sum(py: Python<'_>, results: Vec<String>) -> PyResult<(u64, u64)> {
    let mut counts: Vec<LineCount> = Vec::new();
    for result in &results {
        match UnitResult::read(result).or_raise(py)? {
            UnitResult::Perft { lines } => counts.extend(lines),
            _ => return Err(other_result("perft").raise(py)),
        }
    }
    let LineCount { leaves, finished } = sum(&counts);
    Ok((leaves, finished))
}

/// The error for a result of another kind of unit.
pub fn other_result(wanted: &str) -> Trouble {
    Trouble::new(
        "result",
        wanted,
        "it is the result of another kind of unit",
        "give the results of these units",
    )
}

/// The slices that are missing in a folder of endgame databases, each with those that its values follow from.
#[pyfunction]
pub fn endgame_missing(
    py: Python<'_>,
    game: &str,
    folder: PathBuf,
    slices: Vec<String>,
) -> PyResult<Vec<(String, Vec<String>)>> {
    missing_slices(game, &Folder(folder), &slices).or_raise(py)
}

/// The unit that builds a slice, with the files that it needs from a folder.
#[pyfunction]
pub fn endgame_unit(
    py: Python<'_>,
    game: &str,
    folder: PathBuf,
    slice: &str,
    memory: u32,
) -> PyResult<String> {
    let unit = slice_unit(game, &Folder(folder), slice, memory).or_raise(py)?;
    Unit::Endgame(unit).text().or_raise(py)
}

/// Puts the file of a slice into a folder of endgame databases, whole or not at all.
#[pyfunction]
pub fn endgame_keep(py: Python<'_>, game: &str, folder: PathBuf, result: &str) -> PyResult<()> {
    let UnitResult::Endgame { file: slice } = UnitResult::read(result).or_raise(py)? else {
        return Err(other_result("endgame").raise(py));
    };
    keep_slice(game, &Folder(folder), &slice).or_raise(py)
}

/// The version of the package: the machines of a cluster must have the same.
#[pyfunction]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
