//! A tournament that is being played, and what its watchers are told.

use super::Phase;
use super::account::{About, Account, Progress};
use super::rating_course::RatingCourse;
use plybook_arena::config::Config;
use plybook_arena::openings::Openings;
use plybook_arena::schedule::{Assignment, planned};
use plybook_arena::scoring::ScoredGame;
use plybook_arena::tournament::TournamentObserver;
use plybook_catalog::{AnyGame, Board, DisplayMove, Marked, Session};
use plybook_store::database::StoredTournament;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Between two accounts, and between two pictures of a board.
const TOLD: Duration = Duration::from_millis(250);
const PICTURED: Duration = Duration::from_millis(100);
/// An account may take this share of the time at most: its cost grows with the games.
const SHARE: u32 = 8;

/// A board on which a game is being played.
#[derive(Clone, Serialize, JsonSchema)]
pub struct LiveTable {
    number: u32,
    round: u32,
    players: Vec<String>,
    plies: usize,
    /// The last move, as people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<DisplayMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    marks: Vec<Marked>,
    /// Whether the game is over: its last position is shown until the next game of this board can be followed.
    over: bool,
    #[serde(skip)]
    began: Instant,
    #[serde(skip)]
    pictured: Option<Instant>,
    /// Who plays it: a thread plays one game at a time.
    #[serde(skip)]
    worker: ThreadId,
}

/// The boards on which games are being played.
#[derive(Serialize, JsonSchema)]
pub struct Boards<'a> {
    tables: Vec<&'a LiveTable>,
}

/// What watchers are told last. Each part is new if it is another one than before.
#[derive(Clone, Default)]
pub struct LiveUpdates {
    /// An account as JSON; none before the first.
    pub account: Option<Arc<str>>,
    /// The boards as JSON.
    pub boards: Option<Arc<str>>,
    /// Set when nobody plays any more.
    pub over: Option<Over>,
}

/// How a run ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Over {
    /// How the tournament stands.
    pub phase: Phase,
    /// What went wrong, if something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

struct LiveState {
    scored: Vec<ScoredGame>,
    tables: BTreeMap<u32, LiveTable>,
    /// The game that each thread finished last.
    finished: Vec<LiveTable>,
    /// The ratings in the course of the games.
    course: RatingCourse,
    planned: usize,
    fresh: usize,
    first_fresh: Instant,
    told: Instant,
    cost: Duration,
    games_changed: bool,
    boards_changed: bool,
    boards_told: Instant,
    phase: Phase,
}

impl LiveState {
    /// The boards as they are told: a game that has just begun gives way to the last position of the game before it, so
    /// that games which are shorter than the time between two pictures are seen, too.
    fn shown(&self) -> Vec<&LiveTable> {
        let before = |table: &LiveTable| self.finished.iter().find(|other| other.worker == table.worker);
        let playing = self.tables.values().map(|table| {
            let fresh = table.began.elapsed() < TOLD;
            before(table).filter(|_| fresh || table.board.is_none()).unwrap_or(table)
        });
        let idle = |worker| !self.tables.values().any(|table| table.worker == worker);
        playing.chain(self.finished.iter().filter(|table| idle(table.worker))).collect()
    }

    /// Takes a board away and keeps its last position. What was never pictured takes no other's place.
    fn finish(&mut self, number: u32) {
        let Some(table) = self.tables.remove(&number).filter(|table| table.pictured.is_some()) else {
            return;
        };
        self.finished.retain(|other| other.worker != table.worker);
        self.finished.push(LiveTable { over: true, ..table });
    }
}

/// A tournament that is being played.
pub struct Live {
    /// Its number.
    pub id: i64,
    /// What decides its games.
    pub config: Config,
    /// Games at once.
    pub concurrency: usize,
    about: About,
    start: Option<Board>,
    stop: AtomicBool,
    end: AtomicBool,
    state: Mutex<LiveState>,
    updates: watch::Sender<LiveUpdates>,
}

impl Live {
    /// A tournament that is about to be played.
    pub fn new(stored: &StoredTournament, config: Config, concurrency: usize, game: &dyn AnyGame) -> Live {
        let now = Instant::now();
        let begin = || game.session(None).map(|session| session.board()).ok();
        Live {
            id: stored.id,
            concurrency,
            about: About::new(stored, &config),
            start: if config.openings == Openings::None { begin() } else { None },
            stop: AtomicBool::new(false),
            end: AtomicBool::new(false),
            state: Mutex::new(LiveState {
                scored: Vec::new(),
                tables: BTreeMap::new(),
                finished: Vec::new(),
                course: RatingCourse::default(),
                planned: planned(&config).unwrap_or(0),
                fresh: 0,
                first_fresh: now,
                told: now,
                cost: Duration::ZERO,
                games_changed: true,
                boards_changed: true,
                boards_told: now,
                phase: Phase::Running,
            }),
            updates: watch::Sender::new(LiveUpdates::default()),
            config,
        }
    }

    /// Stops playing, for now or for good.
    pub fn halt(&self, for_good: bool) {
        self.end.fetch_or(for_good, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped for good.
    pub fn is_to_end(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }

    /// Listens to the updates.
    pub fn listen(&self) -> watch::Receiver<LiveUpdates> {
        self.updates.subscribe()
    }

    /// Notes how the run ended.
    pub fn settle(&self, over: bool) {
        self.state().phase = if over { Phase::Finished } else { Phase::Paused };
    }

    /// Tells the last updates.
    pub fn close(&self, trouble: Option<String>) {
        let mut state = self.state();
        if state.phase == Phase::Running {
            state.phase = Phase::Paused;
        }
        state.tables.clear();
        state.finished.clear();
        self.tell_account(&mut state);
        self.tell_boards(&mut state);
        let over = Over { phase: state.phase, trouble };
        drop(state);
        self.updates.send_modify(|updates| updates.over = Some(over));
    }

    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn name(&self, player: usize) -> String {
        self.config.agents.get(player).map_or_else(String::new, |agent| agent.name.clone())
    }

    fn progress(&self, state: &LiveState) -> Progress {
        let games = state.scored.len();
        let planned = state.planned.max(games);
        let running = state.phase == Phase::Running;
        let seconds_left = (running && state.fresh > 0).then(|| {
            let each = state.first_fresh.elapsed().as_secs_f64() / state.fresh as f64;
            each * (planned - games) as f64
        });
        let concurrency = if running { self.concurrency } else { 0 };
        Progress { phase: state.phase, games, planned, seconds_left, concurrency }
    }

    /// Tells the account as it is.
    fn tell_account(&self, state: &mut LiveState) {
        let began = Instant::now();
        state.course.follow(&self.config, &state.scored);
        let progress = self.progress(state);
        let account = Account::new(&self.about, &self.config, progress, &state.scored, state.course.points());
        let account = serde_json::to_string(&account).map(Arc::from).unwrap_or_default();
        state.games_changed = false;
        state.told = Instant::now();
        state.cost = state.told - began;
        self.updates.send_modify(|updates| updates.account = Some(account));
    }

    /// Tells the boards as they are.
    fn tell_boards(&self, state: &mut LiveState) {
        let boards = Boards { tables: state.shown() };
        let boards = serde_json::to_string(&boards).map(Arc::from).unwrap_or_default();
        state.boards_changed = false;
        state.boards_told = Instant::now();
        self.updates.send_modify(|updates| updates.boards = Some(boards));
    }
}

impl TournamentObserver for Live {
    fn planned(&self, games: usize) {
        let mut state = self.state();
        state.planned = state.planned.max(games);
        state.games_changed = true;
    }

    fn started(&self, assignment: &Assignment) {
        let table = LiveTable {
            number: assignment.number,
            round: assignment.round,
            players: assignment.players.iter().map(|&player| self.name(player)).collect(),
            plies: 0,
            last: None,
            mover: None,
            board: self.start.clone(),
            marks: Vec::new(),
            over: false,
            began: Instant::now(),
            pictured: None,
            worker: thread::current().id(),
        };
        let mut state = self.state();
        // A game is told as finished in its turn only, but it is over as soon as its thread begins another.
        let left: Vec<u32> = state
            .tables
            .values()
            .filter(|other| other.worker == table.worker)
            .map(|other| other.number)
            .collect();
        left.into_iter().for_each(|number| state.finish(number));
        state.tables.insert(assignment.number, table);
        state.boards_changed = true;
    }

    fn moved(&self, assignment: &Assignment, session: &dyn Session) {
        // The last position is always pictured: a short game may have no other picture.
        let ended = session.ending().is_some();
        let due = |table: &LiveTable| ended || table.pictured.is_none_or(|when| when.elapsed() >= PICTURED);
        if !self.state().tables.get(&assignment.number).is_some_and(due) {
            return;
        }
        // Drawn without the lock: other games need not wait for it.
        let (board, marks) = (session.board(), session.marks());
        let last = session.display_record().pop();
        let mut state = self.state();
        if let Some(table) = state.tables.get_mut(&assignment.number) {
            (table.board, table.marks, table.last) = (Some(board), marks, last);
            table.plies = session.record().len();
            table.mover = session.mover().filter(|_| !ended).map(|player| player.0);
            table.pictured = Some(Instant::now());
            state.boards_changed = true;
            // Not left to the thread that keeps the games: it may be waiting for the disk.
            if state.boards_told.elapsed() >= TOLD {
                self.tell_boards(&mut state);
            }
        }
    }

    fn finished(&self, scored: &ScoredGame, fresh: bool) {
        let mut state = self.state();
        state.finish(scored.assignment.number);
        if !fresh {
            state.first_fresh = Instant::now();
        }
        state.fresh += usize::from(fresh);
        state.scored.push(scored.clone());
        (state.games_changed, state.boards_changed) = (true, true);
    }

    /// Asked often by the thread that keeps the games: also the moment to tell the updates. It has just kept a game, and
    /// another has begun that shows nothing yet; so boards are mostly told when somebody moves.
    fn stop(&self) -> bool {
        let mut state = self.state();
        let pause = TOLD.max(state.cost * SHARE);
        let never = self.updates.borrow().account.is_none();
        if state.games_changed && (never || state.told.elapsed() >= pause) {
            self.tell_account(&mut state);
        }
        if state.boards_changed && (never || state.boards_told.elapsed() >= TOLD * 2) {
            self.tell_boards(&mut state);
        }
        self.stop.load(Ordering::Relaxed)
    }
}
