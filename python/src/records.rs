//! Records of games, as text and in databases.

use crate::error::{OrRaise, Trouble};
use plybook_arena::game_store::from_stored;
use plybook_arena::standard::standard;
use plybook_catalog::{GameRecord, Records, read_json, write_json};
use plybook_store::database::{Database, GameFilter};
use pyo3::prelude::*;
use std::path::PathBuf;

/// The records of a text, in JSON. Without a `game` the text names it.
#[pyfunction]
#[pyo3(signature = (text, game=None))]
pub fn read_records(py: Python<'_>, text: &str, game: Option<&str>) -> PyResult<String> {
    let text = text.to_owned();
    let game = game.map(str::to_owned);
    let read = py.detach(|| Records::new(&text, game.as_deref()).collect::<Result<Vec<GameRecord>, _>>());
    Ok(write_json(&read.or_raise(py)?))
}

/// Records in JSON as text: PGN for chess, PDN for checkers, a PGN-like text for every other game.
#[pyfunction]
pub fn write_records(py: Python<'_>, json: &str) -> PyResult<String> {
    let records = read_json(json).or_raise(py)?;
    let texts = records.iter().map(GameRecord::to_text).collect::<Result<Vec<String>, _>>().or_raise(py)?;
    Ok(texts.join("\n"))
}

/// The games of a database file, the latest, in JSON. A file that is not there is an error.
#[pyfunction]
#[pyo3(signature = (path, *, game=None, player=None, tournament=None, most=None))]
pub fn stored_games(
    py: Python<'_>,
    path: PathBuf,
    game: Option<String>,
    player: Option<String>,
    tournament: Option<i64>,
    most: Option<u32>,
) -> PyResult<String> {
    if !path.is_file() {
        let remedy = "name a database that `plybook match` or `plybook tournament` wrote";
        return Err(
            Trouble::new("database", &path.display().to_string(), "there is no such file", remedy).raise(py)
        );
    }
    let filter = GameFilter { game, player, tournament, most, ..GameFilter::default() };
    let stored = py.detach(|| Database::open_to_read(&path)?.games(&filter)).or_raise(py)?;
    let mut records = Vec::with_capacity(stored.len());
    for game in &stored {
        let record = from_stored(game).map_err(|error| {
            Trouble::new("database", &path.display().to_string(), error.to_string(), "").raise(py)
        })?;
        records.push(standard(&record));
    }
    Ok(write_json(&records))
}
