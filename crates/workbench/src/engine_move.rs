//! `POST /api/move`: the engine's move at some level or for some time, what it says, and the position after it.

use crate::cancellation::Cancellation;
use crate::databases::consulting_player;
use crate::engine_cache::{EngineCache, EngineKey, LONGEST_KEY};
use crate::game_position::{GamePosition, Opened};
use crate::problem::Problem;
use crate::state::StateAnswer;
use plybook_agent::{Budget, Chosen, DEFAULT_HASH, EngineAgent, EngineSettings, Personality, TurnLimits};
use plybook_catalog::{DisplayMove, Level, Random, SimplePlayer, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::time::Duration;

/// Longest that the engine thinks about a move, in milliseconds.
pub const LONGEST: u64 = 60_000;
/// Size of the table at full strength, in mebibytes.
const TABLE: usize = 32;
/// Moves of the expected line that are told.
const LINE: usize = 12;

/// How strong the engine is to play.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    place: GamePosition,
    /// 1 to 10; level 5 if neither this nor a time is given.
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
    /// What the page calls this game, at most 64 characters: the engine keeps what it learnt for the next move of the
    /// same game. A new game has a new key.
    #[serde(default)]
    key: Option<String>,
}

impl MoveRequest {
    /// What the page calls the game, if it said so.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }
}

/// The engine's move, and the position after it.
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
    /// The same line as people read it.
    display: Vec<DisplayMove>,
    state: StateAnswer,
}

/// The engine's move at a place. `visitor` is who asks: nobody plays with another's engine. Once `hurried` is set the
/// engine plays what it has found.
///
/// # Errors
/// There is no such place, the game is over there, or the strength is none.
pub fn engine_move(
    request: &MoveRequest,
    visitor: IpAddr,
    engines: &EngineCache,
    hurried: &Cancellation,
    cancelled: &Cancellation,
) -> Result<MoveAnswer, Problem> {
    let mut opened = request.place.open()?;
    if let Some(ending) = opened.session.ending() {
        return Err(Problem::unusable(format!("the game is over here ({})", ending.sentence)));
    }
    let chosen = choose(request, &opened, visitor, engines, hurried, cancelled)?;
    opened.session.play(&chosen.text)?;
    let analysis = chosen.analysis.as_ref();
    let line = analysis.and_then(|analysis| {
        let chosen = analysis.lines.iter().find(|line| line.moves.first() == Some(&chosen.text));
        chosen.or(analysis.lines.first())
    });
    Ok(MoveAnswer {
        remark: chosen.remark.clone(),
        value: line.map(|line| line.value),
        depth: analysis.map_or(0, |analysis| analysis.depth),
        nodes: analysis.map_or(0, |analysis| analysis.nodes),
        line: line.map(|line| line.moves.iter().take(LINE).cloned().collect()).unwrap_or_default(),
        display: line.map(|line| line.display.iter().take(LINE).cloned().collect()).unwrap_or_default(),
        text: chosen.text,
        state: StateAnswer::new(&opened),
    })
}

fn choose(
    request: &MoveRequest,
    opened: &Opened,
    visitor: IpAddr,
    engines: &EngineCache,
    hurried: &Cancellation,
    cancelled: &Cancellation,
) -> Result<Chosen, Problem> {
    let Opened { game, session } = opened;
    let seed = u64::from(request.seed) << 32 | session.record().len() as u64;
    let Some(mover) = session.mover() else {
        let text =
            SimplePlayer::OnePly.choose(&**session, &mut Random::new(seed)).ok_or_else(Problem::internal)?;
        return Ok(Chosen { text, ..Chosen::default() });
    };
    let (level, time) = strength(request)?;
    let key = request.key.as_ref().map(|key| EngineKey {
        visitor,
        match_key: key.clone(),
        game: game.full_name(),
        side: mover.0,
        level: level.map(Level::number),
    });
    let mut engine = match key.as_ref().and_then(|key| engines.take(key)) {
        Some(engine) => engine,
        None => {
            let settings = EngineSettings {
                level,
                hash: if level.is_some() { DEFAULT_HASH } else { TABLE },
                personality: Personality::Commentator,
                ..EngineSettings::default()
            };
            let made = EngineAgent::new(&**game, consulting_player(settings, &**game));
            let mut engine = made.map_err(|fault| Problem::unusable(fault.to_string()))?;
            engine.new_game(seed, "", request.place.position.as_deref());
            // A large table is made here, so that the first move has as much time as any other.
            engine.ready()?;
            engine
        }
    };
    let (waits, hurried) = (cancelled.clone(), hurried.clone());
    let limits = TurnLimits {
        budget: Budget { time: Some(time), ..Budget::default() },
        patience: None,
        cancel: Some(Box::new(move || waits.get() || hurried.get())),
    };
    let chosen = engine.choose(&**session, limits)?;
    if let Some(key) = key {
        engines.put(key, engine);
    }
    chosen.ok_or_else(Problem::internal)
}

/// The level, none for full strength, and the longest that a move may take.
fn strength(request: &MoveRequest) -> Result<(Option<Level>, Duration), Problem> {
    if request.key.as_ref().is_some_and(|key| key.chars().count() > LONGEST_KEY) {
        return Err(Problem::unusable(format!("key: write at most {LONGEST_KEY} characters")));
    }
    match (request.level, request.milliseconds) {
        (Some(_), Some(_)) => Err(Problem::unusable("give a level or a time, not both")),
        (_, Some(milliseconds)) if (1..=LONGEST).contains(&milliseconds) => {
            Ok((None, Duration::from_millis(milliseconds)))
        }
        (_, Some(milliseconds)) => {
            let message = format!("{milliseconds} milliseconds: the engine thinks 1 to {LONGEST}");
            Err(Problem::unusable(message))
        }
        (level, None) => {
            let number = level.unwrap_or(Level::DEFAULT.number());
            let level = Level::new(number).ok_or_else(|| {
                Problem::unusable(format!("level {number}: levels go from 1 to {}", Level::HIGHEST))
            })?;
            Ok((Some(level), Duration::from_millis(LONGEST)))
        }
    }
}
