//! `POST /api/samuel/...`: Samuel's program, game by game. The page keeps the series: every question brings all that the
//! next game depends on.

use super::problem::Problem;
use super::{App, Input};
use axum::Json;
use axum::extract::State;
use plybook_catalog::{SamuelSeries, SeriesGame, SeriesState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which series is to begin.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeriesRequest {
    /// In the manner of which of Samuel's series: 1 or 2.
    #[schemars(range(min = 1, max = 2))]
    series: u8,
    /// Decides which terms begin, and chooses among equal moves.
    seed: u32,
}

/// A series and the game that it played last.
#[derive(Serialize, JsonSchema)]
pub struct SeriesAnswer {
    state: SeriesState,
    /// All terms, in the order of their numbers.
    terms: Vec<SeriesTerm>,
    /// The game that was played now.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<SeriesGame>,
}

/// A term of Samuel's list.
#[derive(Serialize, JsonSchema)]
struct SeriesTerm {
    name: &'static str,
    /// Alpha's coefficient; 0 in reserve.
    coefficient: i64,
    /// The sign of its coefficient among Samuel's leading twelve after 42 games, if it was one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    samuel: Option<i8>,
}

impl SeriesAnswer {
    fn of(series: &SamuelSeries, game: Option<SeriesGame>) -> SeriesAnswer {
        let term = |((name, sign), coefficient): ((&'static str, Option<bool>), i64)| SeriesTerm {
            name,
            coefficient,
            samuel: sign.map(|positive| if positive { 1 } else { -1 }),
        };
        let terms = series.terms().into_iter().zip(series.coefficients()).map(term).collect();
        SeriesAnswer { state: series.state(), terms, game }
    }
}

/// A new series.
pub async fn begin(
    State(app): State<App>,
    Input(request): Input<SeriesRequest>,
) -> Result<Json<SeriesAnswer>, Problem> {
    let work = move || {
        let series = SamuelSeries::numbered(request.series, request.seed)?;
        Ok(Json(SeriesAnswer::of(&series, None)))
    };
    app.quick.run(move |_| work()).await
}

/// A series that is to go on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeriesPlayRequest {
    state: SeriesState,
}

/// The next game of a series.
pub async fn play(
    State(app): State<App>,
    Input(request): Input<SeriesPlayRequest>,
) -> Result<Json<SeriesAnswer>, Problem> {
    let work = move || {
        let mut series = SamuelSeries::of_state(&request.state)?;
        let game = series.play_shown();
        Ok(Json(SeriesAnswer::of(&series, game)))
    };
    app.moves.run(move |_| work()).await
}
