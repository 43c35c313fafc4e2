//! The engine for any game behind one object-safe trait.

use crate::analysis::{plain_counts, plain_lines};
use crate::chosen::Chosen;
use crate::session::GameSession;
use crate::{Analysis, Session};
use plybook_kernel::{Evaluated, HasHints, ListedGame, Oracle, ReadError, Score};
use plybook_search::{Engine, Iteration, Layout, Limits, Options, Stop, Table};
use plybook_store::endgame::{DatabaseOracle, Folder};
use std::path::PathBuf;
use std::sync::Arc;

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The evaluator's name; the strongest by default. `none` does without: only the ends of games count.
    pub evaluator: Option<String>,
    /// The file of a play book, whose values are added to the evaluator that the game has for them; the evaluator's
    /// name is then not asked for.
    pub play_book: Option<PathBuf>,
    /// The techniques.
    pub options: Options,
    /// The size of the table in mebibytes; none without a table.
    pub hash: usize,
    /// How the table is laid out, and which entry makes room for a new one.
    pub layout: Layout,
    /// The folder of endgame databases to consult, if any.
    pub endgame: Option<Folder>,
}

/// Size of the table, in mebibytes, where nobody says otherwise.
pub const DEFAULT_HASH: usize = 64;

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        let (options, layout) = (Options::STRONG, Layout::default());
        EngineConfig { evaluator: None, play_book: None, options, hash: DEFAULT_HASH, layout, endgame: None }
    }
}

/// How far to think.
#[derive(Clone, Debug)]
pub struct ThinkRequest {
    /// Depth, positions, lines and threads. `only` is filled from `moves`.
    pub limits: Limits,
    /// Only these moves, if any are given.
    pub moves: Vec<String>,
}

impl From<Limits> for ThinkRequest {
    fn from(limits: Limits) -> ThinkRequest {
        ThinkRequest { limits, moves: Vec::new() }
    }
}

/// Watches a search and stops it.
pub trait SearchObserver: Sync {
    /// Asked every thousand positions or so; true stops the search.
    fn stop(&self) -> bool;

    /// Told what each iteration found; true stops the search.
    fn iteration(&self, analysis: &Analysis) -> bool {
        let _ = analysis;
        false
    }
}

/// Lets a search go on until its limits end it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl SearchObserver for NoObserver {
    fn stop(&self) -> bool {
        false
    }
}

/// An engine for one game, with its table. What it learnt is kept from search to search.
pub trait Thinker: Send {
    /// Thinks about a session's position.
    ///
    /// # Errors
    /// The session is of another game, or a move to think about is not legal.
    fn think(
        &mut self,
        session: &dyn Session,
        request: &ThinkRequest,
        watch: &dyn SearchObserver,
    ) -> Result<Analysis, ReadError>;

    /// Forgets everything, for a new game.
    fn forget(&mut self);
}

pub(crate) struct GameThinker<G: ListedGame> {
    engine: Engine<G, Chosen<G::Evaluator>, <G as HasHints>::SearchHints>,
    table: Option<Table>,
    /// The same oracle as the engine's, which also says what a database knows of the root.
    oracle: Option<Arc<DatabaseOracle<G>>>,
}

impl<G: ListedGame> GameThinker<G> {
    pub(crate) fn new(
        game: Arc<G>,
        evaluator: Chosen<<G as Evaluated>::Evaluator>,
        setup: &EngineConfig,
    ) -> GameThinker<G> {
        let hints = game.hints();
        let mut engine = Engine::new(game, evaluator, hints);
        engine.options = setup.options;
        let folder = setup.endgame.as_ref();
        let oracle = folder.and_then(|folder| crate::endgame::search_oracle(&*engine.game, folder));
        engine.oracle = oracle.clone().map(|oracle| oracle as Arc<dyn Oracle<G>>);
        let wanted = setup.options.table && setup.hash > 0;
        let table = wanted.then(|| Table::new(setup.hash.saturating_mul(1 << 20), &setup.layout));
        GameThinker { engine, table, oracle }
    }
}

/// Passes a typed search's progress on as plain data.
struct Adapter<'a, G: ListedGame> {
    game: &'a G,
    at: &'a G::Position,
    table: Option<&'a Table>,
    watch: &'a dyn SearchObserver,
    /// Whether a database knows the root.
    known: bool,
}

impl<G: ListedGame> Stop<G::Move> for Adapter<'_, G> {
    fn poll(&self, _: u64) -> bool {
        self.watch.stop()
    }

    fn iteration(&self, iteration: &Iteration<'_, G::Move>) -> bool {
        let lines = plain_lines(self.game, self.at, iteration.lines);
        self.watch.iteration(&Analysis {
            depth: iteration.depth,
            proven: self.known || lines.first().is_some_and(|line| line.score.is_decided()),
            database: self.known,
            lines,
            nodes: iteration.nodes,
            table_fill: self.table.map_or(0, Table::fill),
            stopped: false,
            counts: [("deepest", u64::from(iteration.deepest)), ("hits", iteration.hits)].into(),
        })
    }
}

impl<G: ListedGame> Thinker for GameThinker<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        request: &ThinkRequest,
        watch: &dyn SearchObserver,
    ) -> Result<Analysis, ReadError> {
        let Some(session) = session.as_any().downcast_ref::<GameSession<G>>() else {
            return Err(ReadError::new(
                "session",
                &session.text(),
                "it is a game of another kind",
                "open it anew",
            ));
        };
        let game = Arc::clone(&self.engine.game);
        let legal = game.legal(&session.at);
        let mut limits = request.limits.clone();
        for text in &request.moves {
            let mv = game.read_move(&session.at, text)?;
            limits.only.extend(legal.iter().position(|&other| other == mv).map(|ordinal| ordinal as u16));
        }
        let table = self.table.as_ref();
        let worth = |oracle: &Arc<DatabaseOracle<G>>| oracle.worth_with(&game, &session.at, &session.history);
        let known = limits.only.is_empty() && self.oracle.as_ref().and_then(worth).is_some();
        let adapter = Adapter { game: &*game, at: &session.at, table, watch, known };
        let finding = self.engine.search(&session.at, &session.history, &limits, table, &adapter);
        let lines = plain_lines(&*game, &session.at, &finding.lines);
        // A move that wins proves a win. That a move loses proves nothing before all others were searched as well.
        let proof = |score: Score| score.is_win() || (score.is_loss() && !finding.stopped);
        Ok(Analysis {
            depth: finding.depth,
            proven: known || lines.first().is_some_and(|line| proof(line.score)),
            database: known,
            lines,
            nodes: finding.counts.nodes,
            table_fill: table.map_or(0, Table::fill),
            stopped: finding.stopped,
            counts: plain_counts(&finding.counts),
        })
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}
