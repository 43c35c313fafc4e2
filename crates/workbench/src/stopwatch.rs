//! Stops a search at its time, or when nobody waits for it any more.

use crate::cancellation::Cancellation;
use plybook_catalog::{Analysis, SearchObserver};
use plybook_clock::Instant;
use std::time::Duration;

/// Called with what an iteration found and the time so far; true stops the search.
type Tell<'a> = Box<dyn Fn(&Analysis, Duration) -> bool + Sync + 'a>;

/// Watches one search.
pub struct Stopwatch<'a> {
    began: Instant,
    until: Instant,
    gone: Box<dyn Fn() -> bool + Sync + 'a>,
    tell: Option<Tell<'a>>,
}

impl<'a> Stopwatch<'a> {
    /// Stops after some time, or when the request is cancelled.
    pub fn new(time: Duration, cancelled: &'a Cancellation) -> Stopwatch<'a> {
        Stopwatch::with(time, move || cancelled.get())
    }

    /// Stops after some time, or when `gone` says so.
    pub fn with(time: Duration, gone: impl Fn() -> bool + Sync + 'a) -> Stopwatch<'a> {
        let began = Instant::now();
        Stopwatch { began, until: began + time, gone: Box::new(gone), tell: None }
    }

    /// Tells every iteration.
    pub fn telling(mut self, tell: impl Fn(&Analysis, Duration) -> bool + Sync + 'a) -> Stopwatch<'a> {
        self.tell = Some(Box::new(tell));
        self
    }

    /// The time so far.
    pub fn spent(&self) -> Duration {
        self.began.elapsed()
    }
}

impl SearchObserver for Stopwatch<'_> {
    fn stop(&self) -> bool {
        Instant::now() >= self.until || (self.gone)()
    }

    fn iteration(&self, analysis: &Analysis) -> bool {
        self.tell.as_ref().is_some_and(|tell| tell(analysis, self.spent())) || self.stop()
    }
}
