//! The evaluation: the area as if the game ended now.

use super::{Go, Position};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Player, Score, Term, sum};

/// Counts stones and surrounded regions of both players.
#[derive(Clone, Copy, Debug)]
pub struct Area;

impl Evaluator<Go> for Area {
    type Accumulator = ();

    fn accumulate(&self, _: &Go, _: &Position) {}

    fn evaluate(&self, game: &Go, at: &Position, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn terms(&self, game: &Go, at: &Position) -> Vec<Term> {
        let (area, komi) = (game.area(at), game.komi as i32);
        let sign = if at.mover() == Player::FIRST { 1 } else { -1 };
        vec![Term::new("area", sign * area, Score::POINT), Term::new("komi", -sign * komi, Score::POINT)]
    }
}

impl Evaluated for Go {
    type Evaluator = Area;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new(
            "area",
            "Stones and surrounded points, the mover's minus the opponent's, and komi.",
        )]
    }

    fn evaluator(&self, name: &str) -> Option<Area> {
        (name == "area").then_some(Area)
    }
}
