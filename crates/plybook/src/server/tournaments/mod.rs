//! `/api/tournaments...`: tournaments that the page starts, watches and looks back at.
//!
//! The arena plays them and the database keeps them, exactly as the commands `tournament` and `history` do. The page
//! chooses among built-in agents and those of a local file; it can name no program, no file and no option of either.

mod account;
mod live;
mod local;
mod manager;
mod rating_course;
mod start;
mod stored;
mod watch;

use super::problem::Problem;
use super::{App, Input};
pub use account::Account;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
pub use live::{Boards, Over};
pub use local::LocalAgents;
pub use manager::TournamentManager;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use start::StartRequest;
pub use stored::{GameRecords, GamesRequest, PlayedGames, TournamentList};

/// What became of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Games are being played.
    Running,
    /// Nobody plays; it can go on.
    Paused,
    /// It is over.
    Finished,
}

/// Which tournament.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WatchRequest {
    id: i64,
}

/// What to do with a tournament.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Drop the running games; they begin anew when it goes on.
    Pause,
    /// Go on.
    Resume,
    /// Leave it as it is for good.
    End,
}

/// Which tournament, and what to do with it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControlRequest {
    id: i64,
    action: Action,
}

/// A tournament and how it stands.
#[derive(Serialize, JsonSchema)]
pub struct ControlAnswer {
    id: i64,
    phase: Phase,
}

/// All tournaments, the latest first, and who may play in a new one.
pub async fn list(State(app): State<App>) -> Result<Json<TournamentList>, Problem> {
    let manager = app.tournaments.clone();
    app.archive.run(move |_| stored::list(&manager).map(Json)).await
}

/// Starts a tournament.
pub async fn start(
    State(app): State<App>,
    Input(request): Input<StartRequest>,
) -> Result<Json<ControlAnswer>, Problem> {
    let manager = app.tournaments.clone();
    let start = move || {
        let order = start::order(request, &manager)?;
        Ok(Json(ControlAnswer { id: manager.begin(order)?, phase: Phase::Running }))
    };
    app.archive.run(move |_| start()).await
}

/// Pauses a tournament, goes on with it, or ends it for good.
pub async fn control(
    State(app): State<App>,
    Input(ControlRequest { id, action }): Input<ControlRequest>,
) -> Result<Json<ControlAnswer>, Problem> {
    let manager = app.tournaments.clone();
    app.archive.run(move |_| Ok(Json(ControlAnswer { id, phase: manager.control(id, action)? }))).await
}

/// Some games of a tournament, the latest first.
pub async fn games(
    State(app): State<App>,
    Input(request): Input<GamesRequest>,
) -> Result<Json<PlayedGames>, Problem> {
    let manager = app.tournaments.clone();
    app.archive.run(move |_| stored::games(&manager, &request).map(Json)).await
}

/// Some games of a tournament, written down for other programs.
pub async fn records(
    State(app): State<App>,
    Input(request): Input<GamesRequest>,
) -> Result<Json<GameRecords>, Problem> {
    let manager = app.tournaments.clone();
    app.archive.run(move |_| stored::records(&manager, &request).map(Json)).await
}

/// Events `account` and `boards` as they change, and `done` when nobody plays any more.
pub async fn watch(
    State(app): State<App>,
    Input(WatchRequest { id }): Input<WatchRequest>,
) -> Result<Response, Problem> {
    watch::stream(&app, id).await
}
