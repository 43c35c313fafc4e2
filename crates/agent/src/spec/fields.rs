//! The words of an agent's description, not yet checked against each other.

use super::{AgentKind, AgentSpec, Protocol};
use crate::book::{BookSetting, DEFAULT_BOOK};
use crate::course::Course;
use crate::databases::Databases;
use crate::process::{Launch, ResourceLimits, Sandbox};
use crate::{DEFAULT_HASH, EngineSettings, LARGEST_HASH, LearntKind, MOST_THREADS, Personality, Ponder};
use plybook_catalog::{Level, MethodSetting, Options, TECHNIQUES, techniques};
use plybook_store::book::Choice;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What is wrong, and what would be right.
pub type Complaint = (String, String);

/// The kinds of agents.
pub const KINDS: [&str; 13] = [
    "engine",
    "random",
    "one-ply",
    "human",
    "matchboxes",
    "q-table",
    "rote",
    "ugi",
    "uci",
    "gtp",
    "nboard",
    "baroque-python",
    "tts-python",
];
/// The sets of techniques by name.
const PRESETS: [(&str, Options); 3] =
    [("strong", Options::STRONG), ("sound", Options::SOUND), ("plain", Options::PLAIN)];
const PONDERS: [(&str, Ponder); 3] =
    [("off", Ponder::Off), ("reply", Ponder::Reply), ("position", Ponder::Position)];
const LEARNT: [(&str, LearntKind); 3] =
    [("matchboxes", LearntKind::Matchboxes), ("q-table", LearntKind::QTable), ("rote", LearntKind::Rote)];
const ANSWERS: [(&str, bool); 2] = [("yes", true), ("no", false)];
const PROTOCOLS: [(&str, Protocol); 4] =
    [("ugi", Protocol::Ugi), ("uci", Protocol::Uci), ("gtp", Protocol::Gtp), ("nboard", Protocol::Nboard)];
/// The method to which the techniques belong.
const ALPHA_BETA: &str = "alpha-beta";
/// Longest nickname in characters.
const LONGEST_NAME: usize = 40;

/// A table as a configuration has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fields {
    /// One of `KINDS`.
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluator: Option<String>,
    #[serde(default, rename = "play-book", skip_serializing_if = "Option::is_none")]
    pub play_book: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    #[serde(default, rename = "method-options", skip_serializing_if = "BTreeMap::is_empty")]
    pub method_options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub personality: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    #[serde(default, rename = "book-file", skip_serializing_if = "Option::is_none")]
    pub book_file: Option<PathBuf>,
    #[serde(default, rename = "book-choice", skip_serializing_if = "Option::is_none")]
    pub book_choice: Option<String>,
    #[serde(default, rename = "book-learn", skip_serializing_if = "Option::is_none")]
    pub book_learn: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endgame: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub python: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
}

fn listed(names: impl IntoIterator<Item = &'static str>) -> String {
    format!("choose one of: {}", names.into_iter().collect::<Vec<_>>().join(", "))
}

fn choose<T: Copy>(what: &str, known: &[(&'static str, T)], wanted: &str) -> Result<T, Complaint> {
    let found = known.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    found.ok_or_else(|| {
        (format!("there is no {what} `{wanted}`"), listed(known.iter().map(|(name, _)| *name)))
    })
}

fn within<T: PartialOrd + std::fmt::Display>(
    what: &str,
    number: T,
    least: T,
    most: T,
) -> Result<T, Complaint> {
    if number < least || number > most {
        let remedy = format!("write a number from {least} to {most}");
        return Err((format!("`{what}` cannot be {number}"), remedy));
    }
    Ok(number)
}

impl Fields {
    /// Checks everything and makes the description.
    pub fn into_spec(self) -> Result<AgentSpec, Complaint> {
        if let Some(name) = &self.name {
            let plain = !name.trim().is_empty() && !name.contains(char::is_control);
            if !plain || name.chars().count() > LONGEST_NAME {
                let remedy = format!("write 1 to {LONGEST_NAME} printable characters");
                return Err((format!("{name:?} is no nickname"), remedy));
            }
        }
        let name = self.name.clone();
        let kind = match self.kind.as_str() {
            "engine" => {
                self.only(&["level", "evaluator", "preset", "hash", "ponder", "depth", "book", "endgame"])?;
                AgentKind::Engine(self.engine()?)
            }
            "random" | "one-ply" | "human" => {
                self.only(&[])?;
                match self.kind.as_str() {
                    "random" => AgentKind::Random,
                    "one-ply" => AgentKind::OnePly,
                    _ => AgentKind::Human,
                }
            }
            "ugi" | "uci" | "gtp" | "nboard" => {
                self.only(&["command", "folder", "settings"])?;
                let protocol = choose("protocol", &PROTOCOLS, &self.kind)?;
                if self.command.first().is_none_or(|program| program.is_empty()) {
                    let remedy = format!("write {}:PROGRAM or command = [\"PROGRAM\"]", self.kind);
                    return Err(("no program is named".to_owned(), remedy));
                }
                if !matches!(protocol, Protocol::Ugi | Protocol::Uci) && !self.settings.is_empty() {
                    let remedy = "leave them out; give the program arguments instead".to_owned();
                    return Err((format!("{} has no options to set", self.kind), remedy));
                }
                AgentKind::Program { protocol, launch: self.launch()?, settings: self.settings.clone() }
            }
            "baroque-python" | "tts-python" => {
                self.only(&["file", "folder", "python"])?;
                let course = if self.kind == "tts-python" { Course::ToroTile } else { Course::Baroque };
                let Some(file) = self.file.clone().filter(|file| !file.as_os_str().is_empty()) else {
                    let remedy = format!("write {}:FILE.py or file = \"FILE.py\"", self.kind);
                    return Err(("no file is named".to_owned(), remedy));
                };
                AgentKind::Python { course, file, python: self.python.clone(), launch: self.launch()? }
            }
            "matchboxes" | "q-table" | "rote" => {
                self.only(&["file"])?;
                let Some(file) = self.file.clone().filter(|file| !file.as_os_str().is_empty()) else {
                    let remedy = format!("write {}:FILE or file = \"FILE\"", self.kind);
                    return Err(("no file is named".to_owned(), remedy));
                };
                AgentKind::Learnt { kind: choose("kind of learner", &LEARNT, &self.kind)?, file }
            }
            other => return Err((format!("there is no kind of agent `{other}`"), listed(KINDS))),
        };
        Ok(AgentSpec { name, kind })
    }

    /// Refuses words that this kind of agent does not have; a group is named by its first word.
    fn only(&self, groups: &[&str]) -> Result<(), Complaint> {
        let given = [
            ("level", "level", self.level.is_some()),
            ("evaluator", "evaluator", self.evaluator.is_some()),
            ("evaluator", "play-book", self.play_book.is_some()),
            ("evaluator", "weights", self.weights.is_some()),
            ("preset", "margins", self.margins.is_some()),
            ("preset", "method", self.method.is_some()),
            ("preset", "method-options", !self.method_options.is_empty()),
            ("preset", "preset", self.preset.is_some()),
            ("preset", "with", !self.with.is_empty()),
            ("preset", "without", !self.without.is_empty()),
            ("hash", "hash", self.hash.is_some()),
            ("hash", "threads", self.threads.is_some()),
            ("ponder", "ponder", self.ponder.is_some()),
            ("ponder", "personality", self.personality.is_some()),
            ("depth", "depth", self.depth.is_some()),
            ("depth", "nodes", self.nodes.is_some()),
            ("book", "book", self.book.is_some()),
            ("book", "book-file", self.book_file.is_some()),
            ("book", "book-choice", self.book_choice.is_some()),
            ("book", "book-learn", self.book_learn.is_some()),
            ("endgame", "endgame", self.endgame.is_some()),
            ("command", "command", !self.command.is_empty()),
            ("file", "file", self.file.is_some()),
            ("python", "python", self.python.is_some()),
            ("folder", "folder", self.folder.is_some()),
            ("folder", "memory", self.memory.is_some()),
            ("folder", "cpu", self.cpu.is_some()),
            ("folder", "files", self.files.is_some()),
            ("folder", "processes", self.processes.is_some()),
            ("folder", "sandbox", self.sandbox.is_some()),
            ("folder", "environment", !self.environment.is_empty()),
            ("settings", "settings", !self.settings.is_empty()),
        ];
        match given.iter().find(|(group, _, given)| *given && !groups.contains(group)) {
            Some((_, word, _)) => {
                Err((format!("`{word}` is not for agents of kind {}", self.kind), "leave it out".to_owned()))
            }
            None => Ok(()),
        }
    }

    fn engine(&self) -> Result<EngineSettings, Complaint> {
        let level = match self.level {
            None => None,
            Some(number) => Some(Level::new(number).ok_or_else(|| {
                let remedy = format!("write a number from 1 to {}", Level::HIGHEST);
                (format!("there is no level {number}"), remedy)
            })?),
        };
        let method = self.method()?;
        let mut options = choose("preset", &PRESETS, self.preset.as_deref().unwrap_or("strong"))?;
        for (names, on) in [(&self.without, false), (&self.with, true)] {
            if names.is_empty() {
                continue;
            }
            let unknown = |_| {
                let known = |name: &&String| TECHNIQUES.iter().any(|technique| technique.name == **name);
                let culprit = names.iter().find(|name| !known(name)).map_or("", String::as_str);
                (
                    format!("there is no technique `{culprit}`"),
                    listed(TECHNIQUES.iter().map(|technique| technique.name)),
                )
            };
            for technique in techniques(names).map_err(unknown)? {
                options = technique.switched(options, on);
            }
        }
        let personality = self.personality.as_deref().unwrap_or("plain");
        let endgame = self.endgame.as_deref().map(Databases::named);
        let given = [
            ("evaluator", self.evaluator.is_some()),
            ("play-book", self.play_book.is_some()),
            ("weights", self.weights.is_some()),
        ];
        let given: Vec<&str> = given.iter().filter(|(_, given)| *given).map(|(word, _)| *word).collect();
        if let [first, second, ..] = given[..] {
            let remedy = "leave one of them out".to_owned();
            return Err((format!("`{first}` and `{second}` both say how to evaluate"), remedy));
        }
        if self.weights.as_ref().is_some_and(|file| file.as_os_str().is_empty()) {
            return Err(("no file of weights is named".to_owned(), "write weights=FILE".to_owned()));
        }
        if self.margins.as_ref().is_some_and(|file| file.as_os_str().is_empty()) {
            return Err(("no file of margins is named".to_owned(), "write margins=FILE".to_owned()));
        }
        let settings = EngineSettings {
            name: None,
            level,
            evaluator: self.evaluator.clone(),
            play_book: self.play_book.clone(),
            weights: self.weights.clone(),
            margins: self.margins.clone(),
            method,
            options,
            hash: within("hash", self.hash.unwrap_or(DEFAULT_HASH), 0, LARGEST_HASH)?,
            threads: within("threads", self.threads.unwrap_or(1), 1, MOST_THREADS)?,
            ponder: choose("kind of pondering", &PONDERS, self.ponder.as_deref().unwrap_or("off"))?,
            personality: choose("personality", &Personality::ALL, personality)?,
            depth: self.depth.map(|depth| within("depth", depth, 1, 200)).transpose()?,
            nodes: self.nodes.map(|nodes| within("nodes", nodes, 1, u64::MAX)).transpose()?,
            book: None,
            wanted_book: self.wanted_book()?,
            endgame,
        };
        if let (Some(level), false) = (settings.level, settings.may_consult())
            && settings.endgame.as_ref().is_some_and(|endgame| *endgame != Databases::Off)
        {
            let number = level.number();
            let remedy = format!("leave out `endgame`, or write level={}", Level::HIGHEST);
            return Err((format!("level {number} plays without endgame databases"), remedy));
        }
        Ok(settings)
    }

    /// The search method. What it does not use is refused with it.
    fn method(&self) -> Result<MethodSetting, Complaint> {
        let Some(name) = self.method.as_deref() else {
            return match self.method_options.keys().next() {
                Some(option) => {
                    let problem = format!("`method.{option}` goes with a method");
                    Err((problem, "write method=NAME too, or leave it out".to_owned()))
                }
                None => Ok(MethodSetting::default()),
            };
        };
        let method = MethodSetting::new(name, self.method_options.clone()).map_err(|error| {
            (format!("{} `{}`: {}", error.subject, error.input, error.problem), error.remedy)
        })?;
        let Some(info) = method.info() else { return Ok(method) };
        let techniques = info.name == ALPHA_BETA;
        let given = [
            ("preset", self.preset.is_some(), techniques),
            ("margins", self.margins.is_some(), techniques),
            ("with", !self.with.is_empty(), techniques),
            ("without", !self.without.is_empty(), techniques),
            ("hash", self.hash.is_some(), info.memory),
            ("threads", self.threads.is_some(), info.threads),
        ];
        match given.iter().find(|(_, given, used)| *given && !used) {
            Some((word, ..)) => {
                Err((format!("`{word}` is not for method={name}"), "leave it out".to_owned()))
            }
            None => Ok(method),
        }
    }

    fn wanted_book(&self) -> Result<Option<BookSetting>, Complaint> {
        let Some(name) = &self.book else {
            let given = [
                ("book-file", self.book_file.is_some()),
                ("book-choice", self.book_choice.is_some()),
                ("book-learn", self.book_learn.is_some()),
            ];
            return match given.iter().find(|(_, given)| *given) {
                Some((word, _)) => {
                    Err((format!("`{word}` goes with a book"), format!("write book={DEFAULT_BOOK} too")))
                }
                None => Ok(None),
            };
        };
        if name.is_empty() || name.contains(char::is_control) {
            let remedy = format!("write the name of one, such as book={DEFAULT_BOOK}");
            return Err((format!("{name:?} is no book"), remedy));
        }
        Ok(Some(BookSetting {
            file: self.book_file.clone(),
            name: name.clone(),
            choice: choose(
                "choice of book moves",
                &Choice::ALL,
                self.book_choice.as_deref().unwrap_or("weighted"),
            )?,
            learns: choose("answer to `book-learn`", &ANSWERS, self.book_learn.as_deref().unwrap_or("yes"))?,
        }))
    }

    fn set_book(&mut self, wanted: &BookSetting) {
        self.book = Some(wanted.name.clone());
        self.book_file.clone_from(&wanted.file);
        let choice = Choice::ALL.iter().find(|(_, choice)| *choice == wanted.choice);
        self.book_choice =
            choice.map(|(name, _)| *name).filter(|name| *name != "weighted").map(str::to_owned);
        self.book_learn = (!wanted.learns).then(|| "no".to_owned());
    }

    fn launch(&self) -> Result<Launch, Complaint> {
        let defaults = ResourceLimits::default();
        let limits = ResourceLimits {
            memory: within("memory", self.memory.unwrap_or(defaults.memory), 64, 1 << 24)?,
            cpu: within("cpu", self.cpu.unwrap_or(defaults.cpu), 1, 1 << 31)?,
            files: within("files", self.files.unwrap_or(defaults.files), 8, 1 << 20)?,
            processes: within("processes", self.processes.unwrap_or(defaults.processes), 1, 1 << 20)?,
        };
        let environment = self.environment.clone();
        let sandbox =
            self.sandbox.as_deref().map(|word| choose("sandbox", &Sandbox::ALL, word)).transpose()?;
        let (argv, folder) = (self.command.clone(), self.folder.clone());
        Ok(Launch { folder, environment, limits, sandbox, ..Launch::new(argv) })
    }

    fn set_launch(&mut self, launch: &Launch) {
        let defaults = ResourceLimits::default();
        let other = |value: u64, default: u64| (value != default).then_some(value);
        self.folder.clone_from(&launch.folder);
        self.memory = other(launch.limits.memory, defaults.memory);
        self.cpu = other(launch.limits.cpu, defaults.cpu);
        self.files = other(launch.limits.files, defaults.files);
        self.processes = other(launch.limits.processes, defaults.processes);
        self.sandbox = launch.sandbox.map(|sandbox| sandbox.word().to_owned());
        self.environment.clone_from(&launch.environment);
    }

    fn set_engine(&mut self, settings: &EngineSettings) {
        self.level = settings.level.map(Level::number);
        self.evaluator.clone_from(&settings.evaluator);
        self.play_book.clone_from(&settings.play_book);
        self.weights.clone_from(&settings.weights);
        self.margins.clone_from(&settings.margins);
        if !settings.method.is_default() {
            self.method = settings.method.name().map(str::to_owned);
            self.method_options.clone_from(settings.method.options());
        }
        let preset = PRESETS.iter().find(|(_, options)| *options == settings.options);
        match preset {
            Some((name, _)) => self.preset = (*name != "strong").then(|| (*name).to_owned()),
            None => {
                for technique in TECHNIQUES {
                    let on = technique.switched(settings.options, true) == settings.options;
                    let default = technique.switched(Options::STRONG, true) == Options::STRONG;
                    match (on, default) {
                        (true, false) => self.with.push(technique.name.to_owned()),
                        (false, true) => self.without.push(technique.name.to_owned()),
                        _ => {}
                    }
                }
            }
        }
        self.hash = (settings.hash != DEFAULT_HASH).then_some(settings.hash);
        self.threads = (settings.threads != 1).then_some(settings.threads);
        let ponder = PONDERS.iter().find(|(_, ponder)| *ponder == settings.ponder);
        self.ponder = ponder.map(|(name, _)| *name).filter(|name| *name != "off").map(str::to_owned);
        let personality = settings.personality.name();
        self.personality = (personality != "plain").then(|| personality.to_owned());
        self.depth = settings.depth;
        self.nodes = settings.nodes;
        if let Some(wanted) = &settings.wanted_book {
            self.set_book(wanted);
        }
        self.endgame = settings.endgame.as_ref().map(Databases::word);
    }
}

impl From<&AgentSpec> for Fields {
    fn from(spec: &AgentSpec) -> Fields {
        let mut fields = Fields { name: spec.name.clone(), ..Fields::default() };
        match &spec.kind {
            AgentKind::Engine(settings) => {
                fields.kind = "engine".to_owned();
                fields.set_engine(settings);
            }
            AgentKind::Random => fields.kind = "random".to_owned(),
            AgentKind::OnePly => fields.kind = "one-ply".to_owned(),
            AgentKind::Human => fields.kind = "human".to_owned(),
            AgentKind::Learnt { kind, file } => {
                let known = LEARNT.iter().find(|(_, known)| known == kind);
                fields.kind = known.map_or("matchboxes", |(name, _)| name).to_owned();
                fields.file = Some(file.clone());
            }
            AgentKind::Program { protocol, launch, settings } => {
                let known = PROTOCOLS.iter().find(|(_, known)| known == protocol);
                fields.kind = known.map_or("ugi", |(name, _)| name).to_owned();
                fields.command.clone_from(&launch.argv);
                fields.settings.clone_from(settings);
                fields.set_launch(launch);
            }
            AgentKind::Python { course, file, python, launch } => {
                let kind = if *course == Course::ToroTile { "tts-python" } else { "baroque-python" };
                fields.kind = kind.to_owned();
                fields.file = Some(file.clone());
                fields.python.clone_from(python);
                fields.set_launch(launch);
            }
        }
        fields
    }
}
