//! The contract between a player and a referee.

use crate::{Budget, Fault};
use plybook_catalog::{DisplayMove, Ending, Player, Score, Session};
use plybook_clock::Instant;

/// Who an agent says it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// A short name for tables and remarks.
    pub nickname: String,
    /// A sentence or two about itself.
    pub introduction: String,
}

/// What an agent is told before a game.
#[derive(Clone, Debug)]
pub struct GameStart<'a> {
    /// The game's whole name, such as `hexapawn:4x5`.
    pub game: &'a str,
    /// The position the game begins in; the game's own start if none.
    pub position: Option<&'a str>,
    /// Moves already played from there by an opening.
    pub opening: &'a [String],
    /// The side it plays.
    pub side: Player,
    /// The opponent's nickname.
    pub opponent: &'a str,
    /// Decides everything that chance decides in this agent during this game.
    pub seed: u64,
    /// When the referee stops waiting for it to be ready.
    pub deadline: Instant,
}

/// A turn: everything an agent may know when it is asked for a move.
pub struct Turn<'a> {
    /// The game so far. A copy of the truth: nothing an agent does to it counts.
    pub session: &'a dyn Session,
    /// What the opponent said with its last move.
    pub remark: &'a str,
    /// What it may use.
    pub budget: Budget,
    /// When the referee stops waiting, tolerance included.
    pub deadline: Instant,
}

/// What an agent wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play this move, in the game's notation.
    Move(String),
    /// Give the game up.
    Resign,
    /// Say that there is no legal move. A false claim loses.
    NoMoves,
}

/// What an agent saw before it moved, as far as it tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchInfo {
    /// The value of the position for itself.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it entered.
    pub nodes: Option<u64>,
    /// The line it expects, its own move first.
    pub line: Vec<String>,
    /// The same line as people read it; empty where only the texts are known.
    pub display: Vec<DisplayMove>,
    /// Whether an endgame database proves the value.
    pub proven: bool,
}

/// An agent's answer to a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What it wants to do.
    pub action: Action,
    /// What it says.
    pub remark: String,
    /// What it saw.
    pub seen: SearchInfo,
}

/// A player. The referee asks it in this order: `identity`, then per game `begin`, any number of `turn` and
/// `ponder`, and `end`. After a `Fault` it is asked nothing more in this game.
pub trait Agent: Send {
    /// Who it is. May start what it needs to answer; `deadline` bounds the wait.
    ///
    /// # Errors
    /// It cannot be started, or does not say who it is in time.
    fn identity(&mut self, deadline: Instant) -> Result<Identity, Fault>;

    /// Gets ready for a game and forgets the last one.
    ///
    /// # Errors
    /// It does not play this game, or is not ready in time.
    fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault>;

    /// Chooses. Returns by the deadline whatever happens.
    ///
    /// # Errors
    /// It failed to answer; the referee records why.
    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// May think on the opponent's time from now on, until `turn` or `end` is called; returns at once. `session`
    /// stands after the agent's own move.
    fn ponder(&mut self, session: &dyn Session) {
        let _ = session;
    }

    /// Told how the game ended, from `session`'s last position. `None` where the referee stopped it.
    fn end(&mut self, ending: Option<&Ending>) {
        let _ = ending;
    }
}
