//! The loop over generations.

use super::done::{Generation, read_match, write_match};
use super::fit::{FitError, Fitting};
use super::plan::{From, MasterPlan, Play, Time, TrainingStore, WantedShards};
use crate::data::{
    DuelPlan, GameRecord, Pairs, PlayPlan, Positions, Selection, fitted_scale, play_games, play_pairs,
    read_shard, rules_fingerprint, write_shard,
};
use crate::train::EpochReport;
use plybook_format::checksum::Checksum;
use plybook_kernel::{Evaluator, HasHints, HasInfo, Outcome, PlaneLayout, Planes, SearchHints};
use plybook_model::{Model, Provenance};
use plybook_search::Engine;
use std::fmt;
use std::sync::Arc;

/// Games of a shard: what is lost at most if the program ends in the middle.
const SHARD: u64 = 64;
/// The latest generations whose games are learnt from: to forget at once what beat the last one invites running in circles.
const WINDOW: u32 = 3;
/// Moves below which the games of still earlier generations are learnt from as well: too few positions are worse than old
/// ones.
const LEAST_MOVES: usize = 4_000_000;
/// Positions searched for a move in a match, as a multiple of those in the games to learn from.
const MATCH_NODES: u64 = 2;
/// Pairs between two looks at a match.
const CHUNK: u64 = 8;
/// The shares of the points that a match decides between: those of equal strength, and of 20 Elo more.
const HYPOTHESES: [f64; 2] = [0.5, 0.52875];
/// The logarithm of the likelihood ratio at which a match is decided: an error in twenty.
const DECIDED: f64 = 2.94;
/// The parts of a generation's time after which its games, its training and its match must be over.
const TIMES: [f64; 3] = [0.6, 0.8, 1.0];
/// Seconds kept back of a limit of time for what follows the last match.
const RESERVE: f64 = 2.0;
/// Hundredths of a point of a logit where neither games nor hints say more: two hundred are a decisive advantage in many
/// games.
const DEFAULT_SCALE: f32 = 200.0;
/// The same as a multiple of the margin by which a game prunes.
const SCALE_OF_MARGIN: f32 = 4.0;
/// How far apart the seeds of successive generations lie.
const SEED_STEP: u64 = 0x2545_f491_4f6c_dd1d;

/// A game that is to be learnt.
pub struct Master<'a, G: HasHints, E> {
    /// The rules.
    pub game: Arc<G>,
    /// Where games may begin, the game's own start first.
    pub starts: Vec<G::Position>,
    /// The evaluation of the first generation's games, if these begin with one: the hand-made or a learnt one.
    pub first: E,
    /// Stands for a learnt evaluation that the games begin with: the checksum of its file.
    pub first_file: Option<u64>,
    /// Makes an evaluator of a model's file.
    pub evaluator: &'a (dyn Fn(&[u8]) -> Result<E, String> + Sync),
    /// How it is learnt.
    pub plan: MasterPlan,
}

/// What is going on.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Games of a generation were played.
    Playing {
        /// The generation.
        generation: u32,
        /// Games played, those left out included.
        games: u64,
        /// Games to play at most.
        of: u64,
        /// Their moves.
        moves: u64,
    },
    /// A pass over the positions is over.
    Training {
        /// The generation.
        generation: u32,
        /// Positions learnt from.
        positions: u64,
        /// What the pass came to.
        report: EpochReport,
    },
    /// A match goes on.
    Matching {
        /// The generation.
        generation: u32,
        /// Its results so far.
        pairs: Pairs,
        /// Pairs to play at most.
        of: u64,
    },
    /// A generation is over.
    Done(Generation),
}

/// What was learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct Mastered {
    /// The file of the last accepted model; of the last one tried where none was accepted.
    pub model: Option<Vec<u8>>,
    /// All generations, in order.
    pub generations: Vec<Generation>,
}

/// Why a training ends without its result.
#[derive(Clone, Debug, PartialEq)]
pub enum MasterError {
    /// The game shows no planes.
    NoPlanes,
    /// The shape does not fit the game, or the training broke down.
    Training(String),
    /// Something kept cannot be read or written, or belongs to another training.
    Store(String),
    /// It was told to stop; it can go on.
    Stopped,
}

impl fmt::Display for MasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MasterError::NoPlanes => {
                f.write_str("the game shows no planes, so that nothing can be learnt for it")
            }
            MasterError::Training(why) | MasterError::Store(why) => f.write_str(why),
            MasterError::Stopped => f.write_str("it was stopped"),
        }
    }
}

impl std::error::Error for MasterError {}

impl std::convert::From<FitError> for MasterError {
    fn from(error: FitError) -> MasterError {
        match error {
            FitError::Training(crate::train::TrainingError::Stopped(_)) => MasterError::Stopped,
            FitError::Training(error) => MasterError::Training(error.to_string()),
            FitError::Quantise(error) => MasterError::Training(error.to_string()),
            FitError::Shape => MasterError::Training("the board offers no model of this shape".to_owned()),
            FitError::Store(why) => MasterError::Store(why),
        }
    }
}

/// What a run works with.
struct Run<'a> {
    store: &'a dyn TrainingStore,
    time: &'a dyn Time,
    observer: &'a (dyn Fn(&Stage) + Sync),
    layout: PlaneLayout,
    name: String,
    /// Stands for the rules and for everything in the plan that decides the result.
    fingerprint: u64,
}

/// The seconds left at which the parts of a generation must be over.
#[derive(Clone, Copy)]
struct Until([Option<f64>; 3]);

impl<G: HasHints + HasInfo + Planes, E: Evaluator<G>> Master<'_, G, E> {
    /// Goes through all generations, from where the store says that an earlier run ended.
    ///
    /// # Errors
    /// The game cannot be learnt, something cannot be kept, or `time` said to stop.
    pub fn run(
        &self,
        store: &dyn TrainingStore,
        time: &dyn Time,
        observer: &(dyn Fn(&Stage) + Sync),
    ) -> Result<Mastered, MasterError> {
        let layout = self.game.plane_layout().ok_or(MasterError::NoPlanes)?;
        let name = self.game.full_name();
        let run = Run { store, time, observer, layout, name, fingerprint: self.fingerprint() };
        let mut generations: Vec<Generation> = Vec::new();
        for number in 1..=self.plan.generations {
            let kept = run.read(&format!("{number}-generation"))?;
            let generation = match kept {
                Some(bytes) => Generation::read(&run.name, run.fingerprint, &bytes)
                    .map_err(|why| foreign(number, "generation", &why))?,
                None if number > 1 && time.left().is_some_and(|left| left < 2.0 * RESERVE) => break,
                None => self.generation(&run, number, &generations)?,
            };
            observer(&Stage::Done(generation));
            generations.push(generation);
        }
        let best = generations.iter().rev().find(|generation| generation.accepted).or(generations.last());
        let model = match best {
            Some(best) => run.read(&format!("{}-model", best.number))?,
            None => None,
        };
        Ok(Mastered { model, generations })
    }

    /// A number for the rules and the plan, but for what does not change what was done so far.
    fn fingerprint(&self) -> u64 {
        let MasterPlan { play, from, nodes, games, epochs, pairs, seed, .. } = &self.plan;
        let mut sum = Checksum::new();
        sum.add(&rules_fingerprint(&*self.game, &self.starts).to_le_bytes());
        sum.add(format!("{play:?} {from:?} {nodes} {games} {epochs} {pairs} {seed}").as_bytes());
        if let Some(file) = self.first_file {
            sum.add(&file.to_le_bytes());
        }
        sum.sum()
    }

    fn generation(
        &self,
        run: &Run<'_>,
        number: u32,
        earlier: &[Generation],
    ) -> Result<Generation, MasterError> {
        let share = run.time.left().map(|left| {
            let each = (left - RESERVE) / f64::from(self.plan.generations + 1 - number);
            TIMES.map(|part| Some(left - part * each))
        });
        let until = Until(share.unwrap_or_default());
        let best = self.accepted(run, earlier)?;
        let (player, learnt) = self.player(&run.layout, best.as_deref())?;
        let shards = self.play(run, number, (&player, best.as_deref()), until.0[0])?;

        // 1. The positions of the latest generations, and the scale of the first.
        let (records, games) = self.records(run, number, shards, earlier)?;
        let scale = match earlier.first() {
            Some(first) => first.scale,
            None => self.scale(&records),
        };
        let selection = if self.plan.from == From::Rules && number == 1 {
            Selection { result_share: 1.0, later: 0.0, scale, quiet_only: true }
        } else {
            let Play { result_share, later, .. } = self.plan.play;
            Selection { result_share, later, scale, quiet_only: true }
        };
        let hints = self.game.hints();
        let mut positions = Positions::new(run.layout.clone());
        for record in &records {
            if !positions.add((&*self.game, &hints), &self.starts, record, &selection) {
                return Err(foreign(number, "games", "moves cannot be followed"));
            }
        }
        drop(records);

        // 2. The training.
        let count = positions.learning.len() as u64;
        let fitting = Fitting {
            game: &run.name,
            fingerprint: run.fingerprint ^ count << 20 ^ u64::from(number),
            name: &format!("{number}-training"),
            store: run.store,
            time: run.time,
            threads: self.plan.threads,
            epochs: self.plan.epochs,
            until: until.0[1],
            seed: self.seed(number),
        };
        let (model, report) = self.plan.play.shape.fit(
            &run.layout,
            self.game.phases(),
            &positions,
            scale,
            &fitting,
            &mut |report| {
                (run.observer)(&Stage::Training { generation: number, positions: count, report });
            },
        )?;
        let held_out = [report.held_out, positions.least_loss()];
        drop(positions);
        let provenance = Provenance {
            commit: self.plan.commit.clone(),
            seed: self.plan.seed,
            positions: count,
            generations: number,
            points_per_logit: scale / plybook_kernel::Score::POINT as f32,
        };
        let bytes = self.file(&model, &provenance)?;
        run.write(&format!("{number}-model"), &bytes)?;

        // 3. The match.
        let candidate = (self.evaluator)(&bytes).map_err(MasterError::Training)?;
        let pairs = self.compete(run, number, (&candidate, &player), learnt, until.0[2])?;
        let ratio = pairs.likelihood_ratio(HYPOTHESES);
        let accepted = ratio >= DECIDED || (ratio > -DECIDED && pairs.score() > 0.5);
        let epochs = report.epoch;
        let done = Generation { number, games, positions: count, epochs, held_out, scale, pairs, accepted };
        run.write(&format!("{number}-generation"), &done.write(&run.name, run.fingerprint))?;
        Ok(done)
    }

    /// The games that a generation learns from, the latest first, so that the latest value of a position counts; and how
    /// many are the generation's own. Those are the games of the last generations, all that the same player played, however
    /// many generations were discarded since it was accepted, and still earlier ones while there are few moves.
    fn records(
        &self,
        run: &Run<'_>,
        number: u32,
        shards: u64,
        earlier: &[Generation],
    ) -> Result<(Vec<GameRecord>, u64), MasterError> {
        let accepted = earlier.iter().rev().find(|generation| generation.accepted);
        let by_same = accepted.map_or(1, |generation| generation.number + 1);
        let (mut records, mut moves, mut own) = (Vec::new(), 0, 0);
        for of in (1..=number).rev() {
            // Who knows nothing but the rules plays games that are soon worth nothing.
            let blind = self.plan.from == From::Rules && of == 1;
            if !is_learnt([of, number], by_same, blind, moves) {
                break;
            }
            let count = if of == number { shards } else { run.played(of)?.unwrap_or(0) };
            for shard in 0..count {
                let shard = run.shard(of, shard)?.unwrap_or_default();
                moves += shard.iter().map(|game| game.plies.len()).sum::<usize>();
                records.extend(shard);
            }
            own = if of == number { records.len() as u64 } else { own };
        }
        Ok((records, own))
    }

    /// The seed of a generation.
    fn seed(&self, number: u32) -> u64 {
        self.plan.seed.wrapping_add(u64::from(number).wrapping_mul(SEED_STEP))
    }

    /// The file of the last accepted model, if there is one.
    fn accepted(&self, run: &Run<'_>, earlier: &[Generation]) -> Result<Option<Vec<u8>>, MasterError> {
        let Some(last) = earlier.iter().rev().find(|generation| generation.accepted) else { return Ok(None) };
        let name = format!("{}-model", last.number);
        run.read(&name)?.map(Some).ok_or_else(|| MasterError::Store(format!("`{name}` is missing")))
    }

    /// Who plays the games of a generation, and whether it is a model: the last accepted one, or what the first
    /// generation begins with.
    fn player(&self, layout: &PlaneLayout, accepted: Option<&[u8]>) -> Result<(E, bool), MasterError> {
        if let Some(bytes) = accepted {
            let evaluator = (self.evaluator)(bytes).map_err(|why| {
                MasterError::Store(format!("the model that plays cannot be used: {why}; name another folder"))
            })?;
            return Ok((evaluator, true));
        }
        if self.plan.from != From::Rules {
            return Ok((self.first.clone(), self.plan.from == From::Learnt));
        }
        let shape = self.plan.play.shape;
        let model = shape.random(layout, self.game.phases(), self.plan.seed, self.default_scale())?;
        let bytes = self.file(&model, &Provenance::default())?;
        Ok(((self.evaluator)(&bytes).map_err(MasterError::Training)?, true))
    }

    /// The games of one shard of a generation, as they are kept: a pure function of the plan, the numbers and the file of
    /// the last accepted model, so that it can be called on any machine.
    ///
    /// # Errors
    /// The game cannot be learnt, there is no such shard, the model is not one of this game, or `stop` said so.
    pub fn shard(
        &self,
        generation: u32,
        shard: u64,
        accepted: Option<&[u8]>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<u8>, MasterError> {
        let layout = self.game.plane_layout().ok_or(MasterError::NoPlanes)?;
        let all = self.plan.games.div_ceil(SHARD);
        if shard >= all || !(1..=self.plan.generations).contains(&generation) {
            let generations = self.plan.generations;
            return Err(MasterError::Store(format!(
                "there is no shard {shard} of generation {generation}: the plan has {generations} generations of {all} \
                 shards, counted from 1 and from 0"
            )));
        }
        let (player, _) = self.player(&layout, accepted)?;
        let played = self.shard_games(generation, shard, &player, stop)?;
        self.shard_bytes(&self.game.full_name(), self.fingerprint(), &played)
    }

    fn shard_bytes(
        &self,
        name: &str,
        fingerprint: u64,
        played: &[GameRecord],
    ) -> Result<Vec<u8>, MasterError> {
        write_shard(name, fingerprint, played)
            .ok_or_else(|| MasterError::Training("games of two players are learnt".to_owned()))
    }

    /// Plays the games of a shard.
    fn shard_games(
        &self,
        generation: u32,
        shard: u64,
        player: &E,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<GameRecord>, MasterError> {
        let play = self.plan.play;
        let plan = PlayPlan {
            nodes: self.plan.nodes,
            opening: play.opening,
            longest: play.longest,
            resign: play.resign,
            lopsided: play.lopsided,
            seed: self.seed(generation),
        };
        let numbers = shard * SHARD..self.plan.games.min((shard + 1) * SHARD);
        let engine = || self.engine(player);
        play_games(engine, &self.starts, &plan, numbers, self.plan.threads, stop, &|_| ())
            .ok_or(MasterError::Stopped)
    }

    /// Has the shards that are not kept played elsewhere, as far as somebody offers to.
    fn play_elsewhere(
        &self,
        run: &Run<'_>,
        generation: u32,
        model: Option<&[u8]>,
    ) -> Result<(), MasterError> {
        let all = self.plan.games.div_ceil(SHARD);
        let mut shards = Vec::new();
        for shard in 0..all {
            if run.read(&games_name(generation, shard))?.is_none() {
                shards.push(shard);
            }
        }
        let wanted = WantedShards { generation, shards: &shards, model };
        let mut keep = |shard: u64, bytes: Vec<u8>| {
            read_shard(&run.name, run.fingerprint, &bytes)
                .map_err(|error| foreign(generation, "games", &error.to_string()).to_string())?;
            run.store.write(&games_name(generation, shard), &bytes)
        };
        run.store.play_elsewhere(&wanted, &mut keep).map_err(MasterError::Store)?;
        Ok(())
    }

    /// The file of a model.
    fn file(&self, model: &Model, provenance: &Provenance) -> Result<Vec<u8>, MasterError> {
        model.write(&*self.game, provenance).map_err(|error| MasterError::Training(error.to_string()))
    }

    fn engine(&self, evaluator: &E) -> Engine<G, E, G::SearchHints> {
        Engine::new(Arc::clone(&self.game), evaluator.clone(), self.game.hints())
    }

    /// Plays the games of a generation that are not kept yet, and says how many shards there are.
    fn play(
        &self,
        run: &Run<'_>,
        number: u32,
        (player, model): (&E, Option<&[u8]>),
        until: Option<f64>,
    ) -> Result<u64, MasterError> {
        if let Some(shards) = run.played(number)? {
            return Ok(shards);
        }
        // With a limit of time nobody knows which games will be played.
        if until.is_none() {
            self.play_elsewhere(run, number, model)?;
        }
        let games = self.plan.games;
        let all = games.div_ceil(SHARD);
        let (mut shards, mut moves) = (0, 0);
        let late = || until.zip(run.time.left()).is_some_and(|(until, left)| left < until);
        while shards < all && (shards == 0 || !late()) {
            let kept = match run.shard(number, shards)? {
                Some(kept) => kept,
                None => {
                    let played = self.shard_games(number, shards, player, &|| run.time.stopped())?;
                    let bytes = self.shard_bytes(&run.name, run.fingerprint, &played)?;
                    run.write(&games_name(number, shards), &bytes)?;
                    played
                }
            };
            shards += 1;
            let end = games.min(shards * SHARD);
            moves += kept.iter().map(|game| game.plies.len() as u64).sum::<u64>();
            (run.observer)(&Stage::Playing { generation: number, games: end, of: games, moves });
        }
        run.write(&format!("{number}-played"), shards.to_string().as_bytes())?;
        Ok(shards)
    }

    /// What a logit is worth: by the games, where their values mean something.
    fn scale(&self, records: &[GameRecord]) -> f32 {
        let in_points = records.iter().any(|record| matches!(record.outcome, Outcome::Margin(_)));
        let fitted = (self.plan.from != From::Rules || in_points)
            .then(|| fitted_scale(&*self.game, &self.starts, records))
            .flatten();
        fitted.unwrap_or_else(|| self.default_scale())
    }

    fn default_scale(&self) -> f32 {
        let margins = self.game.hints().margins();
        margins.map_or(DEFAULT_SCALE, |margins| SCALE_OF_MARGIN * margins.reverse_futility as f32)
    }

    /// The match of a candidate against the player that made its games, at numbers of positions that cost the same.
    fn compete(
        &self,
        run: &Run<'_>,
        number: u32,
        (candidate, player): (&E, &E),
        learnt: bool,
        until: Option<f64>,
    ) -> Result<Pairs, MasterError> {
        let name = format!("{number}-match");
        let fingerprint = run.fingerprint ^ u64::from(number);
        let kept = run.read(&name)?.and_then(|bytes| read_match(&run.name, fingerprint, &bytes));
        let (mut asked, mut pairs) = kept.unwrap_or_default();
        let nodes = MATCH_NODES * self.plan.nodes;
        let cost = if learnt { 1.0 } else { self.plan.play.cost };
        let plan = DuelPlan {
            nodes: [(nodes as f64 / cost) as u64, nodes],
            opening: self.plan.play.opening,
            longest: self.plan.play.longest,
            seed: !self.seed(number),
        };
        let late = || until.zip(run.time.left()).is_some_and(|(until, left)| left < until);
        while asked < self.plan.pairs
            && pairs.likelihood_ratio(HYPOTHESES).abs() < DECIDED
            && (asked == 0 || !late())
        {
            let numbers = asked..(asked + CHUNK).min(self.plan.pairs);
            asked = numbers.end;
            let engines = (|| self.engine(candidate), || self.engine(player));
            let stop = || run.time.stopped();
            let more = play_pairs(engines, &self.starts, &plan, numbers, self.plan.threads, &stop);
            pairs = pairs.with(&more.ok_or(MasterError::Stopped)?);
            run.write(&name, &write_match(&run.name, fingerprint, asked, &pairs))?;
            (run.observer)(&Stage::Matching { generation: number, pairs, of: self.plan.pairs });
        }
        Ok(pairs)
    }
}

impl Run<'_> {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, MasterError> {
        self.store.read(name).map_err(MasterError::Store)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), MasterError> {
        self.store.write(name, bytes).map_err(MasterError::Store)
    }

    /// The games of a shard, if they were kept.
    fn shard(&self, generation: u32, shard: u64) -> Result<Option<Vec<GameRecord>>, MasterError> {
        let Some(bytes) = self.read(&games_name(generation, shard))? else { return Ok(None) };
        let games = read_shard(&self.name, self.fingerprint, &bytes);
        games.map(Some).map_err(|error| foreign(generation, "games", &error.to_string()))
    }

    /// How many shards a generation has, if all its games were played.
    fn played(&self, generation: u32) -> Result<Option<u64>, MasterError> {
        let Some(bytes) = self.read(&format!("{generation}-played"))? else { return Ok(None) };
        let count = std::str::from_utf8(&bytes).ok().and_then(|text| text.parse().ok());
        count.map(Some).ok_or_else(|| foreign(generation, "played", "it is no number"))
    }
}

/// The name under which a shard of a generation's games is kept.
#[must_use]
pub fn games_name(generation: u32, shard: u64) -> String {
    format!("{generation}-games-{shard:06}")
}

/// Whether a generation's games are still learnt from by a later one: among the last, by the player of the last, or because
/// there are few moves. `by_same` is the first generation whose games the present player made.
pub(super) fn is_learnt([of, number]: [u32; 2], by_same: u32, blind: bool, moves: usize) -> bool {
    number - of < WINDOW || of >= by_same || (moves < LEAST_MOVES && !blind)
}

/// The error for something kept that is not of this training.
fn foreign(generation: u32, what: &str, why: &str) -> MasterError {
    MasterError::Store(format!(
        "`{generation}-{what}` cannot be used: {why}; name another folder, or give the same settings"
    ))
}
