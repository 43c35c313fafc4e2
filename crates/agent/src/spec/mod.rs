//! Who should play, as people write it: one line of text or a table of a TOML file.

mod fields;
mod text;

use crate::clients::{GtpAgent, NboardAgent, UciAgent, UgiAgent};
use crate::course::{Course, CourseAgent};
use crate::process::Launch;
use crate::{Agent, EngineAgent, EngineSettings, Fault, HumanAgent, SimpleAgent, plain_board};
use fields::Fields;
use plybook_catalog::{AnyGame, SimplePlayer};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;

/// A description of an agent that cannot be used: which, what is wrong with it, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent {spec:?}: {problem}; {remedy}")]
pub struct SpecError {
    /// The description.
    pub spec: String,
    /// What is wrong with it.
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

/// The language of a foreign program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface: any game.
    Ugi,
    /// The Universal Chess Interface: chess.
    Uci,
    /// The Go Text Protocol as Othello programs speak it.
    Gtp,
    /// NBoard's protocol: Othello.
    Nboard,
}

/// What kind of player an agent is.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentKind {
    /// Our engine.
    Engine(EngineSettings),
    /// Any legal move.
    Random,
    /// Looks a single ply ahead.
    OnePly,
    /// A person at the terminal.
    Human,
    /// A foreign program.
    Program {
        /// Its language.
        protocol: Protocol,
        /// What to start.
        launch: Launch,
        /// Options to set before the first game.
        settings: BTreeMap<String, String>,
    },
    /// A course agent in Python.
    Python {
        /// The course's interface.
        course: Course,
        /// The agent's file.
        file: PathBuf,
        /// The interpreter; `python3` if none.
        python: Option<String>,
        /// Limits and variables; its arguments are not used.
        launch: Launch,
    },
}

/// An agent as a command line or a configuration describes it. Read from text such as `engine:level=5,name=Anna`,
/// `random`, `uci:stockfish`, `baroque-python:agents/Anna_BC_Player.py`, or from a table of the same words.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    /// The nickname; the agent's own if none.
    pub name: Option<String>,
    /// What kind of player it is.
    pub kind: AgentKind,
}

impl AgentSpec {
    /// Reads a description. See `docs/agents.md` for all of its words.
    ///
    /// # Errors
    /// It names no kind of agent, or what it says about it cannot be used.
    pub fn read(text: &str) -> Result<AgentSpec, SpecError> {
        let error = |(problem, remedy)| SpecError { spec: text.to_owned(), problem, remedy };
        text::fields(text).and_then(AgentSpec::from_fields).map_err(error)
    }

    /// The agent itself. Foreign programs are started later, when they are asked who they are.
    ///
    /// # Errors
    /// The agent does not play this game.
    pub fn make(&self, game: &dyn AnyGame) -> Result<Box<dyn Agent>, Fault> {
        let name = self.name.clone();
        Ok(match &self.kind {
            AgentKind::Engine(settings) => {
                Box::new(EngineAgent::new(game, EngineSettings { name, ..settings.clone() })?)
            }
            AgentKind::Random => Box::new(SimpleAgent::new(SimplePlayer::Random, name)),
            AgentKind::OnePly => Box::new(SimpleAgent::new(SimplePlayer::OnePly, name)),
            AgentKind::Human => {
                let name = name.unwrap_or_else(|| "You".to_owned());
                Box::new(HumanAgent::new(&name, BufReader::new(stdin()), stdout(), Box::new(plain_board)))
            }
            AgentKind::Program { protocol, launch, settings } => {
                let (launch, settings) = (launch.clone(), settings.clone());
                match protocol {
                    Protocol::Ugi => Box::new(UgiAgent::new(game, launch, name, settings)?),
                    Protocol::Uci => Box::new(UciAgent::new(game, launch, name, settings)?),
                    Protocol::Gtp => Box::new(GtpAgent::new(game, launch, name)?),
                    Protocol::Nboard => Box::new(NboardAgent::new(game, launch, name)?),
                }
            }
            AgentKind::Python { course, file, python, launch } => {
                Box::new(CourseAgent::new(game, *course, file, python.as_deref(), launch.clone(), name)?)
            }
        })
    }

    fn from_fields(fields: Fields) -> Result<AgentSpec, (String, String)> {
        fields.into_spec()
    }
}

impl Serialize for AgentSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AgentSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = AgentSpec;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an agent: a text such as \"engine:level=5\", or a table with `kind`")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<AgentSpec, E> {
                AgentSpec::read(text).map_err(E::custom)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<AgentSpec, A::Error> {
                let fields = Fields::deserialize(MapAccessDeserializer::new(map))?;
                let spec = fields.name.clone().unwrap_or_else(|| fields.kind.clone());
                AgentSpec::from_fields(fields)
                    .map_err(|(problem, remedy)| A::Error::custom(SpecError { spec, problem, remedy }))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl fmt::Display for AgentSpec {
    /// The text form, as short as it can be; `AgentSpec::read` understands it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::write(&Fields::from(self)))
    }
}
