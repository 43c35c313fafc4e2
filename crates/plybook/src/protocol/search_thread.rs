//! The search in its own thread: started, watched, stopped, held back.

use super::Event;
use super::options::Options;
use plybook_agent::{
    Databases, EngineAgent, EngineSettings, Observer, Plan, SearchTask, StallMeter, TimeManager, TimedWatch,
};
use plybook_catalog::{Analysis, AnyGame, Choice, Player, Score, Session};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// What to search, and how.
pub struct Task {
    /// The position.
    pub session: Box<dyn Session>,
    /// How far, which moves, how many lines.
    pub search: SearchTask,
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
#[derive(Default)]
pub struct SearchOutcome {
    /// The move to play; none if there is no legal one.
    pub best: Option<String>,
    /// What the search found, if it found anything.
    pub analysis: Option<Analysis>,
    /// The value for the side to move of a game that is over.
    pub ended: Option<Score>,
    /// Why it found nothing, if it failed.
    pub failure: Option<String>,
    /// How long it took.
    pub spent: Duration,
    /// How much of that the search waited for a processor.
    pub stalled: Duration,
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
    thread: JoinHandle<(Option<EngineAgent>, SearchOutcome)>,
}

/// The engine player and its searches, at most one at a time. While one runs, the player is with its thread.
pub struct SearchThread {
    events: Sender<Event>,
    player: Option<EngineAgent>,
    /// The seed and the overhead that the player was given.
    given: Option<(u64, Option<Duration>)>,
    running: Option<Running>,
    number: u64,
}

/// The settings of the engine player for these options. An evaluator of another game is passed over.
fn settings(game: &dyn AnyGame, options: &Options) -> EngineSettings {
    let known = |name: &&String| game.evaluators().iter().any(|info| info.name == **name);
    EngineSettings {
        level: options.level,
        evaluator: options.evaluator.as_ref().filter(known).cloned(),
        hash: options.hash,
        threads: options.threads,
        endgame: Some(Databases::Installed),
        ..EngineSettings::default()
    }
}

impl SearchThread {
    /// Nothing is searched yet. `events` is told when a search is done.
    pub fn new(events: Sender<Event>) -> SearchThread {
        SearchThread { events, player: None, given: None, running: None, number: 0 }
    }

    /// Whether a search runs, or its answer is held back.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Makes the player that these options ask for, or has the one that is there play by them. Nothing while a search
    /// runs.
    pub fn prepare(&mut self, game: &dyn AnyGame, options: &Options) -> Result<(), String> {
        if self.running.is_some() {
            return Ok(());
        }
        // The old table goes before the new one comes.
        self.player.take_if(|player| player.game().full_name() != game.full_name());
        let settings = settings(game, options);
        let given = (options.seed, options.overhead);
        let player = match self.player.take() {
            Some(mut player) => {
                player.reconfigure(settings).map_err(|fault| fault.to_string())?;
                player
            }
            None => {
                self.given = None;
                EngineAgent::new(game, settings).map_err(|fault| fault.to_string())?
            }
        };
        let player = self.player.insert(player);
        if self.given.is_none_or(|(_, overhead)| overhead != options.overhead) {
            *player.time_manager() = options.time_manager();
        }
        if self.given.is_none_or(|(seed, _)| seed != options.seed) {
            player.new_game(options.seed, "", None);
        }
        self.given = Some(given);
        player.ready().map_err(|error| error.to_string())
    }

    /// Begins a new game: everything that was learnt in the last one is forgotten.
    pub fn new_game(&mut self) {
        if let (Some(player), Some((seed, _))) = (&mut self.player, self.given) {
            player.new_game(seed, "", None);
        }
    }

    /// The player's time manager; none before it is prepared and while a search runs.
    pub fn time_manager(&mut self) -> Option<&mut TimeManager> {
        self.player.as_mut().map(EngineAgent::time_manager)
    }

    /// Starts a search. The player must be prepared, and no other search running.
    pub fn start(&mut self, task: Task) -> Result<(), String> {
        let player = self.player.take().ok_or("the engine is not ready")?;
        self.number += 1;
        let number = self.number;
        let Task { session, search, plan, began, held, observer } = task;
        let watch = Arc::new(TimedWatch::new(plan, began).with_observer(observer));
        let gate = Arc::new(Gate::default());
        if !held {
            gate.open();
        }
        let (watched, passed, events) = (Arc::clone(&watch), Arc::clone(&gate), self.events.clone());
        let run = move || {
            let meter = StallMeter::start();
            let (player, outcome) = run(player, &*session, &search, &watched);
            let outcome = SearchOutcome { spent: began.elapsed(), stalled: meter.stalled(), ..outcome };
            passed.pass();
            // Sending fails only where the process is about to end.
            let _ = events.send(Event::Done(number));
            (player, outcome)
        };
        let thread =
            Builder::new().name("search".to_owned()).spawn(run).map_err(|error| error.to_string())?;
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
    pub fn collect(&mut self, number: Option<u64>) -> Option<SearchOutcome> {
        let running = self.running.take_if(|running| number.is_none_or(|number| number == running.number))?;
        match running.thread.join() {
            Ok((player, outcome)) => {
                self.player = player;
                Some(outcome)
            }
            Err(_) => Some(failed("the search broke down", None)),
        }
    }
}

fn failed(why: &str, best: Option<String>) -> SearchOutcome {
    SearchOutcome { best, failure: Some(why.to_owned()), ..SearchOutcome::default() }
}

/// Searches. The player does not survive a panic.
fn run(
    mut player: EngineAgent,
    session: &dyn Session,
    task: &SearchTask,
    watch: &TimedWatch,
) -> (Option<EngineAgent>, SearchOutcome) {
    let allowed = |text: &String| task.moves.is_empty() || task.moves.contains(text);
    let Some(first) = session.move_texts().into_iter().find(allowed) else {
        let ended = value_of_end(session);
        return (Some(player), SearchOutcome { ended, ..SearchOutcome::default() });
    };
    match catch_unwind(AssertUnwindSafe(|| player.search(session, task, watch))) {
        Ok(Ok(Some(Choice { text, analysis }))) => {
            let (best, analysis) = (Some(text), Some(analysis));
            (Some(player), SearchOutcome { best, analysis, ..SearchOutcome::default() })
        }
        Ok(Ok(None)) => (Some(player), SearchOutcome { best: Some(first), ..SearchOutcome::default() }),
        Ok(Err(error)) => (Some(player), failed(&error.to_string(), Some(first))),
        Err(_) => (None, failed("the search broke down", Some(first))),
    }
}

/// The value of a finished game for the side to move.
fn value_of_end(session: &dyn Session) -> Option<Score> {
    let ending = session.ending()?;
    let first = session.mover().is_none_or(|mover| mover == Player::FIRST);
    Some(match (ending.margin(), ending.winner()) {
        (Some(margin), _) => Score::points(if first { margin } else { -margin }),
        (None, None) => Score::DRAW,
        (None, Some(winner)) if (winner == Player::FIRST) == first => Score::win_in(0),
        (None, _) => Score::loss_in(0),
    })
}
