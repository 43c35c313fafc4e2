//! How a game between agents ended, and why.

use plybook_catalog::{Ending, Player, Result3};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who gets the points of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Who moved first.
    First,
    /// Who moved second.
    Second,
    /// Half each.
    Draw,
    /// Nobody: there was no game.
    Void,
}

impl Outcome {
    /// The win of a side.
    #[must_use]
    pub fn win_of(side: Player) -> Outcome {
        if side == Player::FIRST { Outcome::First } else { Outcome::Second }
    }

    /// The half points of the side that moved first, and of the other.
    #[must_use]
    pub const fn half_points(self) -> [u32; 2] {
        match self {
            Outcome::First => [2, 0],
            Outcome::Second => [0, 2],
            Outcome::Draw => [1, 1],
            Outcome::Void => [0, 0],
        }
    }

    /// The word by which it is stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::First => "first",
            Outcome::Second => "second",
            Outcome::Draw => "draw",
            Outcome::Void => "void",
        }
    }

    /// The outcome of a stored word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Outcome> {
        [Outcome::First, Outcome::Second, Outcome::Draw, Outcome::Void]
            .into_iter()
            .find(|one| one.word() == word)
    }
}

impl fmt::Display for Outcome {
    /// As results are written under games: `1-0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::First => "1-0",
            Outcome::Second => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Void => "0-0",
        })
    }
}

/// Every way in which a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The rules: the position is won or drawn.
    Position,
    /// The rules: the side to move has no move.
    Stuck,
    /// The rules: repetition or a move limit.
    Path,
    /// A move that is not legal.
    Illegal,
    /// A process that ended, an exception, a panic.
    Crash,
    /// The clock ran out.
    Timeout,
    /// No answer where no clock was running: to a turn limited otherwise, or before the game.
    Stall,
    /// A claim to have no legal move, where there was one.
    FalseClaim,
    /// Given up.
    Resignation,
    /// The referee's limit of plies.
    PlyLimit,
    /// An answer that cannot be understood.
    Garbage,
    /// More output than is allowed.
    Flood,
    /// An agent that could not be started.
    NotStarted,
    /// An agent that does not play this game.
    Unsuitable,
    /// Adjudicated: both saw the same side far ahead for some moves.
    WonByScore,
    /// Adjudicated: both saw an even game for some moves.
    DrawnByScore,
    /// Adjudicated: the referee's own search proved the result.
    Proven,
    /// Adjudicated: an endgame database knows the result.
    Database,
    /// Not played: the agent was retired after too many failures.
    Retired,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 19] = [
        Reason::Position,
        Reason::Stuck,
        Reason::Path,
        Reason::Illegal,
        Reason::Crash,
        Reason::Timeout,
        Reason::Stall,
        Reason::FalseClaim,
        Reason::Resignation,
        Reason::PlyLimit,
        Reason::Garbage,
        Reason::Flood,
        Reason::NotStarted,
        Reason::Unsuitable,
        Reason::WonByScore,
        Reason::DrawnByScore,
        Reason::Proven,
        Reason::Database,
        Reason::Retired,
    ];

    /// The words by which it is stored and shown.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Position => "position",
            Reason::Stuck => "stuck",
            Reason::Path => "path",
            Reason::Illegal => "illegal move",
            Reason::Crash => "crash",
            Reason::Timeout => "timeout",
            Reason::Stall => "stall",
            Reason::FalseClaim => "false claim",
            Reason::Resignation => "resignation",
            Reason::PlyLimit => "ply limit",
            Reason::Garbage => "garbage",
            Reason::Flood => "flood",
            Reason::NotStarted => "not started",
            Reason::Unsuitable => "unsuitable",
            Reason::WonByScore => "won by score",
            Reason::DrawnByScore => "drawn by score",
            Reason::Proven => "proven",
            Reason::Database => "proven by database",
            Reason::Retired => "retired",
        }
    }

    /// The reason of stored words.
    #[must_use]
    pub fn from_words(words: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.words() == words)
    }

    /// Whether the loser failed as a program, and did not merely play worse.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        match self {
            Reason::Illegal
            | Reason::Crash
            | Reason::Timeout
            | Reason::Stall
            | Reason::FalseClaim
            | Reason::Garbage
            | Reason::Flood
            | Reason::NotStarted
            | Reason::Unsuitable => true,
            Reason::Position
            | Reason::Stuck
            | Reason::Path
            | Reason::Resignation
            | Reason::PlyLimit
            | Reason::WonByScore
            | Reason::DrawnByScore
            | Reason::Proven
            | Reason::Database
            | Reason::Retired => false,
        }
    }
}

/// The end of a game: who gets the points, why, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who gets the points.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// The whole story in a sentence.
    pub sentence: String,
}

impl Verdict {
    /// The end that the rules decide.
    #[must_use]
    pub fn of_rules(ending: &Ending) -> Verdict {
        let outcome = match ending.winner {
            Result3::First => Outcome::First,
            Result3::Second => Outcome::Second,
            Result3::Third | Result3::Draw => Outcome::Draw,
        };
        let reason = match ending.rule {
            "stuck" => Reason::Stuck,
            "path" => Reason::Path,
            _ => Reason::Position,
        };
        Verdict { outcome, reason, sentence: ending.sentence.clone() }
    }

    /// A loss of a side: `what` continues a sentence that begins with the loser's name.
    #[must_use]
    pub fn loss_of(side: Player, reason: Reason, names: [&str; 2], what: &str) -> Verdict {
        let sentence = format!(
            "{} wins: {} {what}.",
            names[side.other().index() & 1],
            names[side.index() & 1],
            what = what.trim_end_matches('.')
        );
        Verdict { outcome: Outcome::win_of(side.other()), reason, sentence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_reasons() {
        for reason in Reason::ALL {
            assert_eq!(Reason::from_words(reason.words()), Some(reason));
        }
        assert_eq!(Reason::from_words("bad luck"), None);
        for outcome in [Outcome::First, Outcome::Second, Outcome::Draw, Outcome::Void] {
            assert_eq!(Outcome::from_word(outcome.word()), Some(outcome));
        }
    }
}
