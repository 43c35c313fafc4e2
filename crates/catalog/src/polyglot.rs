//! Chess positions as Polyglot books see them, in plain data.

use crate::Session;
use crate::session::GameSession;
use plybook_games::chess::Chess;
use plybook_kernel::{Game, Notation};

/// The key of a session's position in Polyglot books; `None` if the game is not chess.
#[must_use]
pub fn polyglot_key(session: &dyn Session) -> Option<u64> {
    let session = chess(session)?;
    Some(session.game.polyglot_key(&session.at))
}

/// The legal move that a Polyglot book means by a number, in the game's notation; `None` if there is none.
#[must_use]
pub fn read_polyglot_move(session: &dyn Session, written: u16) -> Option<String> {
    let session = chess(session)?;
    let mv = session.game.read_polyglot_move(&session.at, written)?;
    Some(session.game.move_text(&session.at, mv))
}

/// The number by which a Polyglot book means a legal move; `None` if it is not one.
#[must_use]
pub fn write_polyglot_move(session: &dyn Session, text: &str) -> Option<u16> {
    let session = chess(session)?;
    let legal = session.game.legal(&session.at);
    let mv = legal.into_iter().find(|&mv| session.game.move_text(&session.at, mv) == text)?;
    Some(Chess::polyglot_move(mv))
}

fn chess(session: &dyn Session) -> Option<&GameSession<Chess>> {
    session.as_any().downcast_ref()
}
