//! A tournament that is being played, and what its watchers are told.

use super::Phase;
use super::account::{About, Account, Progress};
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
pub struct News {
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

struct Desk {
    scored: Vec<ScoredGame>,
    tables: BTreeMap<u32, LiveTable>,
    planned: usize,
    fresh: usize,
    first_fresh: Instant,
    told: Instant,
    cost: Duration,
    games_changed: bool,
    boards_changed: bool,
    phase: Phase,
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
    desk: Mutex<Desk>,
    news: watch::Sender<News>,
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
            desk: Mutex::new(Desk {
                scored: Vec::new(),
                tables: BTreeMap::new(),
                planned: planned(&config).unwrap_or(0),
                fresh: 0,
                first_fresh: now,
                told: now,
                cost: Duration::ZERO,
                games_changed: true,
                boards_changed: true,
                phase: Phase::Running,
            }),
            news: watch::Sender::new(News::default()),
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

    /// Listens to the news.
    pub fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Notes how the run ended.
    pub fn settle(&self, over: bool) {
        self.desk().phase = if over { Phase::Finished } else { Phase::Paused };
    }

    /// Tells the last news.
    pub fn close(&self, trouble: Option<String>) {
        let mut desk = self.desk();
        if desk.phase == Phase::Running {
            desk.phase = Phase::Paused;
        }
        desk.tables.clear();
        (desk.games_changed, desk.boards_changed) = (true, true);
        self.tell(&mut desk);
        let over = Over { phase: desk.phase, trouble };
        drop(desk);
        self.news.send_modify(|news| news.over = Some(over));
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn name(&self, player: usize) -> String {
        self.config.agents.get(player).map_or_else(String::new, |agent| agent.name.clone())
    }

    fn progress(&self, desk: &Desk) -> Progress {
        let games = desk.scored.len();
        let planned = desk.planned.max(games);
        let running = desk.phase == Phase::Running;
        let seconds_left = (running && desk.fresh > 0).then(|| {
            let each = desk.first_fresh.elapsed().as_secs_f64() / desk.fresh as f64;
            each * (planned - games) as f64
        });
        let concurrency = if running { self.concurrency } else { 0 };
        Progress { phase: desk.phase, games, planned, seconds_left, concurrency }
    }

    /// Tells what changed.
    fn tell(&self, desk: &mut Desk) {
        let began = Instant::now();
        let account = desk.games_changed.then(|| {
            let progress = self.progress(desk);
            let account = Account::new(&self.about, &self.config, progress, &desk.scored);
            serde_json::to_string(&account).map(Arc::from).unwrap_or_default()
        });
        let boards = desk.boards_changed.then(|| {
            let boards = Boards { tables: desk.tables.values().collect() };
            serde_json::to_string(&boards).map(Arc::from).unwrap_or_default()
        });
        (desk.games_changed, desk.boards_changed) = (false, false);
        desk.told = Instant::now();
        desk.cost = desk.told - began;
        self.news.send_modify(|news| {
            news.account = account.or(news.account.take());
            news.boards = boards.or(news.boards.take());
        });
    }
}

impl TournamentObserver for Live {
    fn planned(&self, games: usize) {
        let mut desk = self.desk();
        desk.planned = desk.planned.max(games);
        desk.games_changed = true;
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
            pictured: None,
            worker: thread::current().id(),
        };
        let mut desk = self.desk();
        // A game is told as finished in its turn only, but it is over as soon as its thread begins another.
        desk.tables.retain(|_, other| other.worker != table.worker);
        desk.tables.insert(assignment.number, table);
        desk.boards_changed = true;
    }

    fn moved(&self, assignment: &Assignment, session: &dyn Session) {
        let due = |table: &LiveTable| table.pictured.is_none_or(|when| when.elapsed() >= PICTURED);
        if !self.desk().tables.get(&assignment.number).is_some_and(due) {
            return;
        }
        // Drawn without the lock: other games need not wait for it.
        let (board, marks) = (session.board(), session.marks());
        let last = session.display_record().pop();
        let mut desk = self.desk();
        if let Some(table) = desk.tables.get_mut(&assignment.number) {
            (table.board, table.marks, table.last) = (Some(board), marks, last);
            table.plies = session.record().len();
            table.mover = session.mover().filter(|_| session.ending().is_none()).map(|player| player.0);
            table.pictured = Some(Instant::now());
            desk.boards_changed = true;
        }
    }

    fn finished(&self, scored: &ScoredGame, fresh: bool) {
        let mut desk = self.desk();
        desk.tables.remove(&scored.assignment.number);
        if !fresh {
            desk.first_fresh = Instant::now();
        }
        desk.fresh += usize::from(fresh);
        desk.scored.push(scored.clone());
        (desk.games_changed, desk.boards_changed) = (true, true);
    }

    /// Asked often by the thread that keeps the games: also the moment to tell the news.
    fn stop(&self) -> bool {
        let mut desk = self.desk();
        let pause = TOLD.max(desk.cost * SHARE);
        let never = self.news.borrow().account.is_none();
        if (desk.games_changed || desk.boards_changed) && (never || desk.told.elapsed() >= pause) {
            self.tell(&mut desk);
        }
        self.stop.load(Ordering::Relaxed)
    }
}
