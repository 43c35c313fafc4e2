//! The bad agents: a campaign of programs that misbehave in every way we know, each of which must be judged rightly,
//! in time, and without leaving a process behind.

mod kinds;

pub use kinds::KINDS;

use crate::process::{Sandbox, sweep};
use crate::{Action, Agent, Budget, Fault, GameStart, InterfaceAgent, Launch, Turn};
use plybook_catalog::{AnyGame, Player, ReadError, open};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The program that misbehaves.
const SCRIPT: &str = include_str!("badagent.py");
/// The variable that marks a bad agent and its descendants.
const MARK: &str = "BADAGENT_CAMPAIGN";
/// The variable that names the file in which they write their process numbers.
const PIDS: &str = "BADAGENT_PIDS";
/// A game that is short, so that the agents only need to ask for the legal moves.
const GAME: &str = "tictactoe";
/// Turns that an agent is asked for.
const TURNS: usize = 3;
/// Patience with what should come.
const PATIENCE: Duration = Duration::from_secs(120);
/// Patience with what should not come.
const SHORT: Duration = Duration::from_millis(300);
/// Patience with the one that must use up its processor time: on a busy machine that takes long.
const LONG: Duration = Duration::from_secs(300);
/// How much later than its deadline anything may return: the machine may be busy.
const MARGIN: Duration = Duration::from_secs(5);
/// How long a killed process may be seen.
const VANISH: Duration = Duration::from_secs(5);
/// Memory of the one that eats it, in mebibytes; processor time of the one that spins, in seconds.
const LITTLE: (u64, u64) = (256, 1);

/// What a referee must see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It cannot be started.
    NotStarted,
    /// It crashes.
    Crash,
    /// It does not answer in time.
    TimeOut,
    /// It answers what cannot be understood.
    Garbage,
    /// It writes too much.
    Flood,
    /// It plays what is not legal.
    Illegal,
    /// It resigns.
    Resign,
    /// It claims to have no move.
    NoMoves,
    /// It plays on, with the moves that it meant.
    Play,
}

/// What became of one bad agent.
#[derive(Clone, Debug)]
pub struct Case {
    /// The kind of misbehaviour.
    pub kind: &'static str,
    /// What should be seen.
    pub expected: Expected,
    /// What was seen, in words.
    pub seen: String,
    /// Whether that is right.
    pub right: bool,
    /// Whether anything returned too late.
    pub hung: bool,
    /// Processes that were left.
    pub left: Vec<i32>,
}

/// The sum of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Bad agents that were let loose.
    pub injected: usize,
    /// Those that were judged wrongly.
    pub lost: usize,
    /// Those that kept us waiting.
    pub hung: usize,
    /// Those that left a process behind.
    pub left: usize,
    /// All that went wrong.
    pub failures: Vec<Case>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { injected, lost, hung, left, .. } = self;
        write!(f, "injected {injected}, lost {lost}, hung {hung}, left {left}")
    }
}

/// Lets every kind loose `count` times, with some threads; `progress` is told about every case.
///
/// # Errors
/// The script cannot be written to a temporary folder.
pub fn run(count: usize, threads: usize, progress: &(dyn Fn(&Case) + Sync)) -> std::io::Result<Tally> {
    let folder = Folder::new()?;
    std::fs::write(folder.script(), SCRIPT)?;
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count * KINDS.len() {
                        break;
                    }
                    let (kind, expected) = KINDS[number % KINDS.len()];
                    let case = try_out(kind, expected, &folder, number);
                    progress(&case);
                    tally.lock().unwrap_or_else(PoisonError::into_inner).add(case);
                }
            });
        }
    });
    Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

impl Tally {
    fn add(&mut self, case: Case) {
        self.injected += 1;
        self.lost += usize::from(!case.right);
        self.hung += usize::from(case.hung);
        self.left += usize::from(!case.left.is_empty());
        if !case.right || case.hung || !case.left.is_empty() {
            self.failures.push(case);
        }
    }
}

/// A temporary folder that goes away by itself, and who runs the script in it.
struct Folder {
    path: PathBuf,
    python: String,
}

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plybook-badagents-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Folder { path, python: interpreter() })
    }

    fn script(&self) -> PathBuf {
        self.path.join("badagent.py")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// The interpreter itself: what is found by its name may be a script that looks for it, which takes longer than all
/// the rest.
fn interpreter() -> String {
    let own = Command::new("python3").args(["-S", "-c", "import sys; print(sys.executable)"]).output();
    let path =
        own.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    if Path::new(&path).is_file() { path } else { "python3".to_owned() }
}

fn launch(kind: &str, folder: &Folder, mark: &str, pids: &Path) -> Launch {
    let script = folder.script().display().to_string();
    let argv = match kind {
        "missing-program" => vec![folder.path.join("nowhere").display().to_string()],
        "not-a-program" => vec![script],
        kind => vec![folder.python.clone(), "-S".to_owned(), "-E".to_owned(), script, kind.to_owned()],
    };
    // What a supervisor must hold by itself.
    let mut launch = Launch { sandbox: Some(Sandbox::Off), ..Launch::new(argv) };
    launch.environment.insert(MARK.to_owned(), mark.to_owned());
    launch.environment.insert(PIDS.to_owned(), pids.display().to_string());
    match kind {
        "eat-memory" => launch.limits.memory = LITTLE.0,
        "spin-beyond-limit" => launch.limits.cpu = LITTLE.1,
        _ => {}
    }
    launch
}

/// Lets one bad agent loose.
fn try_out(kind: &'static str, expected: Expected, folder: &Folder, number: usize) -> Case {
    let mark = format!("{}-{number}", std::process::id());
    let pids = folder.path.join(format!("pids-{number}"));
    let mut slowest = Duration::ZERO;
    let seen = {
        let agent = open(GAME).map_err(unsuitable).and_then(|game| {
            let agent =
                InterfaceAgent::ugi(&*game, launch(kind, folder, &mark, &pids), None, BTreeMap::new())?;
            Ok((game, agent))
        });
        agent.and_then(|(game, mut agent)| {
            let seen = play(&*game, &mut agent, kind, expected, &mut slowest);
            let began = Instant::now();
            drop(agent);
            slowest = slowest.max(began.elapsed());
            seen
        })
    };
    let left = left_over(&mark, &pids);
    let right = match (&seen, expected) {
        (Ok(deeds), Expected::Play) => deeds.len() == TURNS,
        (Ok(deeds), Expected::Resign) => deeds.last() == Some(&Action::Resign),
        (Ok(deeds), Expected::NoMoves) => deeds.last() == Some(&Action::NoMoves),
        (Err(Fault::NotStarted(_)), Expected::NotStarted)
        | (Err(Fault::Crashed(_)), Expected::Crash)
        | (Err(Fault::TimedOut(_)), Expected::TimeOut)
        | (Err(Fault::Garbage(_)), Expected::Garbage)
        | (Err(Fault::Flood(_)), Expected::Flood)
        | (Err(Fault::Illegal(_)), Expected::Illegal) => true,
        _ => false,
    };
    let seen = match seen {
        Ok(deeds) => format!("{deeds:?}"),
        Err(fault) => fault.to_string(),
    };
    Case { kind, expected, seen, right, hung: slowest > MARGIN, left }
}

fn unsuitable(error: ReadError) -> Fault {
    Fault::Unsuitable(error.to_string())
}

/// Plays some turns; the agent's deeds, or its fault. `slowest` is the longest that anything lasted beyond its
/// deadline.
fn play(
    game: &dyn AnyGame,
    agent: &mut dyn Agent,
    kind: &str,
    expected: Expected,
    slowest: &mut Duration,
) -> Result<Vec<Action>, Fault> {
    let patience = match expected {
        Expected::TimeOut => SHORT,
        _ if kind == "spin-beyond-limit" => LONG,
        _ => PATIENCE,
    };
    // Interpreters take their time to start; only an agent that fails before that is given less.
    let first = if kind.contains("start")
        || kind.contains("hello")
        || kind == "never-reads"
        || kind == "wrong-language"
    {
        patience
    } else {
        PATIENCE
    };
    let mut timed = |deadline: Instant| *slowest = (*slowest).max(deadline.elapsed());
    let deadline = Instant::now() + first;
    let identity = agent.identity(deadline);
    timed(deadline);
    let identity = identity?;
    if identity.nickname.contains(char::is_control) || identity.nickname.chars().count() > 200 {
        return Err(Fault::Garbage("the nickname was taken over as it is".to_owned()));
    }
    let deadline = Instant::now() + if kind == "hang-at-ready" { SHORT } else { PATIENCE };
    let meeting = GameStart {
        game: GAME,
        position: None,
        opening: &[],
        side: Player::FIRST,
        opponent: "Referee",
        seed: 1,
        deadline,
    };
    let begun = agent.begin(&meeting);
    timed(deadline);
    begun?;
    let mut session = game.session(None).map_err(unsuitable)?;
    let mut deeds = Vec::new();
    for turn in 0..TURNS {
        if turn == 0 && kind == "out-of-turn" {
            let (own, reply) = (session.move_texts()[0].clone(), session.move_texts()[1].clone());
            session.play(&own).and_then(|()| session.play(&reply)).map_err(unsuitable)?;
        }
        let deadline = Instant::now() + patience;
        let budget = Budget { time: Some(patience), ..Budget::default() };
        let answer = agent.turn(&Turn { session: &*session, remark: "", budget, deadline });
        timed(deadline);
        let action = answer?.action;
        deeds.push(action.clone());
        let Action::Move(text) = action else { break };
        let meant = session.move_texts().first().cloned().unwrap_or_default();
        if text != meant {
            return Err(Fault::Garbage(format!("{text} was taken for an answer where {meant} was meant")));
        }
        session.play(&text).map_err(|error| Fault::Illegal(error.to_string()))?;
        if let Some(reply) = session.move_texts().last().cloned() {
            session.play(&reply).map_err(unsuitable)?;
        }
    }
    agent.end(None);
    Ok(deeds)
}

/// The processes that are still there a while after everything should be gone.
fn left_over(mark: &str, pids: &Path) -> Vec<i32> {
    let until = Instant::now() + VANISH;
    let noted: Vec<i32> = std::fs::read_to_string(pids)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.parse().ok())
        .collect();
    loop {
        let mut left = sweep::marked(MARK, Some(mark));
        left.extend(noted.iter().copied().filter(|&pid| is_python(pid)));
        if left.is_empty() || Instant::now() >= until {
            return left;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a process of this number lives and is an interpreter: numbers are used again.
fn is_python(pid: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let dead = stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'));
    let own = String::from_utf8_lossy(&line);
    !dead && own.contains("python") && (own.contains("badagent") || own.contains("time.sleep(10000)"))
}
