//! The evaluator that was asked for: one of the game's own, a learnt one, or none at all.

use crate::EngineConfig;
use crate::learnt::{LEARNT, embedded, evaluators};
#[cfg(feature = "store")]
use crate::samuel::{evaluator_of, is_series};
#[cfg(feature = "store")]
use crate::session::evaluator;
#[cfg(feature = "store")]
use plybook_format::read_pattern_weights;
use plybook_kernel::{Evaluator, ListedGame, Player, ReadError, Score, Term};
#[cfg(feature = "store")]
use plybook_learn::temporal::{WeightedTerms, read_weights};
#[cfg(feature = "store")]
use plybook_model::MODEL_KIND;
use plybook_model::{Accumulator, LearntEvaluator};
#[cfg(feature = "store")]
use plybook_store::read_learnt;
#[cfg(feature = "store")]
use std::{path::Path, sync::Arc};

/// The name under which an engine does without an evaluation: only the ends of games count.
pub const NO_EVALUATION: &str = "none";

/// One of a game's evaluators, its terms with other weights, one that was learnt, or the one that finds every
/// unfinished position even.
#[derive(Clone)]
pub(crate) enum Chosen<E> {
    Own(E),
    #[cfg(feature = "store")]
    Weighted(WeightedTerms<E>),
    Learnt(LearntEvaluator),
    Nothing,
}

/// What the chosen evaluator keeps along the path.
#[derive(Clone)]
pub(crate) enum Kept<A> {
    Own(A),
    Learnt(Box<Accumulator>),
    Nothing,
}

impl<G: ListedGame> Evaluator<G> for Chosen<G::Evaluator> {
    type Accumulator = Kept<<G::Evaluator as Evaluator<G>>::Accumulator>;

    fn accumulate(&self, game: &G, at: &G::Position) -> Self::Accumulator {
        match self {
            Chosen::Own(own) => Kept::Own(own.accumulate(game, at)),
            Chosen::Learnt(learnt) => Kept::Learnt(learnt.accumulate(game, at)),
            _ => Kept::Nothing,
        }
    }

    fn update(
        &self,
        game: &G,
        accumulator: &Self::Accumulator,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) -> Self::Accumulator {
        match (self, accumulator) {
            (Chosen::Own(own), Kept::Own(from)) => Kept::Own(own.update(game, from, before, mv, after)),
            (Chosen::Learnt(learnt), Kept::Learnt(from)) => {
                Kept::Learnt(learnt.update(game, from, before, mv, after))
            }
            _ => Kept::Nothing,
        }
    }

    #[inline]
    fn update_in_place(
        &self,
        game: &G,
        accumulator: &Self::Accumulator,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
        to: &mut Self::Accumulator,
    ) {
        match (self, accumulator, to) {
            (Chosen::Own(own), Kept::Own(from), Kept::Own(to)) => {
                own.update_in_place(game, from, before, mv, after, to);
            }
            (Chosen::Learnt(learnt), Kept::Learnt(from), Kept::Learnt(to)) => {
                learnt.update_in_place(game, from, before, mv, after, to);
            }
            (_, _, to) => *to = self.update(game, accumulator, before, mv, after),
        }
    }

    fn pass(&self, game: &G, accumulator: &Self::Accumulator, after: &G::Position) -> Self::Accumulator {
        match (self, accumulator) {
            (Chosen::Own(own), Kept::Own(from)) => Kept::Own(own.pass(game, from, after)),
            (Chosen::Learnt(learnt), Kept::Learnt(from)) => Kept::Learnt(learnt.pass(game, from, after)),
            _ => Kept::Nothing,
        }
    }

    fn evaluate(&self, game: &G, at: &G::Position, accumulator: &Self::Accumulator) -> Score {
        match (self, accumulator) {
            (Chosen::Own(own), Kept::Own(accumulator)) => own.evaluate(game, at, accumulator),
            (Chosen::Learnt(learnt), Kept::Learnt(accumulator)) => learnt.evaluate(game, at, accumulator),
            #[cfg(feature = "store")]
            (Chosen::Weighted(weighted), _) => weighted.evaluate(game, at, &()),
            _ => Score::DRAW,
        }
    }

    fn evaluate_for(
        &self,
        game: &G,
        at: &G::Position,
        accumulator: &Self::Accumulator,
        player: Player,
    ) -> Score {
        match (self, accumulator) {
            (Chosen::Own(own), Kept::Own(accumulator)) => own.evaluate_for(game, at, accumulator, player),
            (Chosen::Learnt(learnt), Kept::Learnt(accumulator)) => {
                learnt.evaluate_for(game, at, accumulator, player)
            }
            #[cfg(feature = "store")]
            (Chosen::Weighted(weighted), _) => weighted.evaluate_for(game, at, &(), player),
            _ => Score::DRAW,
        }
    }

    fn utility_for(
        &self,
        game: &G,
        at: &G::Position,
        accumulator: &Self::Accumulator,
        player: Player,
    ) -> f64 {
        match (self, accumulator) {
            (Chosen::Own(own), Kept::Own(accumulator)) => own.utility_for(game, at, accumulator, player),
            _ => f64::from(self.evaluate_for(game, at, accumulator, player).raw()),
        }
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        match self {
            Chosen::Own(own) => own.terms(game, at),
            #[cfg(feature = "store")]
            Chosen::Weighted(weighted) => weighted.terms(game, at),
            Chosen::Learnt(learnt) => learnt.terms(game, at),
            Chosen::Nothing => Vec::new(),
        }
    }
}

/// The evaluator that a configuration names, the strongest by default, none at all for `none`; or the one that a file
/// makes: a model, learnt weights, or a play book.
pub(crate) fn chosen<G: ListedGame>(
    game: &G,
    config: &EngineConfig,
) -> Result<Chosen<G::Evaluator>, ReadError> {
    #[cfg(feature = "store")]
    if let Some(path) = &config.weights {
        return with_weights(game, path);
    }
    #[cfg(feature = "store")]
    if let Some(path) = &config.play_book {
        return with_play_book(game, path).map(Chosen::Own);
    }
    match config.evaluator.as_deref() {
        Some(NO_EVALUATION) => Ok(Chosen::Nothing),
        name => named(game, name),
    }
}

/// A game's evaluator by name, learnt or its own; the strongest by default.
pub(crate) fn named<G: ListedGame>(game: &G, name: Option<&str>) -> Result<Chosen<G::Evaluator>, ReadError> {
    match (embedded(game), name) {
        (Some((learnt, _)), Some(LEARNT)) | (Some((learnt, true)), None) => {
            return Ok(Chosen::Learnt(learnt));
        }
        _ => {}
    }
    let own = game.evaluators();
    let wanted = name.or(own.first().map(|info| &*info.name)).unwrap_or_default();
    game.evaluator(wanted).map(Chosen::Own).ok_or_else(|| {
        let known = evaluators(game);
        let names: Vec<&str> = known.iter().map(|info| &*info.name).collect();
        let remedy = format!("known: {}", names.join(", "));
        ReadError::new("evaluator", wanted, "the game has none of this name", remedy)
    })
}

/// The model of a file, or the terms of an evaluator with its weights.
#[cfg(feature = "store")]
fn with_weights<G: ListedGame>(game: &G, path: &Path) -> Result<Chosen<G::Evaluator>, ReadError> {
    let refuse = |why: String| {
        let remedy = "make one with `plybook learn`, or leave it out";
        ReadError::new("weights", &path.display().to_string(), why, remedy)
    };
    let bytes = read_learnt(path).map_err(|error| refuse(error.to_string()))?;
    if bytes.starts_with(MODEL_KIND) {
        let learnt = LearntEvaluator::read(game, &bytes).map_err(|error| refuse(error.to_string()))?;
        return Ok(Chosen::Learnt(learnt));
    }
    let (name, [first, last]) = read_weights(game, &bytes).map_err(|error| refuse(error.problem))?;
    Ok(Chosen::Weighted(WeightedTerms::new(evaluator(game, Some(&name))?, &first, &last)))
}

/// The evaluator with the play book of a file, or with the polynomial that Samuel's learner wrote.
#[cfg(feature = "store")]
fn with_play_book<G: ListedGame>(game: &G, path: &Path) -> Result<G::Evaluator, ReadError> {
    let refuse = |why: String| {
        let remedy = "make one with `plybook learn`, or leave it out";
        ReadError::new("play book", &path.display().to_string(), why, remedy)
    };
    let bytes = read_learnt(path).map_err(|error| refuse(error.to_string()))?;
    if is_series(&bytes) {
        return evaluator_of(game, &bytes).map_err(refuse);
    }
    let book =
        read_pattern_weights(game, &game.info().name, &bytes).map_err(|error| refuse(error.to_string()))?;
    let none = || refuse(format!("{} has no patterns to value", game.full_name()));
    game.evaluator_with(&Arc::new(book)).ok_or_else(none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, NoObserver, open};

    #[test]
    fn without_an_evaluation_only_the_end_counts() {
        let game = open("tictactoe").unwrap();
        let setup =
            EngineConfig { evaluator: Some(NO_EVALUATION.to_owned()), hash: 1, ..EngineConfig::default() };
        let mut thinker = game.thinker(&setup).unwrap();
        let mut session = game.session(None).unwrap();
        let found = thinker.think(&*session, &Limits::depth(3).into(), &NoObserver).unwrap();
        assert_eq!(found.lines[0].score, Score::DRAW);
        ["b2", "a2", "b1", "a1"].iter().for_each(|text| session.play(text).unwrap());
        let found = thinker.think(&*session, &Limits::depth(3).into(), &NoObserver).unwrap();
        assert_eq!((found.best(), found.lines[0].score), (Some("b3"), Score::win_in(1)));
    }

    #[cfg(feature = "store")]
    #[test]
    fn a_play_book_is_taken_from_its_file_or_refused_by_name() {
        let game = open("othello").unwrap();
        let plan = crate::SelfPlay { games: 20, nodes: 30, plies: 12, longest: 200, seed: 1, threads: 1 };
        let learnt = game.learn_pattern_weights(&plan, &|_| ()).unwrap();
        let path = std::env::temp_dir().join(format!("plybook-play-book-{}", std::process::id()));
        let think = |game: &dyn crate::AnyGame, play_book: Option<&Path>| {
            let play_book = play_book.map(Path::to_owned);
            let mut thinker =
                game.thinker(&EngineConfig { play_book, hash: 1, ..EngineConfig::default() })?;
            let session = game.session(None).unwrap();
            Ok::<_, ReadError>(
                thinker.think(&*session, &Limits::depth(4).into(), &NoObserver)?.lines[0].score,
            )
        };
        std::fs::write(&path, &learnt.file).unwrap();
        assert_ne!(think(&*game, Some(&path)).unwrap(), think(&*game, None).unwrap());
        let refused = |game: &dyn crate::AnyGame, bytes: &[u8], why: &str| {
            std::fs::write(&path, bytes).unwrap();
            let error = think(game, Some(&path)).unwrap_err().to_string();
            assert!(error.contains(why) && error.contains(path.to_str().unwrap()), "{error}");
        };
        let mut damaged = learnt.file.clone();
        damaged[5_000] ^= 1;
        refused(&*game, &damaged, "damaged");
        refused(&*game, &learnt.file[1..], "another kind");
        refused(&*open("othello:6x6").unwrap(), &learnt.file, "other rules");
        refused(&*open("chess").unwrap(), &learnt.file, "othello");
        std::fs::remove_file(&path).unwrap();
        assert!(think(&*game, Some(&path)).unwrap_err().to_string().contains(path.to_str().unwrap()));
    }

    #[cfg(feature = "store")]
    #[test]
    fn a_model_is_taken_from_its_file_or_refused_by_name() {
        let file = crate::learnt::tests::counting_net(&plybook_games::breakthrough::Breakthrough::default());
        let path = std::env::temp_dir().join(format!("plybook-model-{}", std::process::id()));
        std::fs::write(&path, &file).unwrap();
        let think = |name: &str, position: Option<&str>, weights: Option<&Path>| {
            let game = open(name).unwrap();
            let weights = weights.map(Path::to_owned);
            let mut thinker = game.thinker(&EngineConfig { weights, hash: 1, ..EngineConfig::default() })?;
            let session = game.session(position)?;
            thinker.think(&*session, &Limits::depth(1).into(), &NoObserver)
        };
        // White can take a pawn.
        let taking = Some("bb6/8/3b4/4w3/8/8/8/ww6 w");
        let found = think("breakthrough", taking, Some(&path)).unwrap();
        let default = think("breakthrough", taking, None).unwrap();
        assert_eq!(found.best(), Some("e5xd6"));
        assert_ne!(found.lines[0].score, default.lines[0].score);
        let refused = |name: &str, bytes: &[u8], why: &str| {
            std::fs::write(&path, bytes).unwrap();
            let error = think(name, None, Some(&path)).unwrap_err().to_string();
            assert!(error.contains(why) && error.contains(path.to_str().unwrap()), "{error}");
        };
        let mut damaged = file.clone();
        damaged[300] ^= 1;
        refused("breakthrough", &damaged, "damaged");
        refused("breakthrough", &file[..file.len() - 1], "damaged");
        refused("breakthrough:6x6", &file, "breakthrough");
        refused("nim", &file, "no planes");
        std::fs::remove_file(&path).unwrap();
    }
}
