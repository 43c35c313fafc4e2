//! `plybook learn GAME --method master`: an evaluation learnt from play.

use crate::bad_input::BadInput;
use crate::cluster::Cluster;
use crate::file::{prepare, write};
use crate::game_name::open_game;
use crate::interrupt::at_interrupt;
use crate::learn_arguments::{Family, Learn, LearnFrom};
use crate::output::{Output, tell};
use crate::progress::stopwatch;
use anyhow::{Result, anyhow};
use plybook_catalog::AnyGame;
use plybook_catalog::master::{
    Generation, KeepShard, LearnClock, LearnStage, MasterError, MasterRequest, Pairs, Shape, ShardHelpers,
    Time, WantedShards, default_play, training_folder,
};
use plybook_work::{Bytes, LearningPlan, SelfPlayUnit, Unit, UnitResult};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Minutes of a training if nothing is said.
const DEFAULT_MINUTES: f64 = 30.0;
/// Most generations that are chosen so.
const MOST_GENERATIONS: f64 = 12.0;
/// Generations where games are given and no minutes.
const DEFAULT_GENERATIONS: u32 = 2;
/// Games of a generation where only the time limits them.
const GAMES: u64 = 10_000_000;
/// Most passes over the positions.
const EPOCHS: u32 = 8;
/// Most pairs of games of a match.
const PAIRS: u64 = 200;
/// Hidden values of a net if nothing is said, and phases of a net and of tables.
const HIDDEN: usize = 32;
const PHASES: [usize; 2] = [4, 6];
/// Most windows of tables.
const WINDOWS: usize = 128;

#[derive(Serialize)]
struct Row {
    generation: u32,
    games: u64,
    positions: u64,
    epochs: u32,
    loss: f64,
    least_loss: f64,
    match_games: u32,
    score: f64,
    elo: f64,
    error: f64,
    accepted: bool,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    generations: Vec<Row>,
    bytes: usize,
    file: String,
}

impl Row {
    fn of(generation: &Generation) -> Row {
        let (elo, error) = generation.pairs.elo();
        Row {
            generation: generation.number,
            games: generation.games,
            positions: generation.positions,
            epochs: generation.epochs,
            loss: generation.held_out[0],
            least_loss: generation.held_out[1],
            match_games: generation.pairs.games(),
            score: generation.pairs.score(),
            elo,
            error,
            accepted: generation.accepted,
        }
    }

    fn line(&self) -> String {
        let Row { generation, games, positions, loss, least_loss, match_games, elo, error, .. } = self;
        let verdict = if self.accepted { "kept" } else { "discarded" };
        format!(
            "Generation {generation}: {games} games, {positions} positions, loss {loss:.4} (least {least_loss:.4}); \
             {elo:+.0} ± {error:.0} Elo in {match_games} games: {verdict}."
        )
    }
}

/// What the arguments ask for.
fn request(game: &dyn AnyGame, arguments: &Learn) -> (MasterRequest, Option<f64>) {
    let master = &arguments.master;
    let minutes = master.minutes.or(arguments.games.is_none().then_some(DEFAULT_MINUTES));
    let default = default_play(&game.info().name);
    let by_time = |minutes: f64| (minutes / default.minutes).clamp(1.0, MOST_GENERATIONS) as u32;
    let generations = master.generations.or(minutes.map(by_time)).unwrap_or(DEFAULT_GENERATIONS);
    let default = default.shape;
    let hidden = master.hidden.as_deref().and_then(|text| text.parse().ok());
    let net = Shape::Net { hidden: hidden.unwrap_or(HIDDEN), phases: PHASES[0] };
    let shape = match (master.family, hidden) {
        (Some(Family::Tuples), _) => Shape::Tuples { windows: WINDOWS, phases: PHASES[1] },
        (Some(Family::Net), _) | (None, Some(_)) => net,
        (None, None) => default,
    };
    let from = match master.from {
        Some(LearnFrom::Rules) => plybook_catalog::master::LearnFrom::Rules,
        Some(LearnFrom::Learnt) => plybook_catalog::master::LearnFrom::Learnt,
        Some(LearnFrom::Hand) | None => plybook_catalog::master::LearnFrom::Hand,
    };
    let games = arguments.games.map_or(GAMES, |games| u64::from(games).div_ceil(generations.into()));
    let request = MasterRequest {
        from,
        shape: Some(shape),
        nodes: arguments.nodes,
        generations,
        games,
        epochs: EPOCHS,
        pairs: PAIRS,
        seed: arguments.seed,
        threads: arguments.play_book.threads.into(),
    };
    (request, minutes)
}

/// A path in the current folder that is named after the game.
pub fn named_after(game: &dyn AnyGame, ending: &str) -> PathBuf {
    let name: String = game
        .full_name()
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
        .collect();
    PathBuf::from(format!("{name}.{ending}"))
}

/// Learns, and writes the model.
pub fn run(output: Output, arguments: &Learn) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let out = arguments.out.clone().unwrap_or_else(|| named_after(&*game, "model"));
    prepare(&out)?;
    let folder = arguments.master.folder.clone().unwrap_or_else(|| named_after(&*game, "training"));
    let (request, minutes) = request(&*game, arguments);
    let kept = training_folder(&folder).map_err(BadInput::from)?;
    let clock = Arc::new(LearnClock::new(minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes))));
    at_interrupt({
        let clock = Arc::clone(&clock);
        move || clock.stop()
    });
    let (line, shown) = (stopwatch(&format!("Learning {}", game.full_name())), !arguments.json);
    let since = Mutex::new((0, 0, Instant::now()));
    let observer = |stage: &LearnStage| {
        let since = &mut *since.lock().unwrap_or_else(PoisonError::into_inner);
        line.set_message(format!(": {}{}", told(stage, since), to_go(&clock)));
        if let LearnStage::Done(generation) = stage
            && shown
        {
            line.suspend(|| tell(Row::of(generation).line()));
        }
    };
    let helpers = match &arguments.master.place.ray {
        Some(_) if minutes.is_some() => {
            let message =
                "--ray: a cluster plays a number of games, not for a time; say how many with --games";
            return Err(BadInput::new(message).into());
        }
        Some(address) => Some(Helpers::connect(address, game.full_name(), &request)?),
        None => None,
    };
    let helpers = helpers.as_ref().map(|helpers| helpers as &dyn ShardHelpers);
    let learnt = game.learn_master(&request, &kept, &clock, &observer, helpers);
    line.finish_and_clear();
    let learnt = learnt.map_err(|error| complain(error, &folder))?;
    let none = || BadInput::new(format!("nothing was learnt of {}: too little time", game.full_name()));
    let bytes = learnt.model.ok_or_else(none)?;
    write(&out, &bytes)?;
    let rows: Vec<Row> = learnt.generations.iter().map(Row::of).collect();
    let kept = rows.iter().any(|row| row.accepted);
    let answer = Answer {
        game: game.full_name(),
        generations: rows,
        bytes: bytes.len(),
        file: out.display().to_string(),
    };
    if arguments.json {
        return output.json(&answer);
    }
    if !kept {
        output
            .line("No generation won its match: the last one is written, and is not known to be stronger.")?;
    }
    output.line(format!(
        "Written to {} ({} bytes). Play it as `engine:weights={}`.",
        answer.file, answer.bytes, answer.file
    ))
}

/// Plays the games of a learning on a cluster.
struct Helpers {
    cluster: Mutex<Cluster>,
    game: String,
    plan: LearningPlan,
}

impl Helpers {
    fn connect(address: &str, game: String, request: &MasterRequest) -> Result<Helpers> {
        let cluster = Mutex::new(Cluster::connect(address, false)?);
        Ok(Helpers { cluster, game, plan: LearningPlan::of(request) })
    }
}

impl ShardHelpers for Helpers {
    fn play(&self, wanted: &WantedShards<'_>, keep: &mut KeepShard<'_>) -> Result<(), String> {
        let mut cluster = self.cluster.lock().unwrap_or_else(PoisonError::into_inner);
        let mut coming = wanted.shards.iter().copied();
        let mut left = wanted.shards.len();
        while left > 0 {
            while cluster.room() > 0
                && let Some(shard) = coming.next()
            {
                let unit = SelfPlayUnit {
                    game: self.game.clone(),
                    plan: self.plan.clone(),
                    generation: wanted.generation,
                    shard,
                    model: wanted.model.map(|model| Bytes(model.to_vec())),
                };
                cluster.send(shard, &Unit::SelfPlay(Box::new(unit))).map_err(|error| error.to_string())?;
            }
            let Some(done) = cluster.receive().map_err(|error| error.to_string())? else { continue };
            if let UnitResult::SelfPlay { shard, bytes, .. } = done.result {
                keep(shard, bytes.0)?;
                left -= 1;
            }
        }
        Ok(())
    }
}

/// What is going on, in a few words. `since` holds the generation, the moves at its first report, and the time of it.
fn told(stage: &LearnStage, since: &mut (u32, u64, Instant)) -> String {
    match stage {
        LearnStage::Playing { generation, games, of, moves } => {
            if since.0 != *generation {
                *since = (*generation, *moves, Instant::now());
            }
            let rate = (moves - since.1) as f64 / since.2.elapsed().as_secs_f64().max(1e-3);
            let of = if *of >= GAMES { String::new() } else { format!(" of {of}") };
            format!("generation {generation}, game {games}{of}, {moves} positions, {rate:.0} a second")
        }
        LearnStage::Training { generation, positions, report } => format!(
            "generation {generation}, {positions} positions, pass {}, loss {:.4}",
            report.epoch, report.held_out
        ),
        LearnStage::Matching { generation, pairs, .. } => {
            let (elo, error) = Pairs::elo(pairs);
            format!("generation {generation}, match: {elo:+.0} ± {error:.0} Elo in {} games", pairs.games())
        }
        LearnStage::Done(generation) => format!("generation {} is over", generation.number),
    }
}

/// The time that is left, if it is limited.
fn to_go(clock: &LearnClock) -> String {
    let seconds = Time::left(clock).map(|left| left.max(0.0) as u64);
    seconds.map_or_else(String::new, |left| format!(", {} min {:02} s to go", left / 60, left % 60))
}

/// Input that cannot be used and trouble with the machine are told apart by the exit status.
fn complain(error: MasterError, folder: &Path) -> anyhow::Error {
    match error {
        MasterError::NoPlanes => BadInput::new(error.to_string()).into(),
        MasterError::Store(why) => BadInput::new(format!("folder {}: {why}", folder.display())).into(),
        MasterError::Training(why) => anyhow!(why),
        MasterError::Stopped => {
            anyhow!(
                "stopped; what was done is in {}, and the same command goes on from there",
                folder.display()
            )
        }
    }
}
