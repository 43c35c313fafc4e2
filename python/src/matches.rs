//! Matches between any two players: those that the program knows by a description, and players in Python.

use crate::agent::{PythonAgent, Raised, make_sure_it_plays, name_of};
use crate::error::{OrRaise, Trouble};
use crate::game::{Game, GameRef};
use crate::interrupt;
use plybook_agent::book::BookCache;
use plybook_agent::{Agent, AgentKind, AgentSpec, Fault};
use plybook_arena::Roster;
use plybook_arena::clock::Tolerance;
use plybook_arena::config::{
    Bounds, Config, ConfigInput, Format, MAX_GAMES, OpeningsInput, SprtInput, Time, TimeInput,
};
use plybook_arena::game_store::MemoryStore;
use plybook_arena::report::Report;
use plybook_arena::roll_call::RollCall;
use plybook_arena::roster::Described;
use plybook_arena::standard::standard;
use plybook_arena::tournament::{Run, Tournament, TournamentObserver};
use plybook_catalog::write_json;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Who plays: a description, or an object in Python.
enum Entrant {
    Described(Box<AgentSpec>),
    Python(Py<PyAny>, String),
}

/// The conditions of a match, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Conditions {
    games: Option<u32>,
    sprt: Option<(f64, f64)>,
    time: Option<f64>,
    clock: Option<f64>,
    increment: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    openings: Option<u32>,
    seed: Option<u64>,
    plies: Option<u32>,
    concurrency: Option<usize>,
}

/// Makes the players.
struct Players<'a> {
    described: Described<'a>,
    entrants: &'a [Entrant],
    game: &'a GameRef,
    raised: &'a Raised,
}

impl Roster for Players<'_> {
    fn make(&self, player: usize) -> Result<Box<dyn Agent>, Fault> {
        match self.entrants.get(player) {
            Some(Entrant::Python(object, _)) => {
                Ok(Box::new(PythonAgent::make(object, self.game, self.raised)?))
            }
            _ => self.described.make(player),
        }
    }

    fn tolerance(&self, player: usize) -> Tolerance {
        match self.entrants.get(player) {
            // Python's own clock and lock are as coarse as another process.
            Some(Entrant::Python(..)) => Tolerance::PROCESS,
            _ => self.described.tolerance(player),
        }
    }
}

/// Ends a match where somebody pressed Ctrl-C, a player raised an exception, or the rules did.
struct Watch<'a> {
    stop: &'a AtomicBool,
    raised: &'a Raised,
    game: &'a GameRef,
}

impl TournamentObserver for Watch<'_> {
    fn stop(&self) -> bool {
        let failed = self.game.rules.as_ref().is_some_and(|rules| rules.is_troubled());
        failed || self.stop.load(Relaxed) || self.raised.is_some()
    }
}

fn entrant(object: &Bound<'_, PyAny>) -> PyResult<Entrant> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Entrant::Described(Box::new(AgentSpec::read(text.to_str()?).or_raise(object.py())?)));
    }
    make_sure_it_plays(object)?;
    Ok(Entrant::Python(object.clone().unbind(), name_of(object)?))
}

impl Entrant {
    /// The player as a configuration names it. One in Python stands there by its name alone; it is made by `Players`.
    fn spec(&self) -> AgentSpec {
        match self {
            Entrant::Described(spec) => (**spec).clone(),
            Entrant::Python(_, name) => AgentSpec { name: Some(name.clone()), kind: AgentKind::Random },
        }
    }
}

impl Conditions {
    fn input(&self, game: &GameRef) -> Result<ConfigInput, String> {
        let time = |seconds: Option<f64>| -> Result<Option<Time>, String> {
            let Some(seconds) = seconds else { return Ok(None) };
            let known = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
            known.map(|time| Some(Time::from(time))).ok_or_else(|| format!("{seconds} seconds are no time"))
        };
        let sprt = self.sprt.map(|(elo0, elo1)| SprtInput {
            elo0: Some(elo0),
            elo1: Some(elo1),
            ..SprtInput::default()
        });
        Ok(ConfigInput {
            game: Some(game.any.full_name()),
            format: Some(Format::Match),
            games: self.games.or(sprt.is_some().then_some(MAX_GAMES)),
            seed: self.seed,
            plies: self.plies,
            time: TimeInput {
                per_move: time(self.time)?,
                game: time(self.clock)?,
                increment: time(self.increment)?,
                depth: self.depth,
                nodes: self.nodes,
                ..TimeInput::default()
            },
            openings: OpeningsInput { random: self.openings, ..OpeningsInput::default() },
            sprt,
            ..ConfigInput::default()
        })
    }
}

/// The configuration of a match between two players that are described.
pub fn described(
    py: Python<'_>,
    players: [&str; 2],
    game: &Game,
    conditions: &Conditions,
) -> PyResult<Config> {
    let game = &game.0;
    let input = conditions
        .input(game)
        .map_err(|problem| Trouble::new("match", "", problem, "give seconds above 0").raise(py))?;
    let specs = players.iter().map(|text| AgentSpec::read(text).or_raise(py)).collect::<PyResult<_>>()?;
    let no_file = |path: &str| Err(format!("{path}: openings are not read from files here"));
    let config = input.resolve(specs, &*game.any, &Bounds::default(), &no_file);
    game.checked(py, ())?;
    config.or_raise(py)
}

/// Plays a match. Gives its report and its games, both in JSON.
#[pyfunction]
pub fn play_match(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    game: &Game,
    conditions: Conditions,
) -> PyResult<(String, String)> {
    let game = &game.0;
    let entrants = [entrant(first)?, entrant(second)?];
    let input = conditions
        .input(game)
        .map_err(|problem| Trouble::new("match", "", problem, "give seconds above 0").raise(py))?;
    let specs = entrants.iter().map(Entrant::spec).collect();
    let no_file = |path: &str| Err(format!("{path}: openings are not read from files here"));
    let config = input.resolve(specs, &*game.any, &Bounds::default(), &no_file);
    game.checked(py, ())?;
    let config = config.or_raise(py)?;
    let in_python = game.rules.is_some() || entrants.iter().any(|one| matches!(one, Entrant::Python(..)));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // Python runs one thread at a time.
    let concurrency = conditions.concurrency.unwrap_or(if in_python { 1 } else { cores }).max(1);
    let run = play(py, game, &entrants, &config, concurrency)?;
    let report = serde_json::to_string(&Report::new(&config, &run.scored))
        .map_err(|error| Trouble::new("match", "", error.to_string(), "report it").raise(py))?;
    let records: Vec<_> = run.scored.iter().map(|scored| standard(&scored.record)).collect();
    Ok((report, write_json(&records)))
}

fn play(
    py: Python<'_>,
    game: &GameRef,
    entrants: &[Entrant],
    config: &Config,
    concurrency: usize,
) -> PyResult<Run> {
    let wanted = config.agents.iter().filter_map(|entrant| entrant.spec.wanted_book());
    let books = BookCache::freeze(&*game.any, wanted)
        .map_err(|error| Trouble::new("match", "book", error.to_string(), "give another book").raise(py))?;
    let (raised, stop) = (Raised::default(), AtomicBool::new(false));
    let described = Described { config, game: &*game.any, books: &books };
    let players = Players { described, entrants, game, raised: &raised };
    for (number, entrant) in entrants.iter().enumerate() {
        if matches!(entrant, Entrant::Described(_)) {
            drop(players.make(number).or_raise(py)?);
        }
    }
    // A program that is not there is told before it has lost the whole match.
    let roll = py.detach(|| RollCall::of(config, &*game.any));
    if let Some(refused) = roll.refused.first() {
        let remedy = "name a program that can be started";
        return Err(Trouble::new("agent", refused, "it cannot play", remedy).raise(py));
    }
    let tournament = Tournament { config, game: &*game.any, roster: &players, knowledge: None, concurrency };
    let watch = Watch { stop: &stop, raised: &raised, game };
    let mut store = MemoryStore::default();
    let run = interrupt::run(py, &stop, || tournament.run(&mut store, &watch))?;
    if let Some(error) = raised.take() {
        return Err(error);
    }
    game.checked(py, ())?;
    run.or_raise(py)
}
