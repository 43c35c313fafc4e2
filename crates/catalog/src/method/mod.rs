//! Search methods: how a thinker finds a move. One file each, listed here once.
//!
//! A method is made for one game, searches a position within limits and reports in one plain form: lines with values,
//! the depth, the positions entered and counters of its own. What all methods share stands in `thinker.rs`: reading
//! sessions and moves, asking endgame databases about the root, turning typed lines into texts.
//!
//! To add a method: a file with a type that implements `SearchMethod`, and a line in `methods!` below.

mod alpha_beta;
mod minimax;

use crate::EngineConfig;
use crate::chosen::Chosen;
use plybook_kernel::{Evaluated, History, ListedGame, Oracle, ReadError};
use plybook_search::{Limits, Line};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a method says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodInfo {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Its own options. The techniques and the table belong to alpha-beta.
    pub options: &'static [MethodOption],
}

/// An option of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodOption {
    /// The name by which it is set.
    pub name: &'static str,
    /// What it can be.
    pub values: &'static [&'static str],
    /// What it is where nobody sets it.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// Which method, with what of its own options. Made by `MethodSetting::new`, so that the names are known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSetting {
    info: &'static MethodInfo,
    options: BTreeMap<String, String>,
}

impl Default for MethodSetting {
    /// The engine's own method: alpha-beta.
    fn default() -> MethodSetting {
        MethodSetting { info: &METHODS[0], options: BTreeMap::new() }
    }
}

impl MethodSetting {
    /// A method by name, with options of its own.
    ///
    /// # Errors
    /// There is no method of this name, or it has no such option or value.
    pub fn new(name: &str, options: BTreeMap<String, String>) -> Result<MethodSetting, ReadError> {
        let Some(info) = METHODS.iter().find(|info| info.name == name) else {
            let known: Vec<&str> = METHODS.iter().map(|info| info.name).collect();
            let remedy = format!("known: {}", known.join(", "));
            return Err(ReadError::new("method", name, "there is no search method of this name", remedy));
        };
        for (option, value) in &options {
            let Some(known) = info.options.iter().find(|known| known.name == option) else {
                let names: Vec<&str> = info.options.iter().map(|known| known.name).collect();
                let remedy = match names.is_empty() {
                    true => "leave it out; this method has no options of its own".to_owned(),
                    false => format!("known: {}", names.join(", ")),
                };
                return Err(ReadError::new("option", option, format!("{name} has no such option"), remedy));
            };
            if !known.values.contains(&value.as_str()) {
                let problem = format!("`{option}` of {name} cannot be that");
                let remedy = format!("choose one of: {}", known.values.join(", "));
                return Err(ReadError::new("option", value, problem, remedy));
            }
        }
        Ok(MethodSetting { info, options })
    }

    /// The method's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.info.name
    }

    /// The options that were set.
    #[must_use]
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    /// Whether it is the engine's own, to which the techniques and the table belong.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == MethodSetting::default()
    }

    /// The value of an option: what was set, or its default.
    fn value(&self, option: &str) -> &str {
        let default = self.info.options.iter().find(|known| known.name == option);
        match self.options.get(option) {
            Some(value) => value,
            None => default.map_or("", |known| known.default),
        }
    }
}

/// What a method is made of.
pub(crate) struct Parts<'a, G: ListedGame> {
    pub(crate) game: Arc<G>,
    pub(crate) evaluator: Chosen<<G as Evaluated>::Evaluator>,
    pub(crate) oracle: Option<Arc<dyn Oracle<G>>>,
    pub(crate) config: &'a EngineConfig,
}

/// What a method found, so far or in the end.
#[derive(Clone, Debug)]
pub(crate) struct Report<M> {
    /// The best lines, the best first: as many as were asked for, fewer if there are fewer moves.
    pub(crate) lines: Vec<Line<M>>,
    /// How deep it looked, in plies; what that means where a method has no depth, the method says.
    pub(crate) depth: u32,
    /// Positions entered.
    pub(crate) nodes: u64,
    /// How full its table is, in thousandths.
    pub(crate) table_fill: u32,
    /// Whether it was told to stop before it was done.
    pub(crate) stopped: bool,
    /// Counters of its own, by name.
    pub(crate) counters: BTreeMap<&'static str, u64>,
}

/// What a method tells while it searches, and asks whether to go on.
pub(crate) trait Progress<M>: Sync {
    /// Asked often; true stops the search.
    fn stop(&self) -> bool;

    /// Told what was found so far, whenever that is more than before; true stops the search.
    fn report(&self, report: &Report<M>) -> bool;
}

/// A way of searching a game. What it learnt is kept from search to search, until a new game.
pub(crate) trait SearchMethod<G: ListedGame>: Send {
    /// Searches a position. `past` is the path that led to it. Keeps to the limits that it understands.
    fn search(
        &mut self,
        at: &G::Position,
        past: &History,
        limits: &Limits,
        progress: &dyn Progress<G::Move>,
    ) -> Report<G::Move>;

    /// Forgets everything, as if it had just been made.
    fn new_game(&mut self);
}

macro_rules! methods {
    ($($module:ident),+) => {
        /// All search methods, the engine's own first.
        pub const METHODS: &[MethodInfo] = &[$($module::INFO),+];

        /// Makes the method that a configuration names.
        pub(crate) fn make<G: ListedGame>(parts: Parts<'_, G>) -> Box<dyn SearchMethod<G>> {
            let name = parts.config.method.name();
            $(if name == $module::INFO.name {
                return Box::new($module::make(parts));
            })+
            // No setting has a name that is not in the list; the first method is as good as any.
            Box::new(alpha_beta::make(parts))
        }
    };
}

methods!(alpha_beta, minimax);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_methods_options_and_values_are_refused_by_name() {
        let set = |name: &str, options: &[(&str, &str)]| {
            let options = options.iter().map(|(option, value)| ((*option).to_owned(), (*value).to_owned()));
            MethodSetting::new(name, options.collect()).map_err(|error| error.to_string())
        };
        for (name, options, culprit, remedy) in [
            ("magic", &[][..], "magic", "alpha-beta, minimax"),
            ("alpha-beta", &[("ladder", "negamax")], "ladder", "leave it out"),
            ("minimax", &[("form", "negamax")], "form", "ladder"),
            ("minimax", &[("ladder", "mtdf")], "mtdf", "negamax"),
        ] {
            let error = set(name, options).unwrap_err();
            assert!(error.contains(culprit) && error.contains(remedy), "{name} {options:?}: {error}");
        }
        assert!(set("alpha-beta", &[]).unwrap().is_default());
        assert_eq!(set("minimax", &[]).unwrap().value("ladder"), "minimax");
        assert_eq!(set("minimax", &[("ladder", "negamax")]).unwrap().value("ladder"), "negamax");
    }

    #[test]
    fn every_method_has_a_name_of_its_own_and_defaults_that_it_knows() {
        for (number, info) in METHODS.iter().enumerate() {
            assert!(METHODS[..number].iter().all(|other| other.name != info.name), "{}", info.name);
            assert!(info.summary.ends_with('.'), "{}", info.name);
            assert!(
                info.options.iter().all(|option| option.values.contains(&option.default)),
                "{}",
                info.name
            );
        }
    }
}
