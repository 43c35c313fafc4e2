//! `POST /api/lab`: the course report, row by row.

use crate::analyse::within;
use crate::game_position::{GamePosition, Opened};
use crate::listener::{Listener, deliver};
use crate::problem::Problem;
use crate::stopwatch::Stopwatch;
use plybook_catalog::{
    EngineConfig, Experiment, LabRow, Limits, Part, Saving, default_depth, experiments, measure, savings,
    techniques,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Deepest search, in plies.
const DEEPEST: u32 = 60;
/// Longest time for each search, in milliseconds.
const LONGEST: u64 = 10_000;
/// Positions after which a search to a depth is stopped.
const MOST_NODES: u64 = 5_000_000;
/// Longest that a search to a depth may take.
const SAFETY: Duration = Duration::from_secs(30);
/// Size of the table, in mebibytes.
const TABLE: usize = 32;

/// What to compare, and how far.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabRequest {
    place: GamePosition,
    /// Names of techniques; all if none are given.
    #[serde(default)]
    techniques: Vec<String>,
    #[serde(default)]
    #[schemars(range(min = 1, max = DEEPEST))]
    depth: Option<u32>,
    #[serde(default)]
    #[schemars(range(min = 1, max = LONGEST))]
    milliseconds: Option<u64>,
    #[serde(default)]
    evaluator: Option<String>,
}

/// Which searches are made, and what they have in common.
#[derive(Serialize, JsonSchema)]
pub struct LabPlan {
    game: String,
    position: String,
    /// The plies of every search, where no time was given.
    depth: Option<u32>,
    /// The seconds of every search, where a time was given.
    seconds: Option<f64>,
    searches: Vec<LabSearch>,
}

/// One search of the plan.
#[derive(Serialize, JsonSchema)]
struct LabSearch {
    part: Part,
    name: String,
}

/// How many searches were made.
#[derive(Serialize, JsonSchema)]
pub struct LabEnd {
    rows: usize,
}

/// What the searches made so far say each technique saves, the most first.
#[derive(Serialize, JsonSchema)]
pub struct LabSavings {
    savings: Vec<Saving>,
}

/// A question that is ready to be worked on.
pub struct Job {
    opened: Opened,
    plan: Vec<Experiment>,
    depth: u32,
    time: Option<Duration>,
    evaluator: Option<String>,
}

/// Makes a question ready to be worked on.
///
/// # Errors
/// There is no such place, or what is wanted is out of range.
pub fn prepare(request: LabRequest) -> Result<Job, Problem> {
    let opened = request.place.open_to_search()?;
    let chosen = techniques(&request.techniques)?;
    if request.depth.is_some() && request.milliseconds.is_some() {
        return Err(Problem::unusable("give a depth or a time, not both"));
    }
    let time = match request.milliseconds {
        None => None,
        given => Some(Duration::from_millis(within("milliseconds", given, LONGEST, 1..=LONGEST)?)),
    };
    let depth = match (time, request.depth) {
        (Some(_), _) => opened.session.max_plies().unwrap_or(DEEPEST).clamp(1, DEEPEST),
        (None, Some(depth)) => within("depth", Some(depth), depth, 1..=DEEPEST)?,
        (None, None) => default_depth(&*opened.game, &*opened.session)?,
    };
    let plan = experiments(&chosen, time.is_some());
    Ok(Job { opened, plan, depth, time, evaluator: request.evaluator })
}

/// Events `plan`, a `row` for every search, `savings` as soon as there are more, and `done`.
///
/// # Errors
/// The search cannot be set up as it is wanted.
pub fn work(job: &Job, events: &dyn Listener) -> Result<LabEnd, Problem> {
    let Opened { game, session } = &job.opened;
    let search = |step: &Experiment| LabSearch { part: step.part, name: step.name.clone() };
    let plan = LabPlan {
        game: game.full_name(),
        position: session.text(),
        depth: job.time.is_none().then_some(job.depth),
        seconds: job.time.map(|time| time.as_secs_f64()),
        searches: job.plan.iter().map(search).collect(),
    };
    deliver(events, "plan", &plan);
    let limits = Limits { nodes: job.time.is_none().then_some(MOST_NODES), ..Limits::depth(job.depth) };
    let mut rows: Vec<LabRow> = Vec::new();
    for experiment in &job.plan {
        if events.closed() {
            break;
        }
        let setup = EngineConfig {
            evaluator: job.evaluator.clone(),
            options: experiment.options,
            hash: TABLE,
            ..EngineConfig::default()
        };
        let mut thinker = game.thinker(&setup)?;
        let watch = Stopwatch::with(job.time.unwrap_or(SAFETY), || events.closed());
        let row = measure(&**session, experiment, &mut *thinker, &limits, &watch)?;
        deliver(events, "row", &row);
        rows.push(row);
        if experiment.technique.is_some() {
            let savings = savings(&job.plan, &rows, job.time.is_some());
            deliver(events, "savings", &LabSavings { savings });
        }
    }
    Ok(LabEnd { rows: rows.len() })
}
