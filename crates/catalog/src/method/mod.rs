//! Search methods: how a thinker finds a move. One file each, listed here once.
//!
//! A method is made for one game, searches a position within limits and reports in one plain form: lines with values,
//! the depth, the positions entered and counters of its own. What all methods share stands in `thinker.rs`: reading
//! sessions and moves, asking endgame databases about the root, turning typed lines into texts.
//!
//! To add a method: a file with a type that implements `SearchMethod`, and a line in `methods!` below.

mod alpha_beta;
mod expectiminimax;
mod max_n;
mod mcts;
mod minimax;

use crate::EngineConfig;
use crate::chosen::Chosen;
use plybook_kernel::{Evaluated, History, ListedGame, Margins, Oracle, ReadError, SearchHints};
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
    /// Its own options. The techniques belong to alpha-beta.
    pub options: &'static [MethodOption],
    /// For how many players at most.
    pub most_players: usize,
    /// Whether it knows chance.
    pub chance: bool,
    /// Whether it keeps what it found in memory of a given size, the table or a tree.
    pub memory: bool,
    /// Whether it searches with several threads.
    pub threads: bool,
}

impl MethodInfo {
    /// Whether it can search games of so many players, with chance or without.
    #[must_use]
    pub const fn suits(&self, players: usize, chance: bool) -> bool {
        players <= self.most_players && (self.chance || !chance)
    }

    /// The games that it is for, in words.
    #[must_use]
    pub const fn games_in_words(&self) -> &'static str {
        match (self.most_players, self.chance) {
            (2, false) => "games of two players without chance",
            (2, true) => "games of two players",
            (_, false) => "games without chance",
            (_, true) => "all games",
        }
    }
}

/// What an option of a method can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionChoices {
    /// One of some words.
    OneOf(&'static [&'static str]),
    /// A whole number from the first to the last.
    Number(u32, u32),
}

impl OptionChoices {
    /// Whether a value is one of them.
    fn allow(&self, value: &str) -> bool {
        match *self {
            OptionChoices::OneOf(words) => words.contains(&value),
            OptionChoices::Number(least, most) => {
                let plain = value.bytes().all(|byte| byte.is_ascii_digit());
                plain && value.parse::<u32>().is_ok_and(|number| (least..=most).contains(&number))
            }
        }
    }

    /// What to write.
    fn in_words(&self) -> String {
        match *self {
            OptionChoices::OneOf(words) => format!("choose one of: {}", words.join(", ")),
            OptionChoices::Number(least, most) => format!("write a number from {least} to {most}"),
        }
    }
}

/// An option of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodOption {
    /// The name by which it is set.
    pub name: &'static str,
    /// What it can be.
    pub choices: OptionChoices,
    /// What it is where nobody sets it.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// Which method, with what of its own options; by default the one that is best for the game. Made by
/// `MethodSetting::new`, so that the names are known ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodSetting {
    info: Option<&'static MethodInfo>,
    options: BTreeMap<String, String>,
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
            if !known.choices.allow(value) {
                let problem = format!("`{option}` of {name} cannot be that");
                return Err(ReadError::new("option", value, problem, known.choices.in_words()));
            }
        }
        Ok(MethodSetting { info: Some(info), options })
    }

    /// The method that was chosen; `None` where the game's own is meant.
    #[must_use]
    pub fn info(&self) -> Option<&'static MethodInfo> {
        self.info
    }

    /// The name of the method that was chosen.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.info.map(|info| info.name)
    }

    /// The options that were set.
    #[must_use]
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    /// Whether nothing was chosen.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == MethodSetting::default()
    }

    /// The value of an option of a method: what was set, or its default.
    fn value(&self, info: &MethodInfo, option: &str) -> &str {
        let default = info.options.iter().find(|known| known.name == option);
        match self.options.get(option) {
            Some(value) => value,
            None => default.map_or("", |known| known.default),
        }
    }

    /// The value of an option that is a number.
    fn number(&self, info: &MethodInfo, option: &str) -> u32 {
        self.value(info, option).parse().unwrap_or_default()
    }
}

/// The method for a game where nobody chooses one: alpha-beta where it is suitable, unless the game is better played by
/// simulation; otherwise simulation, which suits all games, unless the game is better played to a depth.
pub(crate) fn default_for<G: ListedGame>(game: &G) -> &'static MethodInfo {
    let suits = |info: &MethodInfo| info.suits(usize::from(game.players()), game.has_chance());
    let hints = game.hints();
    match (suits(&alpha_beta::INFO), hints.prefers_depth()) {
        (true, _) if !hints.prefers_simulation() => &METHODS[0],
        (false, true) if suits(&expectiminimax::INFO) => &expectiminimax::INFO,
        (false, true) => &max_n::INFO,
        _ => &mcts::INFO,
    }
}

/// The method of a setting for a game.
///
/// # Errors
/// It is not for such games.
pub(crate) fn suitable<G: ListedGame>(
    game: &G,
    setting: &MethodSetting,
) -> Result<&'static MethodInfo, ReadError> {
    let Some(info) = setting.info else { return Ok(default_for(game)) };
    if info.suits(usize::from(game.players()), game.has_chance()) {
        return Ok(info);
    }
    let others = METHODS.iter().filter(|other| other.suits(usize::from(game.players()), game.has_chance()));
    let names: Vec<&str> = others.map(|other| other.name).collect();
    let problem = format!("{} is for {}, not for {}", info.name, info.games_in_words(), game.full_name());
    Err(ReadError::new("method", info.name, problem, format!("choose one of: {}", names.join(", "))))
}

/// What a method is made of.
pub(crate) struct Parts<'a, G: ListedGame> {
    pub(crate) game: Arc<G>,
    pub(crate) evaluator: Chosen<<G as Evaluated>::Evaluator>,
    pub(crate) oracle: Option<Arc<dyn Oracle<G>>>,
    /// What alpha-beta prunes by, where it is not what the game's hints say.
    pub(crate) margins: Option<Margins>,
    pub(crate) config: &'a EngineConfig,
    /// The method to make.
    pub(crate) info: &'static MethodInfo,
}

impl<G: ListedGame> Parts<'_, G> {
    /// The value of an option of the method.
    fn value(&self, option: &str) -> &str {
        self.config.method.value(self.info, option)
    }

    /// The value of an option that is a number.
    fn number(&self, option: &str) -> u32 {
        self.config.method.number(self.info, option)
    }
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
            let name = parts.info.name;
            $(if name == $module::INFO.name {
                return Box::new($module::make(parts));
            })+
            // No setting has a name that is not in the list; the first method is as good as any.
            Box::new(alpha_beta::make(parts))
        }
    };
}

methods!(alpha_beta, minimax, mcts, max_n, expectiminimax);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    fn set(name: &str, options: &[(&str, &str)]) -> Result<MethodSetting, String> {
        let options = options.iter().map(|(option, value)| ((*option).to_owned(), (*value).to_owned()));
        MethodSetting::new(name, options.collect()).map_err(|error| error.to_string())
    }

    #[test]
    fn unknown_methods_options_and_values_are_refused_by_name() {
        for (name, options, culprit, remedy) in [
            ("magic", &[][..], "magic", "alpha-beta, minimax"),
            ("alpha-beta", &[("ladder", "negamax")], "ladder", "leave it out"),
            ("minimax", &[("form", "negamax")], "form", "ladder"),
            ("minimax", &[("ladder", "mtdf")], "mtdf", "negamax"),
            ("mcts", &[("exploration", "-1")], "-1", "0 to"),
            ("mcts", &[("exploration", "+1")], "+1", "0 to"),
            ("mcts", &[("exploration", "99999")], "99999", "0 to"),
            ("mcts", &[("selection", "ucb2")], "ucb2", "puct"),
            ("max-n", &[("others", "friends")], "friends", "paranoid"),
        ] {
            let error = set(name, options).unwrap_err();
            assert!(error.contains(culprit) && error.contains(remedy), "{name} {options:?}: {error}");
        }
        assert!(MethodSetting::default().is_default() && !set("alpha-beta", &[]).unwrap().is_default());
        assert_eq!(set("minimax", &[]).unwrap().value(&minimax::INFO, "ladder"), "minimax");
        let negamax = set("minimax", &[("ladder", "negamax")]).unwrap();
        assert_eq!(negamax.value(&minimax::INFO, "ladder"), "negamax");
        assert_eq!(set("mcts", &[("seed", "7")]).unwrap().number(&mcts::INFO, "seed"), 7);
    }

    #[test]
    fn every_method_has_a_name_of_its_own_and_defaults_that_it_knows() {
        for (number, info) in METHODS.iter().enumerate() {
            assert!(METHODS[..number].iter().all(|other| other.name != info.name), "{}", info.name);
            assert!(info.summary.ends_with('.'), "{}", info.name);
            for option in info.options {
                assert!(option.choices.allow(option.default), "{} {}", info.name, option.name);
                assert!(option.help.ends_with('.'), "{} {}", info.name, option.name);
            }
        }
    }

    /// Methods are refused by name where the game is not for them, and without a choice every game has one.
    #[test]
    fn what_does_not_suit_a_game_is_refused_by_name() {
        let make = |game: &str, method: MethodSetting| {
            let config = EngineConfig { method, hash: 1, ..EngineConfig::default() };
            open(game).unwrap().thinker(&config).map(|_| ()).map_err(|error| error.to_string())
        };
        let three = "tree:tree=((<1 2 3> <3 2 1>) <0 0 9>)";
        let lottery = "tree:tree=([1: 3 1: 5] 2)";
        let many_lotteries = "tree:tree=([1: <1 2 3> 2: <3 2 1>] <0 0 9>)";
        for (game, refused, allowed) in [
            (three, &["alpha-beta", "minimax", "expectiminimax"][..], &["mcts", "max-n"][..]),
            (lottery, &["alpha-beta", "minimax"], &["mcts", "max-n", "expectiminimax"]),
            (many_lotteries, &["alpha-beta", "minimax", "expectiminimax"], &["mcts", "max-n"]),
            ("tictactoe", &[], &["alpha-beta", "minimax", "mcts", "max-n", "expectiminimax"]),
        ] {
            for name in refused {
                let error = make(game, set(name, &[]).unwrap()).unwrap_err();
                assert!(error.contains(name) && error.contains("tree") && error.contains("mcts"), "{error}");
            }
            for name in allowed {
                make(game, set(name, &[]).unwrap()).unwrap();
            }
            make(game, MethodSetting::default()).unwrap();
        }
    }
}
