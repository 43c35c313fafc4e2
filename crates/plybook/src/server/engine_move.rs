//! `POST /api/move`: the engine's move at some level or for some time, and what it says.

use super::place::{Opened, Place};
use super::problem::Problem;
use super::remark::remark;
use super::stopwatch::Stopwatch;
use super::{App, Input};
use axum::Json;
use axum::extract::State;
use plybook_catalog::{Analysis, EngineConfig, Level, LevelPlayer, Limits, Random, SimplePlayer, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Longest that the engine thinks about a move, in milliseconds.
pub const LONGEST: u64 = 60_000;
/// Deepest search of the engine with a clock, in plies.
const DEEPEST: u32 = 200;
/// Size of the engine's table, in mebibytes.
const TABLE: usize = 32;
/// Moves of the expected line that are told.
const LINE: usize = 12;

/// How strong the engine is to play.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    place: Place,
    /// 1 to 10; the usual level if neither this nor a time is given.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10))]
    level: Option<u8>,
    /// At full strength for so long.
    #[serde(default)]
    #[schemars(range(min = 1, max = LONGEST))]
    milliseconds: Option<u64>,
    /// Decides choices among near-best moves.
    #[serde(default)]
    seed: u32,
}

/// The engine's move.
#[derive(Serialize, JsonSchema)]
pub struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    remark: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

/// The engine's move at a place.
pub async fn engine_move(
    State(app): State<App>,
    Input(request): Input<MoveRequest>,
) -> Result<Json<MoveAnswer>, Problem> {
    app.moves
        .run(move |abandoned| {
            let watch = Stopwatch::new(Duration::from_millis(LONGEST), abandoned);
            choose(&request, abandoned, &watch).map(Json)
        })
        .await
}

fn choose(
    request: &MoveRequest,
    abandoned: &super::lane::Abandoned,
    watch: &Stopwatch<'_>,
) -> Result<MoveAnswer, Problem> {
    let opened = request.place.open()?;
    let Opened { game, session } = &opened;
    if let Some(ending) = session.ending() {
        return Err(Problem::unusable(format!("the game is over here ({})", ending.sentence)));
    }
    let seed = u64::from(request.seed) << 32 | session.record().len() as u64;
    if session.mover().is_none() || game.player_names().len() != 2 {
        let simple = if session.mover().is_none() { SimplePlayer::Random } else { SimplePlayer::OnePly };
        let text = simple.choose(&**session, &mut Random::new(seed)).ok_or_else(Problem::internal)?;
        return Ok(MoveAnswer {
            text,
            remark: String::new(),
            value: None,
            depth: 0,
            nodes: 0,
            line: Vec::new(),
        });
    }
    let (text, analysis) = match (request.level, request.milliseconds) {
        (Some(_), Some(_)) => {
            return Err(Problem::unusable("give a level or a time, not both"));
        }
        (_, Some(milliseconds)) => {
            if !(1..=LONGEST).contains(&milliseconds) {
                let message = format!("{milliseconds} milliseconds: the engine thinks 1 to {LONGEST}");
                return Err(Problem::unusable(message));
            }
            let setup = EngineConfig {
                hash: TABLE,
                endgame: super::databases::folder(&**game),
                ..EngineConfig::default()
            };
            let mut thinker = game.thinker(&setup)?;
            let depth = session.longest().unwrap_or(DEEPEST).clamp(1, DEEPEST);
            let watch = Stopwatch::new(Duration::from_millis(milliseconds), abandoned);
            let analysis = thinker.think(&**session, &Limits::depth(depth).into(), &watch)?;
            (analysis.best().map(str::to_owned), analysis)
        }
        (level, None) => {
            let number = level.unwrap_or(Level::USUAL.number());
            let level = Level::new(number).ok_or_else(|| {
                Problem::unusable(format!("level {number}: levels go from 1 to {}", Level::HIGHEST))
            })?;
            let mut choice =
                LevelPlayer::with_endgame(&**game, level, seed, super::databases::folder(&**game))?;
            let choice = choice.choose(&**session, watch)?;
            let choice = choice.ok_or_else(Problem::internal)?;
            (Some(choice.text), choice.analysis)
        }
    };
    // A search stopped before it looked at anything has no move; any legal one is better than none.
    let text = text.or_else(|| session.move_texts().into_iter().next()).ok_or_else(Problem::internal)?;
    Ok(answer(&opened, text, &analysis))
}

fn answer(opened: &Opened, text: String, analysis: &Analysis) -> MoveAnswer {
    let chosen = analysis.lines.iter().find(|line| line.moves.first() == Some(&text));
    let line = chosen.or(analysis.lines.first());
    MoveAnswer {
        remark: remark(opened, analysis, line),
        value: line.map(|line| line.value),
        depth: analysis.depth,
        nodes: analysis.nodes,
        line: line.map(|line| line.moves.iter().take(LINE).cloned().collect()).unwrap_or_default(),
        text,
    }
}
