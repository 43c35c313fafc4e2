//! Learning a game's evaluation from the rules, for any game: how each game is played to be learnt, where a training is
//! kept, and what came of it in plain data.

use crate::chosen::Chosen;
use crate::learnt::embedded_file;
use plybook_kernel::{ListedGame, ReadError, options::OptionKind};
use plybook_learn::generations::{Master, MasterPlan, Play};
use plybook_model::LearntEvaluator;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use plybook_learn::data::Pairs;
pub use plybook_learn::generations::{
    From as LearnFrom, Generation, KeepShard, MasterError, Mastered, Shape, Stage as LearnStage, Time,
    WantedShards,
};
pub use plybook_store::TrainingFolder;

/// The option of a game that names one of many starts, which do not change its rules otherwise.
const BALLOT: &str = "ballot";
/// Hundredths of a point ahead that decide a game, where values are counted in pieces.
const RESIGN: i32 = 1_000;
/// Games that begin with a larger difference are left out.
const LOPSIDED: i32 = 400;
/// The weight of results, and how far later searches reach back, with which the games were learnt whose values say much
/// about the next moves and little about results.
const SEARCHES: (f32, f32) = (0.1, 0.8);
/// The same where results say more.
const RESULTS: (f32, f32) = (0.5, 0.0);

/// What can be chosen about a training; what is not depends on the game.
#[derive(Clone, Debug, PartialEq)]
pub struct MasterRequest {
    /// What the first generation's games are played with.
    pub from: LearnFrom,
    /// The family and the size of what is learnt; the game's usual one if it is left out.
    pub shape: Option<Shape>,
    /// Positions searched for a move.
    pub nodes: u64,
    /// Generations.
    pub generations: u32,
    /// Games of each, at most.
    pub games: u64,
    /// Passes over the positions, at most.
    pub epochs: u32,
    /// Most pairs of games of a match.
    pub pairs: u64,
    /// Decides everything random.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

/// How a game is played to be learnt, as trainings of each were found to do best. The costs were measured on x86-64 with the
/// usual shapes, as ratios of the time that a search of 20,000 positions takes with the learnt and with the hand-made
/// evaluation.
#[must_use]
pub fn default_play(game: &str) -> Play {
    let net = Shape::Net { hidden: 32, phases: 4 };
    let tuples = Shape::Tuples { windows: 128, phases: 6 };
    let pieces = Play {
        opening: [4, 10],
        longest: 250,
        resign: None,
        lopsided: None,
        result_share: SEARCHES.0,
        later: SEARCHES.1,
        minutes: 7.5,
        shape: net,
        cost: 1.2,
    };
    match game.split(':').next().unwrap_or_default() {
        "othello" => {
            let (result_share, later) = RESULTS;
            let opening = [4, 14];
            Play { opening, lopsided: Some(2_000), result_share, later, shape: tuples, cost: 1.4, ..pieces }
        }
        "checkers" => {
            let (resign, lopsided) = (Some(600), Some(300));
            let (result_share, later) = RESULTS;
            Play { opening: [2, 10], longest: 160, resign, lopsided, result_share, later, ..pieces }
        }
        "chess" | "baroque" => {
            let (resign, lopsided) = (Some(RESIGN), Some(LOPSIDED));
            Play { resign, lopsided, minutes: 15.0, cost: 0.85, ..pieces }
        }
        "connect4" => {
            let (result_share, later) = (0.4, 0.9);
            Play { opening: [1, 8], longest: 200, result_share, later, shape: tuples, cost: 0.9, ..pieces }
        }
        "tts" => Play { opening: [1, 8], longest: 200, shape: tuples, cost: 0.6, ..pieces },
        "kalah" => Play { opening: [1, 8], cost: 1.3, ..pieces },
        "black-and-white" => {
            Play { opening: [1, 8], shape: Shape::Tuples { windows: 64, phases: 2 }, cost: 1.15, ..pieces }
        }
        "breakthrough" => Play { opening: [2, 8], cost: 1.1, ..pieces },
        _ => Play { opening: [2, 8], ..pieces },
    }
}

/// Plays games of a learning elsewhere.
pub trait ShardHelpers: Sync {
    /// Plays shards by `AnyGame::self_play_shard`, and hands the bytes of each to `keep` as soon as they are there. What is
    /// left out is played here.
    ///
    /// # Errors
    /// They should have been played elsewhere and were not, or cannot be kept.
    fn play(&self, wanted: &WantedShards<'_>, keep: &mut KeepShard<'_>) -> Result<(), String>;
}

/// The folder of a training, as the learning asks for it, and who helps.
struct Kept<'a>(&'a TrainingFolder, Option<&'a dyn ShardHelpers>);

impl plybook_learn::generations::TrainingStore for Kept<'_> {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        self.0.read(name).map_err(|error| self.complain("read", name, &error))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.write(name, bytes).map_err(|error| self.complain("write", name, &error))
    }

    fn play_elsewhere(&self, wanted: &WantedShards<'_>, keep: &mut KeepShard<'_>) -> Result<(), String> {
        self.1.filter(|_| !wanted.shards.is_empty()).map_or(Ok(()), |helpers| helpers.play(wanted, keep))
    }
}

impl Kept<'_> {
    fn complain(&self, what: &str, name: &str, error: &std::io::Error) -> String {
        format!("cannot {what} `{name}` in {}: {error}; name another folder", self.0.path().display())
    }
}

/// A limit of time, and whether somebody asked to stop.
#[derive(Debug)]
pub struct LearnClock {
    end: Option<Instant>,
    stopped: AtomicBool,
}

impl LearnClock {
    /// A clock that runs for so long from now on, or for ever.
    #[must_use]
    pub fn new(limit: Option<Duration>) -> LearnClock {
        LearnClock { end: limit.map(|limit| Instant::now() + limit), stopped: AtomicBool::new(false) }
    }

    /// Asks the learning to stop; what it did is kept.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl plybook_learn::generations::Time for LearnClock {
    fn left(&self) -> Option<f64> {
        let left = |end: Instant| {
            let now = Instant::now();
            if end > now { (end - now).as_secs_f64() } else { -(now - end).as_secs_f64() }
        };
        self.end.map(left)
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Where games may begin: the game's start, and those of its ballots.
pub(crate) fn starts<G: ListedGame>(game: &G) -> Vec<G::Position> {
    let mut starts = vec![game.start()];
    for option in &game.info().options {
        if let (BALLOT, OptionKind::Number { range, .. }) = (&*option.name, &option.kind) {
            let of = |number: u32| game.variant(&format!("{BALLOT}={number}")).ok();
            starts.extend(range.clone().filter_map(of).map(|variant| variant.start()));
        }
    }
    starts
}

/// Learns a game.
///
/// # Errors
/// See `AnyGame::learn_master`.
pub(crate) fn learn_master<G: ListedGame>(
    game: &Arc<G>,
    request: &MasterRequest,
    (folder, helpers): (&TrainingFolder, Option<&dyn ShardHelpers>),
    clock: &LearnClock,
    observer: &(dyn Fn(&LearnStage) + Sync),
) -> Result<Mastered, MasterError> {
    with_master(game, request, |master| master.run(&Kept(folder, helpers), clock, observer))
}

/// Plays one shard of a learning, named by its generation and number.
///
/// # Errors
/// See `AnyGame::self_play_shard`.
pub(crate) fn self_play_shard<G: ListedGame>(
    game: &Arc<G>,
    request: &MasterRequest,
    (generation, shard): (u32, u64),
    accepted: Option<&[u8]>,
    clock: &LearnClock,
) -> Result<Vec<u8>, MasterError> {
    with_master(game, request, |master| {
        master.shard(generation, shard, accepted, &|| plybook_learn::generations::Time::stopped(clock))
    })
}

/// Does something with the learning of a game.
fn with_master<G: ListedGame, T>(
    game: &Arc<G>,
    request: &MasterRequest,
    act: impl FnOnce(&Master<'_, G, Chosen<G::Evaluator>>) -> Result<T, MasterError>,
) -> Result<T, MasterError> {
    let default = default_play(&game.info().name);
    let evaluators = game.evaluators();
    let hand = evaluators.first().and_then(|first| game.evaluator(&first.name)).map(Chosen::Own);
    let none = || MasterError::Training("the game has no evaluation to begin with".to_owned());
    let own = embedded_file(&**game).filter(|_| request.from == LearnFrom::Learnt);
    let first_file = own.as_ref().and_then(|(_, bytes)| plybook_format::sealed_checksum(bytes));
    let first = match (request.from, own) {
        (LearnFrom::Learnt, None) => {
            let name = game.full_name();
            return Err(MasterError::Training(format!(
                "no learnt evaluation of {name} is part of the program; begin from the hand-made one"
            )));
        }
        (_, Some((evaluator, _))) => Chosen::Learnt(evaluator),
        (_, None) => hand.ok_or_else(none)?,
    };
    let evaluator = |bytes: &[u8]| {
        LearntEvaluator::read(&**game, bytes).map(Chosen::Learnt).map_err(|error| error.to_string())
    };
    act(&Master {
        game: Arc::clone(game),
        starts: starts(&**game),
        first,
        first_file,
        evaluator: &evaluator,
        plan: MasterPlan {
            play: Play { shape: request.shape.unwrap_or(default.shape), ..default },
            from: request.from,
            nodes: request.nodes,
            generations: request.generations,
            games: request.games,
            epochs: request.epochs,
            pairs: request.pairs,
            seed: request.seed,
            threads: request.threads,
            commit: option_env!("PLYBOOK_COMMIT").unwrap_or(env!("CARGO_PKG_VERSION")).to_owned(),
        },
    })
}

/// Opens the folder of a training.
///
/// # Errors
/// It cannot be made.
pub fn training_folder(path: &std::path::Path) -> Result<TrainingFolder, ReadError> {
    TrainingFolder::open(path).map_err(|error| {
        ReadError::new("folder", &path.display().to_string(), error.to_string(), "name another folder")
    })
}
