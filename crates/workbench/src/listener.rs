//! Who hears an answer that comes piece by piece.

use serde::Serialize;

/// Hears the events of an answer while it is worked on.
pub trait Listener: Sync {
    /// Hears an event, its data as JSON. One that is not `lasting` may be left out where the listener is slow: a later
    /// one says more.
    fn hear(&self, event: &str, json: String, lasting: bool);

    /// Whether nobody listens any more.
    fn closed(&self) -> bool;
}

/// Tells what a later event will say again.
pub(crate) fn send(listener: &dyn Listener, event: &str, data: &impl Serialize) {
    tell(listener, event, data, false);
}

/// Tells what must not be left out.
pub(crate) fn deliver(listener: &dyn Listener, event: &str, data: &impl Serialize) {
    tell(listener, event, data, true);
}

fn tell(listener: &dyn Listener, event: &str, data: &impl Serialize, lasting: bool) {
    if let Ok(json) = serde_json::to_string(data) {
        listener.hear(event, json, lasting);
    }
}
