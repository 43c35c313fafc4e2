//! Playing a tournament: many games side by side, each kept before it is reported.

use crate::config::Config;
use crate::game_store::{GameStore, GameStoreError, now};
use crate::ledger::{Ledger, failed, name};
use crate::pool::{Absent, Pool, Roster};
use crate::record::GameRecord;
use crate::referee::{Conditions, GameObserver, play};
use crate::schedule::Assignment;
use crate::scoring::{ScoredGame, forfeit};
use crate::statistics::Decision;
use plybook_catalog::{AnyGame, ReadError, Session, Tablebases};
use std::collections::VecDeque;
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

    /// Asked after every move; true drops the game.
    fn abandons(&self, assignment: &Assignment) -> bool {
        let _ = assignment;
        false
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
        let mut ledger = Ledger::open(self.config, store)?;
        let pool = Pool::new(self.roster, self.concurrency);
        while ledger.next_batch(watcher)? {
            if !self.batch(&mut ledger, &pool, store, watcher)? {
                return Ok(ledger.into_run(false));
            }
        }
        store.finish()?;
        Ok(ledger.into_run(true))
    }

    /// Plays some games of the schedule one after another: a unit of work, which gives the same games wherever it is
    /// played, as far as the agents are deterministic. `None` if the watcher stopped it.
    ///
    /// # Errors
    /// An opening cannot be played.
    pub fn play_games(
        &self,
        games: &[Assignment],
        watcher: &dyn TournamentObserver,
    ) -> Result<Option<Vec<GameRecord>>, ReadError> {
        let pool = Pool::new(self.roster, 1);
        let halt = AtomicBool::new(false);
        games.iter().map(|assignment| self.one(assignment, &pool, watcher, &halt)).collect()
    }

    /// Plays a batch; false if it was stopped.
    fn batch(
        &self,
        ledger: &mut Ledger,
        pool: &Pool<'_>,
        store: &mut dyn GameStore,
        watcher: &dyn TournamentObserver,
    ) -> Result<bool, ArenaError> {
        let shared = SharedState {
            queue: Mutex::new(ledger.missing().into()),
            retired: Mutex::new(ledger.retired().to_vec()),
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
            let result = collect(ledger, &shared, &receiver, store, watcher);
            shared.halt.store(true, Ordering::Relaxed);
            result
        })
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
            let forfeited = forfeit(&locked(&shared.retired), &assignment, &self.names(&assignment));
            let result = match forfeited {
                Some(verdict) => Ok(Some(GameRecord::unplayed(self.config, &assignment, verdict))),
                None => self.one(&assignment, pool, watcher, &shared.halt),
            };
            let abandoned = matches!(result, Ok(None));
            if abandoned || sender.send((assignment, result)).is_err() {
                return;
            }
        }
    }

    fn names(&self, assignment: &Assignment) -> Vec<&str> {
        assignment.players.iter().map(|&player| name(self.config, player)).collect()
    }

    /// Plays one game and reports its moves. A mistake of our own costs this game, not the others.
    fn one(
        &self,
        assignment: &Assignment,
        pool: &Pool<'_>,
        watcher: &dyn TournamentObserver,
        halt: &AtomicBool,
    ) -> Result<Option<GameRecord>, ReadError> {
        watcher.started(assignment);
        let table = Table { assignment, watcher, halt };
        catch_unwind(AssertUnwindSafe(|| self.game(assignment, pool, &table))).unwrap_or_else(|_| {
            let verdict = failed(&self.names(assignment));
            Ok(Some(GameRecord::unplayed(self.config, assignment, verdict)))
        })
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
            let mut record = GameRecord::unplayed(self.config, assignment, played.verdict);
            for (player, identity) in record.players.iter_mut().zip(played.identities) {
                (player.nickname, player.introduction) = (identity.nickname, identity.introduction);
            }
            GameRecord { opening, plies: played.plies, began, ..record }
        }))
    }
}

/// Keeps and counts games as they come, until the batch is complete or something stops it.
fn collect(
    ledger: &mut Ledger,
    shared: &SharedState,
    receiver: &Receiver<Delivery>,
    store: &mut dyn GameStore,
    watcher: &dyn TournamentObserver,
) -> Result<bool, ArenaError> {
    while !ledger.batch_is_over() {
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
        ledger.add(games, watcher)?;
        locked(&shared.retired).clone_from_slice(ledger.retired());
    }
    Ok(true)
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
        self.halt.load(Ordering::Relaxed) || self.watcher.abandons(self.assignment)
    }
}
