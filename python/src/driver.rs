//! A tournament whose games are played elsewhere: says which games are missing, keeps and counts what comes back.

use crate::error::{OrRaise, Trouble};
use crate::game::Game;
use crate::matches::{Conditions, described};
use crate::work::other_result;
use plybook_arena::config::Config;
use plybook_arena::game_store::{DatabaseStore, GameStore, MemoryStore};
use plybook_arena::ledger::Ledger;
use plybook_arena::report::Report;
use plybook_arena::schedule::Assignment;
use plybook_arena::standard::standard;
use plybook_arena::tournament::NoObserver;
use plybook_catalog::write_json;
use plybook_store::database::{Database, Lock};
use plybook_work::{GameChoice, GameTimes, GamesUnit, Measured, Unit, UnitResult};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What keeps the games.
enum Keeper {
    Memory(MemoryStore),
    Database { database: Box<Database>, tournament: i64, _lock: Option<Lock> },
}

impl Keeper {
    fn with<T>(&mut self, act: impl FnOnce(&mut dyn GameStore) -> T) -> T {
        match self {
            Keeper::Memory(store) => act(store),
            Keeper::Database { database, tournament, .. } => {
                act(&mut DatabaseStore::at(database, *tournament))
            }
        }
    }
}

struct State {
    keeper: Keeper,
    ledger: Ledger,
    over: bool,
}

impl State {
    /// Asks for the next games as long as nobody need play them, and notes the end.
    fn go_on(&mut self, py: Python<'_>) -> PyResult<()> {
        while !self.over {
            if !self.ledger.next_batch(&NoObserver).or_raise(py)? {
                self.keeper.with(|store| store.finish()).or_raise(py)?;
                self.over = true;
                return Ok(());
            }
            let forfeited: Vec<_> =
                self.ledger.missing().iter().filter_map(|game| self.ledger.forfeited(game)).collect();
            if forfeited.is_empty() {
                return Ok(());
            }
            self.keeper.with(|store| store.keep(&forfeited)).or_raise(py)?;
            self.ledger.add(forfeited, &NoObserver).or_raise(py)?;
        }
        Ok(())
    }
}

/// A tournament whose games are played elsewhere.
#[pyclass(frozen, module = "plybook")]
pub struct Driver {
    config: Config,
    tournament: Option<i64>,
    state: Mutex<State>,
}

impl Driver {
    fn open(py: Python<'_>, config: Config, mut keeper: Keeper) -> PyResult<Driver> {
        let tournament = match &keeper {
            Keeper::Memory(_) => None,
            Keeper::Database { tournament, .. } => Some(*tournament),
        };
        let ledger = keeper.with(|store| Ledger::open(&config, store)).or_raise(py)?;
        let mut state = State { keeper, ledger, over: false };
        state.go_on(py)?;
        Ok(Driver { config, tournament, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Driver {
    /// Goes on with a tournament that is stored in a database of games. Whoever started this program holds the
    /// tournament's lock.
    #[staticmethod]
    fn stored(py: Python<'_>, database: PathBuf, tournament: i64) -> PyResult<Driver> {
        let opened = py.detach(|| Database::open(&database)).or_raise(py)?;
        let missing = || {
            let problem = "the database has no such tournament";
            Trouble::new("tournament", &tournament.to_string(), problem, "look at `plybook history`")
                .raise(py)
        };
        let stored = opened.tournament(tournament).or_raise(py)?.ok_or_else(missing)?;
        let config = serde_json::from_str(&stored.config).map_err(|error| {
            let remedy = "play it anew with --again";
            Trouble::new("tournament", &tournament.to_string(), error.to_string(), remedy).raise(py)
        })?;
        Driver::open(py, config, Keeper::Database { database: Box::new(opened), tournament, _lock: None })
    }

    /// A match between two players that are described, kept in a database of games where one is named: one that is stored
    /// there under equal conditions goes on.
    #[staticmethod]
    #[pyo3(signature = (first, second, game, conditions, database=None, again=false))]
    fn of_match(
        py: Python<'_>,
        first: &str,
        second: &str,
        game: &Game,
        conditions: Conditions,
        database: Option<PathBuf>,
        again: bool,
    ) -> PyResult<Driver> {
        let config = described(py, [first, second], game, &conditions)?;
        let Some(path) = database else {
            return Driver::open(py, config, Keeper::Memory(MemoryStore::default()));
        };
        let mut database = py.detach(|| Database::open(&path)).or_raise(py)?;
        let name = format!("{first} against {second}");
        let tournament = DatabaseStore::of(&mut database, &name, &config, again).or_raise(py)?.tournament();
        let lock = Lock::take(database.path(), tournament).map_err(|error| {
            Trouble::new("tournament", &tournament.to_string(), error.to_string(), "wait for it").raise(py)
        })?;
        let keeper = Keeper::Database { database: Box::new(database), tournament, _lock: Some(lock) };
        Driver::open(py, config, keeper)
    }

    /// The tournament's number in the database, if there is one.
    #[getter]
    fn tournament(&self) -> Option<i64> {
        self.tournament
    }

    /// The game's whole name.
    #[getter]
    fn game(&self) -> &str {
        &self.config.game
    }

    /// Whether a clock decides what engines find.
    #[getter]
    fn timed(&self) -> bool {
        self.config.time.is_timed()
    }

    /// Whether it is over.
    #[getter]
    fn over(&self) -> bool {
        self.state().over
    }

    /// How many games count so far, and how many are known to be played in all.
    #[getter]
    fn progress(&self) -> (usize, usize) {
        let state = self.state();
        (state.ledger.scored().len(), state.ledger.planned())
    }

    /// The games that nobody has played yet, as far as the schedule knows them, each as JSON.
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let state = self.state();
        if state.over {
            return Ok(Vec::new());
        }
        let text =
            |game: &Assignment| serde_json::to_string(game).map_err(|error| broken(py, &error.to_string()));
        state.ledger.missing().iter().map(text).collect()
    }

    /// The unit of some of the missing games, for a machine whose clocks run so many times as long.
    #[pyo3(signature = (games, clock=1.0))]
    fn unit(&self, py: Python<'_>, games: Vec<String>, clock: f64) -> PyResult<String> {
        let games = games
            .iter()
            .map(|text| serde_json::from_str(text).map(GameChoice::Whole))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| broken(py, &error.to_string()))?;
        Unit::Games(Box::new(GamesUnit { config: self.config.clone(), games, clock })).text().or_raise(py)
    }

    /// Keeps and counts the games of a unit's result; how many of them were new.
    fn deliver(&self, py: Python<'_>, result: &str, measured: &str) -> PyResult<usize> {
        let UnitResult::Games { games } = UnitResult::read(result).or_raise(py)? else {
            return Err(other_result("games").raise(py));
        };
        let measured: Measured =
            serde_json::from_str(measured).map_err(|error| broken(py, &error.to_string()))?;
        let mut state = self.state();
        if state.over {
            return Ok(0);
        }
        let times: Vec<Option<&GameTimes>> =
            (0..games.len()).map(|number| measured.times.get(number)).collect();
        let mut records = Vec::new();
        for (game, times) in games.into_iter().zip(times) {
            if state.ledger.is_wanted(game.number()) {
                records.push(game.record(&self.config.game, times).or_raise(py)?);
            }
        }
        let new = records.len();
        state.keeper.with(|store| store.keep(&records)).or_raise(py)?;
        state.ledger.add(records, &NoObserver).or_raise(py)?;
        state.go_on(py)?;
        Ok(new)
    }

    /// The report and the games that count, both as JSON.
    fn report(&self, py: Python<'_>) -> PyResult<(String, String)> {
        let state = self.state();
        let report = serde_json::to_string(&Report::new(&self.config, state.ledger.scored()))
            .map_err(|error| broken(py, &error.to_string()))?;
        let records: Vec<_> = state.ledger.scored().iter().map(|scored| standard(&scored.record)).collect();
        Ok((report, write_json(&records)))
    }
}

fn broken(py: Python<'_>, why: &str) -> PyErr {
    Trouble::new("unit", "", why, "use the same version of plybook everywhere").raise(py)
}
