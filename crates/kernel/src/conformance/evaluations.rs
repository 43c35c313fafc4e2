//! Evaluators.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Evaluated, Evaluator, Notation, Text, sum};
use std::collections::HashSet;

/// The name that the simplest of several evaluators has.
const SIMPLEST: &str = "basic";
/// A name that no evaluator has.
const NOBODY: &str = "no such evaluator";

/// Evaluates every open position with every evaluator, with a accumulator kept along the path.
pub(super) struct Evaluations<G: Evaluated> {
    all: Vec<Followed<G>>,
}

struct Followed<G: Evaluated> {
    name: Text,
    evaluator: G::Evaluator,
    accumulator: Option<<G::Evaluator as Evaluator<G>>::Accumulator>,
}

impl<G: Evaluated> Evaluations<G> {
    /// All evaluators of the game, found by their names.
    pub fn new(game: &G) -> Result<Evaluations<G>, Failure> {
        let failure = |expected: &str| Failure::new(Check::EvaluatorNames, "").expected(expected);
        let infos = game.evaluators();
        let names: HashSet<&str> = infos.iter().map(|info| &*info.name).collect();
        if infos.is_empty() || names.len() != infos.len() || names.contains("") {
            return failure("evaluators with different names").found(format!("{infos:?}"));
        }
        if infos.len() > 1 && !names.contains(SIMPLEST) {
            return failure("the simplest of several evaluators called `basic`").found(format!("{names:?}"));
        }
        if game.evaluator(NOBODY).is_some() {
            return failure("no evaluator under an unknown name").found("one");
        }
        let mut all = Vec::with_capacity(infos.len());
        for info in &infos {
            match game.evaluator(&info.name) {
                Some(evaluator) => {
                    all.push(Followed { name: info.name.clone(), evaluator, accumulator: None })
                }
                None => return failure(&format!("an evaluator called {:?}", info.name)).found("none"),
            }
        }
        Ok(Evaluations { all })
    }
}

impl<G: Notation + Evaluated> Examiner<G> for Evaluations<G> {
    fn begin(&mut self, game: &G, at: &G::Position) {
        for followed in &mut self.all {
            followed.accumulator = Some(followed.evaluator.accumulate(game, at));
        }
    }

    fn meet(&mut self, met: &Met<'_, G>, _: &mut Desk) -> Result<(), Failure> {
        if met.ended.is_some() {
            return Ok(());
        }
        let &Met { game, at, .. } = met;
        for Followed { name, evaluator, accumulator } in &self.all {
            let value = evaluator.evaluate(game, at, &evaluator.accumulate(game, at));
            if value.is_decided() {
                let failure =
                    met.failure(Check::EvaluationUndecided).expected(format!("an evaluation by {name}"));
                return failure.found(value.to_string());
            }
            let terms = evaluator.terms(game, at);
            if sum(&terms) != value {
                let failure = met.failure(Check::EvaluationSum);
                return failure
                    .expected(format!("{} from {terms:?}", sum(&terms)))
                    .found(format!("{value} by {name}"));
            }
            if let Some(accumulator) = accumulator {
                let followed = evaluator.evaluate(game, at, accumulator);
                if followed != value {
                    let failure = met.failure(Check::Accumulator).expected(value.to_string());
                    return failure.found(format!("{followed} by {name} along the path"));
                }
            }
        }
        Ok(())
    }

    fn update(&mut self, game: &G, before: &G::Position, mv: G::Move, after: &G::Position) {
        for Followed { evaluator, accumulator, .. } in &mut self.all {
            *accumulator = accumulator
                .as_ref()
                .map(|accumulator| evaluator.update(game, accumulator, before, mv, after));
        }
    }
}
