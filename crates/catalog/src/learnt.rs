//! The learnt evaluations that are part of the program.

use plybook_kernel::{EvaluatorInfo, ListedGame};
use plybook_model::LearntEvaluator;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The name of an evaluator that was learnt from play.
pub const LEARNT: &str = "learnt";

/// A model that is part of the program.
struct EmbeddedModel {
    /// The full name of the game that it was made for.
    game: &'static str,
    /// Its file.
    bytes: &'static [u8],
    /// Whether it wins against the best evaluator made by hand at equal time, and so is the game's default.
    strongest: bool,
}

/// The models that are part of the program: `models/GAME.model`.
const MODELS: &[EmbeddedModel] = &[];

/// The learnt evaluator of a game, and whether it is the strongest. `None` if none is part of the program, or if its
/// file cannot be used: play goes on with the evaluators made by hand.
pub(crate) fn embedded<G: ListedGame>(game: &G) -> Option<(LearntEvaluator, bool)> {
    among(MODELS, game)
}

fn among<G: ListedGame>(models: &[EmbeddedModel], game: &G) -> Option<(LearntEvaluator, bool)> {
    /// What was made of each file, by the game's full name.
    static READ: Mutex<Option<HashMap<String, Option<LearntEvaluator>>>> = Mutex::new(None);
    let name = game.learnt_as().map_or_else(|| game.full_name(), |name| name.into_owned());
    let EmbeddedModel { bytes, strongest, .. } = models.iter().find(|model| model.game == name)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = read.get_or_insert_default().entry(name);
    let evaluator = known.or_insert_with(|| LearntEvaluator::read(game, bytes).ok()).clone()?;
    Some((evaluator, *strongest))
}

/// The evaluators of a game, the strongest first: those made by hand, and the learnt one if there is one.
pub(crate) fn evaluators<G: ListedGame>(game: &G) -> Vec<EvaluatorInfo> {
    listed(game.evaluators(), embedded(game))
}

fn listed(mut all: Vec<EvaluatorInfo>, learnt: Option<(LearntEvaluator, bool)>) -> Vec<EvaluatorInfo> {
    if let Some((evaluator, strongest)) = learnt {
        let summary = format!("Learnt from play: a {}.", evaluator.model().shape());
        let place = if strongest { 0 } else { all.len() };
        all.insert(place, EvaluatorInfo::new(LEARNT, summary));
    }
    all
}
