//! `POST /api/knowledge`: what the opening book and the endgame database know of a position.

use super::problem::Problem;
use super::{App, Input};
use axum::Json;
use axum::extract::State;
use plybook_agent::book::{BookJobError, DEFAULT_BOOK, find_book};
use plybook_catalog::endgame_files::TablebaseValue;
use plybook_catalog::{AnyGame, ProvenMove, Session, Value};
use plybook_store::book::{BookMove, default_file};
use plybook_workbench::{GamePosition, Opened, endgame_folder};
use schemars::JsonSchema;
use serde::Serialize;

/// What is known of a position beyond the search.
#[derive(Serialize, JsonSchema)]
pub struct KnowledgeAnswer {
    /// The moves of the user's opening book, the heaviest first; empty where it has none.
    book: Vec<BookEntry>,
    /// Why the book could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    complaint: Option<String>,
    /// What the endgame database proves; absent where it does not have the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    endgame: Option<ProvenPosition>,
}

/// A move of the opening book.
#[derive(Serialize, JsonSchema)]
struct BookEntry {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    text: String,
    /// The move as people read it.
    display: String,
    /// Its value by search for whoever makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    /// Games won by whoever made it.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
    /// What is expected of it, from 0 to 1.
    expected: f64,
    /// How often it is chosen beside the others.
    weight: u32,
    /// Whether it is never chosen any more.
    abandoned: bool,
}

/// A position of the endgame database.
#[derive(Serialize, JsonSchema)]
struct ProvenPosition {
    /// Its proven value for the side to move; a draw is no points.
    value: Value,
    /// Its moves, the best first.
    moves: Vec<ProvenAnswer>,
}

/// A move and what the endgame database proves of it.
#[derive(Serialize, JsonSchema)]
struct ProvenAnswer {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    text: String,
    /// The move as people read it.
    display: String,
    /// Its proven value for whoever makes it; absent where the database does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
}

/// What is known at a place.
pub async fn knowledge(
    State(app): State<App>,
    Input(place): Input<GamePosition>,
) -> Result<Json<KnowledgeAnswer>, Problem> {
    let answer = move || {
        let Opened { game, session } = place.open()?;
        let (book, complaint) = match in_book(&*game, &*session) {
            Ok(book) => (book, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        Ok(Json(KnowledgeAnswer { book, complaint, endgame: proven(&*game, &*session) }))
    };
    app.archive.run(move |_| answer()).await
}

/// The moves of the user's book that are legal here, the heaviest first.
fn in_book(game: &dyn AnyGame, session: &dyn Session) -> Result<Vec<BookEntry>, BookJobError> {
    let Some(path) = default_file().filter(|path| path.exists()) else { return Ok(Vec::new()) };
    let Some(book) = find_book(&path, game, DEFAULT_BOOK)? else { return Ok(Vec::new()) };
    let legal = session.move_texts();
    let mut moves = book.moves(session.key())?;
    moves.retain(|entry| legal.contains(&entry.text));
    moves.sort_by_key(|entry| (entry.abandoned, std::cmp::Reverse(entry.weight)));
    Ok(moves.iter().map(|entry| entry_of(session, entry)).collect())
}

fn entry_of(session: &dyn Session, entry: &BookMove) -> BookEntry {
    let display = session.display_move(&entry.text).map_or_else(|_| entry.text.clone(), |shown| shown.text);
    BookEntry {
        display,
        text: entry.text.clone(),
        value: entry.score.map(Value::from),
        wins: entry.wins,
        draws: entry.draws,
        losses: entry.losses,
        expected: entry.expectation(),
        weight: entry.weight,
        abandoned: entry.abandoned,
    }
}

/// What the installed endgame database proves.
fn proven(game: &dyn AnyGame, session: &dyn Session) -> Option<ProvenPosition> {
    let tablebases = game.tablebases(&endgame_folder(game)?)?;
    let value = tablebases.worth(session)?;
    let mut moves = tablebases.moves(session);
    moves.sort_by_key(|proven| std::cmp::Reverse(proven.worth));
    let answer = |ProvenMove { text, display, worth }: ProvenMove| ProvenAnswer {
        text,
        display,
        value: worth.map(told),
    };
    Some(ProvenPosition { value: told(value), moves: moves.into_iter().map(answer).collect() })
}

/// A proven value as the page is told it.
fn told(value: TablebaseValue) -> Value {
    value.score().into()
}
