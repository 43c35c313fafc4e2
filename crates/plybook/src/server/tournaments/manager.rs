//! The tournaments that are being played, and where all of them are kept.

use super::live::Live;
use super::local::LocalAgents;
use super::{Action, Phase};
use crate::server::problem::Problem;
use crate::tournament_run;
use axum::http::StatusCode;
use plybook_arena::config::Config;
use plybook_arena::game_store::DatabaseStore;
use plybook_catalog::{AnyGame, open};
use plybook_store::database::{Database, Lock, StoredTournament};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tournaments at once.
const MOST_AT_ONCE: usize = 4;
/// Tournaments whose failures are remembered.
const MOST_TROUBLES: usize = 64;

/// A tournament that is to be played.
pub struct Order {
    /// What people call it.
    pub title: String,
    /// Everything that decides its games.
    pub config: Config,
    /// Its game.
    pub game: Arc<dyn AnyGame>,
    /// Games at once.
    pub concurrency: usize,
}

/// Plays tournaments and knows which are being played.
#[derive(Clone)]
pub struct TournamentManager(Arc<Inner>);

struct Inner {
    database: Result<PathBuf, String>,
    local: LocalAgents,
    seats: usize,
    /// Held while somebody starts one, so that two do not take the same place.
    starting: Mutex<()>,
    running: Mutex<BTreeMap<i64, Arc<Live>>>,
    troubles: Mutex<BTreeMap<i64, String>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A database that cannot be used: nobody's request is at fault.
fn unusable(why: impl std::fmt::Display) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, format!("the database of games: {why}"))
}

impl TournamentManager {
    /// A manager over a database, which may not be there yet. Where there can be none, the reason is told to whoever
    /// asks for tournaments; everything else of the page works.
    pub fn new(database: Result<PathBuf, String>, local: LocalAgents) -> TournamentManager {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        TournamentManager(Arc::new(Inner {
            database,
            local,
            seats: cores.max(2),
            starting: Mutex::default(),
            running: Mutex::default(),
            troubles: Mutex::default(),
        }))
    }

    /// The agents of the local file.
    pub fn local(&self) -> &LocalAgents {
        &self.0.local
    }

    /// How many games are played at once, over all tournaments.
    pub fn all_seats(&self) -> usize {
        self.0.seats
    }

    /// How many games at once a new tournament gets.
    pub fn seats(&self, wanted: Option<usize>) -> Result<usize, Problem> {
        let wanted = wanted.unwrap_or(1);
        if !(1..=self.0.seats).contains(&wanted) {
            let message = format!("concurrency: {wanted} games at once; write 1 to {}", self.0.seats);
            return Err(Problem::unusable(message));
        }
        Ok(wanted)
    }

    fn path(&self) -> Result<&Path, Problem> {
        self.0.database.as_deref().map_err(unusable)
    }

    /// The database; nothing if there is none yet.
    pub fn database(&self) -> Result<Option<Database>, Problem> {
        let path = self.path()?;
        if !path.exists() {
            return Ok(None);
        }
        Database::open(path).map(Some).map_err(unusable)
    }

    /// The tournament of this number as it is stored.
    pub fn stored(&self, id: i64) -> Result<(Database, StoredTournament), Problem> {
        let missing =
            || Problem::new(StatusCode::NOT_FOUND, format!("there is no tournament {id}; choose another"));
        let database = self.database()?.ok_or_else(missing)?;
        let stored = database.tournament(id).map_err(unusable)?.ok_or_else(missing)?;
        Ok((database, stored))
    }

    /// The tournament of this number if it is being played.
    pub fn live(&self, id: i64) -> Option<Arc<Live>> {
        locked(&self.0.running).get(&id).cloned()
    }

    /// How a stored tournament stands.
    pub fn phase(&self, stored: &StoredTournament) -> Phase {
        match stored.finished {
            _ if self.live(stored.id).is_some() => Phase::Running,
            Some(_) => Phase::Finished,
            None => Phase::Paused,
        }
    }

    /// Why a tournament stopped, if it failed.
    pub fn trouble(&self, id: i64) -> Option<String> {
        locked(&self.0.troubles).get(&id).cloned()
    }

    /// Starts a new tournament and gives its number.
    pub fn begin(&self, order: Order) -> Result<i64, Problem> {
        let mut database = Database::open(self.path()?).map_err(unusable)?;
        let _starting = locked(&self.0.starting);
        self.make_room(order.concurrency)?;
        let id = DatabaseStore::of(&mut database, &order.title, &order.config, true)
            .map_err(unusable)?
            .tournament();
        self.play(id, order, database)
    }

    /// Does something with a tournament; doing it twice is as good as once.
    pub fn control(&self, id: i64, action: Action) -> Result<Phase, Problem> {
        let (database, stored) = self.stored(id)?;
        if let Some(live) = self.live(id) {
            match action {
                Action::Resume => {}
                Action::Pause => live.halt(false),
                Action::End => live.halt(true),
            }
            return Ok(Phase::Running);
        }
        let phase = self.phase(&stored);
        match (action, phase) {
            (Action::Resume, Phase::Paused) => {
                let order = self.order_of(&stored)?;
                let _starting = locked(&self.0.starting);
                self.make_room(order.concurrency)?;
                self.play(id, order, database)?;
                Ok(Phase::Running)
            }
            (Action::End, Phase::Paused) => {
                let mut database = database;
                let _lock = take_lock(&database, id)?;
                let game = open(&stored.game)?;
                tournament_run::end(&*game, &mut database, &stored).map_err(unusable)?;
                Ok(Phase::Finished)
            }
            _ => Ok(phase),
        }
    }

    /// What is to be played of a stored tournament. Agents that start programs must still be those of the local
    /// file.
    fn order_of(&self, stored: &StoredTournament) -> Result<Order, Problem> {
        let strange = |error: &dyn std::fmt::Display| {
            Problem::unusable(format!("tournament {}: {error}; start a new one", stored.id))
        };
        let config: Config = serde_json::from_str(&stored.config).map_err(|error| strange(&error))?;
        for entrant in &config.agents {
            if !self.local().allow(&entrant.spec) {
                let message = format!(
                    "agent {:?} starts a program that the page may not use; name it in the file of `plybook serve \
                     --agents`, or go on with `plybook tournament`",
                    entrant.name
                );
                return Err(Problem::unusable(message));
            }
        }
        let game = open(&config.game)?;
        tournament_run::call_the_roll(&*game, &config)
            .map_err(|error| Problem::unusable(error.to_string()))?;
        let free = self.0.seats.saturating_sub(self.taken()).max(1);
        let concurrency = free.min(self.0.seats / 2).max(1);
        Ok(Order { title: stored.name.clone(), config, game, concurrency })
    }

    fn taken(&self) -> usize {
        locked(&self.0.running).values().map(|live| live.concurrency).sum()
    }

    /// Refuses what would be too much at once.
    fn make_room(&self, concurrency: usize) -> Result<(), Problem> {
        let tournaments = locked(&self.0.running).len();
        let taken = self.taken();
        if tournaments >= MOST_AT_ONCE || taken + concurrency > self.0.seats {
            let message = format!(
                "{tournaments} tournaments with {taken} games at once are being played, and {} games at once are the \
                 limit; pause or end one, or wait",
                self.0.seats
            );
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, message));
        }
        Ok(())
    }

    fn play(&self, id: i64, order: Order, database: Database) -> Result<i64, Problem> {
        let lock = take_lock(&database, id)?;
        let stored = database.tournament(id).map_err(unusable)?.ok_or_else(Problem::internal)?;
        locked(&self.0.troubles).remove(&id);
        let live = Arc::new(Live::new(&stored, order.config, order.concurrency, &*order.game));
        locked(&self.0.running).insert(id, Arc::clone(&live));
        let manager = self.clone();
        let runner = std::thread::Builder::new().name(format!("plybook-tournament-{id}"));
        let work = move || {
            let result = catch_unwind(AssertUnwindSafe(|| run(&live, &*order.game, database)));
            let failure = match result {
                Ok(result) => result.err(),
                Err(_) => Some("the server failed while it played; what was kept is kept".to_owned()),
            };
            drop(lock);
            if let Some(why) = &failure {
                let mut troubles = locked(&manager.0.troubles);
                troubles.insert(id, why.clone());
                if troubles.len() > MOST_TROUBLES {
                    troubles.pop_first();
                }
            }
            locked(&manager.0.running).remove(&id);
            live.close(failure);
        };
        if runner.spawn(work).is_err() {
            locked(&self.0.running).remove(&id);
            return Err(Problem::internal());
        }
        Ok(id)
    }
}

fn take_lock(database: &Database, id: i64) -> Result<Lock, Problem> {
    let busy = |_| {
        let message = format!("tournament {id} is being played by another program; wait for it");
        Problem::new(StatusCode::CONFLICT, message)
    };
    Lock::take(database.path(), id).map_err(busy)
}

/// Plays what is missing; says what went wrong.
fn run(live: &Live, game: &dyn AnyGame, mut database: Database) -> Result<(), String> {
    let place = (&mut database, live.id);
    let played =
        tournament_run::play(game, &live.config, live.concurrency, place, live, &|| live.is_to_end());
    live.settle(played.map_err(|error| error.to_string())?.over);
    Ok(())
}
