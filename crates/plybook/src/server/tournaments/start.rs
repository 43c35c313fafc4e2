//! `POST /api/tournaments/start`: what the page asks for, checked and completed.

use super::manager::{Order, TournamentManager};
use crate::server::problem::Problem;
use crate::tournament_run::{call_the_roll, consult, make_sure_agents_fit};
use plybook_agent::{AgentKind, AgentSpec, Ponder};
use plybook_arena::config::{Bounds, Config, ConfigInput, Format, Time};
use plybook_catalog::open;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What the page may ask for.
const BOUNDS: Bounds = Bounds {
    agents: 32,
    games: MAX_GAMES,
    per_move: Duration::from_secs(60),
    per_game: Duration::from_secs(3600),
    depth: DEEPEST,
    nodes: MAX_NODES,
    opening_nodes: 100_000,
    proven: 1_000_000,
};
/// Most games of a tournament.
pub const MAX_GAMES: usize = 10_000;
/// Deepest search, in plies.
const DEEPEST: u32 = 60;
/// Most positions of a search.
const MAX_NODES: u64 = 100_000_000;
/// How far every agent may overrun: a browser on the same machine draws what they do.
const TOLERANCE: Duration = Duration::from_millis(100);
/// Longest name, in characters.
const LONGEST_NAME: usize = 80;

/// A tournament as the page asks for it: the entries of a tournament's file, with agents of its own.
pub type StartRequest = ConfigInput<PageAgent>;

/// A player as the page describes it: a built-in one, or one of the local file by its name.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageAgent {
    kind: PageAgentKind,
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
enum PageAgentKind {
    Engine,
    Random,
    OnePly,
    Local,
}

/// Completes and checks everything, down to making each agent once.
pub fn order(mut request: StartRequest, manager: &TournamentManager) -> Result<Order, Problem> {
    let unusable = |error: &dyn std::fmt::Display| Problem::unusable(error.to_string());
    let Some(name) = &request.game else {
        return Err(Problem::unusable("game: none is named; write one of /api/games"));
    };
    let game = open(name)?;
    let title = title(request.name.as_deref())?;
    if request.agents.len() > BOUNDS.agents {
        let (count, most) = (request.agents.len(), BOUNDS.agents);
        return Err(Problem::unusable(format!("agents: {count} are too many; at most {most} play here")));
    }
    let agents = request.agents.iter().map(|agent| agent.spec(manager)).collect::<Result<Vec<_>, _>>()?;
    make_sure_pondering_fits(&request, &agents)?;
    if request.sandbox.as_deref() == Some("off") {
        let message = "sandbox: a page cannot let programs out of it; leave it out, or write try or require";
        return Err(Problem::unusable(message));
    }
    let concurrency = manager.seats(request.concurrency.map(usize::from))?;
    request.time.tolerance.get_or_insert(Time(Ok(TOLERANCE)));
    let load = |_: &str| Err("the page can name no file; give the list itself as openings.list".to_owned());
    let mut config = request.resolve(agents, &*game, &BOUNDS, &load).map_err(|error| unusable(&error))?;
    consult(&*game, &mut config).map_err(|error| unusable(&error))?;
    make_sure_agents_fit(&*game, &config).map_err(|error| unusable(&error))?;
    call_the_roll(&*game, &config).map_err(|error| unusable(&error))?;
    let title = title.unwrap_or_else(|| default_title(&config, &game.info().title));
    Ok(Order { title, config, game, concurrency })
}

/// Refuses pondering that would not take place: of an agent in a tournament without it, and the other way round.
fn make_sure_pondering_fits(request: &StartRequest, agents: &[AgentSpec]) -> Result<(), Problem> {
    let ponder = request.ponder.unwrap_or(false);
    if ponder && !agents.iter().any(ponders) {
        let message = "ponder: no agent thinks on the opponent's time; give an engine of full strength \"ponder\": \
                       \"reply\", or leave it out";
        return Err(Problem::unusable(message));
    }
    // An agent of the local file is as it is, wherever it plays.
    let asked = |agent: &&PageAgent| agent.ponder.as_deref().is_some_and(|ponder| ponder != "off");
    for page_agent in request.agents.iter().filter(asked) {
        let agent = page_agent.name.as_deref().unwrap_or("engine");
        if page_agent.level.is_some() {
            let message =
                format!("agent {agent:?}: a level does not ponder; leave out its level, or its \"ponder\"");
            return Err(Problem::unusable(message));
        }
        if !ponder {
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
fn title(name: Option<&str>) -> Result<Option<String>, Problem> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    if name.contains(char::is_control) || name.chars().count() > LONGEST_NAME {
        let message = format!("name: write up to {LONGEST_NAME} printable characters");
        return Err(Problem::unusable(message));
    }
    Ok(Some(name.to_owned()))
}

/// Whether an agent thinks on the opponent's time where it may: only our engine does, and not at a level.
fn ponders(agent: &AgentSpec) -> bool {
    match &agent.kind {
        AgentKind::Engine(settings) => settings.level.is_none() && settings.ponder != Ponder::Off,
        _ => false,
    }
}

/// What a tournament is called to which nobody gave a name.
fn default_title(config: &Config, game: &str) -> String {
    match (config.format, &config.agents[..]) {
        (Format::Match, [first, second]) => format!("{} against {}", first.name, second.name),
        (format, agents) => format!("{game}, {} of {}", format.word(), agents.len()),
    }
}

impl PageAgent {
    fn spec(&self, manager: &TournamentManager) -> Result<AgentSpec, Problem> {
        if self.kind == PageAgentKind::Local {
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
            return manager.local().find(name).cloned().ok_or_else(|| {
                let message = format!(
                    "agent {name:?}: there is none of this name; name a file of agents with `plybook serve --agents`"
                );
                Problem::unusable(message)
            });
        }
        let kind = match self.kind {
            PageAgentKind::Engine => "engine",
            PageAgentKind::Random => "random",
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
        add("nodes", self.nodes.map(|nodes| nodes.min(MAX_NODES).into()));
        add("ponder", self.ponder.clone().map(Value::from));
        // The same reader as everywhere: its complaints name the agent, the word and the remedy.
        serde_json::from_value(Value::Object(words)).map_err(|error| Problem::unusable(error.to_string()))
    }
}
