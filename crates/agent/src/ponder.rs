//! Thinking on the opponent's time, in a thread of its own.

use crate::{Plan, TimedWatch};
use plybook_catalog::{AnyGame, Limits, Session, ThinkRequest, Thinker};
use plybook_clock::Instant;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// A search that goes on until it is told to stop. Ends with its owner.
pub struct Pondering {
    watch: Arc<TimedWatch>,
    thread: Option<JoinHandle<Box<dyn Thinker>>>,
}

impl Pondering {
    /// Starts thinking about a session's position; `None` if there is no thread to be had.
    pub fn start(
        mut thinker: Box<dyn Thinker>,
        session: Box<dyn Session>,
        limits: Limits,
    ) -> Option<Pondering> {
        let watch = Arc::new(TimedWatch::new(Plan::ENDLESS, Instant::now()));
        let watched = Arc::clone(&watch);
        let ponder = move || {
            // What it finds stays in the thinker's table; a session of another game only ends it at once.
            let _ = thinker.think(&*session, &ThinkRequest::from(limits), &*watched);
            thinker
        };
        let thread = Builder::new().name("ponder".to_owned()).spawn(ponder).ok()?;
        Some(Pondering { watch, thread: Some(thread) })
    }

    /// Stops and gives the thinker back; `None` if it panicked.
    pub fn finish(mut self) -> Option<Box<dyn Thinker>> {
        self.watch.stop_now();
        self.thread.take()?.join().ok()
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.watch.stop_now();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A copy of a session that began at `position`, with its history; without it if the record does not lead there.
pub fn rebuild(
    game: &dyn AnyGame,
    position: Option<&str>,
    session: &dyn Session,
) -> Option<Box<dyn Session>> {
    let replay = || {
        let mut copy = game.session(position).ok()?;
        session.record().iter().try_for_each(|text| copy.play(text)).ok()?;
        (copy.text() == session.text()).then_some(copy)
    };
    replay().or_else(|| game.session(Some(&session.text())).ok())
}
