//! How the records of a game are written: as its players have always written them.

use super::GameResult;

/// A family of notations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// PGN.
    Chess,
    /// PDN.
    Checkers,
    /// The PGN-like text of every other game.
    Other,
}

/// The value of the tag `GameType` for English checkers.
pub const ENGLISH_CHECKERS: &str = "21";
/// The names of chess and checkers without options.
pub const CHESS: &str = "chess";
/// See `CHESS`.
pub const CHECKERS: &str = "checkers";

const FIRST_SECOND: [&str; 3] = ["First", "Second", "Third"];

impl Style {
    /// The style of a game by its name, with or without options.
    pub fn of(game: &str) -> Style {
        match game.split(':').next() {
            Some(CHESS) => Style::Chess,
            Some(CHECKERS) => Style::Checkers,
            _ => Style::Other,
        }
    }

    /// The tags of the players in the order of first moves.
    pub fn player_tags(self) -> &'static [&'static str] {
        match self {
            Style::Chess => &["White", "Black"],
            Style::Checkers => &["Black", "White"],
            Style::Other => &FIRST_SECOND,
        }
    }

    /// Whether a number alone is the number of a move, never a move.
    pub fn bare_numbers(self) -> bool {
        self != Style::Other
    }

    /// The result as it is written. White's comes first where there is one; otherwise who moved first.
    pub fn result_text(self, result: GameResult, players: usize) -> &'static str {
        match (result, players, self) {
            (GameResult::Unfinished, ..) => "*",
            (GameResult::Draw, ..) => "1/2-1/2",
            (GameResult::First, 3.., _) => "1-0-0",
            (GameResult::Second, 3.., _) => "0-1-0",
            (GameResult::Third, ..) => "0-0-1",
            (GameResult::First, _, Style::Checkers) | (GameResult::Second, ..) => {
                if self == Style::Checkers && result == GameResult::Second { "1-0" } else { "0-1" }
            }
            (GameResult::First, ..) => "1-0",
        }
    }

    /// The result that a word stands for, if it is one.
    pub fn result(self, word: &str) -> Option<GameResult> {
        let [first, second] = match self {
            Style::Checkers => [GameResult::Second, GameResult::First],
            _ => [GameResult::First, GameResult::Second],
        };
        match word {
            "*" => Some(GameResult::Unfinished),
            "1/2-1/2" | "1/2" => Some(GameResult::Draw),
            "1-0" => Some(first),
            "0-1" => Some(second),
            "2-0" if self == Style::Checkers => Some(first),
            "0-2" if self == Style::Checkers => Some(second),
            "1-1" if self == Style::Checkers => Some(GameResult::Draw),
            "0-0" if self == Style::Checkers => Some(GameResult::Unfinished),
            "1-0-0" => Some(GameResult::First),
            "0-1-0" => Some(GameResult::Second),
            "0-0-1" => Some(GameResult::Third),
            _ => None,
        }
    }
}
