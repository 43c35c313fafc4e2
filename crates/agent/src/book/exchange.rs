//! Chess books of other programs, in the Polyglot format.

use super::BookJobError;
use plybook_catalog::{AnyGame, Session, polyglot_key, read_polyglot_move, write_polyglot_move};
use plybook_store::book::polyglot::{Entry, by_key, fitted};
use plybook_store::book::{Book, BookMove, BookPosition};
use std::collections::{HashMap, HashSet};

/// What was read in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Positions added or changed.
    pub positions: usize,
    /// Moves read.
    pub moves: usize,
    /// Entries whose positions were not met on any line from the start.
    pub unreached: usize,
    /// Entries whose move is not legal in their position.
    pub illegal: usize,
}

/// Reads entries into a book, following all lines from the start. A book may hold one side's moves only: then all
/// replies of the other side are tried.
///
/// # Errors
/// The game is not chess, or the book cannot be written.
pub fn import_polyglot(
    game: &dyn AnyGame,
    book: &mut Book,
    entries: &[Entry],
) -> Result<Imported, BookJobError> {
    let start = game.session(None)?;
    let Some(key) = polyglot_key(&*start) else { return Err(BookJobError::NotChess(game.full_name())) };
    let known = by_key(entries);
    let mut told = Imported::default();
    let mut seen = HashSet::from([key]);
    let mut open = vec![(start.text(), 0)];
    while let Some((text, plies)) = open.pop() {
        let session = game.session(Some(&text))?;
        let key = polyglot_key(&*session).unwrap_or_default();
        let Some(entries) = known.get(&key) else {
            // There is no line for this position, but there may be one for the position after a reply.
            for reply in session.move_texts() {
                let next = after(game, &text, &reply)?;
                follow(&*next, &known, plies + 1, &mut seen, &mut open);
            }
            continue;
        };
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in entries {
            let Some(mv) = read_polyglot_move(&*session, entry.mv) else {
                told.illegal += 1;
                continue;
            };
            told.moves += 1;
            let next = after(game, &text, &mv)?;
            let given = Some(u32::from(entry.weight));
            moves.push(BookMove { text: mv, leads: next.key(), given, ..BookMove::default() });
            // Where the line leaves the book, one reply may lead back into it.
            if seen.insert(polyglot_key(&*next).unwrap_or_default()) {
                open.push((next.text(), plies + 1));
            }
        }
        if let Some(mover) = session.mover().filter(|_| !moves.is_empty()) {
            told.positions += 1;
            let position = BookPosition { key: session.key(), text, mover: mover.0, plies, searched: false };
            book.put(&position, &moves)?;
        }
    }
    told.unreached =
        known.iter().filter(|(key, _)| !seen.contains(key)).map(|(_, entries)| entries.len()).sum();
    Ok(told)
}

/// Puts a position on the list if it is in the book and new.
fn follow(
    next: &dyn Session,
    known: &HashMap<u64, Vec<Entry>>,
    plies: u32,
    seen: &mut HashSet<u64>,
    open: &mut Vec<(String, u32)>,
) {
    if let Some(key) = polyglot_key(next).filter(|key| known.contains_key(key))
        && seen.insert(key)
    {
        open.push((next.text(), plies));
    }
}

fn after(game: &dyn AnyGame, text: &str, mv: &str) -> Result<Box<dyn Session>, BookJobError> {
    let mut session = game.session(Some(text))?;
    session.play(mv)?;
    Ok(session)
}

/// All positions and moves of a book as entries. Abandoned moves and moves that are not legal are left out.
///
/// # Errors
/// The game is not chess, or the book cannot be read.
pub fn export_polyglot(game: &dyn AnyGame, book: &Book) -> Result<Vec<Entry>, BookJobError> {
    if polyglot_key(&*game.session(None)?).is_none() {
        return Err(BookJobError::NotChess(game.full_name()));
    }
    let mut entries = Vec::new();
    for position in book.positions()? {
        let session = game.session(Some(&position.text))?;
        let key = polyglot_key(&*session).unwrap_or_default();
        let moves: Vec<BookMove> =
            book.moves(position.key)?.into_iter().filter(|entry| entry.weight > 0).collect();
        let weights = fitted(&moves.iter().map(|entry| entry.weight).collect::<Vec<_>>());
        for (entry, weight) in moves.iter().zip(weights) {
            if let Some(mv) = write_polyglot_move(&*session, &entry.text) {
                entries.push(Entry { key, mv, weight, learn: 0 });
            }
        }
    }
    Ok(entries)
}
