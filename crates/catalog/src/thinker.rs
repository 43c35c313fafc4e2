//! The engine for any game behind one object-safe trait: what all search methods share.

use crate::analysis::plain_lines;
use crate::chosen::Chosen;
use crate::margin_files::margins;
use crate::method::{self, MethodSetting, Parts, Progress, Report, SearchMethod};
use crate::session::GameSession;
use crate::{Analysis, Session};
use plybook_kernel::{Evaluated, ListedGame, Oracle, ReadError, Score};
use plybook_search::{Layout, Limits, Options};
#[cfg(feature = "store")]
use plybook_store::endgame::Folder;
#[cfg(feature = "store")]
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// How an engine is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineConfig {
    /// The evaluator's name; the strongest by default. `none` does without: only the ends of games count.
    pub evaluator: Option<String>,
    /// The file of a play book, whose values are added to the evaluator that the game has for them; the evaluator's
    /// name is then not asked for.
    #[cfg(feature = "store")]
    pub play_book: Option<PathBuf>,
    /// The file of learnt weights, for the terms of the evaluator that it names; the evaluator's name is then not asked
    /// for.
    #[cfg(feature = "store")]
    pub weights: Option<PathBuf>,
    /// The file of measured margins to prune by; the game's own if there is none. Only alpha-beta prunes by margins.
    #[cfg(feature = "store")]
    pub margins: Option<PathBuf>,
    /// How it searches.
    pub method: MethodSetting,
    /// The techniques of alpha-beta.
    pub options: Options,
    /// The size of the table in mebibytes; none without a table.
    pub hash: usize,
    /// How the table is laid out, and which entry makes room for a new one.
    pub layout: Layout,
    /// The folder of endgame databases to consult, if any.
    #[cfg(feature = "store")]
    pub endgame: Option<Folder>,
}

/// Size of the table, in mebibytes, where nobody says otherwise.
pub const DEFAULT_HASH: usize = 64;

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
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
            layout: Layout::default(),
            #[cfg(feature = "store")]
            endgame: None,
        }
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

    /// Forgets everything that earlier searches taught it, as if it had just been made: what it finds then depends on
    /// nothing before.
    fn new_game(&mut self);
}

/// Keeps what the last whole iteration found.
struct LastIteration<'a> {
    observer: &'a dyn SearchObserver,
    found: Mutex<Option<Analysis>>,
}

impl SearchObserver for LastIteration<'_> {
    fn stop(&self) -> bool {
        self.observer.stop()
    }

    fn iteration(&self, analysis: &Analysis) -> bool {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(analysis.clone());
        self.observer.iteration(analysis)
    }
}

/// Thinks, and compares lines only where all were searched equally deep: an iteration that was stopped when it knew some
/// of several lines anew is left out, since the others have values of the depth before, or mere bounds.
///
/// # Errors
/// Those of `Thinker::think`.
pub fn think_evenly(
    thinker: &mut dyn Thinker,
    session: &dyn Session,
    request: &ThinkRequest,
    observer: &dyn SearchObserver,
) -> Result<Analysis, ReadError> {
    let last = LastIteration { observer, found: Mutex::new(None) };
    let analysis = thinker.think(session, request, &last)?;
    let whole = last.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    match whole {
        Some(whole) if analysis.stopped && analysis.lines.len() > 1 => {
            Ok(Analysis { depth: whole.depth, lines: whole.lines, proven: whole.proven, ..analysis })
        }
        _ => Ok(analysis),
    }
}

pub(crate) struct GameThinker<G: ListedGame> {
    game: Arc<G>,
    method: Box<dyn SearchMethod<G>>,
    /// What databases know of the root; the method asks the same for what lies below.
    oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: ListedGame> GameThinker<G> {
    pub(crate) fn new(
        game: Arc<G>,
        evaluator: Chosen<<G as Evaluated>::Evaluator>,
        config: &EngineConfig,
        oracle: Option<Arc<dyn Oracle<G>>>,
    ) -> Result<GameThinker<G>, ReadError> {
        let info = method::suitable(&*game, &config.method)?;
        let margins = margins(&*game, config, &evaluator, info)?;
        let parts =
            Parts { game: Arc::clone(&game), evaluator, oracle: oracle.clone(), margins, config, info };
        Ok(GameThinker { game, method: method::make(parts), oracle })
    }
}

/// Passes a typed search's progress on as plain data.
struct Teller<'a, G: ListedGame> {
    session: &'a GameSession<G>,
    observer: &'a dyn SearchObserver,
    /// Whether a database knows the root.
    known: bool,
}

impl<G: ListedGame> Teller<'_, G> {
    /// A report in plain data. A move that wins proves a win. That a move loses proves nothing before all others were
    /// searched as well.
    fn analysis(&self, report: &Report<G::Move>) -> Analysis {
        let lines = plain_lines(self.session, &report.lines);
        let proof = |score: Score| score.is_win() || (score.is_loss() && !report.stopped);
        Analysis {
            depth: report.depth,
            proven: self.known || lines.first().is_some_and(|line| proof(line.score)),
            database: self.known,
            lines,
            nodes: report.nodes,
            table_fill: report.table_fill,
            stopped: report.stopped,
            counts: report.counters.clone(),
        }
    }
}

impl<G: ListedGame> Progress<G::Move> for Teller<'_, G> {
    fn stop(&self) -> bool {
        self.observer.stop()
    }

    fn report(&self, report: &Report<G::Move>) -> bool {
        self.observer.iteration(&self.analysis(report))
    }
}

impl<G: ListedGame> Thinker for GameThinker<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        request: &ThinkRequest,
        observer: &dyn SearchObserver,
    ) -> Result<Analysis, ReadError> {
        let Some(session) = GameSession::<G>::of(session) else {
            return Err(ReadError::new(
                "session",
                &session.text(),
                "it is a game of another kind",
                "open it anew",
            ));
        };
        let game = Arc::clone(&self.game);
        let legal = game.legal(&session.at);
        let mut limits = request.limits.clone();
        for text in &request.moves {
            let mv = game.read_move(&session.at, text)?;
            limits.only.extend(legal.iter().position(|&other| other == mv).map(|ordinal| ordinal as u16));
        }
        let value = |oracle: &Arc<dyn Oracle<G>>| oracle.value_with(&game, &session.at, &session.history);
        let known = limits.only.is_empty() && self.oracle.as_ref().and_then(value).is_some();
        let teller = Teller { session, observer, known };
        let report = self.method.search(&session.at, &session.history, &limits, &teller);
        Ok(teller.analysis(&report))
    }

    fn new_game(&mut self) {
        self.method.new_game();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps the lines that each whole iteration told.
    #[derive(Default)]
    struct Told(Mutex<Vec<Analysis>>);

    impl SearchObserver for Told {
        fn stop(&self) -> bool {
            false
        }

        fn iteration(&self, analysis: &Analysis) -> bool {
            self.0.lock().unwrap().push(analysis.clone());
            false
        }
    }

    /// Othello's four first moves are images of each other: wherever a search is stopped, they have one value.
    #[test]
    fn lines_that_are_shown_together_were_searched_equally_deep() {
        let game = crate::open("othello").unwrap();
        let session = game.session(None).unwrap();
        let (mut mixed, mut even) = (0, 0);
        for nodes in (400..6_000).step_by(400) {
            let request = ThinkRequest::from(Limits { lines: 4, nodes: Some(nodes), ..Limits::depth(12) });
            let config = EngineConfig { hash: 1, ..EngineConfig::default() };
            let think = |evenly: bool| {
                let (mut thinker, told) = (game.thinker(&config).unwrap(), Told::default());
                let found = match evenly {
                    true => think_evenly(&mut *thinker, &*session, &request, &told),
                    false => thinker.think(&*session, &request, &told),
                };
                (found.unwrap(), told.0.into_inner().unwrap().pop().unwrap())
            };
            let (found, last) = think(false);
            mixed += usize::from(found.stopped && found.lines != last.lines);
            let (found, last) = think(true);
            assert_eq!((found.depth, &found.lines), (last.depth, &last.lines), "{nodes} positions");
            even += usize::from(found.stopped);
        }
        assert!(mixed > 0 && even > 0, "no search was stopped in the middle: {mixed}, {even}");
    }
}
