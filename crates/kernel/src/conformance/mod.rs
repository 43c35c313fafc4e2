//! The conformance suite: checks that every game must pass before a search, a database or a page can trust it.
//!
//! Random games are played from the start, and what the game says is checked in every position that is met:
//! moves, count, turn, outcome, text, key and evaluation everywhere; move texts, clicks, diagrams, symmetries,
//! copies and changed texts, which cost more, in about one position of ten and one end of a game of three. The
//! lots are drawn from the plan's seed, so that a run can be repeated.
//!
//! ```
//! use plybook_kernel::conformance::{Plan, check};
//! use plybook_kernel::written::WrittenTree;
//!
//! let game = WrittenTree::parse("((3 12 8) (2 4 6) (14 5 2))")?;
//! let report = check(&game, &Plan { seed: 7, moves: 1000 })?;
//! assert_eq!(report.longest, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chances;
mod check;
mod clicks;
mod description;
mod diagrams;
mod edits;
mod endings;
mod evaluations;
mod failure;
mod index;
mod move_texts;
mod moves;
mod plan;
mod planes;
mod report;
mod resets;
mod sign;
mod symmetries;
mod texts;
mod walk;

pub use check::Check;
pub use failure::Failure;
pub use plan::Plan;
pub use report::{IndexReport, Report};

use crate::{Evaluated, HasInfo, Indexed, Notation, Planes, Symmetric, View};
use walk::walk;

/// Checks everything that a game in the list of games offers: first the rules, then in other random games
/// what relies on them. Numberings are checked by `check_indexed`.
///
/// # Errors
/// The first check that failed, and where.
pub fn check<G: HasInfo + Notation + View + Symmetric + Evaluated + Planes>(
    game: &G,
    plan: &Plan,
) -> Result<Report, Failure> {
    let report = check_rules(game, plan)?;
    let mut evaluations = evaluations::Evaluations::new(game)?;
    let mut boards = planes::Boards::new(game)?;
    walk(game, plan, &mut [&mut symmetries::Symmetries, &mut evaluations, &mut boards])?;
    sign::check(game, plan)?;
    description::check(game, plan)?;
    Ok(report)
}

/// Checks the rules, the notation and the view of a game, chance nodes included.
///
/// # Errors
/// The first check that failed, and where.
pub fn check_rules<G: Notation + View>(game: &G, plan: &Plan) -> Result<Report, Failure> {
    diagrams::players_are_named(game)?;
    let mut forgotten = resets::Forgotten::default();
    // Each of them may rely on those before.
    let report = walk(
        game,
        plan,
        &mut [
            &mut texts::Texts::default(),
            &mut moves::Moves::new(),
            &mut endings::Endings::default(),
            &mut chances::Chances::new(),
            &mut move_texts::MoveTexts::default(),
            &mut diagrams::Diagrams::default(),
            &mut clicks::Clicks,
            &mut edits::Edits,
            &mut forgotten,
        ],
    )?;
    forgotten.found().map_or(Ok(report), Err)
}

/// Checks the symmetries of a game alone.
///
/// # Errors
/// The first check that failed, and where.
pub fn check_symmetric<G: Notation + Symmetric>(game: &G, plan: &Plan) -> Result<Report, Failure> {
    walk(game, plan, &mut [&mut symmetries::Symmetries])
}

/// Checks the evaluators of a game alone.
///
/// # Errors
/// The first check that failed, and where.
pub fn check_evaluated<G: Notation + Evaluated>(game: &G, plan: &Plan) -> Result<Report, Failure> {
    let report = walk(game, plan, &mut [&mut evaluations::Evaluations::new(game)?])?;
    sign::check(game, plan)?;
    Ok(report)
}

/// Checks the chance nodes of a game alone, and that random games meet any.
///
/// # Errors
/// The first check that failed, and where.
pub fn check_chance<G: Notation>(game: &G, plan: &Plan) -> Result<Report, Failure> {
    let report = walk(game, plan, &mut [&mut chances::Chances::new()])?;
    if report.chance_nodes > 0 {
        return Ok(report);
    }
    let expected = format!("a chance node within {} moves", report.moves);
    Failure::new(Check::ChanceMet, game.text(&game.start())).expected(expected).found("none")
}

/// Checks a numbering of positions. Every number is looked at in a slice that is not larger than its share of
/// the plan's moves; of larger slices, as many numbers as that, drawn by lot. Afterwards the positions of random
/// games are numbered.
///
/// # Errors
/// The first check that failed, and where.
pub fn check_indexed<G: Notation + Symmetric + Indexed>(
    game: &G,
    plan: &Plan,
) -> Result<IndexReport, Failure> {
    index::check(game, plan)
}
