//! Engines: whole searches without Python's lock, in a thread of their own.

use crate::error::{OrRaise, Trouble};
use crate::game::GameRef;
use crate::interrupt;
use crate::limit::Limit;
use crate::position::Position;
use crate::rules::Rules;
use plybook_agent::{LARGEST_HASH, MOST_THREADS};
use plybook_catalog::{
    Analysis, DEFAULT_HASH, EngineConfig, Limits, MethodSetting, ReadError, SearchObserver, Session,
    ThinkRequest, Thinker,
};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Deepest search that is begun, in plies.
const DEEPEST: u32 = 200;
/// Most lines that can be asked for.
const MOST_LINES: usize = 500;

/// What comes from a search.
enum Message {
    /// What an iteration found.
    Iteration(Analysis),
    /// The end.
    Done(Result<Analysis, ReadError>),
}

/// Watches a search: its time, the wish to stop it, and rules in Python that have failed.
struct Watch<'a> {
    until: Option<Instant>,
    stop: &'a AtomicBool,
    rules: Option<&'a Rules>,
    stream: Option<Mutex<Sender<Message>>>,
}

impl SearchObserver for Watch<'_> {
    fn stop(&self) -> bool {
        self.stop.load(Relaxed)
            || self.rules.is_some_and(Rules::is_troubled)
            || self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn iteration(&self, analysis: &Analysis) -> bool {
        if let Some(stream) = &self.stream {
            let sender = stream.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody listens any more: then nobody needs the search.
            if sender.send(Message::Iteration(analysis.clone())).is_err() {
                return true;
            }
        }
        self.stop()
    }
}

/// An engine for one game, with a table of its own.
#[pyclass(frozen, module = "plybook")]
pub struct Engine {
    game: GameRef,
    thinker: Arc<Mutex<Box<dyn Thinker>>>,
    threads: usize,
}

/// A search that is running in a thread of its own.
struct Running {
    receiver: Mutex<Receiver<Message>>,
    stop: Arc<AtomicBool>,
    game: GameRef,
}

impl Running {
    /// What comes next; `None` where the thread has failed.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Message>> {
        let message = interrupt::wait(py, &self.receiver, &self.stop);
        if message.is_err() {
            // The engine is free again when its thread has seen the wish.
            py.detach(|| while !matches!(self.received(), None | Some(Message::Done(_))) {});
        }
        message
    }

    fn received(&self) -> Option<Message> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }
}

impl Engine {
    pub fn new(
        py: Python<'_>,
        game: &GameRef,
        hash: Option<usize>,
        threads: usize,
        evaluator: Option<String>,
        (method, settings): (Option<&str>, BTreeMap<String, String>),
    ) -> PyResult<Engine> {
        let wrong = |what: String, problem: &str, remedy: String| {
            Err(Trouble::new("engine", &what, problem, remedy).raise(py))
        };
        let hash = hash.unwrap_or(DEFAULT_HASH);
        if hash > LARGEST_HASH {
            let remedy = format!("give 0 to {LARGEST_HASH} mebibytes");
            return wrong(format!("hash={hash}"), "the table is too large", remedy);
        }
        if threads == 0 || threads > MOST_THREADS {
            return wrong(
                format!("threads={threads}"),
                "no number of threads",
                format!("give 1 to {MOST_THREADS}"),
            );
        }
        let method = match method {
            Some(name) => MethodSetting::new(name, settings).or_raise(py)?,
            None if settings.is_empty() => MethodSetting::default(),
            None => {
                let names: Vec<String> = settings.into_keys().collect();
                return wrong(
                    names.join(", "),
                    "settings belong to a method",
                    "name it by `method`".to_owned(),
                );
            }
        };
        let config = EngineConfig { hash, evaluator, method, ..EngineConfig::default() };
        let thinker = game.any.thinker(&config);
        game.checked(py, ())?;
        Ok(Engine { game: game.clone(), thinker: Arc::new(Mutex::new(thinker.or_raise(py)?)), threads })
    }

    /// Begins a search in a thread of its own.
    fn begin(
        &self,
        py: Python<'_>,
        position: &Position,
        limit: Option<&Limit>,
        lines: usize,
        moves: Vec<String>,
        streams: bool,
    ) -> PyResult<Running> {
        if let Some(ending) = position.at.ending() {
            self.game.checked(py, ())?;
            let problem = format!("the game is over: {}", ending.sentence.trim_end_matches('.'));
            return Err(Trouble::new("position", &position.at.text(), problem, "take a move back").raise(py));
        }
        if lines == 0 || lines > MOST_LINES {
            let what = format!("lines={lines}");
            let remedy = format!("ask for 1 to {MOST_LINES}");
            return Err(Trouble::new("engine", &what, "no number of lines", remedy).raise(py));
        }
        let session = position.at.session();
        self.game.checked(py, ())?;
        let limit = limit.cloned().unwrap_or_default();
        let longest = session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let depth = limit.depth.unwrap_or(longest).clamp(1, DEEPEST);
        let limits = Limits { nodes: limit.nodes, lines, threads: self.threads, ..Limits::depth(depth) };
        let request = ThinkRequest { limits, moves };
        let (sender, receiver) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let search = Search {
            thinker: Arc::clone(&self.thinker),
            session,
            request,
            time: limit.duration(),
            stop: Arc::clone(&stop),
            rules: self.game.rules.clone(),
        };
        thread::spawn(move || search.run(sender, streams));
        Ok(Running { receiver: Mutex::new(receiver), stop, game: self.game.clone() })
    }
}

/// All that a search's thread needs.
struct Search {
    thinker: Arc<Mutex<Box<dyn Thinker>>>,
    session: Box<dyn Session>,
    request: ThinkRequest,
    time: Option<Duration>,
    stop: Arc<AtomicBool>,
    rules: Option<Arc<Rules>>,
}

impl Search {
    fn run(self, sender: Sender<Message>, streams: bool) {
        // Rules in Python need its lock for every answer; a thread that Python knows gets it soonest.
        if self.rules.is_some() {
            Python::attach(|py| py.detach(|| self.search(sender, streams)));
        } else {
            self.search(sender, streams);
        }
    }

    fn search(self, sender: Sender<Message>, streams: bool) {
        let mut thinker = self.thinker.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = streams.then(|| Mutex::new(sender.clone()));
        let until = self.time.and_then(|time| Instant::now().checked_add(time));
        let watch = Watch { until, stop: &self.stop, rules: self.rules.as_deref(), stream };
        // A mistake of the engine's own ends the thread's messages, and is told by their absence.
        let found = catch_unwind(AssertUnwindSafe(|| thinker.think(&*self.session, &self.request, &watch)));
        drop(thinker);
        if let Ok(found) = found {
            // Nobody listens where an iteration was left early.
            drop(sender.send(Message::Done(found)));
        }
    }
}

/// What a search found, as JSON.
fn json(py: Python<'_>, analysis: &Analysis) -> PyResult<String> {
    serde_json::to_string(analysis)
        .map_err(|error| Trouble::new("search", "", error.to_string(), "report it").raise(py))
}

/// What a search found, as an object of the package.
fn found<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Bound<'py, PyAny>> {
    py.import("plybook._data")?.getattr("read_found")?.call1((json(py, analysis)?,))
}

fn failed(py: Python<'_>) -> PyErr {
    Trouble::new("search", "", "it ended without a result", "report it, with the position").raise(py)
}

#[pymethods]
impl Engine {
    /// The game it plays.
    #[getter]
    fn game(&self) -> crate::game::Game {
        crate::game::Game(self.game.clone())
    }

    /// Thinks about a position and tells what it found.
    #[pyo3(signature = (position, limit=None, *, lines=1, moves=Vec::new()))]
    fn think<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        limit: Option<Bound<'_, Limit>>,
        lines: usize,
        moves: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let running = self.begin(py, position, limit.as_ref().map(Bound::get), lines, moves, false)?;
        loop {
            match running.next(py)? {
                Some(Message::Iteration(_)) => {}
                Some(Message::Done(result)) => {
                    self.game.checked(py, ())?;
                    return found(py, &result.or_raise(py)?);
                }
                None => return Err(failed(py)),
            }
        }
    }

    /// Thinks about a position and tells after every iteration what it found so far.
    #[pyo3(signature = (position, limit=None, *, lines=1, moves=Vec::new()))]
    fn analyse(
        &self,
        py: Python<'_>,
        position: &Position,
        limit: Option<Bound<'_, Limit>>,
        lines: usize,
        moves: Vec<String>,
    ) -> PyResult<Iterations> {
        let running = self.begin(py, position, limit.as_ref().map(Bound::get), lines, moves, true)?;
        Ok(Iterations { running, over: AtomicBool::new(false) })
    }

    /// Forgets what earlier searches taught it.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| self.thinker.lock().unwrap_or_else(PoisonError::into_inner).new_game());
    }

    fn __repr__(&self) -> String {
        format!("Engine({:?}, threads={})", self.game.any.full_name(), self.threads)
    }
}

/// The iterations of a search that goes on meanwhile. The last one is the whole search. Leaving it early stops it.
#[pyclass(frozen, module = "plybook")]
pub struct Iterations {
    running: Running,
    over: AtomicBool,
}

impl Drop for Iterations {
    fn drop(&mut self) {
        self.running.stop.store(true, Relaxed);
    }
}

#[pymethods]
impl Iterations {
    fn __iter__(slf: Py<Iterations>) -> Py<Iterations> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.over.load(Relaxed) {
            return Ok(None);
        }
        let message = self.running.next(py).inspect_err(|_| self.over.store(true, Relaxed))?;
        match message {
            Some(Message::Iteration(analysis)) => found(py, &analysis).map(Some),
            Some(Message::Done(result)) => {
                self.over.store(true, Relaxed);
                self.running.game.checked(py, ())?;
                found(py, &result.or_raise(py)?).map(Some)
            }
            None => {
                self.over.store(true, Relaxed);
                Err(failed(py))
            }
        }
    }

    /// Ends the search soon; what it found so far still comes.
    fn stop(&self) {
        self.running.stop.store(true, Relaxed);
    }
}
