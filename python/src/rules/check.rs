//! The conformance suite for rules in Python: first what only such rules can get wrong, then what every game must keep.

use super::answers::Judgement;
use super::identity::{self, Identity};
use super::python_game::PythonGame;
use crate::error::Trouble;
use plybook_catalog::Random;
use plybook_kernel::conformance::{self, Plan, Report};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Plies after which a game is called endless that nothing in its rules bounds.
const ENDLESS: usize = 2_000;
/// Share of the moves that the first part plays: every answer is asked for again there, by rules that are slow.
const SHARE: usize = 4;

/// What rules answered about a position.
#[derive(Clone, PartialEq, Eq)]
struct Answered {
    judgement: Option<Judgement>,
    turn: Option<u8>,
    moves: Vec<Box<str>>,
    children: Vec<Identity>,
    value: i32,
    drawing: Option<Box<[Box<str>]>>,
}

/// Checks rules: whether their answers depend on the position alone and games end, then the whole conformance suite.
///
/// # Errors
/// The first failure as an exception: the rules' own, a mistake in an answer, or a check of the suite.
pub fn check(game: &PythonGame, plan: &Plan, stop: &AtomicBool) -> PyResult<Report> {
    walk(game, plan, stop)?;
    let checked = conformance::check(game, plan);
    // An exception in the rules goes before whatever came of it.
    if let Some(error) = Python::attach(|py| game.rules.take_trouble(py)) {
        return Err(error);
    }
    checked.map_err(|failure| Python::attach(|py| told(&failure).raise_as(py, "RulesError")))
}

/// A failure of the suite in the words of an error.
pub fn told(failure: &conformance::Failure) -> Trouble {
    Trouble {
        message: failure.to_string(),
        subject: "rules".to_owned(),
        culprit: failure.position.clone(),
        place: None,
        problem: failure.check.rule().to_owned(),
        remedy: format!("expected {}, found {}", failure.expected, failure.found),
    }
}

fn mistake(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    line: &[Box<str>],
    problem: &str,
    remedy: &str,
) -> PyErr {
    let shown = position.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    let played = if line.is_empty() { String::new() } else { format!("; played {}", line.join(" ")) };
    Trouble::new("rules", &shown, format!("{problem}{played}"), remedy).raise_as(py, "RulesError")
}

/// Asks everything about a position of the very object that is given, without memory.
fn asked(game: &PythonGame, at: &Bound<'_, PyAny>) -> PyResult<(Answered, Vec<Py<PyAny>>)> {
    let (py, answers) = (at.py(), &game.rules.answers);
    let (judgement, turn) = (answers.judge(at)?, answers.turn(at)?);
    let mut children = Vec::new();
    if judgement.is_none() {
        children = answers.children(at, game.rules.about.no_moves.is_some())?;
    }
    let identities = children.iter().map(|(_, child)| identity::identity(&answers.key(child.bind(py))?));
    let identities = identities.collect::<PyResult<Vec<Identity>>>()?;
    let (moves, objects) = children.into_iter().unzip();
    let value = if judgement.is_none() { answers.value(at)? } else { 0 };
    let drawing = answers.draw(at)?;
    Ok((Answered { judgement, turn, moves, children: identities, value, drawing }, objects))
}

/// Which answer is another one.
fn difference(one: &Answered, other: &Answered) -> Option<&'static str> {
    let pairs = [
        (one.judgement != other.judgement, "judge"),
        (one.turn != other.turn, "turn"),
        (one.moves != other.moves || one.children != other.children, "children"),
        (one.value != other.value, "value"),
        (one.drawing != other.drawing, "draw"),
    ];
    pairs.iter().find(|(differs, _)| *differs).map(|(_, name)| *name)
}

/// Random games in which everything is asked twice, and compared with what was said when the position was met before.
fn walk(game: &PythonGame, plan: &Plan, stop: &AtomicBool) -> PyResult<()> {
    let mut random = Random::new(plan.seed);
    let mut seen: HashMap<Identity, Answered> = HashMap::new();
    let moves = (plan.moves / SHARE).max(1);
    let mut played = 0;
    while played < moves && !stop.load(Relaxed) {
        let line = Python::attach(|py| one_game(py, game, &mut random, &mut seen, moves - played, stop))?;
        if line == 0 {
            break;
        }
        played += line;
    }
    Ok(())
}

/// One game; gives the moves it lasted.
fn one_game(
    py: Python<'_>,
    game: &PythonGame,
    random: &mut Random,
    seen: &mut HashMap<Identity, Answered>,
    left: usize,
    stop: &AtomicBool,
) -> PyResult<usize> {
    let (answers, about) = (&game.rules.answers, &game.rules.about);
    let mut at = answers.start(py)?;
    let again = answers.start(py)?;
    let mut line: Vec<Box<str>> = Vec::new();
    let mut repeated: HashMap<Identity, usize> = HashMap::new();
    let mut mover = 0;
    if identity::identity(&answers.key(&at)?)? != identity::identity(&answers.key(&again)?)? {
        return Err(mistake(
            py,
            &at,
            &line,
            "`start` gives another position every time",
            "always give the same one",
        ));
    }
    loop {
        let own = identity::identity(&answers.key(&at)?)?;
        let (first, objects) = asked(game, &at)?;
        let (second, _) = asked(game, &at)?;
        if identity::identity(&answers.key(&at)?)? != own {
            let problem = "the position changed while the rules were asked about it";
            return Err(mistake(py, &at, &line, problem, "make a new position for each child"));
        }
        if let Some(name) = difference(&first, &second) {
            let problem = format!("`{name}` answered differently when it was asked again");
            return Err(mistake(py, &at, &line, &problem, "let answers depend on the position alone"));
        }
        mover = first.turn.unwrap_or(mover);
        let mut whole = own.into_vec();
        whole.push(mover);
        let whole: Identity = whole.into();
        if let Some(name) = seen.get(&whole).and_then(|known| difference(known, &first)) {
            let problem = format!("`{name}` answered differently for an equal position before");
            let remedy = "let equal positions have equal answers: what decides them belongs into the position, and \
                          into the `key` where there is one";
            return Err(mistake(py, &at, &line, &problem, remedy));
        }
        let times = repeated.entry(whole.clone()).or_insert(0);
        *times += 1;
        let ended = about.repetition.is_some_and(|most| *times >= most);
        let count = first.moves.len();
        let judged = first.judgement.is_some();
        let moves = first.moves.clone();
        seen.insert(whole, first);
        let bounded = about.longest.is_some() || about.repetition.is_some();
        if judged || ended || count == 0 || (bounded && line.len() >= left) || stop.load(Relaxed) {
            return Ok(line.len());
        }
        if !bounded && line.len() >= ENDLESS {
            let remedy = "set `repetition = 3` for the class, if the third time is a draw, or `longest`, if a game \
                          has so many plies at most";
            line.clear();
            let problem = format!("a random game does not end within {ENDLESS} plies");
            return Err(mistake(py, &at, &line, &problem, remedy));
        }
        let number = random.below(count);
        line.push(moves[number].clone());
        at = objects[number].bind(py).clone();
        mover = 1 - mover;
    }
}
