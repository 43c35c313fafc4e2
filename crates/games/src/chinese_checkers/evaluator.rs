//! The evaluation: how far the pieces still have to go.

use super::{ChineseCheckers, Position, cells};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Player, Score, Term, sum};

/// Counts for each player the steps to the tip of the goal.
#[derive(Clone, Copy, Debug)]
pub struct Progress;

/// Hundredths of a point for a step of a piece.
const STEP: i32 = 12;
/// For a step of the piece that is farthest behind, besides: pieces that are left alone find nothing to jump over.
const LAST_STEP: i32 = 6;

impl ChineseCheckers {
    /// Steps to go, and those of the last piece.
    fn steps(&self, at: &Position, player: Player) -> [i32; 2] {
        let tip = self.tip(player);
        let steps = cells(at.pieces[player.index()]).map(|cell| self.star.distance(cell, tip) as i32);
        steps.fold([0; 2], |[sum, most], steps| [sum + steps, most.max(steps)])
    }

    /// What the others have to go on average more than a player, rounded towards nothing.
    fn terms_for(&self, at: &Position, player: Player) -> Vec<Term> {
        let own = self.steps(at, player);
        let mut others = [0; 2];
        for other in Player::all(self.players).filter(|&other| other != player) {
            let steps = self.steps(at, other);
            (0..2).for_each(|kind| others[kind] += steps[kind]);
        }
        let ahead = |kind: usize| others[kind] / i32::from(self.players - 1) - own[kind];
        vec![
            Term::new("steps to go", ahead(0), STEP),
            Term::new("steps of the last piece", ahead(1), LAST_STEP),
        ]
    }
}

impl Evaluator<ChineseCheckers> for Progress {
    type Accumulator = ();

    fn accumulate(&self, _: &ChineseCheckers, _: &Position) {}

    fn evaluate(&self, game: &ChineseCheckers, at: &Position, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn evaluate_for(&self, game: &ChineseCheckers, at: &Position, (): &(), player: Player) -> Score {
        sum(&game.terms_for(at, player))
    }

    fn terms(&self, game: &ChineseCheckers, at: &Position) -> Vec<Term> {
        game.terms_for(at, at.mover)
    }
}

impl Evaluated for ChineseCheckers {
    type Evaluator = Progress;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![EvaluatorInfo::new("progress", "How far the pieces still have to go, the last one most of all.")]
    }

    fn evaluator(&self, name: &str) -> Option<Progress> {
        (name == "progress").then_some(Progress)
    }
}
