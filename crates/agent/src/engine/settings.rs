//! How an engine plays.

#[cfg(feature = "store")]
use crate::book::{BookSetting, OpeningBook};
#[cfg(feature = "store")]
use crate::databases::Databases;
use crate::voice::Personality;
use plybook_catalog::{EngineConfig, Level, MethodSetting, Options};
#[cfg(feature = "store")]
use std::path::PathBuf;

/// Default size of the table in mebibytes: small enough for many players at once.
pub const DEFAULT_HASH: usize = 16;
/// Largest table in mebibytes.
pub const LARGEST_HASH: usize = 65_536;
/// Most threads of one engine.
pub const MOST_THREADS: usize = 256;

/// What the engine thinks about while the opponent thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ponder {
    /// Nothing.
    #[default]
    Off,
    /// The position after the reply that it expects.
    Reply,
    /// The opponent's position, as if it were its own: whatever the reply, the table knows something about it.
    Position,
}

/// How an engine plays.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// The nickname; one made from the strength if none.
    pub name: Option<String>,
    /// The level; all its strength if none.
    pub level: Option<Level>,
    /// The evaluator; the strongest if none.
    pub evaluator: Option<String>,
    /// The file of a play book to evaluate with, instead of naming an evaluator.
    #[cfg(feature = "store")]
    pub play_book: Option<PathBuf>,
    /// The file of learnt weights to evaluate with, instead of naming an evaluator.
    #[cfg(feature = "store")]
    pub weights: Option<PathBuf>,
    /// The file of measured margins to prune by.
    #[cfg(feature = "store")]
    pub margins: Option<PathBuf>,
    /// The search method.
    pub method: MethodSetting,
    /// The techniques of alpha-beta.
    pub options: Options,
    /// Size of the table in mebibytes; none without a table.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// What it thinks about while the opponent thinks. A level does not ponder.
    pub ponder: Ponder,
    /// How it talks.
    pub personality: Personality,
    /// Plies it never looks beyond, whatever the budget says.
    pub depth: Option<u32>,
    /// Positions it never enters more of, whatever the budget says.
    pub nodes: Option<u64>,
    /// The opening book it plays from, if any, as it was when the engine was set up.
    #[cfg(feature = "store")]
    pub book: Option<OpeningBook>,
    /// The book that a description names. `AgentSpec::make_with` opens it and puts it into `book`.
    #[cfg(feature = "store")]
    pub wanted_book: Option<BookSetting>,
    /// The endgame databases it consults; none where nothing is said. A level below the highest never does.
    #[cfg(feature = "store")]
    pub endgame: Option<Databases>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            name: None,
            level: None,
            evaluator: None,
            #[cfg(feature = "store")]
            play_book: None,
            #[cfg(feature = "store")]
            weights: None,
            #[cfg(feature = "store")]
            margins: None,
            method: MethodSetting::default(),
            options: Options::STRONG,
            hash: DEFAULT_HASH,
            threads: 1,
            ponder: Ponder::Off,
            personality: Personality::Plain,
            depth: None,
            nodes: None,
            #[cfg(feature = "store")]
            book: None,
            #[cfg(feature = "store")]
            wanted_book: None,
            #[cfg(feature = "store")]
            endgame: None,
        }
    }
}

impl EngineSettings {
    /// Whether it may consult endgame databases: a weaker level would have no weakness there.
    #[must_use]
    pub fn may_consult(&self) -> bool {
        self.level.is_none_or(|level| level.number() == Level::HIGHEST)
    }

    /// What the search is set up with. Two settings that agree here share what they learnt.
    pub(super) fn config(&self) -> EngineConfig {
        EngineConfig {
            evaluator: self.evaluator.clone(),
            #[cfg(feature = "store")]
            play_book: self.play_book.clone(),
            #[cfg(feature = "store")]
            weights: self.weights.clone(),
            #[cfg(feature = "store")]
            margins: self.margins.clone(),
            method: self.method.clone(),
            options: self.options,
            hash: self.hash.min(LARGEST_HASH),
            #[cfg(feature = "store")]
            endgame: self.endgame.clone().filter(|_| self.may_consult()).and_then(|endgame| endgame.folder()),
            ..EngineConfig::default()
        }
    }
}
