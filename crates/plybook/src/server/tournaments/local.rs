//! Agents that the owner of the machine lets the page use, by their names.

use crate::bad_input::BadInput;
use crate::file;
use anyhow::Result;
use plybook_agent::{AgentKind, AgentSpec};
use serde::Deserialize;
use std::path::Path;

/// Largest file of agents that is read, in bytes.
const LARGEST_FILE: u64 = 1024 * 1024;
/// Most agents of a file.
const MOST: usize = 256;

/// The agents of the file that was named when the server started.
#[derive(Clone, Debug, Default)]
pub struct LocalAgents(Vec<(String, AgentSpec)>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    agents: Vec<AgentSpec>,
}

impl LocalAgents {
    /// Reads the file.
    pub fn read(path: &Path) -> Result<LocalAgents> {
        let complain = |why: String| BadInput::new(format!("agents of {}: {why}", path.display()));
        let written: Written =
            toml::from_str(&file::read(path, LARGEST_FILE)?).map_err(|error| complain(error.to_string()))?;
        if written.agents.len() > MOST {
            let why = format!("{} agents are too many; at most {MOST} are read", written.agents.len());
            return Err(complain(why).into());
        }
        let mut named: Vec<(String, AgentSpec)> = Vec::new();
        for spec in written.agents {
            let Some(name) = spec.name.clone() else {
                let why = format!("`{spec}` has no name; add name = \"...\", by which the page chooses it");
                return Err(complain(why).into());
            };
            if matches!(spec.kind, AgentKind::Human) {
                let why =
                    format!("`{name}` is a person at the terminal, where the page has none; leave it out");
                return Err(complain(why).into());
            }
            if named.iter().any(|(other, _)| *other == name) {
                return Err(complain(format!("two are called `{name}`; give each a name of its own")).into());
            }
            named.push((name, spec));
        }
        Ok(LocalAgents(named))
    }

    /// What they are called.
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The agent of this name.
    pub fn find(&self, name: &str) -> Option<&AgentSpec> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, spec)| spec)
    }

    /// Whether the page may have this agent play: one that starts no program and reads no file, or one of the file.
    pub fn allow(&self, spec: &AgentSpec) -> bool {
        match &spec.kind {
            AgentKind::Engine(settings) if settings.weights.is_none() => true,
            AgentKind::Random | AgentKind::OnePly => true,
            AgentKind::Human => false,
            AgentKind::Engine(_)
            | AgentKind::Learnt { .. }
            | AgentKind::Program { .. }
            | AgentKind::Python { .. } => self.0.iter().any(|(_, other)| other == spec),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LocalAgents> {
        let name = format!("plybook-agents-{}-{:p}.toml", std::process::id(), text.as_ptr());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        let result = LocalAgents::read(&path);
        std::fs::remove_file(&path).unwrap();
        result
    }

    #[test]
    fn only_agents_of_the_file_start_programs() {
        let agents = read("agents = ['uci[name=Fish]:stockfish', 'engine:level=2,name=Two']").unwrap();
        assert_eq!(agents.names(), ["Fish", "Two"]);
        let spec = |text: &str| AgentSpec::read(text).unwrap();
        assert_eq!(agents.find("Fish"), Some(&spec("uci[name=Fish]:stockfish")));
        assert!(agents.allow(&spec("uci[name=Fish]:stockfish")) && agents.allow(&spec("engine:level=9")));
        for strange in ["uci[name=Fish]:sh", "uci:stockfish", "human", "baroque-python:x.py"] {
            assert!(!agents.allow(&spec(strange)), "{strange}");
        }
    }

    #[test]
    fn a_bad_file_is_refused_by_name() {
        for (text, culprit) in [
            ("agents = ['uci:stockfish']", "no name"),
            ("agents = ['human:name=Eva']", "Eva"),
            ("agents = ['random:name=a', 'engine:name=a']", "`a`"),
            ("agents = ['magic']", "magic"),
            ("agents = [", "agents of"),
            ("players = []", "players"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(culprit), "{text}: {error}");
        }
    }
}
