//! Counting leaves, and checking games.

use crate::error::{OrRaise, Trouble};
use crate::game::Game;
use crate::interrupt;
use crate::position::Position;
use crate::rules::{self, PythonGame};
use plybook_catalog::{AnyPosition, Visitor, with_game};
use plybook_kernel::ListedGame;
use plybook_kernel::conformance::{self, Plan, Report};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Deepest count that can be asked for.
const DEEPEST: u32 = 200;
/// Plies that are counted in one piece. Between two pieces somebody looks whether the count is to stop.
const PIECE: u32 = 4;

/// The leaves below a position, counted in pieces; meaningless once it is to stop.
fn leaves(at: &dyn AnyPosition, depth: u32, stop: &AtomicBool) -> u64 {
    if stop.load(Relaxed) {
        return 0;
    }
    if depth <= PIECE {
        return divided(at, depth, false).iter().map(|(_, leaves)| leaves).sum();
    }
    // Counting goes by the position alone: the end of a game by its path is no end here.
    let session = at.session();
    if session.ending().is_some_and(|ending| ending.rule.leaves_moves()) {
        return divided(at, depth, false).iter().map(|(_, leaves)| leaves).sum();
    }
    (0..at.move_count())
        .filter_map(|number| at.after(number))
        .map(|next| leaves(&*next, depth - 1, stop))
        .sum()
}

/// The leaves below each move.
fn divided(at: &dyn AnyPosition, depth: u32, remember: bool) -> Vec<(String, u64)> {
    if depth == 0 {
        return vec![(String::new(), 1)];
    }
    let shares = at.session().divide(depth, remember, &mut |_, _| {});
    shares.into_iter().map(|share| (share.text, share.count.leaves)).collect()
}

fn checked_depth(py: Python<'_>, depth: i64) -> PyResult<u32> {
    let known = u32::try_from(depth).ok().filter(|&depth| depth <= DEEPEST);
    let remedy = format!("give 0 to {DEEPEST} plies");
    known.ok_or_else(|| Trouble::new("depth", &depth.to_string(), "no depth to count to", remedy).raise(py))
}

/// The number of leaves so many plies below a position.
#[pyfunction]
#[pyo3(signature = (position, depth, *, remember=false))]
pub fn perft(py: Python<'_>, position: &Position, depth: i64, remember: bool) -> PyResult<u64> {
    let (depth, stop, at) = (checked_depth(py, depth)?, AtomicBool::new(false), &*position.at);
    let counted = interrupt::run(py, &stop, || {
        if remember {
            divided(at, depth, true).iter().map(|(_, leaves)| leaves).sum()
        } else {
            leaves(at, depth, &stop)
        }
    })?;
    position.game.checked(py, counted)
}

/// The number of leaves below each move of a position.
#[pyfunction]
#[pyo3(signature = (position, depth, *, remember=false))]
pub fn divide<'py>(
    py: Python<'py>,
    position: &Position,
    depth: i64,
    remember: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let (depth, stop, at) = (checked_depth(py, depth)?, AtomicBool::new(false), &*position.at);
    if depth == 0 {
        let remedy = "give 1 ply or more";
        return Err(Trouble::new("depth", "0", "no move has leaves there", remedy).raise(py));
    }
    let counted = interrupt::run(py, &stop, || divided(at, depth, remember))?;
    position.game.checked(py, ())?;
    let told = PyDict::new(py);
    for (text, leaves) in counted {
        told.set_item(text, leaves)?;
    }
    Ok(told)
}

/// Checks a compiled game.
struct Compiled(Plan);

impl Visitor for Compiled {
    type Output = Result<Report, conformance::Failure>;

    fn visit<G: ListedGame>(self, game: G) -> Self::Output {
        conformance::check(&game, &self.0)
    }
}

/// Sends a game through the conformance suite: random games of so many moves, in which some fifty properties are checked.
#[pyfunction]
#[pyo3(signature = (game, *, moves=10_000, seed=1))]
pub fn check<'py>(py: Python<'py>, game: &Game, moves: usize, seed: u64) -> PyResult<Bound<'py, PyDict>> {
    let (plan, stop, game) = (Plan { seed, moves: moves.max(1) }, AtomicBool::new(false), &game.0);
    let report = match &game.rules {
        Some(own) => {
            game.checked(py, ())?;
            let game = PythonGame::new(Arc::clone(own));
            interrupt::run(py, &stop, || rules::check(&game, &plan, &stop))??
        }
        None => {
            let name = game.any.full_name();
            let checked = interrupt::run(py, &stop, || with_game(&name, Compiled(plan)))?.or_raise(py)?;
            checked.map_err(|failure| rules::told(&failure).raise_as(py, "RulesError"))?
        }
    };
    let told = PyDict::new(py);
    for (name, count) in [
        ("games", report.games),
        ("finished", report.finished),
        ("moves", report.moves),
        ("longest", report.longest),
        ("widest", report.widest),
        ("distinct", report.distinct),
    ] {
        told.set_item(name, count)?;
    }
    Ok(told)
}
