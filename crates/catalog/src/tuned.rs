//! The weights of an evaluation made by hand, fitted to games: those of a training, or games played for it.

use crate::chosen::Chosen;
use crate::master::{LearnClock, Pairs, Time, default_play, starts};
use plybook_kernel::{Evaluator, ListedGame, ReadError};
use plybook_learn::data::{
    DuelPlan, GameRecord, PlayPlan, Selection, fitted_scale, play_games, play_pairs, read_any_shard,
};
use plybook_learn::regression::{Regression, regress};
use plybook_learn::temporal::WeightedTerms;
use plybook_search::Engine;
use plybook_store::TrainingFolder;
use std::sync::Arc;

pub use plybook_learn::regression::FittedTerm;

/// Games between two reports.
const CHUNK: u64 = 32;
/// Pairs between two.
const PAIRS: u64 = 4;
/// Most positions that are looked at: some dozens of weights need no more.
const POSITIONS: usize = 400_000;
/// Hundredths of a point of a logit where the games do not say.
const DEFAULT_SCALE: f32 = 200.0;

/// What can be chosen about the tuning of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneRequest {
    /// The evaluator; the strongest made by hand if it is left out.
    pub evaluator: Option<String>,
    /// Games to play where no folder has them, and at most so many of a folder.
    pub games: u64,
    /// Positions searched for a move, in the games and in the match.
    pub nodes: u64,
    /// The weight of a game's result beside what the searches said.
    pub result_share: f32,
    /// Pairs of games of the match between the new weights and the old ones.
    pub pairs: u64,
    /// Decides everything random.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TuneStage {
    /// Games were played: so many of so many.
    Playing(u64, u64),
    /// Positions were searched, of so many.
    Measuring(u64, u64),
    /// Games of the refinement were played, of so many.
    Refining(u64, u64),
    /// The weights are being fitted to so many games.
    Fitting(u64),
    /// The match goes on.
    Matching(Pairs),
}

/// Tuned weights.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedWeights {
    /// The evaluator's name.
    pub evaluator: String,
    /// Games learnt from.
    pub games: u64,
    /// What the regression came to.
    pub regression: Regression,
    /// The file of the evaluator with the new weights.
    pub file: Vec<u8>,
    /// The match of the new weights against the old ones, at equal positions.
    pub pairs: Pairs,
}

/// Fits the weights of an evaluator's terms to the games of a folder, or to games that it plays against itself.
///
/// # Errors
/// See `AnyGame::tune_weights`.
pub(crate) fn tune_weights<G: ListedGame>(
    game: &Arc<G>,
    request: &TuneRequest,
    folder: Option<&TrainingFolder>,
    clock: &LearnClock,
    observer: &(dyn Fn(&TuneStage) + Sync),
) -> Result<Option<TunedWeights>, ReadError> {
    let own = game.evaluators();
    let name = request.evaluator.clone().or_else(|| own.first().map(|info| info.name.to_string()));
    let name = name.unwrap_or_default();
    let evaluator = game.evaluator(&name).ok_or_else(|| {
        let names: Vec<&str> = own.iter().map(|info| &*info.name).collect();
        let remedy = format!("those made by hand: {}", names.join(", "));
        ReadError::new("evaluator", &name, "its terms cannot be weighed", remedy)
    })?;
    let starts = starts(&**game);
    let records = match folder {
        Some(folder) => kept(&**game, folder, request.games)?,
        None => {
            let TuneRequest { games, nodes, seed, threads, .. } = *request;
            let wanted = GamesWanted { games, nodes, seed, threads };
            let engine = || Engine::new(Arc::clone(game), evaluator.clone(), game.hints());
            match played(engine, &starts, &wanted, clock, observer) {
                Some(records) => records,
                None => return Ok(None),
            }
        }
    };
    if let (Some(folder), true) = (folder, records.is_empty()) {
        return Err(unusable(folder, "it holds no games".to_owned()));
    }
    observer(&TuneStage::Fitting(records.len() as u64));
    let scale = fitted_scale(&**game, &starts, &records).unwrap_or(DEFAULT_SCALE);
    let later = default_play(&game.info().name).later;
    let selection = Selection { result_share: request.result_share, later, scale, quiet_only: true };
    let none = || {
        let remedy = "learn from more games, or from a folder of the same game and rules";
        ReadError::new("games", &game.full_name(), "they have no position that teaches weights", remedy)
    };
    let regression =
        regress(&**game, &starts, &evaluator, &records, &selection, POSITIONS).ok_or_else(none)?;
    let file = regression.file(&**game, &name);
    let [first, last] = regression.weights();
    let weighted = Chosen::Weighted(WeightedTerms::new(evaluator.clone(), &first, &last));
    let hand = Chosen::Own(evaluator);
    let default = default_play(&game.info().name);
    let plan = DuelPlan {
        nodes: [request.nodes; 2],
        opening: default.opening,
        longest: default.longest,
        seed: !request.seed,
    };
    let engine =
        |evaluator: &Chosen<G::Evaluator>| Engine::new(Arc::clone(game), evaluator.clone(), game.hints());
    let engines = (|| engine(&weighted), || engine(&hand));
    let extent = (request.pairs, request.threads);
    let Some(pairs) = compete(engines, &starts, &plan, extent, clock, observer) else { return Ok(None) };
    let games = records.len() as u64;
    Ok(Some(TunedWeights { evaluator: name, games, regression, file, pairs }))
}

/// So many pairs of games between two engines, on so many threads. `None` if the clock was told to stop.
pub(crate) fn compete<G: ListedGame, A: Evaluator<G>, B: Evaluator<G>>(
    engines: (
        impl Fn() -> Engine<G, A, G::SearchHints> + Sync,
        impl Fn() -> Engine<G, B, G::SearchHints> + Sync,
    ),
    starts: &[G::Position],
    plan: &DuelPlan,
    (wanted, threads): (u64, usize),
    clock: &LearnClock,
    observer: &(dyn Fn(&TuneStage) + Sync),
) -> Option<Pairs> {
    let (mut pairs, mut asked) = (Pairs::default(), 0);
    while asked < wanted {
        let numbers = asked..(asked + PAIRS).min(wanted);
        asked = numbers.end;
        let stop = || clock.stopped();
        let more = play_pairs((&engines.0, &engines.1), starts, plan, numbers, threads, &stop)?;
        pairs = pairs.with(&more);
        observer(&TuneStage::Matching(pairs));
    }
    Some(pairs)
}

/// Games to be played of an engine against itself.
pub(crate) struct GamesWanted {
    pub(crate) games: u64,
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

/// Games of an engine against itself; `None` if the clock was told to stop.
pub(crate) fn played<G: ListedGame, E: Evaluator<G>>(
    engine: impl Fn() -> Engine<G, E, G::SearchHints> + Sync,
    starts: &[G::Position],
    wanted: &GamesWanted,
    clock: &LearnClock,
    observer: &(dyn Fn(&TuneStage) + Sync),
) -> Option<Vec<GameRecord>> {
    let default = default_play(&engine().game.info().name);
    let plan = PlayPlan {
        nodes: wanted.nodes,
        opening: default.opening,
        longest: default.longest,
        resign: default.resign,
        lopsided: default.lopsided,
        seed: wanted.seed,
    };
    let (mut records, mut asked) = (Vec::new(), 0);
    while asked < wanted.games {
        let numbers = asked..(asked + CHUNK).min(wanted.games);
        asked = numbers.end;
        let stop = || clock.stopped();
        records.extend(play_games(&engine, starts, &plan, numbers, wanted.threads, &stop, &|_| ())?);
        observer(&TuneStage::Playing(asked, wanted.games));
    }
    Some(records)
}

/// The error for a folder whose games cannot be used.
fn unusable(folder: &TrainingFolder, why: String) -> ReadError {
    let remedy = "name the folder of a training of this game, or leave it out";
    ReadError::new("folder", &folder.path().display().to_string(), why, remedy)
}

/// The games that a training kept, the first generation's first; none if the folder has none.
pub(crate) fn kept<G: ListedGame>(
    game: &G,
    folder: &TrainingFolder,
    most: u64,
) -> Result<Vec<GameRecord>, ReadError> {
    let refuse = |why: String| unusable(folder, why);
    let mut records = Vec::new();
    for generation in 1.. {
        for shard in 0.. {
            let name = plybook_learn::generations::games_name(generation, shard);
            let bytes = folder.read(&name).map_err(|error| refuse(format!("`{name}`: {error}")))?;
            let Some(bytes) = bytes else {
                if shard == 0 {
                    return Ok(records);
                }
                break;
            };
            let read = read_any_shard(&game.full_name(), &bytes);
            records.extend(read.map_err(|error| refuse(format!("`{name}`: {error}")))?);
            if records.len() as u64 >= most {
                records.truncate(most as usize);
                return Ok(records);
            }
        }
    }
    Ok(records)
}
