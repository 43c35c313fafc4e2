//! Playing a tournament: many games side by side, each kept before it is reported.

use crate::config::Config;
use crate::game_store::{GameStore, GameStoreError, now};
use crate::pool::{Absent, Pool, Roster};
use crate::record::{GameRecord, PlayerRecord};
use crate::referee::{Conditions, GameObserver, play};
use crate::schedule::{Assignment, PastGame, next_games};
use crate::scoring::{ScoredGame, Scorer, forfeit};
use crate::statistics::{Decision, Verification};
use crate::verdict::list;
use crate::{Reason, Verdict};
use plybook_catalog::{AnyGame, ReadError, Session, Tablebases};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// How often somebody looks whether the tournament is to stop.
const GLANCE: Duration = Duration::from_millis(100);
/// Most games that are kept together: what a failure of the machine may cost.
const LARGEST_GROUP: usize = 512;

/// Why a tournament cannot go on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// Games cannot be kept.
    #[error(transparent)]
    GameStore(#[from] GameStoreError),
    /// The game or an opening cannot be played.
    #[error(transparent)]
    Game(#[from] ReadError),
    /// What is kept does not belong to this schedule.
    #[error(
        "game {0} of the stored tournament is not the one that its schedule has; another version of the program may \
         have stored it: start anew with --again"
    )]
    OtherSchedule(u32),
}

/// Watches a tournament.
pub trait TournamentObserver: Sync {
    /// Told, before each batch of games, how many are known to be played in all.
    fn planned(&self, games: usize) {
        let _ = games;
    }

    /// A game begins.
    fn started(&self, assignment: &Assignment) {
        let _ = assignment;
    }

    /// A move was made.
    fn moved(&self, assignment: &Assignment, session: &dyn Session) {
        let _ = (assignment, session);
    }

    /// A game is over and kept. Called in the order of the schedule. `fresh` is false for one that was kept before
    /// this run.
    fn finished(&self, scored: &ScoredGame, fresh: bool) {
        let _ = (scored, fresh);
    }

    /// Asked often; true ends the tournament for now. Games that are not over are dropped.
    fn stop(&self) -> bool {
        false
    }
}

/// Nobody watches.
pub struct NoObserver;

impl TournamentObserver for NoObserver {}

/// What there is to be played, and by whom.
#[derive(Clone, Copy)]
pub struct Tournament<'a> {
    /// Everything that decides the games.
    pub config: &'a Config,
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Who makes the players.
    pub roster: &'a dyn Roster,
    /// The endgame databases by which the referee may decide, if there are any.
    pub knowledge: Option<&'a Tablebases>,
    /// How many games at once.
    pub concurrency: usize,
}

/// How a run of a tournament ended.
#[derive(Clone, Debug)]
pub struct Run {
    /// All games that count, in the order of the schedule.
    pub scored: Vec<ScoredGame>,
    /// Whether the tournament is over.
    pub complete: bool,
    /// What a sequential test decided.
    pub decision: Option<Decision>,
}

/// What the workers share.
struct SharedState {
    queue: Mutex<VecDeque<Assignment>>,
    retired: Mutex<Vec<bool>>,
    halt: AtomicBool,
}

/// What comes from a worker: a game, or none if it was abandoned.
type Delivery = (Assignment, Result<Option<GameRecord>, ReadError>);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The games so far, in order.
struct OrderedGames {
    scorer: Scorer,
    scored: Vec<ScoredGame>,
    /// Games that are kept, but not counted yet because earlier ones are missing.
    waiting: BTreeMap<u32, (GameRecord, bool)>,
    test: Option<Verification>,
    decision: Option<Decision>,
}

impl Tournament<'_> {
    /// Plays what is not kept yet, until the tournament is over or the watcher stops it.
    ///
    /// # Errors
    /// Games cannot be kept, the opening cannot be played, or the kept games belong to another schedule. What was
    /// kept stays kept.
    pub fn run(
        &self,
        store: &mut dyn GameStore,
        watcher: &dyn TournamentObserver,
    ) -> Result<Run, ArenaError> {
        let kept = store.kept()?.into_iter().map(|game| (game.number, (game, false))).collect();
        let scorer = Scorer::new(self.config.agents.len(), self.config.retire);
        let test = self.config.sprt.map(Verification::new);
        let mut ordered = OrderedGames { scorer, scored: Vec::new(), waiting: kept, test, decision: None };
        let pool = Pool::new(self.roster, self.concurrency);
        loop {
            let past: Vec<PastGame> = ordered.scored.iter().map(ScoredGame::past).collect();
            let batch = next_games(self.config, &past);
            if batch.is_empty() || ordered.decision.is_some() {
                store.finish()?;
                return Ok(Run { scored: ordered.scored, complete: true, decision: ordered.decision });
            }
            watcher.planned(past.len() + batch.len());
            if !self.batch(&batch, &mut ordered, &pool, store, watcher)? {
                return Ok(Run { scored: ordered.scored, complete: false, decision: None });
            }
        }
    }

    /// Plays a batch; false if it was stopped.
    fn batch(
        &self,
        batch: &[Assignment],
        ordered: &mut OrderedGames,
        pool: &Pool<'_>,
        store: &mut dyn GameStore,
        watcher: &dyn TournamentObserver,
    ) -> Result<bool, ArenaError> {
        let begin = ordered.scored.len();
        self.advance(batch, begin, ordered, watcher)?;
        let missing: VecDeque<Assignment> = batch
            .iter()
            .skip(ordered.scored.len() - begin)
            .filter(|game| !ordered.waiting.contains_key(&game.number))
            .cloned()
            .collect();
        if ordered.decision.is_some() || (missing.is_empty() && ordered.scored.len() == begin + batch.len()) {
            return Ok(true);
        }
        let shared = SharedState {
            queue: Mutex::new(missing),
            retired: Mutex::new(ordered.scorer.retired().to_vec()),
            halt: AtomicBool::new(false),
        };
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let shared = &shared;
                scope.spawn(move || self.work(shared, pool, &sender, watcher));
            }
            drop(sender);
            let result = self.collect(batch, begin, ordered, &shared, &receiver, store, watcher);
            shared.halt.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Keeps and counts games as they come, until the batch is complete or something stops it.
    #[allow(clippy::too_many_arguments, reason = "the parts of one running batch")]
    fn collect(
        &self,
        batch: &[Assignment],
        begin: usize,
        ordered: &mut OrderedGames,
        shared: &SharedState,
        receiver: &Receiver<Delivery>,
        store: &mut dyn GameStore,
        watcher: &dyn TournamentObserver,
    ) -> Result<bool, ArenaError> {
        while ordered.decision.is_none() && ordered.scored.len() < begin + batch.len() {
            if watcher.stop() {
                return Ok(false);
            }
            let first = match receiver.recv_timeout(GLANCE) {
                Ok(delivery) => delivery,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
            };
            let mut games = Vec::new();
            let mut trouble = None;
            for (_, result) in [first].into_iter().chain(receiver.try_iter().take(LARGEST_GROUP)) {
                match result {
                    Ok(game) => games.extend(game),
                    Err(error) => trouble = Some(error),
                }
            }
            store.keep(&games)?;
            if let Some(error) = trouble {
                return Err(error.into());
            }
            ordered.waiting.extend(games.into_iter().map(|game| (game.number, (game, true))));
            self.advance(batch, begin, ordered, watcher)?;
            locked(&shared.retired).clone_from_slice(ordered.scorer.retired());
        }
        Ok(true)
    }

    /// Counts and reports what is next in order, as far as it is kept.
    fn advance(
        &self,
        batch: &[Assignment],
        begin: usize,
        ordered: &mut OrderedGames,
        watcher: &dyn TournamentObserver,
    ) -> Result<(), ArenaError> {
        while let Some(assignment) = batch.get(ordered.scored.len() - begin)
            && ordered.decision.is_none()
            && let Some((record, fresh)) = ordered.waiting.remove(&assignment.number)
        {
            let players = record.players.iter().map(|player| &player.number);
            if !players.eq(&assignment.players) || record.seed != assignment.seed {
                return Err(ArenaError::OtherSchedule(assignment.number));
            }
            let scored = ordered.scorer.score(assignment.clone(), record);
            watcher.finished(&scored, fresh);
            if let Some(test) = &mut ordered.test {
                test.add(&scored);
                ordered.decision = test.decision();
            }
            ordered.scored.push(scored);
        }
        Ok(())
    }

    /// Plays games from the queue until it is empty or somebody says halt.
    fn work(
        &self,
        shared: &SharedState,
        pool: &Pool<'_>,
        sender: &Sender<Delivery>,
        watcher: &dyn TournamentObserver,
    ) {
        while !shared.halt.load(Ordering::Relaxed) {
            let Some(assignment) = locked(&shared.queue).pop_front() else { return };
            let names = self.names(&assignment);
            let forfeited = forfeit(&locked(&shared.retired), &assignment, &names);
            let result = match forfeited {
                Some(verdict) => Ok(Some(self.unplayed(&assignment, verdict))),
                None => {
                    watcher.started(&assignment);
                    let table = Table { assignment: &assignment, watcher, halt: &shared.halt };
                    // A mistake of our own costs this game, not the others.
                    catch_unwind(AssertUnwindSafe(|| self.game(&assignment, pool, &table)))
                        .unwrap_or_else(|_| Ok(Some(self.unplayed(&assignment, failed(&names)))))
                }
            };
            let abandoned = matches!(result, Ok(None));
            if abandoned || sender.send((assignment, result)).is_err() {
                return;
            }
        }
    }

    fn name(&self, player: usize) -> &str {
        self.config.agents.get(player).map_or("", |agent| &agent.name)
    }

    fn names(&self, assignment: &Assignment) -> Vec<&str> {
        assignment.players.iter().map(|&player| self.name(player)).collect()
    }

    /// Plays one game.
    fn game(
        &self,
        assignment: &Assignment,
        pool: &Pool<'_>,
        table: &Table<'_>,
    ) -> Result<Option<GameRecord>, ReadError> {
        let config = self.config;
        let opening = config.openings.pick(self.game, config.seed, assignment.opening)?;
        let began = now();
        let take = |&player: &usize| -> Box<dyn plybook_agent::Agent> {
            pool.take(player).unwrap_or_else(|fault| Box::new(Absent(fault)))
        };
        let mut agents: Vec<_> = assignment.players.iter().map(take).collect();
        let tolerances: Vec<_> =
            assignment.players.iter().map(|&player| self.roster.tolerance(player)).collect();
        let conditions = Conditions {
            game: self.game,
            opening: &opening,
            control: config.time,
            tolerances: &tolerances,
            plies: config.plies,
            adjudication: config.adjudication,
            knowledge: self.knowledge,
            ponder: config.ponder,
            seed: assignment.seed,
            names: &self.names(assignment),
        };
        let seated: Vec<&mut dyn plybook_agent::Agent> =
            agents.iter_mut().map(|agent| &mut **agent as &mut dyn plybook_agent::Agent).collect();
        let played = play(&conditions, seated, table);
        let broken = match &played {
            Ok(Some(played)) => played.broken.clone(),
            Ok(None) | Err(_) => vec![true; agents.len()],
        };
        for ((&player, agent), broken) in assignment.players.iter().zip(agents).zip(broken) {
            pool.put_back(player, agent, broken);
        }
        Ok(played?.map(|played| {
            let mut record = self.unplayed(assignment, played.verdict);
            for (player, identity) in record.players.iter_mut().zip(played.identities) {
                (player.nickname, player.introduction) = (identity.nickname, identity.introduction);
            }
            GameRecord { opening, plies: played.plies, began, ..record }
        }))
    }

    /// The record of a game without moves.
    fn unplayed(&self, assignment: &Assignment, verdict: Verdict) -> GameRecord {
        let player = |&number: &usize| PlayerRecord {
            number,
            name: self.name(number).to_owned(),
            nickname: self.name(number).to_owned(),
            introduction: String::new(),
        };
        GameRecord {
            number: assignment.number,
            round: assignment.round,
            game: self.config.game.clone(),
            players: assignment.players.iter().map(player).collect(),
            opening: Default::default(),
            seed: assignment.seed,
            plies: Vec::new(),
            verdict,
            began: now(),
        }
    }
}

/// The verdict of a game that our own mistake ended.
fn failed(names: &[&str]) -> Verdict {
    Verdict {
        outcome: None,
        reason: Reason::RefereeFailed,
        sentence: format!("Nobody wins: the referee failed in the game of {}.", list(names)),
    }
}

/// One game's spectator: passes moves on, and abandons the game when all are to stop.
struct Table<'a> {
    assignment: &'a Assignment,
    watcher: &'a dyn TournamentObserver,
    halt: &'a AtomicBool,
}

impl GameObserver for Table<'_> {
    fn moved(&self, session: &dyn Session) -> bool {
        self.watcher.moved(self.assignment, session);
        self.halt.load(Ordering::Relaxed)
    }
}
