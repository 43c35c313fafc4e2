//! Server-sent events: an answer that comes piece by piece while the work goes on.

use super::problem::Problem;
use super::worker_pool::WorkerPool;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::poll_fn;
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Events that may wait for a slow reader; more are left out, the last one never.
const WAITING: usize = 64;
/// Events of this size at most wait in between, so that a silent connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// The sending end of a stream of events.
pub struct Events(mpsc::Sender<Event>);

impl Events {
    /// Sends an event; one that does not fit is left out, for the next one says more.
    pub fn send(&self, name: &str, data: &impl Serialize) {
        if let Some(event) = event(name, data) {
            let _ = self.0.try_send(event);
        }
    }

    /// Sends an event that must not be left out; waits for a slow reader.
    pub fn deliver(&self, name: &str, data: &impl Serialize) {
        if let Some(event) = event(name, data) {
            let _ = self.0.blocking_send(event);
        }
    }

    /// Whether nobody listens any more.
    pub fn closed(&self) -> bool {
        self.0.is_closed()
    }
}

fn event(name: &str, data: &impl Serialize) -> Option<Event> {
    Some(Event::default().event(name).data(serde_json::to_string(data).ok()?))
}

/// Runs a job in a pool and streams what it sends. The last event is `done`, or `error` with a sentence. `job` is
/// made ready first by `prepare`, whose problem is an ordinary answer.
pub async fn stream<T, Last: Serialize>(
    pool: &WorkerPool,
    prepare: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    job: impl FnOnce(T, &Events) -> Result<Last, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let (ready, is_ready) = oneshot::channel();
    pool.send(move || {
        let prepared = match prepare() {
            Ok(prepared) => prepared,
            Err(problem) => return drop(ready.send(Err(problem))),
        };
        if ready.send(Ok(())).is_err() {
            return;
        }
        let events = Events(sender);
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(prepared, &events)));
        match caught.unwrap_or_else(|_| Err(Problem::internal())) {
            Ok(last) => events.deliver("done", &last),
            Err(problem) => events.deliver("error", &serde_json::json!({ "error": problem.message() })),
        }
    })?;
    is_ready.await.unwrap_or_else(|_| Err(Problem::internal()))?;
    Ok(response(receiver))
}

/// An event whose data is JSON already.
pub fn event_of_text(name: &str, json: &str) -> Event {
    Event::default().event(name).data(json)
}

/// The answer that passes events on as they come.
pub fn response(mut receiver: mpsc::Receiver<Event>) -> Response {
    let stream =
        poll_fn(move |context| receiver.poll_recv(context).map(|event| event.map(Ok::<_, Infallible>)));
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
}
