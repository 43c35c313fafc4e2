//! Margins refined by games.

use super::spsa::{Spsa, SpsaState};
use crate::data::{DuelPlan, play_pairs};
use plybook_format::{margin_numbers, margins_of_numbers};
use plybook_kernel::{Evaluator, Game, Margins, SearchHints};
use plybook_search::Engine;

/// Pairs of games of one step: enough to keep some threads busy, and few enough for many steps.
pub const PAIRS_OF_STEP: u64 = 8;
/// A number can become so many times what it was at first, and anything below: it begins in the middle of its range.
const WIDEST: f64 = 2.0;

/// How margins are refined.
#[derive(Clone, Debug, PartialEq)]
pub struct RefinePlan {
    /// How the games are played.
    pub duel: DuelPlan,
    /// Games in all; rounded down to whole steps.
    pub games: u64,
    /// The numbers of the fields that are refined; the others stay as they are.
    pub fields: Vec<usize>,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

impl RefinePlan {
    /// The climb that the games suffice for.
    #[must_use]
    pub fn spsa(&self) -> Spsa {
        let steps = self.games / (2 * PAIRS_OF_STEP);
        Spsa { steps: steps.try_into().unwrap_or(u32::MAX), seed: self.duel.seed }
    }

    /// Where the climb begins.
    #[must_use]
    pub fn start(&self) -> SpsaState {
        SpsaState::new(vec![1.0 / WIDEST; self.fields.len()])
    }

    /// The margins of a point: shares of the ranges around the first ones.
    #[must_use]
    pub fn margins(&self, first: &Margins, point: &[f64]) -> Margins {
        let mut changed = margin_numbers(first);
        for (&field, share) in self.fields.iter().zip(point) {
            changed[field] = (share * WIDEST * f64::from(changed[field])).round() as i32;
        }
        margins_of_numbers(changed)
    }
}

/// Climbs from the first margins, or from where the state says, to those that win. Both sides of a game play with margins
/// that differ in all fields at once, in pairs from random openings. `None` if `stop` said so; `done` is told of every
/// step, and can keep the state.
///
/// # Errors
/// Those of `done`.
pub fn refine<G: Game, E: Evaluator<G>, U: SearchHints<G>, F>(
    engine: impl Fn(Margins) -> Engine<G, E, U> + Sync,
    starts: &[G::Position],
    plan: &RefinePlan,
    first: &Margins,
    state: &mut SpsaState,
    stop: &(dyn Fn() -> bool + Sync),
    done: &mut dyn FnMut(&SpsaState) -> Result<(), F>,
) -> Result<Option<Margins>, F> {
    let mut compare = |step: u32, plus: &[f64], minus: &[f64]| {
        let begin = u64::from(step) * PAIRS_OF_STEP;
        let numbers = begin..begin + PAIRS_OF_STEP;
        let [plus, minus] = [plus, minus].map(|point| plan.margins(first, point));
        let engines = (|| engine(plus), || engine(minus));
        let pairs = play_pairs(engines, starts, &plan.duel, numbers, plan.threads, stop)?;
        Some(if pairs.games() == 0 { 0.0 } else { 2.0 * pairs.score() - 1.0 })
    };
    let point = plan.spsa().climb(state, &mut compare, done)?;
    Ok(point.map(|point| plan.margins(first, &point)))
}
