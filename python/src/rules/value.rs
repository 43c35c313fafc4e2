//! The values of positions by the rules' own method.

use super::place::Shared;
use super::python_game::PythonGame;
use plybook_catalog::{Score, Term};
use plybook_kernel::{Evaluator, sum};

/// The method `value` as an evaluator; without one every unfinished position is even.
#[derive(Clone, Copy)]
pub struct PythonValue;

impl Evaluator<PythonGame> for PythonValue {
    type Accumulator = ();

    fn accumulate(&self, _: &PythonGame, _: &Shared) {}

    fn evaluate(&self, game: &PythonGame, at: &Shared, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn terms(&self, game: &PythonGame, at: &Shared) -> Vec<Term> {
        vec![Term::new("value", game.value(&at.0), 1)]
    }
}
