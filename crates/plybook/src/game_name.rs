//! Game names as typed: the one place where a name may point to a file.

use crate::bad_input::BadInput;
use anyhow::Result;
use plybook_catalog::{AnyGame, Session, add_rules, open};
use plybook_store::file::read;
use std::path::Path;
use std::sync::Arc;

/// Largest board file that is read, in bytes.
const LARGEST_FILE: u64 = 64 * 1024;

/// How the path of a rules file ends.
const RULES: &str = ".rules";
/// What may stand before the path of a rules file, and has to where it ends otherwise.
const RULES_PREFIX: &str = "rules:";

/// Opens a game by its typed name. `board=@FILE` in the options is replaced by the rows of that file. A path that ends in
/// `.rules`, or `rules:` and any path, is the game of that file; options stand behind a colon.
pub fn open_game(name: &str) -> Result<Arc<dyn AnyGame>> {
    if let Some((path, options)) = rules_path(name) {
        return open_rules(Path::new(path), options);
    }
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

/// The path of a rules file and the text of its options, if a game's name is such a path.
fn rules_path(name: &str) -> Option<(&str, &str)> {
    let path = name.strip_prefix(RULES_PREFIX);
    let whole = path.unwrap_or(name);
    // A folder may be called so as well: the ending stands before the options or at the end.
    for end in whole.match_indices(RULES).map(|(place, ending)| place + ending.len()) {
        let (path, rest) = whole.split_at(end);
        if rest.is_empty() || rest.starts_with(':') {
            return Some((path, rest.trim_start_matches(':')));
        }
    }
    path.map(|path| path.split_once(':').unwrap_or((path, "")))
}

/// Whether a game's name is the path of a rules file.
pub fn is_rules_file(name: &str) -> bool {
    rules_path(name).is_some()
}

/// The text of a rules file.
pub fn read_rules(path: &Path) -> Result<String> {
    let complain = |why: String| BadInput::new(format!("rules file {}: {why}", path.display()));
    let bytes = read(path, LARGEST_FILE).map_err(|error| complain(error.to_string()))?;
    Ok(String::from_utf8(bytes).map_err(|_| complain("it is no text; save it as UTF-8".to_owned()))?)
}

/// Opens the game of a rules file.
pub fn open_rules(path: &Path, options: &str) -> Result<Arc<dyn AnyGame>> {
    let complain = |error: plybook_catalog::ReadError| BadInput::new(format!("{}: {error}", path.display()));
    let name = add_rules(&read_rules(path)?).map_err(complain)?;
    let full = if options.is_empty() { name } else { format!("{name}:{options}") };
    Ok(open(&full).map_err(complain)?)
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
