//! What stored games say about openings.

use super::BookJobError;
use plybook_catalog::{AnyGame, Player, Score, Session, Wdl};
use plybook_store::book::{Book, BookMove, BookPosition, Lesson, Visit};
use plybook_store::database::StoredGame;
use serde::Deserialize;

/// What a stored game tells of a move: who made it, and what that player saw.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct MoveNote {
    #[serde(default)]
    side: Option<u8>,
    #[serde(default)]
    score: Option<i32>,
}

/// The part of a stored game's details that is of use here.
#[derive(Debug, Default, Deserialize)]
struct Details {
    #[serde(default)]
    plies: Vec<MoveNote>,
}

/// A move of a stored game as it is replayed.
struct Ply {
    key: u64,
    text: String,
    mover: u8,
}

/// Replays a game as far as it can be followed, calling `each` before every move. `None` if the game is another one,
/// was broken off, or begins in a position that cannot be read.
fn replay(game: &dyn AnyGame, stored: &StoredGame, mut each: impl FnMut(&dyn Session, &str)) -> Option<()> {
    if stored.game != game.full_name() || stored.result == "void" {
        return None;
    }
    let mut session = game.session(stored.position.as_deref()).ok()?;
    for text in stored.moves.split_whitespace() {
        let written = if session.move_texts().iter().any(|legal| legal == text) {
            text.to_owned()
        } else {
            // It may be stored in another form than the one that is written now.
            let mut probe = game.session(Some(&session.text())).ok()?;
            probe.play(text).ok()?;
            probe.record().last()?.clone()
        };
        each(&*session, &written);
        session.play(&written).ok()?;
    }
    Some(())
}

/// How the game ended for a player.
fn wdl(stored: &StoredGame, player: u8) -> Wdl {
    match Player::from_ordinal(&stored.result) {
        Some(winner) if winner.0 == player => Wdl::Win,
        Some(_) => Wdl::Loss,
        None => Wdl::Draw,
    }
}

/// What tells a stored game from all others.
fn identity(stored: &StoredGame) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let mut texts = stored.names();
    texts.extend([stored.moves.as_str(), &stored.result]);
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("{}-{}-{}-{hash:016x}", stored.began, stored.tournament.unwrap_or(0), stored.number)
}

/// What games teach a book, in their order: every move that is in the book, with the result, and with what its player
/// saw when the book had ended. Games that cannot be used teach nothing.
///
/// # Errors
/// The book cannot be read.
pub fn lessons(game: &dyn AnyGame, book: &Book, games: &[StoredGame]) -> Result<Vec<Lesson>, BookJobError> {
    let frozen = book.freeze()?;
    let mut lessons = Vec::new();
    for stored in games {
        let mut plies = Vec::new();
        let followed = replay(game, stored, |session, text| {
            if let Some(mover) = session.mover() {
                plies.push(Ply { key: session.key(), text: text.to_owned(), mover: mover.0 });
            }
        });
        if followed.is_none() {
            continue;
        }
        let details: Details = serde_json::from_str(&stored.details).unwrap_or_default();
        let known = |ply: &Ply| frozen.moves(ply.key).iter().any(|entry| entry.text == ply.text);
        let in_book: Vec<usize> = (0..plies.len()).filter(|&number| known(&plies[number])).collect();
        let visits = in_book.iter().map(|&number| {
            let ply = &plies[number];
            let own: Vec<usize> =
                in_book.iter().copied().filter(|&other| plies[other].mover == ply.mover).collect();
            let between = own.iter().filter(|&&other| other > number).count() as u32;
            let seen = own.last().and_then(|&last| seen_after(&details.plies, last, ply.mover));
            Visit {
                key: ply.key,
                text: ply.text.clone(),
                result: wdl(stored, ply.mover),
                seen: seen.map(|score| (score, between)),
            }
        });
        let visits: Vec<Visit> = visits.collect();
        if !visits.is_empty() {
            lessons.push(Lesson { game: identity(stored), visits });
        }
    }
    Ok(lessons)
}

/// What a player saw at the first move after `last` of which something is told.
fn seen_after(told: &[MoveNote], last: usize, mover: u8) -> Option<Score> {
    let later = told.iter().skip(last + 1);
    later.filter(|told| told.side == Some(mover)).find_map(|told| Score::from_raw(told.score?))
}

/// Adds the first moves of games to a book and learns their results. Gives the number of games that were new.
///
/// # Errors
/// The book cannot be written.
pub fn add_games(
    game: &dyn AnyGame,
    book: &mut Book,
    games: &[StoredGame],
    plies: u32,
) -> Result<usize, BookJobError> {
    for stored in games {
        let mut found = Vec::new();
        let from_start = stored.position.is_none();
        let _ = replay(game, stored, |session, text| {
            let number = session.record().len() as u32;
            if from_start
                && number < plies
                && let Some(mover) = session.mover()
            {
                let (key, at) = (session.key(), session.text());
                let position = BookPosition { key, text: at, mover: mover.0, plies: number, searched: false };
                found.push((position, text.to_owned()));
            }
        });
        for (position, text) in found {
            let mut session = game.session(Some(&position.text))?;
            session.play(&text)?;
            let entry = BookMove { text, leads: session.key(), ..BookMove::default() };
            book.put(&position, &[entry])?;
        }
    }
    let lessons = lessons(game, book, games)?;
    Ok(book.learn(&lessons)?)
}
