//! Any game behind one object-safe trait.

use crate::PieceOn;
#[cfg(feature = "store")]
use crate::box_machine::{BoxContent, BoxMachine};
use crate::chosen::chosen;
#[cfg(feature = "store")]
use crate::endgame::{Endgame, Numbered, OpenDatabases, Tablebases};
#[cfg(feature = "store")]
use crate::learner::{LearningMethod, LearningRival, LearntPlayer};
#[cfg(feature = "store")]
use crate::learning::{LearntWeights, learn_weights, learn_weights_from};
use crate::learnt::evaluators;
#[cfg(feature = "store")]
use crate::master::{
    LearnClock, LearnStage, MasterError, MasterRequest, Mastered, ShardHelpers, learn_master, self_play_shard,
};
use crate::method::{self, MethodInfo};
use crate::position::{AnyPosition, GamePosition};
use crate::proof::{self, CheckedProof, Proof, ProofRequest};
use crate::session::{GameSession, Session};
use crate::thinker::{EngineConfig, GameThinker, SearchObserver, Thinker};
#[cfg(feature = "store")]
use crate::tuned::{TuneRequest, TuneStage, TunedWeights, tune_weights};
#[cfg(feature = "store")]
use crate::tuned_margins::{MarginsRequest, TunedMargins, tune_margins};
use plybook_format::read_pattern_weights;
use plybook_kernel::{EvaluatorInfo, GameInfo, ListedGame, Oracle, PatternWeights, ReadError, Text};
#[cfg(feature = "store")]
use plybook_learn::matchboxes::MatchboxConfig;
#[cfg(feature = "store")]
use plybook_learn::{Learner, SelfPlay};
#[cfg(feature = "store")]
use plybook_store::{
    TrainingFolder,
    database::StoredGame,
    endgame::{Database, DatabaseOracle, Folder},
};
use std::sync::Arc;

/// A game chosen by name. `any_game` makes one of every game.
pub trait AnyGame: Send + Sync {
    /// The whole name, options included, in its shortest form.
    fn full_name(&self) -> String;
    /// The options as people say them; empty for the default game.
    fn options_in_words(&self) -> String;
    /// What the game says about itself.
    fn info(&self) -> &GameInfo;
    /// What the players are called, in the order of first moves.
    fn player_names(&self) -> &[Text];
    /// The pieces that can stand on its board where positions are set up by hand.
    fn pieces(&self) -> Vec<PieceOn>;
    /// Whether chance moves in some position.
    fn has_chance(&self) -> bool;
    /// Whether alpha-beta can play it: it has two players, and chance does not move.
    fn suits_alpha_beta(&self) -> bool {
        self.player_names().len() == 2 && !self.has_chance()
    }
    /// How an engine searches the game where nobody says.
    fn default_method(&self) -> &'static MethodInfo;
    /// The game's evaluators, the strongest first.
    fn evaluators(&self) -> &[EvaluatorInfo];
    /// The same game with the options of a text such as `4x5`.
    ///
    /// # Errors
    /// An option is unknown, has an impossible value, or excludes another one.
    fn variant(&self, options: &str) -> Result<Arc<dyn AnyGame>, ReadError>;
    /// Starts a game in progress, from the game's start or from a position text.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, ReadError>;
    /// A position that never changes, from the game's start or from a position text.
    ///
    /// # Errors
    /// The text is no position of this game.
    fn position(&self, position: Option<&str>) -> Result<Box<dyn AnyPosition>, ReadError>;
    /// Sets an engine up for this game.
    ///
    /// # Errors
    /// The game has no evaluator of the wanted name, or the method is not for it.
    fn thinker(&self, config: &EngineConfig) -> Result<Box<dyn Thinker>, ReadError>;
    #[cfg(feature = "store")]
    /// The making and checking of endgame databases; `None` if the game's positions are not numbered.
    fn endgame(&self) -> Option<Box<dyn Endgame>>;
    #[cfg(feature = "store")]
    /// The endgame databases of this game that are installed in a folder; `None` if there are none.
    fn tablebases(&self, folder: &Folder) -> Option<Arc<Tablebases>>;
    #[cfg(feature = "store")]
    /// Learns pattern weights from games that the engine plays against itself; `progress` is told how many are done.
    ///
    /// # Errors
    /// The game has no patterns.
    fn learn_pattern_weights(
        &self,
        plan: &SelfPlay,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<LearntWeights, ReadError>;
    #[cfg(feature = "store")]
    /// Learns pattern weights from stored games. Games that cannot be used teach nothing: those of another game,
    /// those that were broken off, and those whose moves cannot be followed.
    ///
    /// # Errors
    /// The game has no patterns.
    fn learn_pattern_weights_from(&self, games: &[StoredGame]) -> Result<LearntWeights, ReadError>;
    /// The pattern weights of a play book's contents.
    ///
    /// # Errors
    /// The contents are damaged, or of another game.
    fn read_pattern_weights(&self, bytes: &[u8]) -> Result<PatternWeights, ReadError>;
    /// Finds the exact value of a session's position by proof numbers.
    ///
    /// # Errors
    /// The game is not for two players without chance, or the session is of another game.
    fn prove(
        &self,
        session: &dyn Session,
        request: &ProofRequest,
        watch: &dyn SearchObserver,
    ) -> Result<Proof, ReadError>;
    /// Checks a proof that was written down, by the rules alone.
    ///
    /// # Errors
    /// It is not written as proofs are, is of another game, or does not prove what it says.
    fn check_proof(&self, text: &str) -> Result<CheckedProof, ReadError>;
    /// Learns an evaluation from games that the engine plays against itself, generation by generation, and keeps
    /// everything in a folder, so that a learning that was ended goes on from there. `helpers` may play the games
    /// elsewhere, where no limit of time decides how many there are.
    ///
    /// # Errors
    /// The game shows no planes or is not one of two players without chance, the folder cannot be used or is another
    /// learning's, or the clock was told to stop.
    #[cfg(feature = "store")]
    fn learn_master(
        &self,
        request: &MasterRequest,
        folder: &TrainingFolder,
        clock: &LearnClock,
        observer: &(dyn Fn(&LearnStage) + Sync),
        helpers: Option<&dyn ShardHelpers>,
    ) -> Result<Mastered, MasterError>;
    /// Fits the weights of a hand-made evaluation's terms to the games of a training, or to games played for it, and lets
    /// them play a match against the old ones. `None` if the clock was told to stop.
    ///
    /// # Errors
    /// The game is not one of two players without chance, has no such evaluator, or the games cannot be used.
    #[cfg(feature = "store")]
    fn tune_weights(
        &self,
        request: &TuneRequest,
        folder: Option<&TrainingFolder>,
        clock: &LearnClock,
        observer: &(dyn Fn(&TuneStage) + Sync),
    ) -> Result<Option<TunedWeights>, ReadError>;
    /// Measures the margins by which a search prunes, for one of the game's evaluators or that of a file, by the games of a
    /// training or by games played for it, and lets them play a match against the old ones. `None` if the clock was told to
    /// stop; a refinement goes on where the folder says that it was ended.
    ///
    /// # Errors
    /// The game is not one of two players without chance, has no such evaluator, or too few positions can be used.
    #[cfg(feature = "store")]
    fn tune_margins(
        &self,
        request: &MarginsRequest,
        folder: Option<&TrainingFolder>,
        clock: &LearnClock,
        observer: &(dyn Fn(&TuneStage) + Sync),
    ) -> Result<Option<TunedMargins>, ReadError>;
    /// The games of one shard of such a learning, as its folder keeps them: the same bytes wherever they are played.
    /// `accepted` is the file of the last accepted model, if there is one.
    ///
    /// # Errors
    /// As `learn_master`; or there is no such shard.
    #[cfg(feature = "store")]
    fn self_play_shard(
        &self,
        request: &MasterRequest,
        generation: u32,
        shard: u64,
        accepted: Option<&[u8]>,
        clock: &LearnClock,
    ) -> Result<Vec<u8>, MasterError>;
    /// A machine that learns this game, and has not begun yet.
    ///
    /// # Errors
    /// The game is not for this way of learning, or not for this opponent.
    #[cfg(feature = "store")]
    fn learner(
        &self,
        method: LearningMethod,
        rival: LearningRival,
        seed: u64,
    ) -> Result<Box<dyn Learner>, ReadError>;
    /// A machine of matchboxes with the boxes that it has after so many games.
    ///
    /// # Errors
    /// The game is not for two players or not for this opponent, or has no such box.
    #[cfg(feature = "store")]
    fn box_machine(
        &self,
        config: MatchboxConfig,
        rival: LearningRival,
        seed: u64,
        boxes: (&[BoxContent], usize),
    ) -> Result<Box<dyn BoxMachine>, ReadError>;
    /// The player that the file of a machine makes: matchboxes, a table of values, or boards learnt by rote.
    ///
    /// # Errors
    /// The contents are damaged, or of another game or kind.
    #[cfg(feature = "store")]
    fn learnt_player(&self, bytes: &[u8]) -> Result<Box<dyn LearntPlayer>, ReadError>;
}

/// Any game as plain data. A source makes its games with this.
#[must_use]
pub fn any_game<G: ListedGame>(game: G) -> Arc<dyn AnyGame> {
    Arc::new(Opened {
        info: game.info(),
        name: game.full_name(),
        players: game.player_names(),
        evaluators: evaluators(&game),
        #[cfg(feature = "store")]
        databases: OpenDatabases::default(),
        game: Arc::new(game),
    })
}

/// A game with what it says about itself, and the databases that it holds open.
struct Opened<G> {
    game: Arc<G>,
    info: GameInfo,
    name: String,
    players: Vec<Text>,
    evaluators: Vec<EvaluatorInfo>,
    #[cfg(feature = "store")]
    databases: OpenDatabases,
}

impl<G: ListedGame> Opened<G> {
    /// The installed databases of a folder; `None` if there are none, or positions have no numbers.
    #[cfg(feature = "store")]
    fn database(&self, folder: &Folder) -> Option<Arc<Database>> {
        if G::INDEXED { self.databases.open(&*self.game, &self.info.name, folder) } else { None }
    }

    /// What a search may ask about positions. One that maximises points cannot use values that say who wins and not
    /// by how much.
    #[cfg(feature = "store")]
    fn oracle(&self, config: &EngineConfig) -> Option<Arc<dyn Oracle<G>>> {
        let folder = config.endgame.as_ref().filter(|_| !self.game.has_margins())?;
        Some(Arc::new(DatabaseOracle(self.database(folder)?)))
    }

    /// Without a store there are no databases.
    #[cfg(not(feature = "store"))]
    fn oracle(&self, _: &EngineConfig) -> Option<Arc<dyn Oracle<G>>> {
        None
    }
}

impl<G: ListedGame> AnyGame for Opened<G> {
    fn full_name(&self) -> String {
        self.name.clone()
    }

    fn options_in_words(&self) -> String {
        self.game.options_in_words()
    }

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn player_names(&self) -> &[Text] {
        &self.players
    }

    fn pieces(&self) -> Vec<PieceOn> {
        self.game.pieces().into_iter().map(PieceOn::from).collect()
    }

    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    fn default_method(&self) -> &'static MethodInfo {
        method::default_for(&*self.game)
    }

    fn evaluators(&self) -> &[EvaluatorInfo] {
        &self.evaluators
    }

    fn variant(&self, options: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(any_game(self.game.variant(options)?))
    }

    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, ReadError> {
        Ok(Box::new(GameSession::new(Arc::clone(&self.game), position)?))
    }

    fn position(&self, position: Option<&str>) -> Result<Box<dyn AnyPosition>, ReadError> {
        Ok(Box::new(GamePosition::new(Arc::clone(&self.game), position)?))
    }

    fn thinker(&self, config: &EngineConfig) -> Result<Box<dyn Thinker>, ReadError> {
        let evaluator = chosen(&*self.game, config)?;
        Ok(Box::new(GameThinker::new(Arc::clone(&self.game), evaluator, config, self.oracle(config))?))
    }

    fn prove(
        &self,
        session: &dyn Session,
        request: &ProofRequest,
        watch: &dyn SearchObserver,
    ) -> Result<Proof, ReadError> {
        proof::prove(&self.game, session, request, watch)
    }

    fn check_proof(&self, text: &str) -> Result<CheckedProof, ReadError> {
        proof::check_proof(&*self.game, text)
    }

    #[cfg(feature = "store")]
    fn endgame(&self) -> Option<Box<dyn Endgame>> {
        if G::INDEXED && !self.game.slices().is_empty() {
            return Some(Box::new(Numbered::new(Arc::clone(&self.game), self.info.name.to_string())));
        }
        None
    }

    #[cfg(feature = "store")]
    fn tablebases(&self, folder: &Folder) -> Option<Arc<Tablebases>> {
        Some(Arc::new(Tablebases::new(self.name.clone(), self.database(folder)?)))
    }

    #[cfg(feature = "store")]
    fn learn_pattern_weights(
        &self,
        plan: &SelfPlay,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<LearntWeights, ReadError> {
        learn_weights(&self.game, plan, progress)
    }

    #[cfg(feature = "store")]
    fn learn_pattern_weights_from(&self, games: &[StoredGame]) -> Result<LearntWeights, ReadError> {
        learn_weights_from(&*self.game, games)
    }

    fn read_pattern_weights(&self, bytes: &[u8]) -> Result<PatternWeights, ReadError> {
        read_pattern_weights(&*self.game, &self.info.name, bytes).map_err(|error| {
            let remedy = "make one with `plybook learn`";
            ReadError::new("play book", &self.name, error.to_string(), remedy)
        })
    }

    #[cfg(feature = "store")]
    fn learn_master(
        &self,
        request: &MasterRequest,
        folder: &TrainingFolder,
        clock: &LearnClock,
        observer: &(dyn Fn(&LearnStage) + Sync),
        helpers: Option<&dyn ShardHelpers>,
    ) -> Result<Mastered, MasterError> {
        if !self.suits_alpha_beta() {
            return Err(MasterError::Training("games of two players without chance are learnt".to_owned()));
        }
        learn_master(&self.game, request, (folder, helpers), clock, observer)
    }

    #[cfg(feature = "store")]
    fn self_play_shard(
        &self,
        request: &MasterRequest,
        generation: u32,
        shard: u64,
        accepted: Option<&[u8]>,
        clock: &LearnClock,
    ) -> Result<Vec<u8>, MasterError> {
        if !self.suits_alpha_beta() {
            return Err(MasterError::Training("games of two players without chance are learnt".to_owned()));
        }
        self_play_shard(&self.game, request, (generation, shard), accepted, clock)
    }

    #[cfg(feature = "store")]
    fn tune_weights(
        &self,
        request: &TuneRequest,
        folder: Option<&TrainingFolder>,
        clock: &LearnClock,
        observer: &(dyn Fn(&TuneStage) + Sync),
    ) -> Result<Option<TunedWeights>, ReadError> {
        if !self.suits_alpha_beta() {
            let remedy = "choose a game of two players without chance";
            return Err(ReadError::new("game", &self.name, "its weights cannot be tuned", remedy));
        }
        tune_weights(&self.game, request, folder, clock, observer)
    }

    #[cfg(feature = "store")]
    fn tune_margins(
        &self,
        request: &MarginsRequest,
        folder: Option<&TrainingFolder>,
        clock: &LearnClock,
        observer: &(dyn Fn(&TuneStage) + Sync),
    ) -> Result<Option<TunedMargins>, ReadError> {
        if !self.suits_alpha_beta() {
            let remedy = "choose a game of two players without chance";
            return Err(ReadError::new("game", &self.name, "alpha-beta does not play it", remedy));
        }
        tune_margins(&self.game, request, folder, clock, observer)
    }

    #[cfg(feature = "store")]
    fn learner(
        &self,
        method: LearningMethod,
        rival: LearningRival,
        seed: u64,
    ) -> Result<Box<dyn Learner>, ReadError> {
        crate::learner::learner(&self.game, method, rival, seed)
    }

    #[cfg(feature = "store")]
    fn box_machine(
        &self,
        config: MatchboxConfig,
        rival: LearningRival,
        seed: u64,
        boxes: (&[BoxContent], usize),
    ) -> Result<Box<dyn BoxMachine>, ReadError> {
        crate::box_machine::box_machine(&self.game, config, rival, seed, boxes)
    }

    #[cfg(feature = "store")]
    fn learnt_player(&self, bytes: &[u8]) -> Result<Box<dyn LearntPlayer>, ReadError> {
        crate::learner::learnt_player(&self.game, bytes)
    }
}
