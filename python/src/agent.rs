//! Players in Python, in this process: functions and objects that choose moves.

use crate::error::Trouble;
use crate::game::GameRef;
use crate::position::Position;
use plybook_agent::{Action, Agent, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::{Ending, Player, Session};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What a player may use for a move. What nothing is said about is not limited.
#[pyclass(frozen, eq, get_all, module = "plybook")]
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    /// Seconds for this move.
    pub time: Option<f64>,
    /// Seconds left for all moves of the game.
    pub left: Option<f64>,
    /// Seconds that the clock of the game gains with each move.
    pub increment: f64,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
}

#[pymethods]
impl Clock {
    #[new]
    #[pyo3(signature = (*, time=None, left=None, increment=0.0, depth=None, nodes=None))]
    fn new(
        time: Option<f64>,
        left: Option<f64>,
        increment: f64,
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> Clock {
        Clock { time, left, increment, depth, nodes }
    }

    fn __repr__(&self) -> String {
        let Clock { time, left, increment, depth, nodes } = self;
        let mut said = Vec::new();
        said.extend(time.map(|time| format!("time={time}")));
        said.extend(left.map(|left| format!("left={left}, increment={increment}")));
        said.extend(depth.map(|depth| format!("depth={depth}")));
        said.extend(nodes.map(|nodes| format!("nodes={nodes}")));
        format!("Clock({})", said.join(", "))
    }
}

/// The first exception of any player: it ends the match.
#[derive(Clone, Default)]
pub struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    /// Keeps an exception, unless there is an earlier one.
    fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Whether there is one.
    pub fn is_some(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The exception that is to be told.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A player in Python.
pub struct PythonAgent {
    /// The function, or the object's method `choose`.
    choose: Py<PyAny>,
    /// The object, whose other methods are called where it has them.
    object: Py<PyAny>,
    name: String,
    game: GameRef,
    raised: Raised,
    /// The position that it saw last, from which the next one is reached.
    last: Option<Position>,
}

/// What a player is called: its attribute `name`, or the name of the function or class.
pub fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    for attribute in ["name", "__name__"] {
        if let Some(name) = object.getattr_opt(attribute)?
            && let Ok(name) = name.cast::<PyString>()
        {
            return Ok(name.to_string());
        }
    }
    Ok(object.get_type().name()?.to_string())
}

/// Makes sure that an object can play.
pub fn make_sure_it_plays(object: &Bound<'_, PyAny>) -> PyResult<()> {
    let plays = match object.getattr_opt("choose")? {
        Some(method) => method.is_callable(),
        None => object.is_callable() && !object.is_instance_of::<PyType>(),
    };
    if plays {
        return Ok(());
    }
    let shown = object.repr()?.to_string();
    let remedy = "give a description such as \"engine:level=5\", a function `def choose(position, clock): ...`, or a \
                  class or an object with such a method";
    Err(Trouble::new("agent", &shown, "it is no player", remedy).raise(object.py()))
}

impl PythonAgent {
    /// The player of a function, an object, or a class, of which every player is an object of its own.
    pub fn new(object: &Bound<'_, PyAny>, game: &GameRef, raised: &Raised) -> PyResult<PythonAgent> {
        let name = name_of(object)?;
        let object = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
        let choose = object.getattr_opt("choose")?.unwrap_or_else(|| object.clone());
        Ok(PythonAgent {
            choose: choose.unbind(),
            object: object.unbind(),
            name,
            game: game.clone(),
            raised: raised.clone(),
            last: None,
        })
    }

    /// Makes a player in a match; its exception ends the match.
    pub fn make(object: &Py<PyAny>, game: &GameRef, raised: &Raised) -> Result<PythonAgent, Fault> {
        Python::attach(|py| {
            PythonAgent::new(object.bind(py), game, raised).map_err(|error| {
                let why = error.to_string();
                raised.keep(error);
                Fault::NotStarted(why)
            })
        })
    }

    /// What Python does; an exception ends the match.
    fn guarded<T>(&self, action: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Fault> {
        Python::attach(action).map_err(|error| {
            let why = error.to_string();
            self.raised.keep(error);
            Fault::Crashed(why)
        })
    }

    /// Calls a method that a player need not have.
    fn tell<A>(&self, method: &str, arguments: impl FnOnce(Python<'_>) -> PyResult<A>) -> Result<(), Fault>
    where
        A: for<'py> pyo3::call::PyCallArgs<'py>,
    {
        self.guarded(|py| {
            if let Some(method) = self.object.bind(py).getattr_opt(method)? {
                method.call1(arguments(py)?)?;
            }
            Ok(())
        })
    }

    /// The position of a session, reached from the last one where it goes on from there.
    fn position(&mut self, py: Python<'_>, session: &dyn Session) -> PyResult<Position> {
        let lost = |error: plybook_catalog::ReadError| Trouble::from(error).raise(py);
        let record = session.record();
        let known = self.last.take().filter(|last| {
            let before = last.at.record();
            record.get(..before.len()).is_some_and(|same| same == before)
        });
        let mut at = match known {
            Some(last) => last,
            None => Position::of(&self.game, self.game.any.position(None).map_err(lost)?),
        };
        for text in &record[at.at.plies()..] {
            let number = at.at.find(text).map_err(lost)?;
            let next = at.at.after(number);
            at = Position::of(
                &self.game,
                next.ok_or_else(|| PyErr::new::<pyo3::exceptions::PyRuntimeError, _>("lost"))?,
            );
        }
        Ok(at)
    }
}

impl Agent for PythonAgent {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        let introduction = "I am written in Python.".to_owned();
        Ok(Identity { nickname: self.name.clone(), introduction })
    }

    fn begin(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        let lost = |error: plybook_catalog::ReadError| Fault::Unsuitable(error.to_string());
        let mut at = self.game.any.position(start.position).map_err(lost)?;
        for text in start.opening {
            let number = at.find(text).map_err(lost)?;
            at = at.after(number).unwrap_or(at);
        }
        self.last = Some(Position::of(&self.game, at));
        let (side, opponent) = (start.side.0, start.opponent.to_owned());
        self.tell("begin", |_| Ok((side, opponent)))
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let budget = &turn.budget;
        let player = turn.session.mover().unwrap_or(Player::FIRST);
        let clocks = budget.clocks.as_ref().map(|clocks| clocks.of(player));
        let clock = Clock {
            time: budget.time.map(|time| time.as_secs_f64()),
            left: clocks.map(|(left, _)| left.as_secs_f64()),
            increment: clocks.map_or(0.0, |(_, increment)| increment.as_secs_f64()),
            depth: budget.depth,
            nodes: budget.nodes,
        };
        let name = self.name.clone();
        let position = match Python::attach(|py| self.position(py, turn.session)) {
            Ok(position) => position,
            Err(error) => return self.guarded(|_| Err(error)),
        };
        let kept = Position::of(&self.game, position.at.share());
        let action = self.guarded(|py| {
            let answer = match self.choose.bind(py).call1((position, clock)) {
                Ok(answer) => answer,
                Err(error) if is_resignation(py, &error)? => return Ok(Action::Resign),
                Err(error) => return Err(error),
            };
            match answer.cast::<PyString>() {
                Ok(text) => Ok(Action::Move(text.to_str()?.to_owned())),
                Err(_) => {
                    let shown = answer.repr()?.to_string();
                    let remedy = "return one of `position.moves`, or raise `plybook.Resign`";
                    Err(Trouble::new("agent", &name, format!("it returned {shown}"), remedy).raise(py))
                }
            }
        })?;
        self.last = Some(kept);
        Ok(Answer { action, remark: String::new(), seen: SearchInfo::default() })
    }

    fn end(&mut self, ending: Option<&Ending>) {
        let sentence = ending.map(|ending| ending.sentence.clone());
        // Its exception is kept and ends the match.
        drop(self.tell("end", |_| Ok((sentence,))));
    }
}

fn is_resignation(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    let class = py.import("plybook._errors")?.getattr("Resign")?;
    Ok(error.matches(py, class)?)
}
