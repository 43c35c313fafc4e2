//! Where games come from: sources, and one register through which all games are listed and opened by name.

use crate::any_game::{AnyGame, any_game};
use crate::rules_file::files;
use plybook_games::{Visitor, with_game};
use plybook_kernel::{ListedGame, ReadError};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock, Weak};

/// Games that come from one place: the compiled list, a folder of rules files, a module in another language.
pub trait GameSource: Send + Sync {
    /// The games with their default options, in the order in which they are shown. Names never change.
    fn games(&self) -> Vec<Arc<dyn AnyGame>>;

    /// Opens a game by its name without options, and the text of its options; `None` if it is not of this source.
    ///
    /// # Errors
    /// The game has no such option.
    fn open(&self, name: &str, options: &str) -> Option<Result<Arc<dyn AnyGame>, ReadError>> {
        let game = self.games().into_iter().find(|game| game.info().name == name)?;
        Some(if options.is_empty() { Ok(game) } else { game.variant(options) })
    }
}

/// A list of games is a source.
impl GameSource for Vec<Arc<dyn AnyGame>> {
    fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        self.clone()
    }
}

/// All sources. A game that somebody holds is opened once: everybody who asks for the same name and options gets
/// the same one, with the databases that it holds open.
#[derive(Default)]
pub struct Registry {
    sources: RwLock<Vec<Arc<dyn GameSource>>>,
    /// Whether games from rules files are found behind those of all sources. They are not listed among them.
    rules_files: bool,
    opened: Mutex<HashMap<String, Weak<dyn AnyGame>>>,
}

impl Registry {
    /// A register without games.
    #[must_use]
    pub fn new() -> Registry {
        Registry::default()
    }

    /// The register of the games that are part of the program.
    #[must_use]
    pub fn compiled() -> Registry {
        let compiled: Arc<dyn GameSource> = Arc::new(compiled_games());
        Registry { sources: RwLock::new(vec![compiled]), rules_files: true, opened: Mutex::default() }
    }

    /// Adds a source behind those that are there.
    ///
    /// # Errors
    /// It has a game whose name is taken; then nothing is added.
    pub fn register(&self, source: Arc<dyn GameSource>) -> Result<(), ReadError> {
        let mut sources = self.sources.write().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> = names(&sources);
        for game in source.games() {
            let name = &*game.info().name;
            if names.iter().any(|taken| taken == name) {
                return Err(ReadError::new("game", name, "the name is taken", "give the game another name"));
            }
            names.push(name.to_owned());
        }
        sources.push(source);
        Ok(())
    }

    /// All games with their default options, in the order in which they are shown.
    #[must_use]
    pub fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        sources.iter().flat_map(|source| source.games()).collect()
    }

    /// Opens a game by name and options, such as `hexapawn:4x5`.
    ///
    /// # Errors
    /// There is no such game, or it has no such option.
    pub fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
        let other = plybook_games::other_name(name);
        let name = other.as_deref().unwrap_or(name);
        let (base, options) = name.split_once(':').unwrap_or((name, ""));
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        let found = sources.iter().find_map(|source| source.open(base, options));
        let from_file = || if self.rules_files { files().open(base, options) } else { None };
        let Some(game) = found.or_else(from_file) else {
            let mut known = names(&sources);
            if self.rules_files {
                known.extend(files().names());
            }
            let problem = format!("there is no game `{base}`");
            return Err(ReadError::new("game", name, problem, format!("known: {}", known.join(", "))));
        };
        Ok(self.shared(game?))
    }

    /// Forgets which games of this name, with whatever options, were opened: the next who asks gets them from their
    /// source. A source calls it that has replaced a game.
    pub fn forget(&self, name: &str) {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|full, _| full.split(':').next() != Some(name));
    }

    /// The game that was opened before, if it is still held; otherwise this one.
    fn shared(&self, game: Arc<dyn AnyGame>) -> Arc<dyn AnyGame> {
        let name = game.full_name();
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = opened.get(&name).and_then(Weak::upgrade) {
            return held;
        }
        opened.retain(|_, held| held.strong_count() > 0);
        opened.insert(name, Arc::downgrade(&game));
        game
    }
}

/// The names of all games.
fn names(sources: &[Arc<dyn GameSource>]) -> Vec<String> {
    sources.iter().flat_map(|source| source.games()).map(|game| game.info().name.to_string()).collect()
}

/// The games of the compiled list.
fn compiled_games() -> Vec<Arc<dyn AnyGame>> {
    struct Open;
    impl Visitor for Open {
        type Output = Arc<dyn AnyGame>;
        fn visit<G: ListedGame>(self, game: G) -> Arc<dyn AnyGame> {
            any_game(game)
        }
    }
    plybook_games::all().iter().filter_map(|info| with_game(&info.name, Open).ok()).collect()
}

/// The register of this program: the compiled games, and whatever was added to it.
pub fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::compiled);
    &REGISTRY
}

/// Opens a game of this program by name and options, such as `hexapawn:4x5`.
///
/// # Errors
/// There is no such game, or it has no such option.
pub fn open(name: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
    registry().open(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_held_is_opened_once() {
        let registry = Registry::compiled();
        let game = registry.open("hexapawn:4x5").unwrap();
        assert!(Arc::ptr_eq(&game, &registry.open("hexapawn:4x5").unwrap()));
        assert!(!Arc::ptr_eq(&game, &registry.open("hexapawn:5x4").unwrap()));
        let plain = registry.open("hexapawn").unwrap();
        assert!(Arc::ptr_eq(&plain, &registry.open("hexapawn:3x3").unwrap()));
    }

    #[test]
    fn a_game_that_was_replaced_is_opened_anew() {
        let registry = Registry::compiled();
        let (game, other) = (registry.open("hexapawn:4x5").unwrap(), registry.open("nim").unwrap());
        registry.forget("hexapawn");
        assert!(!Arc::ptr_eq(&game, &registry.open("hexapawn:4x5").unwrap()));
        assert!(Arc::ptr_eq(&other, &registry.open("nim").unwrap()));
    }

    #[test]
    fn an_unknown_game_is_named_with_those_that_are_known() {
        let error = Registry::compiled().open("hoop:9x9").err().unwrap().to_string();
        assert!(error.contains("`hoop`") && error.contains("tictactoe, hexapawn"), "{error}");
    }

    #[test]
    fn a_name_is_taken_only_once() {
        let registry = Registry::compiled();
        let again: Vec<Arc<dyn AnyGame>> = vec![registry.open("nim").unwrap()];
        let error = registry.register(Arc::new(again)).unwrap_err().to_string();
        assert!(error.contains("nim") && error.contains("taken"), "{error}");
        assert_eq!(registry.games().len(), plybook_games::all().len());
    }
}
