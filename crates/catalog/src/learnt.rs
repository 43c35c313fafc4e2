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
const MODELS: &[EmbeddedModel] = &[
    strongest("black-and-white", include_bytes!("../models/black-and-white.model")),
    strongest("breakthrough", include_bytes!("../models/breakthrough.model")),
    strongest("checkers", include_bytes!("../models/checkers.model")),
    strongest("chess", include_bytes!("../models/chess.model")),
    strongest("connect4", include_bytes!("../models/connect4.model")),
    strongest("kalah", include_bytes!("../models/kalah.model")),
    strongest("othello", include_bytes!("../models/othello.model")),
];

/// A model that wins at equal time.
const fn strongest(game: &'static str, bytes: &'static [u8]) -> EmbeddedModel {
    EmbeddedModel { game, bytes, strongest: true }
}

/// The learnt evaluator of a game, and whether it is the strongest. `None` if none is part of the program, or if its
/// file cannot be used: play goes on with the evaluators made by hand.
pub(crate) fn embedded<G: ListedGame>(game: &G) -> Option<(LearntEvaluator, bool)> {
    among(MODELS, game)
}

/// The same with the file it was made of.
#[cfg(feature = "store")]
pub(crate) fn embedded_file<G: ListedGame>(game: &G) -> Option<(LearntEvaluator, &'static [u8])> {
    let (evaluator, _) = embedded(game)?;
    model_of(MODELS, game).map(|model| (evaluator, model.bytes))
}

/// The model of a game.
fn model_of<'a, G: ListedGame>(models: &'a [EmbeddedModel], game: &G) -> Option<&'a EmbeddedModel> {
    let name = learnt_as(game);
    models.iter().find(|model| model.game == name)
}

/// The full name of the game whose evaluation a game shares: mostly its own.
fn learnt_as<G: ListedGame>(game: &G) -> String {
    game.learnt_as().map_or_else(|| game.full_name(), |name| name.into_owned())
}

fn among<G: ListedGame>(models: &[EmbeddedModel], game: &G) -> Option<(LearntEvaluator, bool)> {
    /// What was made of each file, by the game's full name and the file's length: tests have files of their own.
    type Files = HashMap<(String, usize), Option<LearntEvaluator>>;
    static READ: Mutex<Option<Files>> = Mutex::new(None);
    let EmbeddedModel { bytes, strongest, .. } = model_of(models, game)?;
    let name = learnt_as(game);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let known = read.get_or_insert_default().entry((name, bytes.len()));
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use plybook_games::breakthrough::Breakthrough;
    use plybook_games::hexapawn::Hexapawn;
    use plybook_kernel::{HasInfo, Planes};
    use plybook_model::{Model, Net, NetParameters, NetSpec, Provenance};

    /// The file of a net that values own pieces, and the other's as much against the player to move.
    pub(crate) fn counting_net<G: HasInfo + Planes>(game: &G) -> Vec<u8> {
        let layout = game.plane_layout().unwrap();
        let spec = NetSpec::new(&layout, 16, 1, game.phases()).unwrap();
        let own = spec.features / 2 * spec.hidden;
        // The first sum is the number of own pieces divided by 64, the second that of the other's.
        let input = |index: usize| match (index < own, index % spec.hidden) {
            (true, 0) | (false, 1) => 1.0 / 64.0,
            _ => 0.0,
        };
        let parameters = NetParameters {
            input: (0..spec.features * spec.hidden).map(input).collect(),
            bias: vec![0.0; 16],
            output: (0..32).map(|lane| [4.0, -4.0].get(lane).copied().unwrap_or(0.0)).collect(),
            output_bias: vec![0.0],
        };
        let net = Net::quantise(&layout, &spec, &parameters, 2.0).unwrap();
        Model::Net(net).write(game, &Provenance::default()).unwrap()
    }

    #[test]
    fn a_model_of_the_program_is_listed_and_a_damaged_one_is_not() {
        let game = Hexapawn::default();
        let file: &'static [u8] = counting_net(&game).leak();
        let model = |game, bytes, strongest| [EmbeddedModel { game, bytes, strongest }];
        let (learnt, strongest) = among(&model("hexapawn", file, true), &game).unwrap();
        assert!(strongest && among(&model("breakthrough", file, true), &game).is_none());
        let own = plybook_kernel::Evaluated::evaluators(&game);
        let names =
            |all: Vec<EvaluatorInfo>| all.iter().map(|info| info.name.to_string()).collect::<Vec<_>>();
        let first = names(listed(own.clone(), Some((learnt.clone(), true))));
        assert_eq!((first[0].as_str(), &first[1..]), (LEARNT, &names(own.clone())[..]));
        let last = names(listed(own.clone(), Some((learnt, false))));
        assert_eq!((last.last().unwrap().as_str(), &last[..own.len()]), (LEARNT, &names(own.clone())[..]));
        // A file that cannot be used leaves the hand-made evaluators.
        let other = Breakthrough::default();
        assert!(among(&model("breakthrough", &file[..99], true), &other).is_none());
        assert_eq!(names(listed(own.clone(), None)), names(own));
    }

    #[test]
    fn every_model_of_the_program_can_be_used() {
        for model in MODELS {
            let game = crate::open(model.game).unwrap();
            let place = game.evaluators().iter().position(|info| info.name == LEARNT);
            assert_eq!(place.map(|place| place == 0), Some(model.strongest), "{}", model.game);
        }
    }
}
