//! `POST /api/graph`: the value of every position of a game, and where it turned.

use crate::analyse::within;
use crate::databases::consulting;
use crate::game_position::{GamePosition, Opened};
use crate::listener::{Listener, deliver};
use crate::problem::Problem;
use crate::stopwatch::Stopwatch;
use plybook_catalog::{DisplayMove, Ending, EngineConfig, Limits, Player, Session, Thinker, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Time for every position, in milliseconds, where nothing is said.
const DEFAULT: u64 = 100;
/// Longest time for every position, in milliseconds.
const LONGEST: u64 = 5_000;
/// Positions of a game that are looked at.
const MOST_POSITIONS: usize = 1_000;
/// Size of the table, in mebibytes.
const TABLE: usize = 32;
/// How much of the chances a move must lose to be a turning point.
const TURN: f64 = 0.15;
/// Smallest unit of points in which chances are reckoned.
const LEAST_UNIT: f64 = 1.0;

/// Which game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    place: GamePosition,
    /// Time for each position.
    #[serde(default)]
    #[schemars(range(min = 1, max = LONGEST))]
    milliseconds: Option<u64>,
}

/// What a position of the game is worth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphPoint {
    /// Moves played before it.
    ply: usize,
    /// The value for the first player.
    value: Value,
    /// The value in words, for the first player.
    text: String,
    /// The move the engine would play here.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The same move as people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    display: Option<DisplayMove>,
    /// Who is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<u8>,
}

/// A move after which the game was another.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TurningPoint {
    /// The number of the move, from 1.
    ply: usize,
    /// The move.
    #[serde(rename = "move")]
    text: String,
    /// The move as people read it.
    display: DisplayMove,
    /// What would have been better, as people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
    /// How much of the mover's chances it gave away, from 0 to 1.
    lost: f64,
}

/// The end of a graph.
#[derive(Serialize, JsonSchema)]
pub struct GraphEnd {
    /// Positions that were looked at.
    points: usize,
    turns: Vec<TurningPoint>,
}

/// A question that is ready to be worked on.
pub struct Job {
    place: GamePosition,
    opened: Opened,
    time: Duration,
}

/// Makes a question ready to be worked on.
///
/// # Errors
/// There is no such place, or what is wanted is out of range.
pub fn prepare(request: GraphRequest) -> Result<Job, Problem> {
    let milliseconds = within("milliseconds", request.milliseconds, DEFAULT, 1..=LONGEST)?;
    let opened = request.place.open()?;
    let moves = request.place.moves.len();
    if moves >= MOST_POSITIONS {
        let message = format!("{moves} moves are too many for a graph; at most {MOST_POSITIONS} are taken");
        return Err(Problem::unusable(message));
    }
    Ok(Job { place: request.place, opened, time: Duration::from_millis(milliseconds) })
}

/// Events `point` for every position, and `done` with the turning points.
///
/// # Errors
/// The search cannot be set up as it is wanted.
pub fn work(job: &Job, events: &dyn Listener) -> Result<GraphEnd, Problem> {
    let Opened { game, session: last } = &job.opened;
    let mut session = game.session(job.place.position.as_deref())?;
    let setup = consulting(EngineConfig { hash: TABLE, ..EngineConfig::default() }, &**game);
    let mut thinker = game.thinker(&setup)?;
    let mut points = Vec::new();
    for ply in 0..=last.record().len() {
        if ply > 0 {
            session.play(&last.record()[ply - 1])?;
        }
        if events.closed() {
            break;
        }
        if let Some(point) = look(&*session, &mut *thinker, job.time, events)? {
            deliver(events, "point", &point);
            points.push(point);
        }
    }
    Ok(GraphEnd { points: points.len(), turns: turns(&points, last.record(), &last.display_record()) })
}

/// A position's value for the first player; none where chance is to move.
fn look(
    session: &dyn Session,
    thinker: &mut dyn Thinker,
    time: Duration,
    events: &dyn Listener,
) -> Result<Option<GraphPoint>, Problem> {
    let ply = session.record().len();
    let mover = session.mover().map(|player| player.0);
    if let Some(ending) = session.ending() {
        let (value, text) = (end_value(&ending), ending.sentence);
        return Ok(Some(GraphPoint { ply, value, text, best: None, display: None, mover: None }));
    }
    let Some(side) = mover else { return Ok(None) };
    let depth = session.max_plies().unwrap_or(crate::analyse::DEEPEST).clamp(1, crate::analyse::DEEPEST);
    let watch = Stopwatch::with(time, || events.closed());
    let analysis = thinker.think(session, &Limits::depth(depth).into(), &watch)?;
    let Some(line) = analysis.lines.first() else { return Ok(None) };
    let score = if side == 0 { line.score } else { -line.score };
    let best = analysis.best().map(str::to_owned);
    let display = line.display.first().cloned();
    Ok(Some(GraphPoint { ply, value: score.into(), text: score.to_string(), best, display, mover }))
}

fn end_value(ending: &Ending) -> Value {
    match (ending.margin(), ending.winner()) {
        (Some(margin), _) => Value::Points(f64::from(margin)),
        (None, Some(Player::FIRST)) => Value::Win(0),
        (None, Some(_)) => Value::Loss(0),
        (None, None) => Value::Points(0.0),
    }
}

/// The first player's chances from 0 to 1, where `unit` points are a clear advantage.
fn chances(value: Value, unit: f64) -> f64 {
    match value {
        Value::Win(_) => 1.0,
        Value::Loss(_) => 0.0,
        Value::Points(points) => 1.0 / (1.0 + (-points / unit).exp()),
    }
}

/// The moves that gave away a good part of the mover's chances.
fn turns(points: &[GraphPoint], record: &[String], shown: &[DisplayMove]) -> Vec<TurningPoint> {
    let mut sizes: Vec<f64> = points
        .iter()
        .filter_map(|point| if let Value::Points(points) = point.value { Some(points.abs()) } else { None })
        .collect();
    sizes.sort_by(f64::total_cmp);
    let unit = sizes.get(sizes.len() / 2).copied().unwrap_or(LEAST_UNIT).max(LEAST_UNIT) * 2.0;
    let turn = |pair: &[GraphPoint]| {
        let (before, after) = (&pair[0], &pair[1]);
        let change = chances(after.value, unit) - chances(before.value, unit);
        let lost = if before.mover? == 0 { -change } else { change };
        let place = after.ply.checked_sub(1)?;
        let (text, display) = (record.get(place)?.clone(), shown.get(place)?.clone());
        let other = before.best.as_ref().is_some_and(|best| *best != text);
        let better = before.display.as_ref().filter(|_| other).map(|better| better.text.clone());
        (lost >= TURN && after.ply == before.ply + 1).then_some(TurningPoint {
            ply: after.ply,
            text,
            display,
            better,
            lost,
        })
    };
    points.windows(2).filter_map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(ply: usize, value: Value) -> GraphPoint {
        let mover = Some((ply % 2) as u8);
        GraphPoint { ply, value, text: String::new(), best: Some("better".to_owned()), display: None, mover }
    }

    #[test]
    fn a_blunder_is_a_turning_point_of_who_made_it() {
        let record: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        let shown = ["1. a", "1... b", "2. c"].map(|text| DisplayMove {
            text: text.to_owned(),
            number: None,
            opens: false,
        });
        let drawn = Value::Points(0.0);
        let points = [point(0, drawn), point(1, drawn), point(2, Value::Win(3)), point(3, Value::Win(2))];
        let found = turns(&points, &record, &shown);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].ply, found[0].text.as_str(), found[0].lost), (2, "b", 0.5));
        assert_eq!((found[0].display.text.as_str(), &found[0].better), ("1... b", &None));
        // The same jump in favour of the mover is the opponent's earlier mistake seen late, not a mistake.
        let good = [point(0, drawn), point(1, Value::Win(3))];
        assert!(turns(&good, &record, &shown).is_empty());
    }
}
