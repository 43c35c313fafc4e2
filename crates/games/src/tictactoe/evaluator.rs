//! The lectures' evaluation of tic-tac-toe: lines still open for me minus lines still open for you.

use super::{LINES, Position, TicTacToe};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Score, Term, sum};

/// Counts the lines on which the opponent has no mark yet.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    type Accumulator = ();

    fn accumulate(&self, _: &TicTacToe, _: &Position) {}

    fn evaluate(&self, game: &TicTacToe, at: &Position, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn terms(&self, _: &TicTacToe, at: &Position) -> Vec<Term> {
        let open = |opponent: u16| LINES.iter().filter(|&line| line & opponent == 0).count() as i32;
        let mover = at.mover();
        let value = open(at.taken[mover.other().index()]) - open(at.taken[mover.index()]);
        vec![Term::new("open lines", value, Score::POINT)]
    }
}

impl Evaluated for TicTacToe {
    type Evaluator = OpenLines;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new("open-lines", "Lines still open for the mover minus the opponent's.")]
    }

    fn evaluator(&self, name: &str) -> Option<OpenLines> {
        (name == "open-lines").then_some(OpenLines)
    }
}
