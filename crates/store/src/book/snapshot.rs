//! Books as they were at one moment, in a sealed file: what a tournament is played from until it is over.

use super::{BookError, BookMove, FrozenBook};
use crate::file;
use plybook_format::Seal;
use plybook_kernel::Score;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The kind of file that a snapshot is.
const KIND: &[u8; 8] = b"plybkFRZ";

/// Frozen books by the names under which players ask for them.
pub type Snapshot = BTreeMap<String, FrozenBook>;

/// A move as it is written.
#[derive(Serialize, Deserialize)]
struct Row {
    text: String,
    leads: u64,
    score: Option<i32>,
    given: Option<u32>,
    results: [u32; 3],
    seen: [u32; 2],
    weight: u32,
    abandoned: bool,
}

impl From<&BookMove> for Row {
    fn from(entry: &BookMove) -> Row {
        Row {
            text: entry.text.clone(),
            leads: entry.leads,
            score: entry.score.map(Score::raw),
            given: entry.given,
            results: [entry.wins, entry.draws, entry.losses],
            seen: [entry.seen, entry.seen_total],
            weight: entry.weight,
            abandoned: entry.abandoned,
        }
    }
}

impl From<Row> for BookMove {
    fn from(row: Row) -> BookMove {
        let Row { text, leads, score, given, results, seen, weight, abandoned } = row;
        let [wins, draws, losses] = results;
        let [seen, seen_total] = seen;
        let score = score.and_then(Score::from_raw);
        BookMove { text, leads, score, given, wins, draws, losses, seen, seen_total, weight, abandoned }
    }
}

/// The moves of each position of each book.
type Written = BTreeMap<String, BTreeMap<u64, Vec<Row>>>;

fn damaged(path: &Path, why: impl std::fmt::Display) -> BookError {
    BookError::Snapshot { path: path.to_owned(), why: why.to_string() }
}

/// Writes a snapshot, whole or not at all. `start` is the key of the game's start.
///
/// # Errors
/// It cannot be written.
pub fn save_snapshot(path: &Path, game: &str, start: u64, snapshot: &Snapshot) -> Result<(), BookError> {
    let rows = |moves: &Vec<BookMove>| moves.iter().map(Row::from).collect();
    let book = |book: &FrozenBook| book.positions.iter().map(|(&key, moves)| (key, rows(moves))).collect();
    let written: Written = snapshot.iter().map(|(name, frozen)| (name.clone(), book(frozen))).collect();
    let contents = serde_json::to_vec(&written).map_err(|error| BookError::unusable(path, &error))?;
    let bytes = Seal { kind: KIND, game, fingerprint: start }.write(&contents);
    file::write(path, &bytes).map_err(|error| BookError::unusable(path, &error))
}

/// Reads a snapshot; `None` if there is none.
///
/// # Errors
/// It cannot be read, or is not exactly what was written for this game.
pub fn load_snapshot(path: &Path, game: &str, start: u64) -> Result<Option<Snapshot>, BookError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(BookError::unusable(path, &error)),
    };
    let seal = Seal { kind: KIND, game, fingerprint: start };
    let contents = seal.read(&bytes).map_err(|error| damaged(path, error))?;
    let written: Written = serde_json::from_slice(contents).map_err(|error| damaged(path, error))?;
    let moves = |rows: Vec<Row>| rows.into_iter().map(BookMove::from).collect();
    let book = |positions: BTreeMap<u64, Vec<Row>>| {
        FrozenBook::new(positions.into_iter().map(|(key, rows)| (key, moves(rows))))
    };
    Ok(Some(written.into_iter().map(|(name, positions)| (name, book(positions))).collect()))
}

/// Removes a snapshot that is no longer needed.
///
/// # Errors
/// It is there and cannot be removed.
pub fn remove_snapshot(path: &Path) -> Result<(), BookError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(BookError::unusable(path, &error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::Random;

    #[test]
    fn snapshots_come_back_whole_or_are_refused() {
        let path = std::env::temp_dir().join(format!("plybook-snapshot-{}.books", std::process::id()));
        assert_eq!(load_snapshot(&path, "chess", 1), Ok(None));
        let entry = BookMove {
            text: "e2e4".to_owned(),
            leads: u64::MAX,
            score: Some(Score::win_in(7)),
            wins: 3,
            weight: 9,
            ..BookMove::default()
        };
        let frozen =
            FrozenBook::new([(1, vec![entry.clone()]), (u64::MAX, vec![entry, BookMove::default()])]);
        let snapshot =
            Snapshot::from([("main".to_owned(), frozen), ("none".to_owned(), FrozenBook::default())]);
        save_snapshot(&path, "chess", 1, &snapshot).unwrap();
        assert_eq!(load_snapshot(&path, "chess", 1), Ok(Some(snapshot)));
        for (game, start) in [("othello", 1), ("chess", 2)] {
            let error = load_snapshot(&path, game, start).unwrap_err();
            assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        }
        let bytes = fs::read(&path).unwrap();
        let mut random = Random::new(6);
        for _ in 0..500 {
            let mut copy = bytes.clone();
            copy[random.below(bytes.len())] ^= 1 << random.below(8);
            copy.truncate(bytes.len() - random.below(3));
            fs::write(&path, copy).unwrap();
            assert!(matches!(load_snapshot(&path, "chess", 1), Err(BookError::Snapshot { .. })));
        }
        remove_snapshot(&path).unwrap();
        remove_snapshot(&path).unwrap();
    }
}
