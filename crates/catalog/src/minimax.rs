//! The course's parameterised minimax: any mixture of a few techniques, and what it cost.

use crate::DisplayMove;
use crate::Value;
use crate::analysis::plain_lines;
use crate::session::{GameSession, evaluator};
use plybook_kernel::{Evaluator, History, ListedGame, NoHints, Player, ReadError, Score, Term};
use plybook_search::reference::{Method, search};
use plybook_search::{Counts, Engine, Layout, Limits, Line, NeverStop, Options, Table};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Size of the table in bytes, where one is wanted.
const TABLE: usize = 64 << 20;

/// What to use.
#[derive(Clone, Debug, Default)]
pub struct MinimaxRequest {
    /// Plies to look ahead.
    pub depth: u32,
    /// Cut with alpha and beta.
    pub alpha_beta: bool,
    /// Remember searched positions of the same depth, in a table of this layout.
    pub table: Option<Layout>,
    /// Remember static evaluations by the position's key.
    pub zobrist: bool,
    /// The basic evaluation instead of the strongest.
    pub basic: bool,
}

/// The report, with the course's keys.
#[derive(Clone, Debug, Serialize)]
pub struct MinimaxReport {
    /// The value for the first player (White, MAX), whoever is to move.
    #[serde(rename = "CURRENT_STATE_STATIC_VAL")]
    pub value: Value,
    /// Every generated successor, the root not counted.
    #[serde(rename = "N_STATES_EXPANDED")]
    pub expanded: u64,
    /// Positions whose successors were generated, the root counted.
    #[serde(rename = "N_INTERIOR_NODES")]
    pub interior: u64,
    /// Static evaluations worked out.
    #[serde(rename = "N_STATIC_EVALS")]
    pub evaluations: u64,
    /// Positions where alpha and beta met, as the course's programs count them: also where that happened at the last
    /// move, which leaves nothing to cut.
    #[serde(rename = "N_CUTOFFS")]
    pub cutoffs: u64,
    /// Static evaluations found in the cache.
    #[serde(rename = "N_CACHED_EVALS")]
    pub cached: u64,
    /// Positions answered by the table.
    #[serde(rename = "N_TABLE_CUTS")]
    pub table_cuts: u64,
    /// The best line in the game's notation.
    pub line: Vec<String>,
    /// The same moves as people read them.
    pub display: Vec<DisplayMove>,
    /// The evaluator that was used.
    pub evaluator: String,
}

/// An evaluator that remembers by key what it was asked before, if it has a cache. One type serves both, so that the search
/// is compiled once for each game.
#[derive(Clone)]
struct Remembering<E> {
    inner: E,
    cache: Option<Arc<Mutex<Cache>>>,
}

#[derive(Default)]
struct Cache {
    values: HashMap<u64, Score>,
    hits: u64,
}

impl<G: ListedGame, E: Evaluator<G>> Evaluator<G> for Remembering<E> {
    type Accumulator = ();

    fn accumulate(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, game: &G, at: &G::Position, (): &()) -> Score {
        let value = || self.inner.evaluate(game, at, &self.inner.accumulate(game, at));
        let Some(cache) = &self.cache else { return value() };
        let mut cache = cache.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let key = game.key(at);
        if let Some(&score) = cache.values.get(&key) {
            cache.hits += 1;
            return score;
        }
        let score = value();
        cache.values.insert(key, score);
        score
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        self.inner.terms(game, at)
    }
}

/// Runs it on a session's position.
pub(crate) fn run<G: ListedGame>(
    session: &GameSession<G>,
    request: &MinimaxRequest,
) -> Result<MinimaxReport, ReadError> {
    let game = &session.game;
    let infos = game.evaluators();
    let basic = infos.iter().find(|info| info.name == "basic").or(infos.last()).map(|info| &*info.name);
    let name = if request.basic { basic } else { infos.first().map(|info| &*info.name) };
    let inner = evaluator(&**game, name)?;
    let cache = request.zobrist.then(Arc::default);
    let (score, moves, counts) = look(session, Remembering { inner, cache: cache.clone() }, request);
    let cached = cache.and_then(|cache| cache.lock().ok().map(|cache| cache.hits)).unwrap_or(0);
    let first = game.turn(&session.at).player().is_none_or(|player| player == Player::FIRST);
    let line = plain_lines(session, &[Line { score, moves }]).pop();
    let (line, display) = line.map(|line| (line.moves, line.display)).unwrap_or_default();
    Ok(MinimaxReport {
        value: if first { score } else { -score }.into(),
        expanded: counts.nodes,
        interior: counts.interior,
        evaluations: counts.evaluations - cached,
        cutoffs: counts.cutoffs,
        cached,
        table_cuts: counts.exact_cuts + counts.lower_cuts + counts.upper_cuts,
        line,
        display,
        evaluator: name.unwrap_or_default().to_owned(),
    })
}

/// The search itself: the reference ladder, or the engine with nothing but what was asked for and a table.
fn look<G: ListedGame, E: Evaluator<G>>(
    session: &GameSession<G>,
    evaluator: E,
    request: &MinimaxRequest,
) -> (Score, Vec<G::Move>, Counts) {
    let game = &session.game;
    let Some(layout) = request.table.as_ref().filter(|_| request.depth > 0) else {
        let method = if request.alpha_beta { Method::AlphaBeta } else { Method::Minimax };
        let answer = search(method, &**game, &evaluator, &session.at, request.depth);
        return (answer.score, answer.line, answer.counts);
    };
    let mut engine = Engine::new(Arc::clone(game), evaluator, NoHints);
    engine.options = Options { alpha_beta: request.alpha_beta, table: true, ..Options::PLAIN }.verifying();
    let table = Table::new(TABLE, layout);
    let limits = Limits::depth(request.depth);
    let finding = engine.search(&session.at, &History::new(), &limits, Some(&table), &NeverStop);
    let line = finding.lines.first().cloned();
    let (score, moves) = line.map_or((Score::DRAW, Vec::new()), |line| (line.score, line.moves));
    (score, moves, finding.counts)
}
