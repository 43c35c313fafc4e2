//! `POST /api/tournaments/start`: what the page asks for, checked and completed.

use super::hub::{Hub, Order};
use crate::server::problem::Problem;
use crate::tournament_run::{call_the_roll, consult, make_sure_agents_fit};
use plybook_agent::{AgentKind, AgentSpec, Ponder};
use plybook_arena::config::{Config, Format};
use plybook_arena::config_file::{AdjudicationFile, ConfigFile, OpeningsFile, SprtFile, Time, TimeFile};
use plybook_arena::schedule::planned;
use plybook_catalog::open;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Most agents of a tournament.
const MOST_AGENTS: usize = 32;
/// Most games of a tournament.
pub const MOST_GAMES: usize = 10_000;
/// Meetings that a tie of a knockout may add.
const REPLAYS: usize = 4;
/// Longest time for a move and largest increment, in seconds.
const LONGEST_MOVE: f64 = 60.0;
/// Longest time for a game, in seconds.
const LONGEST_GAME: f64 = 3600.0;
/// Deepest search, in plies.
const DEEPEST: u32 = 60;
/// Most positions of a search.
const MOST_NODES: u64 = 100_000_000;
/// Most positions of the referee's own search after a move.
const MOST_PROVING: u64 = 1_000_000;
/// How far every agent may overrun: a browser on the same machine draws what they do.
const TOLERANCE: Duration = Duration::from_millis(100);
/// Longest name, in characters.
const LONGEST_NAME: usize = 80;
/// Stands where a file of openings would be named.
const PASTED: &str = "the list";

/// A player as the page describes it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AgentWish {
    kind: AgentWishKind,
    /// What tables call it; the name of a local agent.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    evaluator: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
    /// What an engine of full strength thinks about while the opponent thinks.
    #[serde(default)]
    ponder: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum AgentWishKind {
    Engine,
    Random,
    OnePly,
    Local,
}

/// What each player may use, times in seconds.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClockWish {
    #[serde(default, rename = "move")]
    per_move: Option<f64>,
    #[serde(default)]
    game: Option<f64>,
    #[serde(default)]
    increment: Option<f64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
}

/// What games begin with: so many random plies, or a list of lines.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OpeningsWish {
    #[serde(default)]
    random: Option<u32>,
    #[serde(default)]
    list: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SprtWish {
    elo0: f64,
    elo1: f64,
    #[serde(default)]
    alpha: Option<f64>,
    #[serde(default)]
    beta: Option<f64>,
}

/// A tournament as the page asks for it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartRequest {
    game: String,
    format: Format,
    agents: Vec<AgentWish>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    games: Option<u32>,
    #[serde(default)]
    rounds: Option<u32>,
    #[serde(default)]
    plies: Option<u32>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    clock: ClockWish,
    #[serde(default)]
    openings: OpeningsWish,
    #[serde(default)]
    sprt: Option<SprtWish>,
    /// The same words as in a tournament's file.
    #[serde(default)]
    adjudication: AdjudicationFile,
    #[serde(default)]
    ponder: bool,
    #[serde(default)]
    concurrency: Option<usize>,
}

impl StartRequest {
    /// Completes and checks everything, down to making each agent once.
    pub fn settle(self, hub: &Hub) -> Result<Order, Problem> {
        let game = open(&self.game)?;
        let title = self.title()?;
        if self.agents.len() > MOST_AGENTS {
            let message =
                format!("{} agents are too many; at most {MOST_AGENTS} play here", self.agents.len());
            return Err(Problem::unusable(message));
        }
        let agents = self.agents.iter().map(|wish| wish.spec(hub)).collect::<Result<Vec<_>, _>>()?;
        self.make_sure_pondering_fits(&agents)?;
        if self.adjudication.proven.is_some_and(|nodes| nodes > MOST_PROVING) {
            let message = format!("adjudication.proven: write 1 to {MOST_PROVING} positions");
            return Err(Problem::unusable(message));
        }
        let OpeningsWish { random, list } = self.openings;
        let file = ConfigFile {
            game: Some(self.game),
            format: Some(self.format),
            agents,
            games: self.games,
            rounds: self.rounds,
            seed: self.seed,
            plies: self.plies,
            time: self.clock.settle()?,
            openings: OpeningsFile {
                random,
                file: list.as_ref().map(|_| PASTED.to_owned()),
                ..OpeningsFile::default()
            },
            sprt: self.sprt.map(|SprtWish { elo0, elo1, alpha, beta }| SprtFile {
                elo0: Some(elo0),
                elo1: Some(elo1),
                alpha,
                beta,
            }),
            adjudication: self.adjudication,
            ponder: Some(self.ponder),
            ..ConfigFile::default()
        };
        let load = |_: &str| list.clone().ok_or_else(|| "there is none".to_owned());
        let mut config = file.settle(&*game, &load).map_err(|error| Problem::unusable(error.to_string()))?;
        limit_games(&config)?;
        consult(&*game, &mut config).map_err(|error| Problem::unusable(error.to_string()))?;
        make_sure_agents_fit(&*game, &config).map_err(|error| Problem::unusable(error.to_string()))?;
        let concurrency = hub.seats(self.concurrency)?;
        call_the_roll(&*game, &config).map_err(|error| Problem::unusable(error.to_string()))?;
        let title = title.unwrap_or_else(|| usual_title(&config, game.info().title));
        Ok(Order { title, config, game, concurrency })
    }

    /// Refuses pondering that would not take place: of an agent in a tournament without it, and the other way round.
    fn make_sure_pondering_fits(&self, agents: &[AgentSpec]) -> Result<(), Problem> {
        if self.ponder && !agents.iter().any(ponders) {
            let message = "ponder: no agent thinks on the opponent's time; give an engine of full strength \"ponder\": \
                           \"reply\", or leave it out";
            return Err(Problem::unusable(message));
        }
        // An agent of the local file is as it is, wherever it plays.
        let asked = |wish: &&AgentWish| wish.ponder.as_deref().is_some_and(|ponder| ponder != "off");
        for wish in self.agents.iter().filter(asked) {
            let agent = wish.name.as_deref().unwrap_or("engine");
            if wish.level.is_some() {
                let message = format!(
                    "agent {agent:?}: a level does not ponder; leave out its level, or its \"ponder\""
                );
                return Err(Problem::unusable(message));
            }
            if !self.ponder {
                let message = format!(
                    "agent {agent:?}: this tournament does not let agents ponder; write \"ponder\": true for the \
                     tournament as well"
                );
                return Err(Problem::unusable(message));
            }
        }
        Ok(())
    }

    /// The name that was given, if it is one.
    fn title(&self) -> Result<Option<String>, Problem> {
        let Some(name) = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty()) else {
            return Ok(None);
        };
        if name.contains(char::is_control) || name.chars().count() > LONGEST_NAME {
            let message = format!("name: write up to {LONGEST_NAME} printable characters");
            return Err(Problem::unusable(message));
        }
        Ok(Some(name.to_owned()))
    }
}

/// Whether an agent thinks on the opponent's time where it may: only our engine does, and not at a level.
fn ponders(agent: &AgentSpec) -> bool {
    match &agent.kind {
        AgentKind::Engine(settings) => settings.level.is_none() && settings.ponder != Ponder::Off,
        _ => false,
    }
}

/// What a tournament is called to which nobody gave a name.
fn usual_title(config: &Config, game: &str) -> String {
    match (config.format, &config.agents[..]) {
        (Format::Match, [first, second]) => format!("{} against {}", first.name, second.name),
        (format, agents) => format!("{game}, {} of {}", format.word(), agents.len()),
    }
}

fn limit_games(config: &Config) -> Result<(), Problem> {
    let knockout = config.agents.len() * config.games as usize * REPLAYS;
    let all = planned(config).unwrap_or(knockout);
    if all > MOST_GAMES {
        let message = format!(
            "games: up to {all} games are too many for the page, which plays at most {MOST_GAMES}; ask for fewer, or \
             use `plybook tournament`"
        );
        return Err(Problem::unusable(message));
    }
    Ok(())
}

impl AgentWish {
    fn spec(&self, hub: &Hub) -> Result<AgentSpec, Problem> {
        if self.kind == AgentWishKind::Local {
            let name = self.name.as_deref().unwrap_or_default();
            if self.level.is_some()
                || self.evaluator.is_some()
                || self.depth.is_some()
                || self.nodes.is_some()
                || self.ponder.is_some()
            {
                let message =
                    format!("agent {name:?}: its settings are those of the local file; leave them out");
                return Err(Problem::unusable(message));
            }
            return hub.local().find(name).cloned().ok_or_else(|| {
                let message = format!(
                    "agent {name:?}: there is none of this name; name a file of agents with `plybook serve --agents`"
                );
                Problem::unusable(message)
            });
        }
        let kind = match self.kind {
            AgentWishKind::Engine => "engine",
            AgentWishKind::Random => "random",
            _ => "one-ply",
        };
        let mut words = Map::new();
        words.insert("kind".to_owned(), json!(kind));
        let mut add = |word: &str, value: Option<Value>| {
            if let Some(value) = value {
                words.insert(word.to_owned(), value);
            }
        };
        add("name", self.name.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(Value::from));
        add("level", self.level.map(Value::from));
        add("evaluator", self.evaluator.clone().map(Value::from));
        add("depth", self.depth.map(|depth| depth.min(DEEPEST).into()));
        add("nodes", self.nodes.map(|nodes| nodes.min(MOST_NODES).into()));
        add("ponder", self.ponder.clone().map(Value::from));
        // The same reader as everywhere: its complaints name the agent, the word and the remedy.
        serde_json::from_value(Value::Object(words)).map_err(|error| Problem::unusable(error.to_string()))
    }
}

impl ClockWish {
    fn settle(&self) -> Result<TimeFile, Problem> {
        let time = |name: &str, seconds: Option<f64>, longest: f64| {
            let Some(seconds) = seconds else { return Ok(None) };
            let fits = (0.0..=longest).contains(&seconds);
            match Duration::try_from_secs_f64(seconds) {
                Ok(duration) if fits => Ok(Some(Time(duration))),
                _ => {
                    let message =
                        format!("clock.{name}: {seconds} s is out of range; write 0 to {longest} seconds");
                    Err(Problem::unusable(message))
                }
            }
        };
        if self.depth.is_some_and(|depth| depth > DEEPEST) {
            let message = format!("clock.depth: write 1 to {DEEPEST} plies");
            return Err(Problem::unusable(message));
        }
        if self.nodes.is_some_and(|nodes| nodes > MOST_NODES) {
            let message = format!("clock.nodes: write 1 to {MOST_NODES} positions");
            return Err(Problem::unusable(message));
        }
        Ok(TimeFile {
            per_move: time("move", self.per_move, LONGEST_MOVE)?,
            game: time("game", self.game, LONGEST_GAME)?,
            increment: time("increment", self.increment, LONGEST_MOVE)?,
            depth: self.depth,
            nodes: self.nodes,
            tolerance: Some(Time(TOLERANCE)),
            ..TimeFile::default()
        })
    }
}
