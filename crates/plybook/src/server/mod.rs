//! The workbench as a web page: one page on loopback, and the questions it asks.
//!
//! Every question about a game is complete in itself: it names the game, a start position and the moves since, so the
//! server remembers no game but the texts of rules files, a bounded number of them. What an engine learnt in a game may stay in a bounded cache until its next move; tournaments
//! live here, and in the database. `routes.rs` lists all questions; `documentation.rs` documents them.

mod connections;
mod documentation;
mod events;
mod guard;
mod handlers;
mod knowledge;
mod matchboxes;
mod move_now;
mod page;
mod problem;
mod routes;
mod rules_folder;
mod samuel;
mod tournaments;
mod worker_pool;

use anyhow::{Context, Result};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use move_now::RunningMoves;
use plybook_workbench::EngineCache;
use problem::Problem;
pub use rules_folder::RulesFolder;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpListener;
pub use tournaments::{LocalAgents, TournamentManager};
use worker_pool::WorkerPool;

/// Requests that only replay moves: at once, and waiting.
const QUICK: (usize, usize) = (4, 256);
/// Searches of each kind that may wait for their turn.
const WAITING: usize = 16;
/// Questions to the database of games: at once, and waiting.
const ARCHIVE: (usize, usize) = (2, 64);
/// How long a stopped server waits for what is still running.
const FAREWELL: Duration = Duration::from_millis(500);

/// What all routes share: the worker pools in which they work.
#[derive(Clone)]
pub struct App {
    /// For what is answered at once.
    pub quick: WorkerPool,
    /// For the engine's moves and hints.
    pub moves: WorkerPool,
    /// For long searches: analyses, trees, labs, graphs.
    pub searches: WorkerPool,
    /// For questions to the database of games.
    pub archive: WorkerPool,
    /// The engines of games that are being played.
    pub engines: EngineCache,
    /// The searches for moves that are under way.
    pub running_moves: RunningMoves,
    /// The tournaments.
    pub tournaments: TournamentManager,
    /// The folder of rules files that the page shows, if there is one.
    pub rules: Option<RulesFolder>,
}

impl App {
    fn new(tournaments: TournamentManager, rules: Option<RulesFolder>) -> Result<App> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let half = cores.div_ceil(2);
        Ok(App {
            quick: WorkerPool::new("quick", QUICK.0, QUICK.1)?,
            moves: WorkerPool::new("moves", half, WAITING)?,
            searches: WorkerPool::new("searches", half, WAITING)?,
            archive: WorkerPool::new("archive", ARCHIVE.0, ARCHIVE.1)?,
            engines: EngineCache::default(),
            running_moves: RunningMoves::default(),
            tournaments,
            rules,
        })
    }
}

/// A body of JSON; what is wrong with it is told like every other problem.
pub struct Input<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Input<T>, Problem> {
        let json = axum::Json::<T>::from_request(request, state).await;
        let wrong = |rejection: JsonRejection| Problem::new(rejection.status(), rejection.body_text());
        json.map(|axum::Json(body)| Input(body)).map_err(wrong)
    }
}

/// Where to listen.
pub struct Listen {
    /// The address.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Whether any free port will do where this one is taken.
    pub elsewhere: bool,
}

/// Serves the page until the program is interrupted. `ready` is told the address. Tournaments that are being played
/// then can go on later: their games are kept as they end.
pub fn serve(
    listen: &Listen,
    tournaments: TournamentManager,
    rules: Option<RulesFolder>,
    ready: impl FnOnce(SocketAddr) -> Result<()>,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let listener = bind(listen).await?;
        let own = listener.local_addr()?;
        let router = routes::router(App::new(tournaments, rules)?, own);
        ready(own)?;
        tokio::select! {
            () = connections::accept(listener, router) => Ok(()),
            stopped = tokio::signal::ctrl_c() => stopped.context("waiting for an interrupt"),
        }
    });
    runtime.shutdown_timeout(FAREWELL);
    result
}

async fn bind(listen: &Listen) -> Result<TcpListener> {
    let wanted = SocketAddr::new(listen.address, listen.port);
    match TcpListener::bind(wanted).await {
        Ok(listener) => Ok(listener),
        Err(_) if listen.elsewhere => {
            let any = SocketAddr::new(listen.address, 0);
            TcpListener::bind(any).await.with_context(|| format!("cannot listen at {}", listen.address))
        }
        Err(error) => {
            let message =
                format!("cannot listen at {wanted}: {error}; choose another place with --port or --address");
            Err(crate::bad_input::BadInput::new(message).into())
        }
    }
}
