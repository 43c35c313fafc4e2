//! Connections: a bounded number, none of which may dawdle.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::Sleep;

/// Connections at once.
pub const MOST: usize = 256;
/// Connections of one visitor at once that is not on this machine.
const SHARE: usize = 64;
/// How long nothing must have happened on a connection before it gives way to a new one: streams of events that are read
/// have a sign of life more often.
const IDLE: Duration = Duration::from_secs(15);
/// How long a visitor may take none of the bytes that are there for it.
const WRITE_TIME: Duration = Duration::from_secs(30);
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

/// How a connection stands.
pub struct ConnectionState {
    /// Whose it is.
    address: IpAddr,
    /// Whether a complete request ever arrived on it.
    arrived: AtomicBool,
    /// Whether a request is being answered, before the answer is sent.
    busy: AtomicBool,
    closed: AtomicBool,
    /// When bytes last came or went.
    active: Mutex<Instant>,
    evict: Notify,
}

impl ConnectionState {
    fn new(address: IpAddr) -> ConnectionState {
        ConnectionState {
            address,
            arrived: AtomicBool::new(false),
            busy: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            active: Mutex::new(Instant::now()),
            evict: Notify::new(),
        }
    }

    /// A complete request arrived.
    pub fn mark_arrived(&self) {
        self.arrived.store(true, Ordering::Relaxed);
    }

    /// A request is being answered, or no longer.
    pub fn mark_busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::Relaxed);
        self.mark_active();
    }

    fn mark_active(&self) {
        *self.active.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How long nothing has happened on it; nothing while a request is being answered.
    fn idle(&self) -> Option<Duration> {
        let busy = self.busy.load(Ordering::Relaxed);
        (!busy).then(|| self.active.lock().unwrap_or_else(PoisonError::into_inner).elapsed())
    }
}

/// All open connections, the oldest first.
#[derive(Clone, Default)]
struct OpenConnections(Arc<Mutex<VecDeque<Arc<ConnectionState>>>>);

/// What a connection's task needs to know.
struct ConnectionEntry(Arc<ConnectionState>);

impl Drop for ConnectionEntry {
    fn drop(&mut self) {
        self.0.closed.store(true, Ordering::Relaxed);
    }
}

impl OpenConnections {
    /// Makes room for a connection. Where all places are taken, or all of this visitor's from beyond this machine, one gives
    /// way: the oldest that has not sent a complete request yet, else the one on which nothing has happened for longest.
    /// Where all are at work the newcomer is turned away.
    fn admit(&self, address: IpAddr) -> Option<ConnectionEntry> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|connection| !connection.closed.load(Ordering::Relaxed));
        let own = open.iter().filter(|connection| connection.address == address).count();
        let crowded = !address.is_loopback() && own >= SHARE;
        if crowded || open.len() >= MOST {
            let place = give_way(&open, |connection| !crowded || connection.address == address)?;
            if let Some(connection) = open.remove(place) {
                connection.evict.notify_one();
            }
        }
        let state = Arc::new(ConnectionState::new(address));
        open.push_back(Arc::clone(&state));
        Some(ConnectionEntry(state))
    }
}

/// Which connection gives way, among those that may be chosen.
fn give_way(open: &VecDeque<Arc<ConnectionState>>, may: impl Fn(&ConnectionState) -> bool) -> Option<usize> {
    let silent =
        |connection: &Arc<ConnectionState>| !connection.arrived.load(Ordering::Relaxed) && may(connection);
    if let Some(place) = open.iter().position(silent) {
        return Some(place);
    }
    let idle = open.iter().enumerate().filter(|(_, connection)| may(connection));
    let idle =
        idle.filter_map(|(place, connection)| Some((connection.idle().filter(|&idle| idle >= IDLE)?, place)));
    idle.max_by_key(|&(idle, place)| (idle, Reverse(place))).map(|(_, place)| place)
}

/// A visitor's stream that notes when bytes come and go, and gives up on a reader who takes none for too long.
struct Watched {
    stream: TcpStream,
    state: Arc<ConnectionState>,
    /// Set while bytes wait to be taken.
    late: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    /// What became of a try to send: an error once the reader has taken nothing for too long.
    fn sent<T>(&mut self, context: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.late = None;
            self.state.mark_active();
            return result;
        }
        let late = self.late.get_or_insert_with(|| Box::pin(tokio::time::sleep(WRITE_TIME)));
        match late.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_ready() {
            self.state.mark_active();
        }
        result
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(context, result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.sent(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
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
        if let Some(entry) = open_connections.admit(peer.ip()) {
            tokio::spawn(serve(stream, Visitor(peer.ip()), router.clone(), entry));
        }
    }
}

async fn serve(stream: TcpStream, visitor: Visitor, router: Router, entry: ConnectionEntry) {
    // A failure to set this only makes answers later.
    let _ = stream.set_nodelay(true);
    let ConnectionEntry(state) = &entry;
    let router = router.layer(axum::Extension(Arc::clone(state))).layer(axum::Extension(visitor));
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(LARGEST_HEAD);
    let stream = Watched { stream, state: Arc::clone(state), late: None };
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // Whatever ends a connection, its peer knows: there is nobody else to tell.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = state.evict.notified() => {}
        () = tokio::time::sleep(LIFE_TIME) => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(LAST_ANSWER, connection).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn full(open_connections: &OpenConnections) -> Vec<ConnectionEntry> {
        (0..MOST).map(|_| open_connections.admit(HERE).unwrap()).collect()
    }

    /// Makes a connection look as if nothing had happened on it for so long.
    fn rest(entry: &ConnectionEntry, seconds: u64) {
        *entry.0.active.lock().unwrap() = Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
    }

    #[test]
    fn silent_connections_give_way_and_working_ones_stay() {
        let open_connections = OpenConnections::default();
        let mut entries = full(&open_connections);
        entries[0].0.mark_arrived();
        let newcomer = open_connections.admit(HERE).unwrap();
        assert_eq!(open_connections.0.lock().unwrap().len(), MOST);
        entries.iter().chain([&newcomer]).for_each(|entry| entry.0.mark_arrived());
        // The second oldest had sent nothing and was closed; all that are left have sent something just now.
        assert!(open_connections.admit(HERE).is_none());
        entries.pop();
        assert!(open_connections.admit(HERE).is_some());
    }

    #[test]
    fn used_connections_that_are_idle_give_way_to_new_ones_and_busy_ones_never() {
        let open_connections = OpenConnections::default();
        let entries = full(&open_connections);
        entries.iter().for_each(|entry| entry.0.mark_arrived());
        rest(&entries[7], 60);
        rest(&entries[9], 90);
        rest(&entries[11], 120);
        entries[11].0.busy.store(true, Ordering::Relaxed);
        let newcomer = |_| {
            let entry = open_connections.admit(HERE).unwrap();
            entry.0.mark_arrived();
            entry
        };
        let _newcomers: Vec<ConnectionEntry> = (0..2).map(newcomer).collect();
        assert!(open_connections.admit(HERE).is_none());
        let open = open_connections.0.lock().unwrap();
        let is_open = |number: usize| open.iter().any(|state| Arc::ptr_eq(state, &entries[number].0));
        assert_eq!([7, 9, 11, 12].map(is_open), [false, false, true, true]);
    }

    #[test]
    fn a_visitor_from_elsewhere_has_a_share() {
        let open_connections = OpenConnections::default();
        let there = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
        let entries: Vec<_> = (0..SHARE).map(|_| open_connections.admit(there).unwrap()).collect();
        entries.iter().for_each(|entry| entry.0.mark_arrived());
        assert!(open_connections.admit(there).is_none());
        assert!(open_connections.admit(HERE).is_some());
        assert!(open_connections.admit(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2))).is_some());
    }
}
