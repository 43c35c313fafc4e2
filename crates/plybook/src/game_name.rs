//! Game names as typed: the one place where a name may point to a file.

use crate::bad_input::BadInput;
use anyhow::Result;
use plybook_catalog::{AnyGame, Session, open};
use plybook_store::file::read;
use std::path::Path;
use std::sync::Arc;

/// Largest board file that is read, in bytes.
const LARGEST_FILE: u64 = 64 * 1024;

/// Opens a game by its typed name. `board=@FILE` in the options is replaced by the rows of that file.
pub fn open_game(name: &str) -> Result<Arc<dyn AnyGame>> {
    let name = match name.split_once("board=@") {
        None => name.to_owned(),
        Some((before, rest)) => {
            let (path, after) = rest.split_once(',').unwrap_or((rest, ""));
            let comma = if after.is_empty() { "" } else { "," };
            format!("{before}board={}{comma}{after}", board_from_file(path)?)
        }
    };
    Ok(open(&name).map_err(BadInput::from)?)
}

/// The rows of a board file joined by `/`. Blank squares may be dots or spaces; empty lines do not count.
fn board_from_file(path: &str) -> Result<String> {
    let complain = |why: String| BadInput::new(format!("board file {path:?}: {why}"));
    let bytes = read(Path::new(path), LARGEST_FILE).map_err(|error| complain(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| complain(error.to_string()))?;
    let rows: Vec<String> = text
        .lines()
        .map(|line| line.trim_end_matches('\r').replace(' ', "."))
        .filter(|line| !line.is_empty())
        .collect();
    if rows.is_empty() {
        return Err(complain("it is empty; write one row of squares per line".to_owned()).into());
    }
    Ok(rows.join("/"))
}

/// A game in progress from a position text, if any, with some moves played.
pub fn start_session(
    game: &dyn AnyGame,
    position: Option<&str>,
    moves: &[String],
) -> Result<Box<dyn Session>> {
    let mut session = game.session(position).map_err(BadInput::from)?;
    for (number, text) in moves.iter().flat_map(|list| list.split_whitespace()).enumerate() {
        session
            .play(text)
            .map_err(|error| BadInput::new(format!("--moves, number {}: {error}", number + 1)))?;
    }
    Ok(session)
}
