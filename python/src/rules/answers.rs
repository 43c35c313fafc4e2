//! Asking rules in Python, and judging what they answer.

use crate::error::Trouble;
use plybook_catalog::{Outcome, Player};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use std::collections::HashSet;

/// Most children of a position: more than any known game has, and as many as moves have numbers.
const MOST_CHILDREN: usize = 60_000;
/// Longest text of a move, in characters.
const LONGEST_MOVE: usize = 100;
/// Points beyond which a value is no estimate any more.
const LARGEST_VALUE: f64 = 100_000.0;
/// Hundredths of a point.
const POINT: f64 = 100.0;

/// How the rules judge a finished position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// This player has won.
    Winner(u8),
    /// The player to move is so many points ahead.
    Margin(i32),
}

impl Judgement {
    /// The outcome where this player is to move.
    pub fn outcome(self, mover: u8) -> Outcome {
        let player = Player(mover);
        match self {
            Judgement::Win => Outcome::Win(player),
            Judgement::Loss => Outcome::loss_of(player),
            Judgement::Draw | Judgement::Margin(0) => Outcome::Draw,
            Judgement::Winner(winner) => Outcome::Win(Player(winner)),
            Judgement::Margin(points) if mover == 0 => Outcome::Margin(points),
            Judgement::Margin(points) => Outcome::Margin(points.saturating_neg()),
        }
    }
}

/// The methods of the rules.
pub struct Answers {
    /// The object they belong to.
    pub object: Py<PyAny>,
    start: Py<PyAny>,
    children: Py<PyAny>,
    judge: Py<PyAny>,
    turn: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    value: Option<Py<PyAny>>,
    draw: Option<Py<PyAny>>,
    text: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
}

/// What a value looks like in a message.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "something without a repr".to_owned(), |text| text.to_string())
}

/// The class of a value, in a message.
fn class_of(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

impl Answers {
    /// Looks the methods up.
    ///
    /// # Errors
    /// One that a game cannot do without is missing, or is no method.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Answers> {
        let found = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let Some(method) = object.getattr_opt(name)?.filter(|method| !method.is_none()) else {
                return Ok(None);
            };
            if method.is_callable() {
                return Ok(Some(method.unbind()));
            }
            let remedy = format!("write it as a method: `def {name}(self, ...):`");
            Err(Trouble::new("rules", name, format!("`{name}` is {}", shown(&method)), remedy)
                .raise(object.py()))
        };
        let needed = |name: &str, form: &str| -> PyResult<Py<PyAny>> {
            found(name)?.ok_or_else(|| {
                let (class, remedy) = (class_of(object), format!("write `{form}`"));
                Trouble::new("rules", &class, format!("there is no method `{name}`"), remedy)
                    .raise(object.py())
            })
        };
        Ok(Answers {
            object: object.clone().unbind(),
            start: needed("start", "def start(self): ...")?,
            children: needed("children", "def children(self, position): ...")?,
            judge: needed("judge", "def judge(self, position): ...")?,
            turn: found("turn")?,
            key: found("key")?,
            value: found("value")?,
            draw: found("draw")?,
            text: found("text")?,
            read: found("read")?,
        })
    }

    /// Whether positions have a value of their own.
    pub fn has_value(&self) -> bool {
        self.value.is_some()
    }

    /// Whether the rules read positions.
    pub fn has_read(&self) -> bool {
        self.read.is_some()
    }

    /// A mistake in what a method answered: which, where it is written, and for which position.
    fn mistake(
        &self,
        method: &Bound<'_, PyAny>,
        position: Option<&Bound<'_, PyAny>>,
        problem: &str,
        remedy: &str,
    ) -> PyErr {
        let py = method.py();
        let name = method
            .getattr_opt("__name__")
            .ok()
            .flatten()
            .map_or_else(|| class_of(method), |name| name.to_string());
        // A method has the line it begins on; anything else that can be called has none.
        let code = method.getattr_opt("__code__").ok().flatten();
        let place = code.and_then(|code| {
            let file: String = code.getattr("co_filename").ok()?.extract().ok()?;
            let line: u32 = code.getattr("co_firstlineno").ok()?.extract().ok()?;
            Some(format!(" ({file}, line {line})"))
        });
        let at = position.map_or_else(String::new, |position| format!(" for {}", shown(position)));
        let problem = format!("`{name}`{}{at}: {problem}", place.unwrap_or_default());
        Trouble::new("rules", &name, problem, remedy).raise_as(py, "RulesError")
    }

    /// The position a game starts from.
    pub fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let start = self.start.bind(py).call0()?;
        if start.is_none() {
            let remedy = "return the position a game starts from";
            return Err(self.mistake(self.start.bind(py), None, "returned None", remedy));
        }
        Ok(start)
    }

    /// What tells a position apart.
    pub fn key<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match &self.key {
            Some(key) => key.bind(position.py()).call1((position,)),
            None => Ok(position.clone()),
        }
    }

    /// Who is to move; `None` if the players move in turn.
    pub fn turn(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        let Some(turn) = &self.turn else { return Ok(None) };
        let turn = turn.bind(position.py());
        let player = turn.call1((position,))?;
        let number =
            player.extract::<u8>().ok().filter(|&number| number < 2 && !player.is_instance_of::<PyBool>());
        number.map(Some).ok_or_else(|| {
            let problem = format!("returned {}", shown(&player));
            self.mistake(turn, Some(position), &problem, "return 0 for who moves first or 1 for the other")
        })
    }

    /// How a position is judged: `None` while the game goes on.
    pub fn judge(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<Judgement>> {
        let judge = self.judge.bind(position.py());
        let answer = judge.call1((position,))?;
        if answer.is_none() {
            return Ok(None);
        }
        judgement(&answer).map(Some).ok_or_else(|| {
            let problem = format!("returned {}", shown(&answer));
            self.mistake(judge, Some(position), &problem, JUDGEMENTS)
        })
    }

    /// A judgement among the attributes of the class.
    pub fn judgement_of(&self, value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Judgement>> {
        judgement(value).map(Some).ok_or_else(|| {
            let problem = format!("`{name}` is {}", shown(value));
            Trouble::new("rules", name, problem, "write \"win\", \"loss\" or \"draw\" for the player to move")
                .raise(value.py())
        })
    }

    /// The children of a position with the moves that lead there; at least one.
    pub fn children(
        &self,
        position: &Bound<'_, PyAny>,
        may_be_none: bool,
    ) -> PyResult<Vec<(Box<str>, Py<PyAny>)>> {
        let method = self.children.bind(position.py());
        let answer = method.call1((position,))?;
        let wrong = |problem: String, remedy: &str| self.mistake(method, Some(position), &problem, remedy);
        const PAIRS: &str = "return a dictionary of moves and positions, or pairs of both";
        let mut children = Vec::new();
        let mut seen = HashSet::new();
        let mut add = |mv: &Bound<'_, PyAny>, child: Bound<'_, PyAny>| -> PyResult<()> {
            let text = move_text(mv).map_err(|problem| wrong(problem, MOVES))?;
            if child.is_none() {
                return Err(wrong(format!("the move {text:?} leads to None"), "leave illegal moves out"));
            }
            if !seen.insert(text.clone()) {
                return Err(wrong(
                    format!("the move {text:?} is there twice"),
                    "give each move a text of its own",
                ));
            }
            if children.len() == MOST_CHILDREN {
                return Err(wrong(format!("more than {MOST_CHILDREN} moves"), "end the list"));
            }
            children.push((text, child.unbind()));
            Ok(())
        };
        if let Ok(dict) = answer.cast::<PyDict>() {
            for (mv, child) in dict.iter() {
                add(&mv, child)?;
            }
        } else {
            let Ok(pairs) = answer.try_iter() else {
                return Err(wrong(format!("returned {}", shown(&answer)), PAIRS));
            };
            for pair in pairs {
                // An exception in a generator is the rules' own.
                let pair = pair?;
                let Ok((mv, child)) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
                    return Err(wrong(
                        format!("{} is no pair of a move and a position", shown(&pair)),
                        PAIRS,
                    ));
                };
                add(&mv, child)?;
            }
        }
        if children.is_empty() && !may_be_none {
            let remedy = "let `judge` say how the game ended, or set `no_moves = \"loss\"` for the class";
            return Err(wrong("there is no move, and the game is said to go on".to_owned(), remedy));
        }
        Ok(children)
    }

    /// The value of a position for the player to move, in hundredths of a point.
    pub fn value(&self, position: &Bound<'_, PyAny>) -> PyResult<i32> {
        let Some(value) = &self.value else { return Ok(0) };
        let value = value.bind(position.py());
        let answer = value.call1((position,))?;
        let number = answer.is_instance_of::<PyFloat>() || answer.is_instance_of::<PyInt>();
        let points = answer.extract::<f64>().ok().filter(|_| number && !answer.is_instance_of::<PyBool>());
        match points.filter(|points| points.abs() <= LARGEST_VALUE) {
            Some(points) => Ok((points * POINT).round() as i32),
            None => {
                let remedy = "return points for the player to move, a number between -100000 and 100000";
                Err(self.mistake(value, Some(position), &format!("returned {}", shown(&answer)), remedy))
            }
        }
    }

    /// The drawing of a position in lines; `None` if the rules draw nothing.
    pub fn draw(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<Box<[Box<str>]>>> {
        let Some(draw) = &self.draw else { return Ok(None) };
        let draw = draw.bind(position.py());
        let answer = draw.call1((position,))?;
        let lines = if let Ok(text) = answer.cast::<PyString>() {
            let text = text.to_str()?;
            Some(text.lines().map(str::to_owned).collect::<Vec<String>>())
        } else {
            answer.extract::<Vec<String>>().ok()
        };
        let wide = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let known = lines.filter(|lines| wide(lines) > 0 && wide(lines) <= 100 && lines.len() <= 100);
        let Some(lines) = known else {
            let remedy =
                "return the board as text: a letter for each square, lines of at most 100, at most 100 lines";
            return Err(self.mistake(draw, Some(position), &format!("returned {}", shown(&answer)), remedy));
        };
        let width = wide(&lines);
        Ok(Some(lines.into_iter().map(|line| format!("{line:width$}").into_boxed_str()).collect()))
    }

    /// The text of a position, if the rules write it.
    pub fn text(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let Some(method) = &self.text else { return Ok(None) };
        let method = method.bind(position.py());
        let answer = method.call1((position,))?;
        match answer.cast::<PyString>() {
            Ok(text) if !text.to_str()?.trim().is_empty() => Ok(Some(text.to_str()?.to_owned())),
            _ => {
                let problem = format!("returned {}", shown(&answer));
                Err(self.mistake(method, Some(position), &problem, "return the position as a text"))
            }
        }
    }

    /// The position of a text, if the rules read it.
    pub fn read<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        match &self.read {
            Some(read) => read.bind(py).call1((text,)).map(Some),
            None => Ok(None),
        }
    }
}

/// What a judgement may be.
const JUDGEMENTS: &str = "return None while the game goes on, \"win\", \"loss\" or \"draw\" for the player to move, \
                          \"first\" or \"second\" for the winner, or the points that the player to move is ahead, as a \
                          whole number";
/// What a move may be.
const MOVES: &str = "write moves as texts of 1 to 100 characters without spaces, or as whole numbers";

fn judgement(answer: &Bound<'_, PyAny>) -> Option<Judgement> {
    if let Ok(word) = answer.cast::<PyString>() {
        return match word.to_str().ok()? {
            "win" => Some(Judgement::Win),
            "loss" => Some(Judgement::Loss),
            "draw" => Some(Judgement::Draw),
            "first" => Some(Judgement::Winner(0)),
            "second" => Some(Judgement::Winner(1)),
            _ => None,
        };
    }
    if answer.is_instance_of::<PyBool>() || !answer.is_instance_of::<PyInt>() {
        return None;
    }
    // More points than any game counts would not fit into a score.
    answer.extract::<i32>().ok().filter(|points| points.abs() <= 100_000).map(Judgement::Margin)
}

/// A move's text, or what is wrong with it.
fn move_text(mv: &Bound<'_, PyAny>) -> Result<Box<str>, String> {
    let text = if let Ok(text) = mv.cast::<PyString>() {
        text.to_str().map_err(|_| format!("the move {} cannot be written", shown(mv)))?.to_owned()
    } else if mv.is_instance_of::<PyInt>() && !mv.is_instance_of::<PyBool>() {
        shown(mv)
    } else {
        return Err(format!("the move {} is of the class {}", shown(mv), class_of(mv)));
    };
    let fits = !text.is_empty() && text.chars().count() <= LONGEST_MOVE;
    if !fits || text.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        return Err(format!("the move {text:?} is no single word"));
    }
    Ok(text.into())
}
