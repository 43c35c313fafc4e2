//! How long to think: limits for a turn from its budget, and the watch that keeps a search to them.

use crate::Budget;
use plybook_catalog::{Analysis, Player, Score, SearchObserver, Session};
use plybook_clock::Instant;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Time that is kept back before anything is known about the way to the clock.
const FIRST_OVERHEAD: Duration = Duration::from_millis(8);
/// Least and most that is ever kept back.
const OVERHEADS: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(500)];
/// How many of the last losses on the way are remembered, and how many of the largest among them are passed over: a
/// single stall of the machine says nothing about the next move.
const REMEMBERED: usize = 16;
const PASSED_OVER: usize = 1;
/// Losses that must be known before `FIRST_OVERHEAD` is given up for something smaller.
const ENOUGH: usize = 4;
/// Least time for a move, whatever the clock says.
const LEAST: Duration = Duration::from_millis(1);
/// Time for a move if nothing at all limits it.
const UNLIMITED: Duration = Duration::from_secs(1);
/// Fewest and most own moves that the clock is divided among.
const MOVES_TO_GO: [u32; 2] = [12, 30];
/// Share of the increment that is spent at once.
const INCREMENT_SHARE: f64 = 0.7;
/// Most of the clock that one move may cost.
const LARGEST_SHARE: f64 = 0.25;
/// Most that a move may cost in terms of what it should.
const STRETCH: f64 = 4.0;
/// Most of a move's own time, and of the referee's patience, that is kept back for what was learnt. The referee
/// forgives stalls of the machine, so keeping back more would only waste time.
const MOST_KEPT: f64 = 0.06;
const MOST_KEPT_OF_PATIENCE: f64 = 0.15;
/// Least share of a move's own time that is used, however large the overhead that was set.
const LEAST_SHARE: f64 = 0.5;
/// Iterations with the same best move after which it is called stable.
const STABLE: u32 = 4;
/// What a stable move and one that has just changed cost, in terms of what a move should.
const STABLE_FACTOR: f64 = 0.5;
const CHANGED_FACTOR: f64 = 1.4;
/// Loss of value, in hundredths of a point, from which on a move is thought about longer, and the one from which
/// on it gets all the longer there is.
const DROPS: [i32; 2] = [30, 150];
/// What a move costs at the second of them, in terms of what it should.
const DROP_FACTOR: f64 = 2.5;
/// Share of the time after which no new iteration is begun: it would not be finished.
const LAST_START: f64 = 0.6;

/// The limits of one turn. `soft` is what it should cost, `hard` what it may cost; both from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the turn should cost. A new iteration is begun only well before.
    pub soft: Option<Duration>,
    /// What the turn may cost. Nothing is searched beyond.
    pub hard: Option<Duration>,
}

impl Plan {
    /// No limits of time.
    pub const ENDLESS: Plan = Plan { soft: None, hard: None };
}

/// Divides the time of a game among its moves, and learns how much of it is lost on the way between the player
/// and the referee.
#[derive(Clone, Debug)]
pub struct TimeManager {
    /// The least that is kept back, because it was set so.
    least: Duration,
    /// What the last turns lost on the way, the latest at the end.
    losses: VecDeque<Duration>,
    last: Option<LastTurn>,
}

#[derive(Clone, Copy, Debug)]
struct LastTurn {
    left: Duration,
    increment: Duration,
    used: Duration,
}

impl Default for TimeManager {
    fn default() -> TimeManager {
        TimeManager::new()
    }
}

impl TimeManager {
    /// A manager that knows nothing yet.
    #[must_use]
    pub const fn new() -> TimeManager {
        TimeManager { least: Duration::ZERO, losses: VecDeque::new(), last: None }
    }

    /// A manager for players whose answers travel at least so long.
    #[must_use]
    pub fn with_overhead(overhead: Duration) -> TimeManager {
        TimeManager { least: overhead.min(OVERHEADS[1]), ..TimeManager::new() }
    }

    /// What is kept back for the way: the largest loss of the last turns but for an outlier.
    #[must_use]
    pub fn overhead(&self) -> Duration {
        let mut sorted: Vec<Duration> = self.losses.iter().copied().collect();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        let seen = sorted.get(PASSED_OVER).copied().unwrap_or_default();
        let first = if sorted.len() < ENOUGH { FIRST_OVERHEAD } else { Duration::ZERO };
        let learnt = seen.max(first).clamp(OVERHEADS[0], OVERHEADS[1]);
        if self.least.is_zero() { learnt } else { learnt.max(self.least) }
    }

    /// Forgets the last game's clock, and keeps what was learnt about the way.
    pub fn new_game(&mut self) {
        self.last = None;
    }

    /// The limits of a turn of `side`. `patience` is how long the referee waits, if that is known.
    pub fn plan(
        &mut self,
        budget: &Budget,
        side: Player,
        session: &dyn Session,
        patience: Option<Duration>,
    ) -> Plan {
        self.compare(budget, side);
        let clocked = budget.clocks.as_ref().map(|clocks| {
            let (left, increment) = clocks.of(side);
            self.share(left, increment, moves_to_go(session))
        });
        let moved = budget.time.map(|time| self.spend(time, MOST_KEPT));
        let free = budget.depth.is_none() && budget.nodes.is_none() && budget.time.is_none();
        let mut plan = match (clocked, moved) {
            (Some((soft, hard)), Some(moved)) => {
                Plan { soft: Some(soft.min(moved)), hard: Some(hard.min(moved)) }
            }
            (Some((soft, hard)), None) => Plan { soft: Some(soft), hard: Some(hard) },
            (None, Some(moved)) => Plan { soft: None, hard: Some(moved) },
            (None, None) if free => Plan { soft: None, hard: Some(UNLIMITED) },
            (None, None) => Plan::ENDLESS,
        };
        if let Some(patience) = patience {
            let longest = self.spend(patience, MOST_KEPT_OF_PATIENCE);
            plan.hard = Some(plan.hard.map_or(longest, |hard| hard.min(longest)));
        }
        plan
    }

    /// Told how long the turn took that was just planned, by the player's own watch, and how much of that the player
    /// waited for a processor.
    pub fn finished(&mut self, plan: Plan, used: Duration, stalled: Duration) {
        if let Some(last) = &mut self.last {
            last.used = used;
        }
        if let Some(late) = plan.hard.and_then(|hard| used.checked_sub(hard)) {
            self.learn(late.saturating_sub(stalled));
        }
    }

    /// What the referee's clock lost beyond what the player used.
    fn compare(&mut self, budget: &Budget, side: Player) {
        let Some(clocks) = &budget.clocks else {
            self.last = None;
            return;
        };
        let (left, increment) = clocks.of(side);
        if let Some(last) = self.last
            && let Some(lost) = (last.left + last.increment).checked_sub(left + last.used)
            && last.used > Duration::ZERO
        {
            self.learn(lost);
        }
        self.last = Some(LastTurn { left, increment, used: Duration::ZERO });
    }

    fn learn(&mut self, lost: Duration) {
        if self.losses.len() == REMEMBERED {
            self.losses.pop_front();
        }
        self.losses.push_back(lost);
    }

    /// A time of which all may be used, less what is lost on the way: at most a share of it, unless
    /// more was set.
    fn spend(&self, time: Duration, most_kept: f64) -> Duration {
        let learnt = self.overhead().min(time.mul_f64(most_kept));
        time.saturating_sub(learnt.max(self.least)).max(time.mul_f64(LEAST_SHARE)).max(LEAST.min(time))
    }

    fn share(&self, left: Duration, increment: Duration, moves: u32) -> (Duration, Duration) {
        let usable = left.saturating_sub(self.overhead() * 2);
        let soft = usable / moves.max(1) + increment.mul_f64(INCREMENT_SHARE);
        let most = usable.mul_f64(LARGEST_SHARE).max(LEAST);
        let hard = soft.mul_f64(STRETCH).min(most);
        (soft.clamp(LEAST, hard.max(LEAST)), hard.max(LEAST))
    }
}

/// How many own moves the clock has to last for.
fn moves_to_go(session: &dyn Session) -> u32 {
    let played = u32::try_from(session.record().len()).unwrap_or(u32::MAX);
    let left =
        session.max_plies().map_or(MOVES_TO_GO[1], |longest| longest.saturating_sub(played).div_ceil(2));
    left.clamp(MOVES_TO_GO[0], MOVES_TO_GO[1])
}

/// No limit, in nanoseconds.
const NEVER: u64 = u64::MAX;

/// Called after every iteration with what it found and the time since the search began.
pub type Observer = Box<dyn Fn(&Analysis, Duration) + Send + Sync>;

/// Says whether a search is no longer wanted, whatever its plan.
pub type Cancel = Box<dyn Fn() -> bool + Send + Sync>;

/// Keeps a search to a plan. Made when the turn begins; may be stopped, or given another plan, from another thread
/// while the search runs: so a pondering search becomes an ordinary one.
pub struct TimedWatch {
    began: Instant,
    soft: AtomicU64,
    hard: AtomicU64,
    stopped: AtomicBool,
    progress: Mutex<Progress>,
    observer: Option<Observer>,
    cancel: Option<Cancel>,
}

/// What the iterations showed so far.
#[derive(Default)]
struct Progress {
    best: String,
    stable: u32,
    score: Option<Score>,
    factor: f64,
    iterations: u32,
}

impl TimedWatch {
    /// A watch for a turn that began at some moment.
    #[must_use]
    pub fn new(plan: Plan, began: Instant) -> TimedWatch {
        let watch = TimedWatch {
            began,
            soft: AtomicU64::new(NEVER),
            hard: AtomicU64::new(NEVER),
            stopped: AtomicBool::new(false),
            progress: Mutex::new(Progress { factor: 1.0, ..Progress::default() }),
            observer: None,
            cancel: None,
        };
        watch.limit(plan, Duration::ZERO);
        watch
    }

    /// The same watch with an observer of the iterations.
    #[must_use]
    pub fn with_observer(mut self, observer: Observer) -> TimedWatch {
        self.observer = Some(observer);
        self
    }

    /// The same watch, which also stops when `cancel` says so.
    #[must_use]
    pub fn with_cancel(mut self, cancel: Cancel) -> TimedWatch {
        self.cancel = Some(cancel);
        self
    }

    /// Stops the search at once.
    pub fn stop_now(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether it was stopped from outside.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Gives a running search a plan whose turn begins now: the expected move was played.
    pub fn start_clock(&self, plan: Plan) {
        self.limit(plan, self.began.elapsed());
    }

    fn limit(&self, plan: Plan, from: Duration) {
        let number = |time: Option<Duration>| {
            time.map_or(NEVER, |time| u64::try_from((from + time).as_nanos()).unwrap_or(NEVER))
        };
        self.soft.store(number(plan.soft), Relaxed);
        self.hard.store(number(plan.hard), Relaxed);
    }

    fn nanos(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(NEVER)
    }
}

impl SearchObserver for TimedWatch {
    fn stop(&self) -> bool {
        self.stopped.load(Relaxed) || self.cancel.as_ref().is_some_and(|cancel| cancel()) || {
            let hard = self.hard.load(Relaxed);
            hard != NEVER && self.nanos() >= hard
        }
    }

    fn iteration(&self, analysis: &Analysis) -> bool {
        if let Some(observer) = &self.observer {
            observer(analysis, self.began.elapsed());
        }
        let factor = self.progress.lock().unwrap_or_else(PoisonError::into_inner).judge(analysis);
        let soft = self.soft.load(Relaxed);
        self.stop() || (soft != NEVER && self.nanos() as f64 >= soft as f64 * factor * LAST_START)
    }
}

impl Progress {
    /// Takes an iteration in and says how much the turn should cost, in terms of the plan.
    fn judge(&mut self, analysis: &Analysis) -> f64 {
        let (Some(line), Some(best)) = (analysis.lines.first(), analysis.best()) else { return self.factor };
        let changed = self.best != best;
        self.stable = if changed { 0 } else { self.stable + 1 };
        let drop = match self.score {
            Some(before) => before.raw().saturating_sub(line.score.raw()),
            None => 0,
        };
        self.factor = if drop >= DROPS[0] {
            let far = f64::from(drop.min(DROPS[1]) - DROPS[0]) / f64::from(DROPS[1] - DROPS[0]);
            CHANGED_FACTOR + far * (DROP_FACTOR - CHANGED_FACTOR)
        } else if changed && self.iterations > 0 {
            CHANGED_FACTOR
        } else if self.stable >= STABLE {
            STABLE_FACTOR
        } else {
            1.0
        };
        if changed {
            best.clone_into(&mut self.best);
        }
        self.score = Some(line.score);
        self.iterations += 1;
        self.factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clocks;
    use plybook_catalog::{AnalysedLine, open};

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clocked(left: u64, increment: u64) -> Budget {
        let clocks = Clocks { left: vec![ms(left); 2], increment: vec![ms(increment); 2] };
        Budget { clocks: Some(clocks), ..Budget::default() }
    }

    fn analysis(best: &str, score: Score) -> Analysis {
        let line = AnalysedLine {
            value: score.into(),
            text: score.to_string(),
            moves: vec![best.to_owned()],
            display: Vec::new(),
            score,
        };
        Analysis {
            depth: 1,
            lines: vec![line],
            nodes: 1,
            table_fill: 0,
            proven: false,
            database: false,
            stopped: false,
            counts: Default::default(),
        }
    }

    #[test]
    fn a_plan_never_exceeds_what_there_is() {
        let session = open("othello").unwrap().session(None).unwrap();
        for left in [0, 1, 2, 5, 9, 20, 50, 200, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 100, 5000] {
                let mut manager = TimeManager::new();
                let plan = manager.plan(&clocked(left, increment), Player::FIRST, &*session, None);
                let (soft, hard) = (plan.soft.unwrap(), plan.hard.unwrap());
                assert!(LEAST <= soft && soft <= hard, "{left} {increment}: {plan:?}");
                assert!(hard <= ms(left).max(LEAST), "{left} {increment}: {plan:?}");
                let both = Budget { time: Some(ms(3)), ..clocked(left, increment) };
                assert!(manager.plan(&both, Player::FIRST, &*session, None).hard.unwrap() <= ms(3));
            }
        }
        let timed = Budget { time: Some(ms(100)), ..Budget::default() };
        let plan = TimeManager::new().plan(&timed, Player::SECOND, &*session, Some(ms(50)));
        assert!(plan.hard.unwrap() < ms(50) && plan.hard.unwrap() > ms(25), "{plan:?}");
        let deep = Budget { depth: Some(3), ..Budget::default() };
        assert_eq!(TimeManager::new().plan(&deep, Player::FIRST, &*session, None), Plan::ENDLESS);
        let free = TimeManager::new().plan(&Budget::default(), Player::FIRST, &*session, None);
        assert_eq!(free.hard, Some(UNLIMITED));
    }

    #[test]
    fn a_game_on_the_increment_alone_goes_on_for_ever() {
        let session = open("chess").unwrap().session(None).unwrap();
        let mut manager = TimeManager::new();
        let (mut left, increment) = (ms(200), ms(10));
        for _ in 0..500 {
            let budget = Budget {
                clocks: Some(Clocks { left: vec![left; 2], increment: vec![increment; 2] }),
                ..Budget::default()
            };
            let plan = manager.plan(&budget, Player::FIRST, &*session, None);
            let used = plan.hard.unwrap();
            manager.finished(plan, used, Duration::ZERO);
            // The worst of cases: every move costs all it may, and three milliseconds on the way.
            left = left.checked_sub(used + ms(3)).expect("the clock ran out") + increment;
        }
    }

    #[test]
    fn the_overhead_is_learnt_from_the_clock() {
        let session = open("chess").unwrap().session(None).unwrap();
        let mut manager = TimeManager::new();
        let mut left = 10_000;
        for _ in 0..5 {
            let plan = manager.plan(&clocked(left, 0), Player::FIRST, &*session, None);
            manager.finished(plan, ms(100), Duration::ZERO);
            left -= 100 + 60;
        }
        assert_eq!(manager.overhead(), ms(60));
        for _ in 0..100 {
            let plan = manager.plan(&clocked(left, 0), Player::FIRST, &*session, None);
            manager.finished(plan, ms(10), Duration::ZERO);
            left -= 12;
        }
        assert!(manager.overhead() <= ms(5), "{:?}", manager.overhead());
    }

    /// A busy machine takes the processor away for tens of milliseconds; that must not eat the time of later moves.
    #[test]
    fn stalls_do_not_run_a_fixed_time_down() {
        let session = open("chess").unwrap().session(None).unwrap();
        for time in [20, 50, 100, 1000] {
            let timed = Budget { time: Some(ms(time)), ..Budget::default() };
            let mut manager = TimeManager::new();
            for number in 0..100 {
                let plan = manager.plan(&timed, Player::FIRST, &*session, Some(ms(time + 10)));
                let hard = plan.hard.unwrap();
                assert!(
                    hard >= ms(time).mul_f64(0.92) && hard < ms(time),
                    "{time} ms, turn {number}: {plan:?}"
                );
                let stalled = if number % 3 == 0 { ms(40) } else { Duration::ZERO };
                // Not every wait is told: some of it is taken for the player's own.
                manager.finished(
                    plan,
                    hard + stalled,
                    if number % 2 == 0 { stalled } else { Duration::ZERO },
                );
            }
        }
    }

    #[test]
    fn what_somebody_asks_to_keep_back_is_kept_back() {
        let session = open("chess").unwrap().session(None).unwrap();
        let timed = Budget { time: Some(ms(100)), ..Budget::default() };
        let plan = TimeManager::with_overhead(ms(30)).plan(&timed, Player::FIRST, &*session, None);
        assert_eq!(plan.hard, Some(ms(70)));
    }

    #[test]
    fn stable_moves_are_cheaper_and_falling_ones_dearer() {
        let mut progress = Progress { factor: 1.0, ..Progress::default() };
        for _ in 0..=STABLE {
            progress.judge(&analysis("a1", Score::points(1)));
        }
        assert_eq!(progress.factor, STABLE_FACTOR);
        progress.judge(&analysis("b2", Score::points(1)));
        assert_eq!(progress.factor, CHANGED_FACTOR);
        progress.judge(&analysis("b2", Score::points(-9)));
        assert_eq!(progress.factor, DROP_FACTOR);
        progress.judge(&analysis("b2", Score::points(-9)));
        assert_eq!(progress.factor, 1.0);
    }

    #[test]
    fn a_watch_obeys_plan_stop_and_a_later_clock() {
        let watch = TimedWatch::new(Plan { soft: None, hard: Some(Duration::ZERO) }, Instant::now());
        assert!(watch.stop());
        let watch = TimedWatch::new(Plan::ENDLESS, Instant::now());
        assert!(!watch.stop() && !watch.iteration(&analysis("a1", Score::DRAW)));
        watch.start_clock(Plan { soft: Some(Duration::ZERO), hard: Some(Duration::from_secs(3600)) });
        assert!(!watch.stop() && watch.iteration(&analysis("a1", Score::DRAW)));
        watch.stop_now();
        assert!(watch.stop() && watch.was_stopped());
    }
}
