//! How the questions of the workbench are answered over HTTP: each kind in the pool that is made for it.

use super::connections::Visitor;
use super::events::stream;
use super::move_now::RunningMove;
use super::problem::Problem;
use super::{App, Input};
use axum::extract::State;
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Json};
use plybook_workbench::engine_move::{MoveAnswer, MoveRequest, engine_move};
use plybook_workbench::{Cancellation, Listener, rules_text};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What the workbench gives.
type Answered<A> = Result<A, plybook_workbench::Problem>;

/// A question without a body that is answered at once.
pub fn on_get<A: Serialize + Send + 'static>(answer: fn(()) -> Answered<A>) -> MethodRouter<App> {
    get(move |State(app): State<App>| async move { app.quick.run(move |_| Ok(Json(answer(())?))).await })
}

/// A question that is answered at once.
pub fn on_quick<Q, A>(answer: fn(Q) -> Answered<A>) -> MethodRouter<App>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    post(move |State(app): State<App>, Input(question): Input<Q>| async move {
        app.quick.run(move |_| Ok(Json(answer(question)?))).await
    })
}

/// A question that is thought about for a moment.
pub fn on_move<Q, A>(answer: fn(Q, &Cancellation) -> Answered<A>) -> MethodRouter<App>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    post(move |State(app): State<App>, Input(question): Input<Q>| async move {
        app.moves.run(move |cancelled| Ok(Json(answer(question, cancelled)?))).await
    })
}

/// A question that takes a long search and has one answer.
pub fn on_search<Q, A>(answer: fn(Q) -> Answered<A>) -> MethodRouter<App>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    post(move |State(app): State<App>, Input(question): Input<Q>| async move {
        app.searches.run(move |_| Ok(Json(answer(question)?))).await
    })
}

/// A question whose answer comes piece by piece.
pub fn on_stream<Q, Job, Last>(
    prepare: fn(Q) -> Answered<Job>,
    work: fn(&Job, &dyn Listener) -> Answered<Last>,
) -> MethodRouter<App>
where
    Q: DeserializeOwned + Send + 'static,
    Job: Send + 'static,
    Last: Serialize + 'static,
{
    post(move |State(app): State<App>, Input(question): Input<Q>| async move {
        let prepared = move || Ok(prepare(question)?);
        stream(&app.searches, prepared, move |job, events| Ok(work(&job, events)?)).await
    })
}

/// The engine's move: an engine waits for the next move of its visitor's game.
pub async fn on_engine_move(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Input(request): Input<MoveRequest>,
) -> Result<Json<MoveAnswer>, Problem> {
    let (engines, running) = (app.engines.clone(), app.running_moves.clone());
    let answer = move |cancelled: &Cancellation| {
        let entry = request.key().map(|key| running.enter(visitor, key));
        let hurried = entry.as_ref().map(RunningMove::hurried).unwrap_or_default();
        Ok(Json(engine_move(&request, visitor.0, &engines, &hurried, cancelled)?))
    };
    app.moves.run(answer).await
}

/// The rules files to begin with: those of the program, and those of the folder as they are now.
pub async fn on_rules_files(State(app): State<App>) -> Result<Json<serde_json::Value>, Problem> {
    let folder = app.rules.clone();
    app.quick
        .run(move |_| {
            let files = folder.map(|folder| folder.files());
            Ok(Json(serde_json::json!(rules_text::files(files.as_deref())?)))
        })
        .await
}
