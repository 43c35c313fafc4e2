//! The evaluator that was asked for: one of the game's own, or none at all.

use crate::EngineConfig;
#[cfg(feature = "store")]
use crate::samuel::{evaluator_of, is_series};
use crate::session::evaluator;
#[cfg(feature = "store")]
use plybook_format::read_pattern_weights;
use plybook_kernel::{Evaluator, Game, ListedGame, Player, ReadError, Score, Term};
#[cfg(feature = "store")]
use plybook_learn::temporal::{WeightedTerms, read_weights};
#[cfg(feature = "store")]
use plybook_store::read_learnt;
#[cfg(feature = "store")]
use std::{path::Path, sync::Arc};

/// The name under which an engine does without an evaluation: only the ends of games count.
pub const NO_EVALUATION: &str = "none";

/// One of a game's evaluators, its terms with other weights, or the one that finds every unfinished position even.
#[derive(Clone)]
pub(crate) enum Chosen<E> {
    Own(E),
    #[cfg(feature = "store")]
    Weighted(WeightedTerms<E>),
    Nothing,
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Chosen<E> {
    type Accumulator = Option<E::Accumulator>;

    fn accumulate(&self, game: &G, at: &G::Position) -> Self::Accumulator {
        match self {
            Chosen::Own(own) => Some(own.accumulate(game, at)),
            _ => None,
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
            (Chosen::Own(own), Some(accumulator)) => Some(own.update(game, accumulator, before, mv, after)),
            _ => None,
        }
    }

    fn evaluate(&self, game: &G, at: &G::Position, accumulator: &Self::Accumulator) -> Score {
        match (self, accumulator) {
            (Chosen::Own(own), Some(accumulator)) => own.evaluate(game, at, accumulator),
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
            (Chosen::Own(own), Some(accumulator)) => own.evaluate_for(game, at, accumulator, player),
            #[cfg(feature = "store")]
            (Chosen::Weighted(weighted), _) => weighted.evaluate_for(game, at, &(), player),
            _ => Score::DRAW,
        }
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        match self {
            Chosen::Own(own) => own.terms(game, at),
            #[cfg(feature = "store")]
            Chosen::Weighted(weighted) => weighted.terms(game, at),
            Chosen::Nothing => Vec::new(),
        }
    }
}

/// The evaluator that a configuration names, the strongest by default, none at all for `none`; or the one that a file
/// of learnt weights or a play book makes.
pub(crate) fn chosen<G: ListedGame>(
    game: &G,
    config: &EngineConfig,
) -> Result<Chosen<G::Evaluator>, ReadError> {
    #[cfg(feature = "store")]
    if let Some(path) = &config.weights {
        return with_weights(game, path).map(Chosen::Weighted);
    }
    #[cfg(feature = "store")]
    if let Some(path) = &config.play_book {
        return with_play_book(game, path).map(Chosen::Own);
    }
    match config.evaluator.as_deref() {
        Some(NO_EVALUATION) => Ok(Chosen::Nothing),
        name => evaluator(game, name).map(Chosen::Own),
    }
}

/// The terms of an evaluator with the weights of a file.
#[cfg(feature = "store")]
fn with_weights<G: ListedGame>(game: &G, path: &Path) -> Result<WeightedTerms<G::Evaluator>, ReadError> {
    let refuse = |why: String| {
        let remedy = "make one with `plybook learn --method td`, or leave it out";
        ReadError::new("weights", &path.display().to_string(), why, remedy)
    };
    let bytes = read_learnt(path).map_err(|error| refuse(error.to_string()))?;
    let (name, weights) = read_weights(game, &bytes).map_err(|error| refuse(error.problem))?;
    Ok(WeightedTerms::new(evaluator(game, Some(&name))?, &weights))
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
}
