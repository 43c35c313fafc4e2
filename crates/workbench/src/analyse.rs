//! `POST /api/analyse`: what the engine thinks, while it thinks.

use crate::databases::consulting;
use crate::game_position::{GamePosition, Opened};
use crate::listener::{Listener, send};
use crate::problem::Problem;
use crate::stopwatch::Stopwatch;
use plybook_catalog::{Analysis, EngineConfig, Limits, think_evenly};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Longest analysis, in seconds.
pub const LONGEST: u64 = 300;
/// How long it is thought about where nothing is said, in seconds.
const DEFAULT: u64 = 20;
/// Deepest search, in plies.
pub const DEEPEST: u32 = 200;
/// Most lines at once.
const MOST_LINES: usize = 20;
/// Size of the table, in mebibytes.
pub const TABLE: usize = 64;

/// What to analyse, and how far.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    place: GamePosition,
    #[serde(default)]
    #[schemars(range(min = 1, max = MOST_LINES))]
    lines: Option<usize>,
    #[serde(default)]
    #[schemars(range(min = 1, max = DEEPEST))]
    depth: Option<u32>,
    #[serde(default)]
    #[schemars(range(min = 1, max = LONGEST))]
    seconds: Option<u64>,
    #[serde(default)]
    evaluator: Option<String>,
}

/// An iteration, and what it cost so far. Values are for the side to move.
#[derive(Serialize, JsonSchema)]
pub struct Iteration<'a> {
    #[serde(flatten)]
    analysis: &'a Analysis,
    seconds: f64,
    /// Positions per second.
    speed: u64,
}

impl Iteration<'_> {
    fn new(analysis: &Analysis, spent: Duration) -> Iteration<'_> {
        let seconds = spent.as_secs_f64();
        let speed = if seconds > 0.0 { (analysis.nodes as f64 / seconds) as u64 } else { 0 };
        Iteration { analysis, seconds, speed }
    }
}

/// A number within its range, or a problem that names it.
pub fn within<T: PartialOrd + std::fmt::Display + Copy>(
    name: &str,
    given: Option<T>,
    default: T,
    range: std::ops::RangeInclusive<T>,
) -> Result<T, Problem> {
    let number = given.unwrap_or(default);
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = (range.start(), range.end());
    Err(Problem::unusable(format!("{name} {number}: choose one from {least} to {most}")))
}

/// A question that is ready to be worked on.
pub struct Job {
    opened: Opened,
    limits: Limits,
    time: Duration,
    evaluator: Option<String>,
}

/// Makes a question ready to be worked on.
///
/// # Errors
/// There is no such place, or what is wanted is out of range.
pub fn prepare(request: AnalyseRequest) -> Result<Job, Problem> {
    let opened = request.place.open_to_search()?;
    let longest = opened.session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let depth = within("depth", request.depth, longest, 1..=DEEPEST)?.min(longest);
    let lines = within("lines", request.lines, 1, 1..=MOST_LINES)?;
    let seconds = within("seconds", request.seconds, DEFAULT, 1..=LONGEST)?;
    let limits = Limits { lines, ..Limits::depth(depth) };
    Ok(Job { opened, limits, time: Duration::from_secs(seconds), evaluator: request.evaluator })
}

/// Events `iteration` with what each iteration found, and `done` with the end.
///
/// # Errors
/// The search cannot be set up as it is wanted.
pub fn work(job: &Job, events: &dyn Listener) -> Result<serde_json::Value, Problem> {
    let setup = EngineConfig { evaluator: job.evaluator.clone(), hash: TABLE, ..EngineConfig::default() };
    let setup = consulting(setup, &*job.opened.game);
    let mut thinker = job.opened.game.thinker(&setup)?;
    let watch = Stopwatch::with(job.time, || events.closed()).telling(|analysis, spent| {
        send(events, "iteration", &Iteration::new(analysis, spent));
        false
    });
    let request = job.limits.clone().into();
    let analysis = think_evenly(&mut *thinker, &*job.opened.session, &request, &watch)?;
    serde_json::to_value(Iteration::new(&analysis, watch.spent())).map_err(|_| Problem::internal())
}
