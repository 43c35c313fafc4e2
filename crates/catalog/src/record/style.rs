//! How the records of a game are written: as its players have always written them.

use super::GameResult;
use plybook_kernel::{MOST_PLAYERS, Player};

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

const FIRST_SECOND: [&str; MOST_PLAYERS] = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];

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
    pub fn result_text(self, result: GameResult, players: usize) -> String {
        let winner = match result {
            GameResult::Unfinished => return "*".to_owned(),
            GameResult::Draw => return "1/2-1/2".to_owned(),
            GameResult::Win(player) if self == Style::Checkers => player.other(),
            GameResult::Win(player) => player,
        };
        let points = (0..players.max(2)).map(|place| if place == winner.index() { "1" } else { "0" });
        points.collect::<Vec<_>>().join("-")
    }

    /// The result that a word stands for, if it is one.
    pub fn result(self, word: &str) -> Option<GameResult> {
        let [first, second] = match self {
            Style::Checkers => [Player::SECOND, Player::FIRST].map(GameResult::Win),
            _ => [Player::FIRST, Player::SECOND].map(GameResult::Win),
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
            _ => {
                // One point for the winner among more than two, none for the others.
                let points: Vec<&str> = word.split('-').collect();
                let winner = points.iter().position(|&point| point == "1")?;
                let plain = points.iter().enumerate().all(|(place, &point)| place == winner || point == "0");
                let fits = (3..=MOST_PLAYERS).contains(&points.len()) && plain;
                fits.then_some(GameResult::Win(Player(winner as u8)))
            }
        }
    }
}
