//! Any game behind one object-safe trait.

use crate::chosen::chosen;
use crate::endgame::{GameTablebases, Tablebases};
use crate::learner::{LearningMethod, LearningRival, LearntPlayer};
use crate::learning::{LearntBook, play_book, play_book_from};
use crate::session::{GameSession, Session};
use crate::thinker::{EngineConfig, GameThinker, Thinker};
use plybook_games::{Visitor, with_game};
use plybook_kernel::{EvaluatorInfo, Info, ListedGame, PatternWeights, ReadError};
use plybook_learn::{Learner, SelfPlay};
use plybook_store::database::StoredGame;
use plybook_store::endgame::Folder;
use std::sync::Arc;

/// A game chosen by name. Made once for every game by a blanket implementation.
pub trait AnyGame: Send + Sync {
    /// The whole name, options included, in its shortest form.
    fn full_name(&self) -> String;
    /// The options as people say them; empty for the default game.
    fn options_in_words(&self) -> String;
    /// What the game says about itself.
    fn info(&self) -> &'static Info;
    /// What the players are called, in the order of first moves.
    fn player_names(&self) -> &'static [&'static str];
    /// The game's evaluators, the strongest first.
    fn evaluators(&self) -> &'static [EvaluatorInfo];
    /// Starts a game in progress, from the game's start or from a position text.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, ReadError>;
    /// Sets an engine up for this game.
    ///
    /// # Errors
    /// The game has no evaluator of the wanted name.
    fn thinker(&self, setup: &EngineConfig) -> Result<Box<dyn Thinker>, ReadError>;
    /// The endgame databases of this game that are installed in a folder; `None` if there are none.
    fn knowledge(&self, folder: &Folder) -> Option<Arc<dyn Tablebases>>;
    /// Learns a play book from games that the engine plays against itself; `progress` is told how many are done.
    ///
    /// # Errors
    /// The game has no patterns.
    fn learn_play_book(
        &self,
        plan: &SelfPlay,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<LearntBook, ReadError>;
    /// Learns a play book from stored games. Games that cannot be used teach nothing: those of another game, those
    /// that were broken off, and those whose moves cannot be followed.
    ///
    /// # Errors
    /// The game has no patterns.
    fn learn_play_book_from(&self, games: &[StoredGame]) -> Result<LearntBook, ReadError>;
    /// The play book of a file's contents.
    ///
    /// # Errors
    /// The contents are damaged, or of another game.
    fn read_play_book(&self, bytes: &[u8]) -> Result<PatternWeights, ReadError>;
    /// A machine that learns this game, and has not begun yet.
    ///
    /// # Errors
    /// The game is not for this way of learning, or not for this opponent.
    fn learner(
        &self,
        method: LearningMethod,
        rival: LearningRival,
        seed: u64,
    ) -> Result<Box<dyn Learner>, ReadError>;
    /// The player that the file of a machine makes: matchboxes, or a table of values.
    ///
    /// # Errors
    /// The contents are damaged, or of another game or kind.
    fn learnt_player(&self, bytes: &[u8]) -> Result<Box<dyn LearntPlayer>, ReadError>;
}

struct Opened<G>(Arc<G>);

impl<G: ListedGame> AnyGame for Opened<G> {
    fn full_name(&self) -> String {
        self.0.full_name()
    }

    fn options_in_words(&self) -> String {
        self.0.options_in_words()
    }

    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn player_names(&self) -> &'static [&'static str] {
        self.0.player_names()
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        self.0.evaluators()
    }

    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, ReadError> {
        Ok(Box::new(GameSession::new(Arc::clone(&self.0), position)?))
    }

    fn thinker(&self, setup: &EngineConfig) -> Result<Box<dyn Thinker>, ReadError> {
        let evaluator = chosen(&*self.0, setup)?;
        Ok(Box::new(GameThinker::new(Arc::clone(&self.0), evaluator, setup)))
    }

    fn knowledge(&self, folder: &Folder) -> Option<Arc<dyn Tablebases>> {
        let oracle = crate::endgame::oracle(&*self.0, folder)?;
        Some(Arc::new(GameTablebases { oracle }))
    }

    fn learn_play_book(
        &self,
        plan: &SelfPlay,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<LearntBook, ReadError> {
        play_book(&self.0, plan, progress)
    }

    fn learn_play_book_from(&self, games: &[StoredGame]) -> Result<LearntBook, ReadError> {
        play_book_from(&*self.0, games)
    }

    fn read_play_book(&self, bytes: &[u8]) -> Result<PatternWeights, ReadError> {
        PatternWeights::from_file(&*self.0, G::INFO.name, bytes).map_err(|error| {
            let remedy = "make one with `plybook learn`";
            ReadError::new("play book", &self.0.full_name(), error.to_string(), remedy)
        })
    }

    fn learner(
        &self,
        method: LearningMethod,
        rival: LearningRival,
        seed: u64,
    ) -> Result<Box<dyn Learner>, ReadError> {
        crate::learner::learner(&self.0, method, rival, seed)
    }

    fn learnt_player(&self, bytes: &[u8]) -> Result<Box<dyn LearntPlayer>, ReadError> {
        crate::learner::learnt_player(&self.0, bytes)
    }
}

/// Opens a game by name and options, such as `hexapawn:4x5`.
///
/// # Errors
/// There is no such game, or it has no such option.
pub fn open(name: &str) -> Result<Box<dyn AnyGame>, ReadError> {
    struct Open;
    impl Visitor for Open {
        type Output = Box<dyn AnyGame>;
        fn visit<G: ListedGame>(self, game: G) -> Box<dyn AnyGame> {
            Box::new(Opened(Arc::new(game)))
        }
    }
    with_game(name, Open)
}
