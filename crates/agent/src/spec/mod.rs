//! Who should play, as people write it: one line of text or a table of a TOML file.

mod fields;
mod text;

use crate::book::{BookCache, BookSetting};
use crate::clients::{GtpAgent, InterfaceAgent, NboardAgent};
use crate::course::{Course, CourseAgent};
use crate::process::Launch;
use crate::{
    Agent, EngineAgent, EngineSettings, Fault, HumanAgent, LearntAgent, LearntKind, Lines, SimpleAgent,
    plain_board,
};
use fields::Fields;
use plybook_catalog::{AnyGame, SimplePlayer};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::io::stdout;
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
    /// A machine that has learnt.
    Learnt {
        /// How.
        kind: LearntKind,
        /// What it learnt.
        file: PathBuf,
    },
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

    /// How its program is started, if it is a foreign one.
    #[must_use]
    pub const fn launch(&self) -> Option<&Launch> {
        match &self.kind {
            AgentKind::Program { launch, .. } | AgentKind::Python { launch, .. } => Some(launch),
            _ => None,
        }
    }

    /// The same, to be changed.
    #[must_use]
    pub const fn launch_mut(&mut self) -> Option<&mut Launch> {
        match &mut self.kind {
            AgentKind::Program { launch, .. } | AgentKind::Python { launch, .. } => Some(launch),
            _ => None,
        }
    }

    /// The files of its own that a foreign program consists of, as far as its description names them: absolute, without
    /// links, and none of the system's.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let files = match &self.kind {
            AgentKind::Program { launch, .. } => launch.named_files(),
            AgentKind::Python { file, .. } => file.canonicalize().into_iter().collect(),
            _ => Vec::new(),
        };
        files.into_iter().filter(|file| !file.starts_with("/usr")).collect()
    }

    /// The agent itself. Foreign programs are started later, when they are asked who they are.
    ///
    /// # Errors
    /// The agent does not play this game.
    pub fn make(&self, game: &dyn AnyGame) -> Result<Box<dyn Agent>, Fault> {
        let books = BookCache::freeze(game, self.wanted_book());
        self.make_with(game, &books.map_err(|error| Fault::Unsuitable(error.to_string()))?)
    }

    /// What tables call it: its name, or its description, in which a program or a file is told without its path.
    #[must_use]
    pub fn short_name(&self) -> String {
        match (&self.name, &self.kind) {
            (Some(name), _) => name.clone(),
            (None, AgentKind::Program { launch, .. }) => launch.short_name(),
            (None, AgentKind::Python { file, .. }) => {
                file.file_stem().map_or_else(|| self.to_string(), |stem| stem.to_string_lossy().into_owned())
            }
            (None, _) => self.to_string(),
        }
    }

    /// The opening book that the description names.
    #[must_use]
    pub fn wanted_book(&self) -> Option<&BookSetting> {
        match &self.kind {
            AgentKind::Engine(settings) => settings.wanted_book.as_ref(),
            _ => None,
        }
    }

    /// The same with the opening book taken from a case, where it lies frozen.
    ///
    /// # Errors
    /// The agent does not play this game, or the case lacks its book.
    pub fn make_with(&self, game: &dyn AnyGame, books: &BookCache) -> Result<Box<dyn Agent>, Fault> {
        let name = self.name.clone();
        Ok(match &self.kind {
            AgentKind::Engine(settings) => {
                let book = settings.wanted_book.as_ref().map(|wanted| books.take(wanted)).transpose();
                let book = book.map_err(|error| Fault::Unsuitable(error.to_string()))?;
                let book = book.or_else(|| settings.book.clone());
                Box::new(EngineAgent::new(game, EngineSettings { name, book, ..settings.clone() })?)
            }
            AgentKind::Random => Box::new(SimpleAgent::new(SimplePlayer::Random, name)),
            AgentKind::OnePly => Box::new(SimpleAgent::new(SimplePlayer::OnePly, name)),
            AgentKind::Human => {
                let name = name.unwrap_or_else(|| "You".to_owned());
                Box::new(HumanAgent::new(&name, Lines::of_terminal(), stdout(), Box::new(plain_board)))
            }
            AgentKind::Learnt { kind, file } => Box::new(LearntAgent::new(game, *kind, file, name)?),
            AgentKind::Program { protocol, launch, settings } => {
                let (launch, settings) = (launch.clone(), settings.clone());
                match protocol {
                    Protocol::Ugi => Box::new(InterfaceAgent::ugi(game, launch, name, settings)?),
                    Protocol::Uci => Box::new(InterfaceAgent::uci(game, launch, name, settings)?),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Personality, Ponder};
    use plybook_catalog::{Level, open};

    #[test]
    fn texts_are_read_and_written_again() {
        for text in [
            "engine",
            "engine:level=5,name=Anna",
            "engine:evaluator=basic,preset=sound,hash=1,threads=2,ponder=reply,personality=teacher",
            "engine:with=mtdf,without=null-move+aspiration",
            "engine:depth=3,nodes=1000",
            "engine:method=alpha-beta",
            "engine:method=minimax,method.ladder=negamax,depth=3",
            "engine:method=mcts,method.amaf=grave,method.seed=7,hash=8,threads=2",
            "engine:method=max-n,method.others=paranoid,depth=4",
            "engine:book=main",
            "engine:book=sharp,book-file=/tmp/b.db,book-choice=best,book-learn=no,endgame=installed",
            "engine:level=10,endgame=/some/folder",
            "engine:level=3,endgame=off",
            "engine:play-book=/some/edges.play",
            "engine:weights=/some/td.weights",
            "engine:margins=/some/chess.margins",
            "engine:weights=/some/td.weights,margins=/some/td.margins,depth=5",
            "matchboxes:/some/boxes",
            "q-table[name=Q]:some/table",
            "rote:some/boards",
            "random",
            "random:name=Zufall",
            "one-ply",
            "human:name=Eva",
            "ugi:/path/to/program --quiet \"two words\"",
            "ugi[sandbox=require]:program",
            "tts-python[sandbox=off]:anna_TTS_agent.py",
            "uci[name=Fish,memory=512,Skill Level=3]:stockfish",
            "gtp:gtp-rhino",
            "nboard:edax -nboard",
            "baroque-python:agents/Anna_BC_Player.py",
            "tts-python[name=Anna,python=python3.11,cpu=60]:anna_TTS_agent.py",
        ] {
            let spec = AgentSpec::read(text).unwrap();
            let written = spec.to_string();
            assert_eq!(AgentSpec::read(&written).unwrap(), spec, "{text} became {written}");
            let json = serde_json::to_string(&spec).unwrap();
            assert_eq!(serde_json::from_str::<AgentSpec>(&json).unwrap(), spec, "{json}");
            let quoted = serde_json::to_string(text).unwrap();
            assert_eq!(serde_json::from_str::<AgentSpec>(&quoted).unwrap(), spec);
        }
    }

    #[test]
    fn tables_show_no_paths() {
        for (text, name) in [
            ("uci:/usr/games/stockfish", "stockfish"),
            ("uci[name=Fish]:/usr/games/stockfish", "Fish"),
            ("ugi:python3 agents/mine.py", "mine"),
            ("baroque-python:agents/Anna_BC_Player.py", "Anna_BC_Player"),
            ("engine:level=3", "engine:level=3"),
        ] {
            assert_eq!(AgentSpec::read(text).unwrap().short_name(), name);
        }
    }

    #[test]
    fn what_was_said_arrives() {
        let spec = AgentSpec::read("engine:level=3,name=Anna,ponder=position,personality=boastful").unwrap();
        let AgentKind::Engine(settings) = spec.kind else { panic!() };
        assert_eq!((settings.level, settings.ponder), (Level::new(3), Ponder::Position));
        assert_eq!((spec.name.as_deref(), settings.personality), (Some("Anna"), Personality::Boastful));
        let AgentKind::Program { launch, settings, .. } =
            AgentSpec::read("uci[Hash=32,files=99]:stock 'a b'").unwrap().kind
        else {
            panic!()
        };
        assert_eq!(launch.argv, ["stock", "a b"]);
        assert_eq!((settings["Hash"].as_str(), launch.limits.files), ("32", 99));
    }

    #[test]
    fn errors_name_the_culprit_and_the_remedy() {
        for (text, culprit, remedy) in [
            ("", "``", "engine"),
            ("magic", "`magic`", "engine"),
            ("engine:level=11", "level 11", "1 to 10"),
            ("engine:level=x", "`x`", "whole number"),
            ("engine:speed=3", "`speed`", "known"),
            ("engine:level", "`level`", "level="),
            ("engine:threads=0", "threads", "1 to"),
            ("engine:hash=99999999", "hash", "65536"),
            ("engine:without=magic", "magic", "null-move"),
            ("engine:personality=rude", "rude", "teacher"),
            ("engine:preset=best", "best", "sound"),
            ("engine:method=magic", "magic", "alpha-beta, minimax"),
            ("engine:method.ladder=negamax", "ladder", "method=NAME"),
            ("engine:method=minimax,method.speed=3", "speed", "ladder"),
            ("engine:method=minimax,hash=4", "`hash`", "leave it out"),
            ("engine:method=mcts,with=mtdf", "`with`", "leave it out"),
            ("engine:method=mcts,method.cutoff=-1", "-1", "0 to"),
            ("engine:ponder=yes", "yes", "reply"),
            ("engine:memory=100", "`memory`", "leave it out"),
            ("engine:book=", "book", "name"),
            ("engine:book-choice=best", "`book-choice`", "book=main"),
            ("engine:book=main,book-choice=worst", "worst", "weighted"),
            ("engine:book=main,book-learn=perhaps", "perhaps", "yes"),
            ("engine:level=3,endgame=installed", "level 3", "level=10"),
            ("engine:evaluator=basic,play-book=x", "`play-book`", "leave one"),
            ("engine:weights=x,play-book=x", "`weights`", "leave one"),
            ("engine:weights=", "file", "weights=FILE"),
            ("engine:margins=", "margins", "margins=FILE"),
            ("engine:method=mcts,margins=x", "`margins`", "leave it out"),
            ("random:margins=x", "`margins`", "leave it out"),
            ("matchboxes", "no file", "matchboxes:FILE"),
            ("rote", "no file", "rote:FILE"),
            ("q-table[level=3]:x", "`level`", "leave it out"),
            ("random:book=main", "`book`", "leave it out"),
            ("random:level=3", "`level`", "leave it out"),
            ("random:name=", "\"\"", "printable"),
            ("ugi", "no program", "ugi:PROGRAM"),
            ("ugi[sandbox=yes]:x", "`yes`", "off, try, require"),
            ("ugi:", "no program", "ugi:PROGRAM"),
            ("ugi[a=b:x", "bracket", "write"),
            ("ugi[a=b]x", "`x`", "colon"),
            ("uci:\"x", "quotation", "close"),
            ("gtp[Level=3]:x", "options", "arguments"),
            ("baroque-python", "no file", "FILE.py"),
            ("tts-python[memory=1]:x", "`memory`", "64"),
        ] {
            let error = AgentSpec::read(text).unwrap_err();
            let message = error.to_string();
            assert!(message.contains(culprit) && message.contains(remedy), "{text}: {message}");
            assert!(message.starts_with(&format!("agent {text:?}:")), "{message}");
        }
        for (json, culprit) in [
            (r#"{"kind":"engine","speed":3}"#, "speed"),
            (r#"{"kind":"engine","level":99}"#, "level 99"),
            (r#"{"name":"x"}"#, "kind"),
            ("3", "engine:level=5"),
        ] {
            let message = serde_json::from_str::<AgentSpec>(json).unwrap_err().to_string();
            assert!(message.contains(culprit), "{json}: {message}");
        }
    }

    #[test]
    fn agents_are_made_for_the_games_they_play() {
        let (chess, othello) = (open("chess").unwrap(), open("othello").unwrap());
        for text in ["engine:hash=1", "random", "one-ply", "ugi:x", "uci:x"] {
            assert!(AgentSpec::read(text).unwrap().make(&*chess).is_ok(), "{text}");
        }
        for text in ["gtp:x", "nboard:x", "baroque-python:x", "tts-python:x", "engine:evaluator=magic"] {
            let fault = AgentSpec::read(text).unwrap().make(&*chess).err().unwrap();
            assert!(matches!(fault, Fault::Unsuitable(_)), "{text}: {fault}");
        }
        assert!(AgentSpec::read("gtp:x").unwrap().make(&*othello).is_ok());
        let baroque = open("baroque").unwrap();
        let fault = AgentSpec::read("baroque-python:nowhere.py").unwrap().make(&*baroque).err().unwrap();
        assert!(matches!(&fault, Fault::NotStarted(reason) if reason.contains("nowhere.py")), "{fault}");
        let fault = AgentSpec::read("matchboxes:nowhere.boxes").unwrap().make(&*othello).err().unwrap();
        assert!(matches!(&fault, Fault::Unsuitable(reason) if reason.contains("nowhere.boxes")), "{fault}");
    }
}
