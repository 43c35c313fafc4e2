//! Margins measured for a game and an evaluator: from games, by searches of their positions, refined by more games.

use crate::chosen::{Chosen, NO_EVALUATION, chosen};
use crate::learnt::evaluators;
use crate::margin_files::margins;
use crate::master::{LearnClock, Pairs, Time, default_play, starts};
use crate::tuned::{GamesWanted, TuneStage, compete, kept, played};
use crate::{EngineConfig, METHODS};
use plybook_format::checksum::Checksum;
use plybook_format::{MarginsFile, evaluator_fingerprint};
use plybook_kernel::{HasHints, ListedGame, Margins, ReadError, SearchHints};
use plybook_learn::data::{DuelPlan, GameRecord};
use plybook_learn::margins::{
    Movements, PAIRS_OF_STEP, RefinePlan, SamplePlan, SpsaState, fit_margins, measure, prob_cuts, refinable,
    refine, sample,
};
use plybook_search::Engine;
use plybook_store::TrainingFolder;
use std::path::PathBuf;
use std::sync::Arc;

pub use plybook_format::{MARGIN_FIELDS, margin_numbers};
pub use plybook_learn::margins::{FittedMargin, FittedMargins, ProbCut};

/// Most positions that one search of a sample enters: mostly as many as six plies take.
const SAMPLE_NODES: u64 = 20_000;
/// Games that are played if nothing is said.
const GAMES: u64 = 200;
/// Positions between two reports.
const REPORT: u64 = 20;

/// What can be chosen about the measuring of margins.
#[derive(Clone, Debug, PartialEq)]
pub struct MarginsRequest {
    /// The evaluator; the game's usual one if it is left out.
    pub evaluator: Option<String>,
    /// The file of a learnt evaluation instead.
    pub weights: Option<PathBuf>,
    /// Games to play where no folder has them, and at most so many of a folder; if it is left out all of the folder, and
    /// otherwise a few hundred.
    pub games: Option<u64>,
    /// Positions searched for a move in all games.
    pub nodes: u64,
    /// Positions to draw from the games.
    pub samples: usize,
    /// Games of the refinement; none without it.
    pub spsa: u64,
    /// Pairs of games of the match between the new margins and the old ones.
    pub pairs: u64,
    /// Decides everything random.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

/// Measured margins.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedMargins {
    /// The evaluator's name, or that of its file.
    pub evaluator: String,
    /// Games that positions were drawn from.
    pub games: u64,
    /// Positions that were searched, those near the drawn ones included.
    pub positions: u64,
    /// What followed from the movements of values.
    pub fitted: FittedMargins,
    /// How well shallow searches foretell deep ones.
    pub prob_cuts: Vec<ProbCut>,
    /// Games of the refinement.
    pub spsa_games: u64,
    /// What came of it all.
    pub margins: Margins,
    /// The file with these margins.
    pub file: Vec<u8>,
    /// The match of the new margins against the old ones, at equal positions.
    pub pairs: Pairs,
}

/// A game with the evaluator and the margins that it is played with so far.
struct Tuner<'a, G: ListedGame> {
    game: &'a Arc<G>,
    evaluator: Chosen<G::Evaluator>,
    /// What is part of the program and goes before the hints.
    embedded: Option<Margins>,
    starts: Vec<G::Position>,
    request: &'a MarginsRequest,
    clock: &'a LearnClock,
    observer: &'a (dyn Fn(&TuneStage) + Sync),
}

type GameEngine<G> =
    Engine<G, Chosen<<G as plybook_kernel::Evaluated>::Evaluator>, <G as HasHints>::SearchHints>;

/// Measures margins by the games of a folder, or by games that the engine plays against itself.
///
/// # Errors
/// See `AnyGame::tune_margins`.
pub(crate) fn tune_margins<G: ListedGame>(
    game: &Arc<G>,
    request: &MarginsRequest,
    folder: Option<&TrainingFolder>,
    clock: &LearnClock,
    observer: &(dyn Fn(&TuneStage) + Sync),
) -> Result<Option<TunedMargins>, ReadError> {
    if request.evaluator.as_deref() == Some(NO_EVALUATION) {
        let remedy = "name an evaluator, or leave it out";
        return Err(ReadError::new("evaluator", NO_EVALUATION, "without one no values move", remedy));
    }
    let config = EngineConfig {
        evaluator: request.evaluator.clone(),
        weights: request.weights.clone(),
        ..EngineConfig::default()
    };
    let evaluator = chosen(&**game, &config)?;
    let embedded = margins(&**game, &config, &evaluator, &METHODS[0])?;
    let starts = starts(&**game);
    let tuner = Tuner { game, evaluator, embedded, starts, request, clock, observer };

    // 1. Positions of games, and what searches of them say.
    let Some(records) = tuner.records(folder)? else { return Ok(None) };
    let Some(moved) = tuner.measured(&records) else { return Ok(None) };
    let fitted = fit_margins(&moved, tuner.before().as_ref()).ok_or_else(|| {
        let problem = format!("{} positions of {} games are too few", moved.positions, records.len());
        ReadError::new("samples", &game.full_name(), problem, "draw more positions, or from more games")
    })?;

    // 2. The refinement, and the match.
    let refined = tuner.refined(&fitted.margins, refinable(&moved, &fitted), folder)?;
    let Some((margins, spsa_games)) = refined else { return Ok(None) };
    let Some(pairs) = tuner.compete(margins) else { return Ok(None) };
    let fingerprint = evaluator_fingerprint(&**game, &tuner.evaluator);
    let evaluator = tuner.name();
    let file = MarginsFile { evaluator: evaluator.clone(), fingerprint, margins }.write(&**game);
    Ok(Some(TunedMargins {
        evaluator,
        games: records.len() as u64,
        positions: moved.positions,
        fitted,
        prob_cuts: prob_cuts(&moved.searched),
        spsa_games,
        margins,
        file,
        pairs,
    }))
}

impl<G: ListedGame> Tuner<'_, G> {
    /// What the evaluator is called.
    fn name(&self) -> String {
        let file = self.request.weights.as_ref().and_then(|path| path.file_name());
        let file = file.map(|name| name.to_string_lossy().replace(char::is_control, "?"));
        let default = || evaluators(&**self.game).first().map(|info| info.name.to_string());
        file.or_else(|| self.request.evaluator.clone()).or_else(default).unwrap_or_default()
    }

    /// The games of the folder, or if it has none those that the engine plays now. `None` if the clock was told to stop.
    fn records(&self, folder: Option<&TrainingFolder>) -> Result<Option<Vec<GameRecord>>, ReadError> {
        let MarginsRequest { games, nodes, seed, threads, .. } = *self.request;
        let there = folder
            .map_or_else(|| Ok(Vec::new()), |folder| kept(&**self.game, folder, games.unwrap_or(u64::MAX)))?;
        if !there.is_empty() {
            return Ok(Some(there));
        }
        let wanted = GamesWanted { games: games.unwrap_or(GAMES), nodes, seed, threads };
        Ok(played(|| self.engine(None), &self.starts, &wanted, self.clock, self.observer))
    }

    /// Draws positions and searches them. `None` if the clock was told to stop.
    fn measured(&self, records: &[GameRecord]) -> Option<Movements> {
        let MarginsRequest { samples, seed, threads, .. } = *self.request;
        let plan = SamplePlan { positions: samples, nodes: SAMPLE_NODES, seed, threads };
        let positions = sample(&**self.game, &self.starts, records, &plan);
        let of = positions.len() as u64;
        let progress = |done: u64| {
            if done.is_multiple_of(REPORT) || done == of {
                (self.observer)(&TuneStage::Measuring(done, of));
            }
        };
        measure(|| self.engine(None), &positions, &plan, &|| self.clock.stopped(), &progress)
    }

    /// The margins that the game is played with so far.
    fn before(&self) -> Option<Margins> {
        self.embedded.or_else(|| self.game.hints().margins())
    }

    /// An engine with some margins; with those so far if there are none.
    fn engine(&self, margins: Option<Margins>) -> GameEngine<G> {
        let mut engine = Engine::new(Arc::clone(self.game), self.evaluator.clone(), self.game.hints());
        engine.margins = margins.or(self.embedded);
        engine
    }

    /// How games between margins are played.
    fn duel(&self, seed: u64) -> DuelPlan {
        let default = default_play(&self.game.info().name);
        DuelPlan { nodes: [self.request.nodes; 2], opening: default.opening, longest: default.longest, seed }
    }

    /// The margins after the refinement that was asked for, and its games. `None` if the clock was told to stop.
    fn refined(
        &self,
        first: &Margins,
        fields: Vec<usize>,
        folder: Option<&TrainingFolder>,
    ) -> Result<Option<(Margins, u64)>, ReadError> {
        let MarginsRequest { spsa, seed, threads, .. } = *self.request;
        let plan = RefinePlan { duel: self.duel(seed.rotate_left(u32::BITS)), games: spsa, fields, threads };
        let steps = plan.spsa().steps;
        if steps == 0 {
            return Ok(Some((*first, 0)));
        }
        let (game, fingerprint) = (self.game.full_name(), self.fingerprint(first, &plan));
        let name = format!("margins-{fingerprint:016x}");
        let refuse = |why: String, folder: &TrainingFolder| {
            let place = folder.path().display().to_string();
            ReadError::new("folder", &place, format!("`{name}`: {why}"), "name another folder")
        };
        let mut state = plan.start();
        if let Some(folder) = folder
            && let Some(bytes) = folder.read(&name).map_err(|error| refuse(error.to_string(), folder))?
        {
            state = SpsaState::read(&game, fingerprint, plan.fields.len(), &bytes)
                .map_err(|why| refuse(why, folder))?;
        }
        let games = |steps: u32| 2 * PAIRS_OF_STEP * u64::from(steps);
        let mut done = |state: &SpsaState| {
            (self.observer)(&TuneStage::Refining(games(state.step), games(steps)));
            let Some(folder) = folder else { return Ok(()) };
            let bytes = state.write(&game, fingerprint);
            folder.write(&name, &bytes).map_err(|error| refuse(error.to_string(), folder))
        };
        let stop = || self.clock.stopped();
        let engine = |margins: Margins| self.engine(Some(margins));
        let refined = refine(engine, &self.starts, &plan, first, &mut state, &stop, &mut done)?;
        Ok(refined.map(|margins| (margins, games(steps))))
    }

    /// Stands for everything that decides a refinement.
    fn fingerprint(&self, first: &Margins, plan: &RefinePlan) -> u64 {
        let RefinePlan { duel, games, fields, .. } = plan;
        let mut sum = Checksum::new();
        sum.add(&evaluator_fingerprint(&**self.game, &self.evaluator).to_le_bytes());
        sum.add(format!("{duel:?} {games} {fields:?} {first:?}").as_bytes());
        sum.sum()
    }

    /// The match of new margins against those so far.
    fn compete(&self, margins: Margins) -> Option<Pairs> {
        let engines = (|| self.engine(Some(margins)), || self.engine(None));
        let MarginsRequest { pairs, seed, threads, .. } = *self.request;
        compete(engines, &self.starts, &self.duel(!seed), (pairs, threads), self.clock, self.observer)
    }
}
