//! The evaluations written in a tree.

use super::{Position, WrittenTree};
use crate::{Evaluated, Evaluator, EvaluatorInfo, Game, Player, Score, Term, sum};

const NAME: &str = "written";

/// The evaluation written at a node, nothing where none is. At a chance node it is the first player's.
#[derive(Clone, Copy, Debug)]
pub struct WrittenEvaluations;

impl Evaluator<WrittenTree> for WrittenEvaluations {
    type Accumulator = ();

    fn accumulate(&self, _: &WrittenTree, _: &Position) {}

    fn evaluate(&self, tree: &WrittenTree, at: &Position, (): &()) -> Score {
        sum(&self.terms(tree, at))
    }

    fn evaluate_for(&self, tree: &WrittenTree, at: &Position, (): &(), player: Player) -> Score {
        tree.node(*at).evaluation.map_or(Score::DRAW, |outcome| outcome.score(player))
    }

    fn terms(&self, tree: &WrittenTree, at: &Position) -> Vec<Term> {
        let viewer = tree.turn(at).player().unwrap_or(Player::FIRST);
        let value = tree.node(*at).evaluation.map_or(0, |outcome| outcome.score(viewer).raw() / Score::POINT);
        vec![Term::new("written evaluation", value, Score::POINT)]
    }
}

impl Evaluated for WrittenTree {
    type Evaluator = WrittenEvaluations;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new(NAME, "The evaluation written at the node, otherwise nothing.")]
    }

    fn evaluator(&self, name: &str) -> Option<WrittenEvaluations> {
        (name == NAME).then_some(WrittenEvaluations)
    }
}

impl crate::HasHints for WrittenTree {
    type SearchHints = crate::NoHints;

    fn hints(&self) -> crate::NoHints {
        crate::NoHints
    }
}
