//! How far a long job is, told to whoever watches it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Shortest time between two reports.
const PAUSE: Duration = Duration::from_millis(100);

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// SuccessorSlices slices or a checkpoint are being read.
    Read,
    /// Holes and finished games are being found, and what follows from earlier slices.
    Classify,
    /// Values of this distance, in plies, are being carried back to the positions before them.
    Solve(u32),
    /// Every value is being checked against its moves.
    Verify,
    /// The file is being written.
    Write,
}

/// How far a job is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The slice's name.
    pub slice: String,
    /// What is being done.
    pub step: Step,
    /// Positions handled; every position is handled once in each of three steps.
    pub done: u64,
    /// Positions to handle in all.
    pub total: u64,
}

/// Watches a job, and may stop it.
pub trait BuildObserver: Sync {
    /// Told ten times a second or so; true stops the job.
    fn progress(&self, progress: &Progress) -> bool;
}

/// Lets a job go on until it is done.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoBuildObserver;

impl BuildObserver for NoBuildObserver {
    fn progress(&self, _: &Progress) -> bool {
        false
    }
}

/// Counts work and reports it from time to time.
pub(crate) struct Meter<'a> {
    watch: &'a dyn BuildObserver,
    done: AtomicU64,
    stopped: AtomicBool,
    now: Mutex<MeterState>,
}

struct MeterState {
    slice: String,
    step: Step,
    total: u64,
    reported: Instant,
}

impl<'a> Meter<'a> {
    /// A meter for so many positions.
    pub fn new(watch: &'a dyn BuildObserver, total: u64) -> Meter<'a> {
        let now = MeterState { slice: String::new(), step: Step::Read, total, reported: Instant::now() };
        Meter { watch, done: AtomicU64::new(0), stopped: AtomicBool::new(false), now: Mutex::new(now) }
    }

    /// Says what is being done from now on.
    pub fn step(&self, slice: &str, step: Step) {
        let mut now = self.now.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if now.slice != slice {
            now.slice = slice.to_owned();
        }
        now.step = step;
    }

    /// Counts positions; false if the job is to stop.
    pub fn tick(&self, positions: u64) -> bool {
        let done = self.done.fetch_add(positions, Relaxed) + positions;
        if let Ok(mut now) = self.now.try_lock()
            && now.reported.elapsed() >= PAUSE
        {
            now.reported = Instant::now();
            let (slice, step, total) = (now.slice.clone(), now.step, now.total);
            if self.watch.progress(&Progress { slice, step, done, total }) {
                self.stopped.store(true, Relaxed);
            }
        }
        !self.stopped.load(Relaxed)
    }

    /// Whether the job is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}
