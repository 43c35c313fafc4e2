//! Records of games: plain data, written and read as PGN for chess, PDN for checkers, a PGN-like text for every
//! other game, and JSON.

mod annotation;
mod error;
mod json;
mod reader;
mod style;
mod tokens;
mod writer;

pub use error::{RecordError, RecordProblem};
pub use json::{read_json, write_json};
pub use reader::Records;

use crate::{AnyGame, Ending, Session, Value, open};
use plybook_kernel::Player;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Longest game that a record may hold, in plies: more than the longest game of chess.
pub const LONGEST_RECORD: usize = 20_000;
/// Most words of a game in a record: a move has a number and perhaps a judgement and a glyph beside it.
const MAX_WORDS: usize = 4 * LONGEST_RECORD;

/// A game and a session of it.
pub type OpenedRecord = (Arc<dyn AnyGame>, Box<dyn Session>);

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum GameResult {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
    /// The game was not finished, or nobody knows.
    #[default]
    Unfinished,
}

impl From<&Ending> for GameResult {
    fn from(ending: &Ending) -> GameResult {
        ending.winner().map_or(GameResult::Draw, GameResult::Win)
    }
}

impl From<GameResult> for String {
    /// `first`, `second` and so on for the winner, `draw` or `unfinished`.
    fn from(result: GameResult) -> String {
        match result {
            GameResult::Win(player) => player.ordinal(),
            GameResult::Draw => "draw",
            GameResult::Unfinished => "unfinished",
        }
        .to_owned()
    }
}

impl TryFrom<String> for GameResult {
    type Error = String;

    fn try_from(word: String) -> Result<GameResult, String> {
        match (Player::from_ordinal(&word), word.as_str()) {
            (Some(player), _) => Ok(GameResult::Win(player)),
            (None, "draw") => Ok(GameResult::Draw),
            (None, "unfinished") => Ok(GameResult::Unfinished),
            _ => Err(format!("`{word}` is no result; write first to sixth, draw or unfinished")),
        }
    }
}

/// A move of a record, with what is known about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedMove {
    /// The move in the game's notation.
    pub text: String,
    /// What the player said with it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// What somebody else says about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What was left on the player's clock after it, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// How long the player thought about it, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u64>,
    /// What the player thought the position was worth for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// How deep the player looked, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions the player looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl RecordedMove {
    /// A move with nothing said about it.
    #[must_use]
    pub fn new(text: impl Into<String>) -> RecordedMove {
        RecordedMove { text: text.into(), ..RecordedMove::default() }
    }
}

/// A game as it was played. What `Records` and `read_json` give is checked: every move is legal and written in
/// the game's own notation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's whole name, such as `hexapawn:4x5`.
    pub game: String,
    /// The players' names in the order of first moves; empty where unknown.
    #[serde(default)]
    pub players: Vec<String>,
    /// How it ended, as the record says; nobody checks that against the board.
    #[serde(default)]
    pub result: GameResult,
    /// Why it ended so, in words; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The day of the game as `2026.11.15`; empty where unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The position it began in; the game's own start if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What is said before the first move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<RecordedMove>,
    /// Anything else by name: `Event`, `Site`, `Round` and whatever a program adds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
}

impl GameRecord {
    /// The record of a game in progress or finished, begun from `position`: its moves and its result.
    #[must_use]
    pub fn of(game: &dyn AnyGame, position: Option<&str>, session: &dyn Session) -> GameRecord {
        let ending = session.ending();
        GameRecord {
            game: game.full_name(),
            players: vec![String::new(); game.player_names().len()],
            result: ending.as_ref().map_or(GameResult::Unfinished, GameResult::from),
            reason: ending.map(|ending| ending.sentence).unwrap_or_default(),
            position: position.map(str::to_owned),
            moves: session.record().iter().map(RecordedMove::new).collect(),
            ..GameRecord::default()
        }
    }

    /// The game and a session at the record's first position. Playing the texts of `moves` replays it.
    ///
    /// # Errors
    /// There is no such game or position.
    pub fn open(&self) -> Result<OpenedRecord, RecordError> {
        let game = open(&self.game).map_err(RecordProblem::from)?;
        let session = game.session(self.position.as_deref()).map_err(RecordProblem::from)?;
        Ok((game, session))
    }

    /// The session after so many plies, at most all of them.
    ///
    /// # Errors
    /// There is no such game or position, or a move is not legal.
    pub fn session_at(&self, plies: usize) -> Result<Box<dyn Session>, RecordError> {
        let (_, mut session) = self.open()?;
        for (number, mv) in self.moves.iter().take(plies).enumerate() {
            session.play(&mv.text).map_err(|error| RecordProblem::illegal(number, error))?;
        }
        Ok(session)
    }

    /// The record as text: PGN for chess, PDN for checkers, a PGN-like text for every other game.
    ///
    /// # Errors
    /// There is no such game or position, or a move is not legal.
    pub fn to_text(&self) -> Result<String, RecordError> {
        writer::write(self)
    }

    /// The same record with its moves checked and in the game's notation, a name for every player, and no
    /// position where it is the game's own start.
    ///
    /// # Errors
    /// There is no such game or position, a move is not legal, or there are too many.
    pub fn checked(mut self) -> Result<GameRecord, RecordError> {
        if self.moves.len() > LONGEST_RECORD {
            return Err(RecordProblem::TooLong.into());
        }
        let (game, mut session) = self.open()?;
        for (number, mv) in self.moves.iter_mut().enumerate() {
            session.play(&mv.text).map_err(|error| RecordProblem::illegal(number, error))?;
            mv.text = session.record().last().cloned().unwrap_or_default();
        }
        self.tidy(&*game);
        Ok(self)
    }

    /// Fills and shortens what is the same for every game.
    fn tidy(&mut self, game: &dyn AnyGame) {
        self.game = game.full_name();
        self.players.resize(game.player_names().len(), String::new());
        let start = game.session(None).map(|start| start.text()).ok();
        if self.position.is_some() && self.position == start {
            self.position = None;
        }
    }
}

#[cfg(test)]
mod tests;
