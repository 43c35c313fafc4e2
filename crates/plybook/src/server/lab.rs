//! `POST /api/lab`: the course report, row by row.

use super::analyse::within;
use super::events::{Events, stream};
use super::place::{Opened, Place};
use super::problem::Problem;
use super::stopwatch::Stopwatch;
use super::{App, Input};
use axum::extract::State;
use axum::response::Response;
use plybook_catalog::{EngineConfig, Experiment, Limits, experiments, measure, techniques, usual_depth};
use serde::Deserialize;
use serde_json::json;
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
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabRequest {
    place: Place,
    /// Names of techniques; all if none are given.
    #[serde(default)]
    techniques: Vec<String>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    milliseconds: Option<u64>,
    #[serde(default)]
    evaluator: Option<String>,
}

struct Job {
    opened: Opened,
    plan: Vec<Experiment>,
    depth: u32,
    time: Option<Duration>,
    evaluator: Option<String>,
}

fn prepare(request: LabRequest) -> Result<Job, Problem> {
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
        (None, None) => usual_depth(&*opened.game, &*opened.session)?,
    };
    let plan = experiments(&chosen, time.is_some());
    Ok(Job { opened, plan, depth, time, evaluator: request.evaluator })
}

fn work(job: &Job, events: &Events) -> Result<serde_json::Value, Problem> {
    let Opened { game, session } = &job.opened;
    let plan: Vec<_> = job.plan.iter().map(|step| json!({ "part": step.part, "name": step.name })).collect();
    let seconds = job.time.map(|time| time.as_secs_f64());
    let depth = job.time.is_none().then_some(job.depth);
    let position = session.text();
    let about = json!({
        "game": game.full_name(), "position": position, "depth": depth, "seconds": seconds, "searches": plan,
    });
    events.deliver("plan", &about);
    let limits = Limits { nodes: job.time.is_none().then_some(MOST_NODES), ..Limits::depth(job.depth) };
    let mut done = 0;
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
        events.deliver("row", &row);
        done += 1;
    }
    Ok(json!({ "rows": done }))
}

/// Events `plan`, a `row` for every search, and `done`.
pub async fn lab(State(app): State<App>, Input(request): Input<LabRequest>) -> Result<Response, Problem> {
    stream(&app.searches, move || prepare(request), |job, events| work(&job, events)).await
}
