//! The search in its own thread: started, watched, stopped, held back.

use super::Event;
use super::options::Options;
use plybook_agent::{Observer, Plan, TimedWatch};
use plybook_catalog::endgame_files::Folder;
use plybook_catalog::{
    Analysis, AnyGame, EngineConfig, LevelPlayer, Limits, ReadError, Session, ThinkRequest, Thinker,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Deepest search that is begun, in plies.
const DEEPEST: u32 = 200;

/// What to search, and how.
pub struct Task {
    /// The position.
    pub session: Box<dyn Session>,
    /// Plies to look ahead, if that is limited.
    pub depth: Option<u32>,
    /// Positions to enter, if that is limited.
    pub nodes: Option<u64>,
    /// Only these moves, if any are given.
    pub moves: Vec<String>,
    /// How many lines to find.
    pub lines: usize,
    /// How long.
    pub plan: Plan,
    /// When the turn began.
    pub began: Instant,
    /// Whether the answer waits for `stop` or `release`, even if the search is done before.
    pub held: bool,
    /// Told about every iteration.
    pub observer: Observer,
}

/// What came of a search.
pub struct Found {
    /// The move to play; none if there is no legal one.
    pub best: Option<String>,
    /// What the search found, if it found anything.
    pub analysis: Option<Analysis>,
    /// Why it found nothing, if it failed.
    pub failure: Option<String>,
    /// How long it took.
    pub spent: Duration,
}

/// The engine's mind: the whole engine, and a level where one was asked for.
struct Mind {
    whole: Box<dyn Thinker>,
    level: Option<LevelPlayer>,
}

/// What the mind was made for; another game or option needs another one.
#[derive(Clone, PartialEq)]
struct Made {
    game: String,
    hash: usize,
    level: Option<u8>,
    evaluator: Option<String>,
    seed: u64,
}

/// A gate that keeps an answer back.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn pass(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*open {
            open = self.opened.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

struct Running {
    number: u64,
    watch: Arc<TimedWatch>,
    gate: Arc<Gate>,
    thread: JoinHandle<(Option<Mind>, Found)>,
}

/// At most one search at a time.
pub struct Thinking {
    events: Sender<Event>,
    mind: Option<Mind>,
    made: Option<Made>,
    running: Option<Running>,
    number: u64,
}

impl Thinking {
    /// Nothing is searched yet. `events` is told when a search is done.
    pub fn new(events: Sender<Event>) -> Thinking {
        Thinking { events, mind: None, made: None, running: None, number: 0 }
    }

    /// Whether a search runs, or its answer is held back.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Makes the mind that these options ask for, unless it is there or in use.
    pub fn prepare(&mut self, game: &dyn AnyGame, options: &Options) -> Result<(), ReadError> {
        if self.running.is_some() {
            return Ok(());
        }
        let wanted = Made {
            game: game.full_name(),
            hash: options.hash,
            level: options.level.map(|level| level.number()),
            evaluator: options.evaluator.clone(),
            seed: options.seed,
        };
        if self.mind.is_some() && self.made.as_ref() == Some(&wanted) {
            return Ok(());
        }
        // The old table goes before the new one comes.
        self.mind = None;
        let known = |name: &&String| game.evaluators().iter().any(|info| info.name == **name);
        let evaluator = options.evaluator.as_ref().filter(known).cloned();
        let setup = EngineConfig { evaluator, hash: options.hash, ..EngineConfig::default() };
        let level = match options.level {
            Some(level) => Some(LevelPlayer::with_setup(game, level, options.seed, &setup)?),
            None => None,
        };
        // A level's strength does not depend on what is installed.
        let whole = game.thinker(&EngineConfig { endgame: Folder::of_user(), ..setup })?;
        self.mind = Some(Mind { whole, level });
        self.made = Some(wanted);
        Ok(())
    }

    /// Forgets what was learnt, for a new game.
    pub fn forget(&mut self) {
        match &mut self.mind {
            // A level starts its choices anew, too.
            Some(mind) if mind.level.is_none() => mind.whole.forget(),
            _ => self.mind = None,
        }
    }

    /// Starts a search. The mind must be prepared, and no other search running.
    pub fn start(&mut self, task: Task, threads: usize) -> Result<(), String> {
        let mind = self.mind.take().ok_or("the engine is not ready")?;
        self.number += 1;
        let number = self.number;
        let watch = TimedWatch::new(task.plan, task.began);
        let Task { session, depth, nodes, moves, lines, began, held, observer, .. } = task;
        let watch = Arc::new(watch.with_observer(observer));
        let gate = Arc::new(Gate::default());
        if !held {
            gate.open();
        }
        let longest = session.longest().unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let limits =
            Limits { nodes, lines, threads, ..Limits::depth(depth.unwrap_or(longest).clamp(1, longest)) };
        let job = Job { session, request: ThinkRequest { limits, moves }, depth, nodes };
        let (watched, passed, events) = (Arc::clone(&watch), Arc::clone(&gate), self.events.clone());
        let search = move || {
            let (mind, mut found) = job.run(mind, &watched);
            found.spent = began.elapsed();
            passed.pass();
            // Nobody to tell: the process is about to end.
            let _ = events.send(Event::Done(number));
            (mind, found)
        };
        let thread =
            Builder::new().name("search".to_owned()).spawn(search).map_err(|error| error.to_string())?;
        self.running = Some(Running { number, watch, gate, thread });
        Ok(())
    }

    /// Stops the search; its answer is on the way.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.watch.stop_now();
            running.gate.open();
        }
    }

    /// Lets a held search become an ordinary one whose clock starts now.
    pub fn release(&self, plan: Plan) {
        if let Some(running) = &self.running {
            running.watch.start_clock(plan);
            running.gate.open();
        }
    }

    /// Takes what a search found; waits for it. With a number only if it is this search.
    pub fn collect(&mut self, number: Option<u64>) -> Option<Found> {
        let running = self.running.take_if(|running| number.is_none_or(|number| number == running.number))?;
        match running.thread.join() {
            Ok((mind, found)) => {
                self.mind = mind;
                Some(found)
            }
            Err(_) => Some(failed("the search broke down", None)),
        }
    }
}

fn failed(why: &str, best: Option<String>) -> Found {
    Found { best, analysis: None, failure: Some(why.to_owned()), spent: Duration::ZERO }
}

/// What the search's thread does.
struct Job {
    session: Box<dyn Session>,
    request: ThinkRequest,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Job {
    /// Searches. The mind does not survive a panic.
    fn run(self, mut mind: Mind, watch: &TimedWatch) -> (Option<Mind>, Found) {
        let first = self.session.move_texts().into_iter().find(|text| self.allowed(text));
        let Some(first) = first else {
            return (Some(mind), Found { best: None, analysis: None, failure: None, spent: Duration::ZERO });
        };
        let searched = catch_unwind(AssertUnwindSafe(|| self.choose(&mut mind, watch)));
        match searched {
            Ok(Ok(Some((best, analysis)))) => {
                let found = Found {
                    best: Some(best),
                    analysis: Some(analysis),
                    failure: None,
                    spent: Duration::ZERO,
                };
                (Some(mind), found)
            }
            Ok(Ok(None)) => (
                Some(mind),
                Found { best: Some(first), analysis: None, failure: None, spent: Duration::ZERO },
            ),
            Ok(Err(error)) => (Some(mind), failed(&error.to_string(), Some(first))),
            Err(_) => (None, failed("the search broke down", Some(first))),
        }
    }

    fn allowed(&self, text: &str) -> bool {
        self.request.moves.is_empty() || self.request.moves.iter().any(|wanted| wanted == text)
    }

    /// A level chooses where it may: it knows nothing of chosen moves or several lines.
    fn choose(&self, mind: &mut Mind, watch: &TimedWatch) -> Result<Option<(String, Analysis)>, ReadError> {
        let session = &*self.session;
        if let Some(level) = mind.level.as_mut().filter(|_| self.request.moves.is_empty()) {
            let choice = level.choose_within(session, self.depth, self.nodes, watch)?;
            return Ok(choice.map(|choice| (choice.text, choice.analysis)));
        }
        let analysis = mind.whole.think(session, &self.request, watch)?;
        Ok(analysis.best().map(str::to_owned).map(|best| (best, analysis)))
    }
}
