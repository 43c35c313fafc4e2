//! Games: those of the program by name, and those whose rules are written in Python.

use crate::engine::Engine;
use crate::error::{OrRaise, Trouble};
use crate::position::Position;
use crate::rules::{PythonGame, Rules};
use plybook_catalog::{AnyGame, GameDescription, GameSource, any_game, registry};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A game, and its rules if they are written in Python.
#[derive(Clone)]
pub struct GameRef {
    /// The game as the catalog has it.
    pub any: Arc<dyn AnyGame>,
    /// The rules in Python, which may fail where compiled ones cannot.
    pub rules: Option<Arc<Rules>>,
}

impl GameRef {
    /// The value, unless rules in Python raised an exception or made a mistake on the way to it: then that.
    pub fn checked<T>(&self, py: Python<'_>, value: T) -> PyResult<T> {
        match self.rules.as_ref().and_then(|rules| rules.take_trouble(py)) {
            Some(error) => Err(error),
            None => Ok(value),
        }
    }
}

/// The games whose rules are written in Python and that have been registered, as a source for the register of games.
#[derive(Default)]
struct Registered(Mutex<Vec<GameRef>>);

impl Registered {
    fn all(&self) -> Vec<GameRef> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl GameSource for Registered {
    fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        self.all().into_iter().map(|game| game.any).collect()
    }
}

/// What was registered in this process; made, and put behind the compiled games, when it is first needed.
fn registered() -> &'static Arc<Registered> {
    static REGISTERED: LazyLock<Arc<Registered>> = LazyLock::new(|| {
        let source = Arc::new(Registered::default());
        let empty: Arc<dyn GameSource> = Arc::clone(&source) as Arc<dyn GameSource>;
        // A source without games takes nobody's name.
        let added = registry().register(empty);
        debug_assert!(added.is_ok(), "an empty source is refused");
        source
    });
    &REGISTERED
}

/// A game: its rules, its options, and the way to its positions and engines. Made by `open` and `game_of`.
#[pyclass(frozen, module = "plybook", from_py_object)]
#[derive(Clone)]
pub struct Game(pub GameRef);

#[pymethods]
impl Game {
    /// The whole name, options included, in its shortest form, such as `hexapawn:4x5`.
    #[getter]
    fn name(&self) -> String {
        self.0.any.full_name()
    }

    /// The name people use.
    #[getter]
    fn title(&self) -> String {
        self.0.any.info().title.to_string()
    }

    /// One sentence about it.
    #[getter]
    fn summary(&self) -> String {
        self.0.any.info().summary.to_string()
    }

    /// The rules for somebody who has never played it, as Markdown.
    #[getter]
    fn rules(&self) -> String {
        self.0.any.info().rules.to_string()
    }

    /// The options of this game as people say them; empty for the default game.
    #[getter]
    fn options_in_words(&self) -> String {
        self.0.any.options_in_words()
    }

    /// What the players are called, in the order of first moves.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.any.player_names().iter().map(|name| name.to_string()))
    }

    /// The evaluators by name, the strongest first.
    #[getter]
    fn evaluators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.any.evaluators().iter().map(|info| info.name.to_string()))
    }

    /// Whether chance moves in some position.
    #[getter]
    fn has_chance(&self) -> bool {
        self.0.any.has_chance()
    }

    /// The object whose methods are the rules, if they are written in Python.
    #[getter]
    fn python_rules(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.0.rules.as_ref().map(|rules| rules.object(py))
    }

    /// The options as the program describes them, in JSON.
    fn _options(&self, py: Python<'_>) -> PyResult<String> {
        let about = GameDescription::from(&*self.0.any);
        serde_json::to_string(&about.options)
            .map_err(|error| Trouble::new("game", &self.name(), error.to_string(), "report it").raise(py))
    }

    /// The position a game starts from.
    fn start(&self, py: Python<'_>) -> PyResult<Position> {
        Position::first(py, &self.0, None)
    }

    /// The position of a text, as `Position.text` writes it.
    fn position(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        Position::first(py, &self.0, Some(text))
    }

    /// An engine for this game, with a table of its own. What it learnt is kept from search to search.
    ///
    /// `hash` is the size of the table in mebibytes. `evaluator` names one of `evaluators`, or `none`. `method` is how it
    /// searches, such as `mcts`, and `settings` are options of the method.
    #[pyo3(signature = (*, hash=None, threads=1, evaluator=None, method=None, settings=None))]
    fn engine(
        &self,
        py: Python<'_>,
        hash: Option<usize>,
        threads: usize,
        evaluator: Option<String>,
        method: Option<&str>,
        settings: Option<BTreeMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Engine> {
        let text = |(name, value): (String, Bound<'_, PyAny>)| Ok((name, value.str()?.to_string()));
        let settings = settings.unwrap_or_default().into_iter().map(text);
        let settings = settings.collect::<PyResult<BTreeMap<String, String>>>()?;
        Engine::new(py, &self.0, hash, threads, evaluator, (method, settings))
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Game>() else { return false };
        let other = &other.get().0;
        match (&self.0.rules, &other.rules) {
            (Some(own), Some(their)) => Arc::ptr_eq(own, their),
            (None, None) => self.0.any.full_name() == other.any.full_name(),
            _ => false,
        }
    }

    /// It never changes: a copy is itself.
    fn __copy__(slf: Py<Game>) -> Py<Game> {
        slf
    }

    fn __deepcopy__(slf: Py<Game>, _memo: &Bound<'_, PyAny>) -> Py<Game> {
        slf
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>,))> {
        let package = py.import("plybook")?;
        Ok(match &self.0.rules {
            Some(rules) => (package.getattr("game_of")?, (rules.object(py),)),
            None => (package.getattr("open")?, (self.name().into_pyobject(py)?.into_any().unbind(),)),
        })
    }
}

/// Opens a game by name and options, such as `hexapawn:4x5`.
#[pyfunction]
pub fn open_game(py: Python<'_>, name: &str) -> PyResult<Game> {
    let own = registered().all().into_iter().find(|game| game.any.info().name == name);
    if let Some(game) = own {
        return Ok(Game(game));
    }
    Ok(Game(GameRef { any: registry().open(name).or_raise(py)?, rules: None }))
}

/// The names of all games.
#[pyfunction]
pub fn game_names() -> Vec<String> {
    registered();
    registry().games().iter().map(|game| game.info().name.to_string()).collect()
}

/// The game whose rules are an object's methods.
#[pyfunction]
pub fn wrap_rules(py: Python<'_>, rules: &Bound<'_, PyAny>) -> PyResult<Game> {
    let rules = Arc::new(Rules::new(py, rules)?);
    let any = any_game(PythonGame::new(Arc::clone(&rules)));
    let game = GameRef { any, rules: Some(rules) };
    game.checked(py, ())?;
    Ok(Game(game))
}

/// Gives a game whose rules are written in Python its name among all games, so that it can be opened by it. One of the
/// same name that was registered before is replaced.
#[pyfunction]
pub fn register_rules(py: Python<'_>, game: &Game) -> PyResult<()> {
    let (wanted, source) = (game.0.any.info().name.clone(), registered());
    let taken = registry().games().iter().any(|other| other.info().name == wanted);
    let mut own = source.0.lock().unwrap_or_else(PoisonError::into_inner);
    let replaced = own.iter().position(|other| other.any.info().name == wanted);
    match replaced {
        Some(place) => own[place] = game.0.clone(),
        None if taken => {
            let remedy = "give the class another `name`";
            return Err(
                Trouble::new("game", &wanted, "the name is that of a game of the program", remedy).raise(py)
            );
        }
        None => own.push(game.0.clone()),
    }
    drop(own);
    registry().forget(&wanted);
    Ok(())
}
