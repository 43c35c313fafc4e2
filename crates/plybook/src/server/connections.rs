//! Connections: a bounded number, none of which may dawdle.

use super::guard::RequestComplete;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// Connections at once.
pub const MOST: usize = 256;
/// How long a request's head may take, and how long a connection may be idle.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// Largest head of a request, in bytes.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long a connection is used; a running answer is finished first.
const LIFE_TIME: Duration = Duration::from_secs(600);
/// How long a running answer may then go on.
const LAST_ANSWER: Duration = Duration::from_secs(600);
/// Pause after an accept failed, so that a full table of files does not keep a core busy.
const PAUSE: Duration = Duration::from_millis(50);

/// Who sent a request, as far as the connection tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visitor(pub IpAddr);

/// A connection that is open.
struct Open {
    /// Whether a complete request ever arrived on it.
    arrived: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    evict: Arc<Notify>,
}

/// All open connections, the oldest first.
#[derive(Clone, Default)]
struct OpenConnections(Arc<Mutex<VecDeque<Open>>>);

/// What a connection's task needs to know.
struct ConnectionEntry {
    arrived: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    evict: Arc<Notify>,
}

impl Drop for ConnectionEntry {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}

impl OpenConnections {
    /// Makes room for a connection. Where all places are taken, the oldest one gives way that has not sent a
    /// complete request yet; if all have, the newcomer is turned away.
    fn admit(&self) -> Option<ConnectionEntry> {
        let mut open = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        open.retain(|connection| !connection.closed.load(Ordering::Relaxed));
        if open.len() >= MOST {
            let silent = open.iter().position(|connection| !connection.arrived.load(Ordering::Relaxed))?;
            if let Some(connection) = open.remove(silent) {
                connection.evict.notify_one();
            }
        }
        let entry =
            ConnectionEntry { arrived: Arc::default(), closed: Arc::default(), evict: Arc::default() };
        open.push_back(Open {
            arrived: Arc::clone(&entry.arrived),
            closed: Arc::clone(&entry.closed),
            evict: Arc::clone(&entry.evict),
        });
        Some(entry)
    }
}

/// Accepts connections for ever.
pub async fn accept(listener: TcpListener, router: Router) {
    let open_connections = OpenConnections::default();
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if let Some(entry) = open_connections.admit() {
            tokio::spawn(serve(stream, Visitor(peer.ip()), router.clone(), entry));
        }
    }
}

async fn serve(stream: TcpStream, visitor: Visitor, router: Router, entry: ConnectionEntry) {
    // A failure to set this only makes answers later.
    let _ = stream.set_nodelay(true);
    let arrived = RequestComplete(Arc::clone(&entry.arrived));
    let router = router.layer(axum::Extension(arrived)).layer(axum::Extension(visitor));
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(LARGEST_HEAD);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // Whatever ends a connection, its peer knows: there is nobody else to tell.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = entry.evict.notified() => {}
        () = tokio::time::sleep(LIFE_TIME) => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(LAST_ANSWER, connection).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_connections_give_way_and_working_ones_stay() {
        let open_connections = OpenConnections::default();
        let mut entries: Vec<ConnectionEntry> =
            (0..MOST).map(|_| open_connections.admit().unwrap()).collect();
        entries[0].arrived.store(true, Ordering::Relaxed);
        let newcomer = open_connections.admit().unwrap();
        assert_eq!(open_connections.0.lock().unwrap().len(), MOST);
        for entry in entries.iter().chain([&newcomer]) {
            entry.arrived.store(true, Ordering::Relaxed);
        }
        // The second oldest had sent nothing and was closed; all that are left have sent something.
        assert!(open_connections.admit().is_none());
        entries.pop();
        assert!(open_connections.admit().is_some());
    }
}
