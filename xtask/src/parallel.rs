//! How much sooner two threads reach a depth than one: over middle-game positions, in interleaved rounds.

use crate::positions::middle_games;
use crate::statistics::{geometric_mean, median};
use anyhow::{Result, bail};
use plybook_catalog::{Analysis, AnyGame, EngineConfig, Limits, NoObserver, SearchObserver, Session, open};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// Mebibytes of the table of each search.
const HASH: usize = 64;
/// The least depth worth measuring, in plies.
const LEAST_DEPTH: u32 = 2;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The games with their options.
    pub games: Vec<String>,
    /// How many positions of each.
    pub positions: usize,
    /// After how many plies they stand.
    pub plies: usize,
    /// Decides them.
    pub seed: u64,
    /// Each is searched as deep as one thread gets with so many positions.
    pub nodes: u64,
    /// Searches of each position with each number of threads; the median counts.
    pub rounds: usize,
    /// The number of threads to compare with one.
    pub threads: usize,
    /// Whether threads take turns of a few hundred positions, as if each had a processor of its own. The
    /// positions then hardly depend on what else the machine does, and the seconds mean nothing.
    pub in_turns: bool,
}

/// How long a thread waits for its turn before it goes on without.
const PATIENCE: Duration = Duration::from_millis(500);

/// Lets the threads of a search take turns.
struct InTurns {
    /// Who had a turn last.
    last: Mutex<Option<ThreadId>>,
    changed: Condvar,
    depth: u32,
    done: AtomicBool,
}

impl InTurns {
    fn new(depth: u32) -> InTurns {
        InTurns { last: Mutex::new(None), changed: Condvar::new(), depth, done: AtomicBool::new(false) }
    }
}

impl SearchObserver for InTurns {
    fn stop(&self) -> bool {
        let own = Some(thread::current().id());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        *last = own;
        self.changed.notify_all();
        let waits = |last: &mut Option<ThreadId>| *last == own && !self.done.load(Relaxed);
        drop(self.changed.wait_timeout_while(last, PATIENCE, waits));
        false
    }

    fn iteration(&self, analysis: &Analysis) -> bool {
        if analysis.depth >= self.depth {
            self.done.store(true, Relaxed);
            self.changed.notify_all();
        }
        false
    }
}

/// What one position took.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The game.
    pub game: String,
    /// The position's text.
    pub position: String,
    /// How deep it was searched, in plies.
    pub depth: u32,
    /// Seconds with one thread and with several, the medians.
    pub seconds: [f64; 2],
    /// Positions entered with one thread and with several, by all of them together, the medians.
    pub nodes: [f64; 2],
}

impl Row {
    /// How many times sooner several threads are done.
    #[must_use]
    pub fn speedup(&self) -> f64 {
        self.seconds[0] / self.seconds[1]
    }

    /// The positions that all threads together enter for each one that a single thread enters: the work done twice.
    #[must_use]
    pub fn overhead(&self) -> f64 {
        self.nodes[1] / self.nodes[0]
    }
}

impl Measurement {
    /// Measures, and tells every row as soon as it is there.
    ///
    /// # Errors
    /// There is no such game, or none of its games lasts so long.
    pub fn run(&self, tell: &mut dyn FnMut(&Row)) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for name in &self.games {
            let game = open(name)?;
            for session in middle_games(&*game, self.positions, self.plies, self.seed)? {
                let row = self.position(&*game, &*session)?;
                tell(&row);
                rows.push(row);
            }
        }
        Ok(rows)
    }

    fn position(&self, game: &dyn AnyGame, session: &dyn Session) -> Result<Row> {
        let depth =
            game.thinker(&setup())?.think(session, &Limits::nodes(self.nodes).into(), &NoObserver)?.depth;
        if depth < LEAST_DEPTH {
            bail!(
                "{} {}: {} positions reach depth {depth}; allow more",
                game.full_name(),
                session.text(),
                self.nodes
            );
        }
        let (mut seconds, mut nodes) = ([vec![], vec![]], [vec![], vec![]]);
        for round in 0..self.rounds.max(1) {
            // Whoever is second in one round is first in the next.
            for side in [round % 2, 1 - round % 2] {
                let threads = [1, self.threads][side];
                let mut thinker = game.thinker(&setup())?;
                let limits = Limits { threads, ..Limits::depth(depth) };
                let turns = self.in_turns.then(|| InTurns::new(depth)).filter(|_| threads > 1);
                let watch: &dyn SearchObserver = turns.as_ref().map_or(&NoObserver, |turns| turns);
                let began = Instant::now();
                let analysis = thinker.think(session, &limits.into(), watch)?;
                seconds[side].push(began.elapsed().as_secs_f64());
                nodes[side].push(analysis.nodes as f64);
            }
        }
        Ok(Row {
            game: game.full_name(),
            position: session.text(),
            depth,
            seconds: seconds.map(|values| median(&values)),
            nodes: nodes.map(|values| median(&values)),
        })
    }
}

fn setup() -> EngineConfig {
    EngineConfig { hash: HASH, ..EngineConfig::default() }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { game, position, depth, seconds, .. } = self;
        let (speedup, overhead) = (self.speedup(), self.overhead());
        let [one, several] = seconds;
        write!(
            f,
            "| {game} | {depth} | {one:.2} | {several:.2} | {speedup:.2} | {overhead:.2} | {position} |"
        )
    }
}

/// The geometric means of the rows' speedups and overheads.
#[must_use]
pub fn summary(rows: &[Row]) -> String {
    let mean = |value: fn(&Row) -> f64| geometric_mean(&rows.iter().map(value).collect::<Vec<_>>());
    format!(
        "{} positions: {:.2} times sooner, {:.2} times the positions (geometric means)",
        rows.len(),
        mean(Row::speedup),
        mean(Row::overhead)
    )
}
