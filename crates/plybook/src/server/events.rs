//! Server-sent events: an answer that comes piece by piece while the work goes on.

use super::problem::Problem;
use super::worker_pool::WorkerPool;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use plybook_workbench::Listener;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Events that may wait for a slow reader before those are left out that a later one replaces.
const WAITING: usize = 64;
/// Events that may wait in all. Nobody works for a reader who leaves more than that lying: its stream ends.
const MOST_WAITING: usize = 8192;
/// Events of this size at most wait in between, so that a silent connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The sending end of a stream of events. It never waits for its reader.
pub struct Events {
    sender: mpsc::UnboundedSender<Event>,
    waiting: Arc<AtomicUsize>,
    /// Set when the reader was given up.
    given_up: AtomicBool,
}

/// The receiving end.
pub struct Stream {
    receiver: mpsc::UnboundedReceiver<Event>,
    waiting: Arc<AtomicUsize>,
}

/// Both ends of a stream.
fn channel() -> (Events, Stream) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let events = Events { sender, waiting: Arc::clone(&waiting), given_up: AtomicBool::new(false) };
    (events, Stream { receiver, waiting })
}

impl Events {
    /// Sends an event that must not be left out.
    fn deliver(&self, name: &str, data: &impl Serialize) {
        if let Ok(json) = serde_json::to_string(data) {
            self.hear(name, json, true);
        }
    }
}

impl Listener for Events {
    /// Sends an event; one that may be left out is, where it does not fit. A reader who has left too many lying hears no
    /// more.
    fn hear(&self, name: &str, json: String, lasting: bool) {
        if self.closed() || !lasting && self.waiting.load(Relaxed) >= WAITING {
            return;
        }
        if self.waiting.fetch_add(1, Relaxed) >= MOST_WAITING {
            self.given_up.store(true, Relaxed);
        } else {
            let _ = self.sender.send(event_of_text(name, &json));
        }
    }

    fn closed(&self) -> bool {
        self.given_up.load(Relaxed) || self.sender.is_closed()
    }
}

/// Runs a job in a pool and streams what it sends. The last event is `done`, or `error` with a sentence. `job` is
/// made ready first by `prepare`, whose problem is an ordinary answer.
pub async fn stream<T, Last: Serialize>(
    pool: &WorkerPool,
    prepare: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    job: impl FnOnce(T, &Events) -> Result<Last, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let (events, stream) = channel();
    let (ready, is_ready) = oneshot::channel();
    pool.send(move || {
        let prepared = match prepare() {
            Ok(prepared) => prepared,
            Err(problem) => return drop(ready.send(Err(problem))),
        };
        if ready.send(Ok(())).is_err() {
            return;
        }
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(prepared, &events)));
        match caught.unwrap_or_else(|_| Err(Problem::internal())) {
            Ok(last) => events.deliver("done", &last),
            Err(problem) => events.deliver("error", &serde_json::json!({ "error": problem.message() })),
        }
    })?;
    is_ready.await.unwrap_or_else(|_| Err(Problem::internal()))?;
    Ok(response(stream))
}

/// An event whose data is JSON already.
pub fn event_of_text(name: &str, json: &str) -> Event {
    Event::default().event(name).data(json)
}

/// The answer that passes events on as they come.
pub fn response(mut stream: Stream) -> Response {
    response_of(move |context| {
        let event = stream.receiver.poll_recv(context);
        if event.is_ready() {
            // One more is counted than is sent where the reader was given up: the stream is at its end then.
            let _ = stream.waiting.fetch_update(Relaxed, Relaxed, |waiting| waiting.checked_sub(1));
        }
        event
    })
}

/// The answer that passes on what `next` gives.
pub fn response_of(
    mut next: impl FnMut(&mut Context<'_>) -> Poll<Option<Event>> + Send + 'static,
) -> Response {
    let stream = poll_fn(move |context| next(context).map(|event| event.map(Ok::<_, Infallible>)));
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search thread must never wait for a reader: before, the last event did, and whatever came after it.
    #[test]
    fn nobody_waits_for_a_reader_who_does_not_read() {
        let (events, mut stream) = channel();
        for number in 0..2 * WAITING {
            events.hear("iteration", number.to_string(), false);
        }
        assert_eq!(stream.waiting.load(Relaxed), WAITING, "the others are left out");
        events.deliver("done", &0);
        assert!(!events.closed() && stream.receiver.len() == WAITING + 1);
        for number in 0..2 * MOST_WAITING {
            events.deliver("row", &number);
        }
        assert!(events.closed() && stream.receiver.len() == MOST_WAITING, "given up");
        drop(events);
        let mut heard = 0;
        while stream.receiver.try_recv().is_ok() {
            heard += 1;
        }
        assert_eq!(heard, MOST_WAITING);
    }
}
