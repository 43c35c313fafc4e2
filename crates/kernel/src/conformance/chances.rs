//! Chance nodes.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Game, Notation, Turn};

/// How far the weights' sum may be from one, for the rounding of small fractions.
const ROUNDING: f64 = 1e-4;

/// Looks at the weights of every chance node.
pub(super) struct Chances<G: Game> {
    weighted: Vec<(G::Move, f32)>,
}

impl<G: Game> Chances<G> {
    pub fn new() -> Chances<G> {
        Chances { weighted: Vec::new() }
    }
}

impl<G: Notation> Examiner<G> for Chances<G> {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        if met.verdict.is_some() || met.game.turn(met.at) != Turn::Chance {
            return Ok(());
        }
        desk.report.chance_nodes += 1;
        self.weighted.clear();
        met.game.chances(met.at, &mut self.weighted);
        if !self.weighted.iter().map(|(mv, _)| mv).eq(met.moves) {
            let failure = met.failure(Check::ChanceMoves).expected(format!("{:?}", met.moves));
            return failure.found(format!("{:?}", self.weighted));
        }
        let sum: f64 = self.weighted.iter().map(|&(_, weight)| f64::from(weight)).sum();
        if self.weighted.iter().any(|&(_, weight)| weight <= 0.0)
            || (sum - 1.0).abs().total_cmp(&ROUNDING).is_gt()
        {
            let failure = met.failure(Check::ChanceWeights).expected("positive weights with the sum 1");
            return failure.found(format!("{:?} with the sum {sum}", self.weighted));
        }
        Ok(())
    }
}
