//! Where a game may start: the standard position, after one of the seven first moves, or from a ballot.

use super::board::{SQUARES, bit_of};
use super::path::Move;
use super::position::Position;
use plybook_kernel::{OptionInfo, OptionValues, Player, ReadError};

/// The seven first moves.
const OPENINGS: [&str; 7] = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"];
/// The same moves by squares.
const FIRST_MOVES: [[usize; 2]; 7] = [[9, 13], [9, 14], [10, 14], [10, 15], [11, 15], [11, 16], [12, 16]];
/// Number of ballots.
const BALLOTS: u32 = 2400;
/// The ballots, as the file itself explains.
const BALLOT_LINES: &str = include_str!("ballots.txt");

/// The option that names a first move.
pub(super) fn opening() -> OptionInfo {
    OptionInfo::choice("opening", OPENINGS)
        .or_numbers()
        .default_in_words("none")
        .help("Start after this first move of Black, named by its squares or by its number, 1 to 7.")
        .said([
            "after the opening 9-13",
            "after the opening 9-14",
            "after the opening 10-14",
            "after the opening 10-15",
            "after the opening 11-15",
            "after the opening 11-16",
            "after the opening 12-16",
        ])
}

/// The option that names a ballot.
pub(super) fn ballot() -> OptionInfo {
    OptionInfo::number("ballot", 1..=BALLOTS)
        .default_in_words("none")
        .help("Start from this of the 2,400 ballots of 11-man checkers: a man less and one move made on each side.")
        .said(["eleven men each, ballot {}"])
}

/// The position a game starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// All men at home, Black to move.
    Standard,
    /// After a first move, counted from zero.
    Opening(usize),
    /// From a ballot, counted from one.
    Ballot(u32),
}

impl Start {
    /// What the options choose.
    ///
    /// # Errors
    /// Two starts are chosen.
    pub(super) fn from_options(options: &OptionValues) -> Result<Start, ReadError> {
        let opening = options.word("opening");
        let opening = opening.and_then(|word| OPENINGS.iter().position(|&opening| opening == word));
        match (opening, options.number("ballot")) {
            (None, None) => Ok(Start::Standard),
            (Some(opening), None) => Ok(Start::Opening(opening)),
            (None, Some(ballot)) => Ok(Start::Ballot(ballot)),
            (Some(_), Some(_)) => {
                let problem = "`opening` and `ballot` both say where the game starts";
                Err(options.refuse(problem, "give one of them"))
            }
        }
    }

    /// The options that choose this start.
    pub(super) fn options(self) -> OptionValues {
        match self {
            Start::Standard => OptionValues::new(),
            Start::Opening(opening) => OptionValues::new().with_word("opening", OPENINGS[opening]),
            Start::Ballot(ballot) => OptionValues::new().with_number("ballot", ballot),
        }
    }

    /// The position itself.
    pub(super) fn position(self) -> Position {
        match self {
            Start::Standard => Position::start(),
            Start::Opening(opening) => {
                let [from, to] = FIRST_MOVES[opening].map(|square| bit_of(square - 1) as u32);
                let mut at = Position::start();
                at.play(Move::step(from, to));
                at
            }
            Start::Ballot(ballot) => {
                let mut lines = BALLOT_LINES.lines().filter(|line| !line.starts_with('#'));
                let line = lines.nth(ballot as usize - 1).unwrap_or_default();
                debug_assert_eq!(line.len(), 8);
                let half = |digits: Option<&str>| digits.and_then(|d| u32::from_str_radix(d, 16).ok());
                let black = half(line.get(..4)).unwrap_or_default();
                let white = half(line.get(4..)).unwrap_or_default() << (SQUARES / 2);
                Position::new([black, white].map(spread), 0, Player::FIRST)
            }
        }
    }
}

/// The squares of a mask in which square 1 is the lowest bit, as bits of the board.
fn spread(squares: u32) -> u64 {
    (0..SQUARES)
        .filter(|square| squares >> square & 1 == 1)
        .fold(0, |mask, square| mask | 1 << bit_of(square))
}
