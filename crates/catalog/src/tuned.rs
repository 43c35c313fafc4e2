//! The weights of an evaluation made by hand, fitted to games: those of a training, or games played for it.

use crate::chosen::Chosen;
use crate::master::{LearnClock, Pairs, Time, starts, usual_play};
use plybook_kernel::{ListedGame, ReadError};
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
const USUAL_SCALE: f32 = 200.0;

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
        None => match played(game, &evaluator, &starts, request, clock, observer) {
            Some(records) => records,
            None => return Ok(None),
        },
    };
    observer(&TuneStage::Fitting(records.len() as u64));
    let scale = fitted_scale(&**game, &starts, &records).unwrap_or(USUAL_SCALE);
    let later = usual_play(&game.info().name).later;
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
    let usual = usual_play(&game.info().name);
    let plan = DuelPlan {
        nodes: [request.nodes; 2],
        opening: usual.opening,
        longest: usual.longest,
        seed: !request.seed,
    };
    let engine =
        |evaluator: &Chosen<G::Evaluator>| Engine::new(Arc::clone(game), evaluator.clone(), game.hints());
    let (mut pairs, mut asked) = (Pairs::default(), 0);
    while asked < request.pairs {
        let numbers = asked..(asked + PAIRS).min(request.pairs);
        asked = numbers.end;
        let engines = (|| engine(&weighted), || engine(&hand));
        let stop = || clock.stopped();
        let Some(more) = play_pairs(engines, &starts, &plan, numbers, request.threads, &stop) else {
            return Ok(None);
        };
        pairs = pairs.with(&more);
        observer(&TuneStage::Matching(pairs));
    }
    let games = records.len() as u64;
    Ok(Some(TunedWeights { evaluator: name, games, regression, file, pairs }))
}

/// Games of an evaluator against itself; `None` if the clock was told to stop.
fn played<G: ListedGame>(
    game: &Arc<G>,
    evaluator: &G::Evaluator,
    starts: &[G::Position],
    request: &TuneRequest,
    clock: &LearnClock,
    observer: &(dyn Fn(&TuneStage) + Sync),
) -> Option<Vec<GameRecord>> {
    let usual = usual_play(&game.info().name);
    let plan = PlayPlan {
        nodes: request.nodes,
        opening: usual.opening,
        longest: usual.longest,
        resign: usual.resign,
        lopsided: usual.lopsided,
        seed: request.seed,
    };
    let engine = || Engine::new(Arc::clone(game), evaluator.clone(), game.hints());
    let (mut records, mut asked) = (Vec::new(), 0);
    while asked < request.games {
        let numbers = asked..(asked + CHUNK).min(request.games);
        asked = numbers.end;
        let stop = || clock.stopped();
        records.extend(play_games(engine, starts, &plan, numbers, request.threads, &stop, &|_| ())?);
        observer(&TuneStage::Playing(asked, request.games));
    }
    Some(records)
}

/// The games that a training kept, the first generation's first.
fn kept<G: ListedGame>(game: &G, folder: &TrainingFolder, most: u64) -> Result<Vec<GameRecord>, ReadError> {
    let refuse = |why: String| {
        let remedy = "name the folder of a training of this game, or leave it out";
        ReadError::new("folder", &folder.path().display().to_string(), why, remedy)
    };
    let mut records = Vec::new();
    for generation in 1.. {
        for shard in 0.. {
            let name = plybook_learn::generations::games_name(generation, shard);
            let bytes = folder.read(&name).map_err(|error| refuse(format!("`{name}`: {error}")))?;
            let Some(bytes) = bytes else {
                match (shard, records.is_empty()) {
                    (0, true) => return Err(refuse("it holds no games".to_owned())),
                    (0, false) => return Ok(records),
                    _ => break,
                }
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
