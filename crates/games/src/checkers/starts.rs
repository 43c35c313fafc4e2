//! Where a game may start: the standard position, after one of the seven first moves, or from a ballot.

use super::board::{SQUARES, bit_of};
use super::path::Move;
use super::position::Position;
use plybook_kernel::options::Options;
use plybook_kernel::{Player, ReadError};

/// The seven first moves and their numbers, as options.
const OPENINGS: [&str; 14] =
    ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16", "1", "2", "3", "4", "5", "6", "7"];
/// The same moves by squares.
const FIRST_MOVES: [[usize; 2]; 7] = [[9, 13], [9, 14], [10, 14], [10, 15], [11, 15], [11, 16], [12, 16]];
/// Number of ballots.
const BALLOTS: u32 = 2400;
/// The ballots, as the file itself explains.
const BALLOT_LINES: &str = include_str!("ballots.txt");

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
    /// Takes the options that choose a start.
    ///
    /// # Errors
    /// An option has an impossible value, or two starts are chosen.
    pub(super) fn from_options(options: &mut Options<'_>) -> Result<Start, ReadError> {
        let opening = options.choice("opening", &OPENINGS)?;
        let ballot = options.number("ballot", 1..=BALLOTS, 0)?;
        match (opening, ballot) {
            (None, 0) => Ok(Start::Standard),
            (Some(opening), 0) => Ok(Start::Opening(opening % FIRST_MOVES.len())),
            (None, ballot) => Ok(Start::Ballot(ballot)),
            (Some(_), _) => {
                let problem = "`opening` and `ballot` both say where the game starts";
                Err(options.refuse(problem, "give one of them"))
            }
        }
    }

    /// The option that chooses this start, if it needs one.
    pub(super) fn option_text(self) -> Option<String> {
        match self {
            Start::Standard => None,
            Start::Opening(opening) => Some(format!("opening={}", OPENINGS[opening])),
            Start::Ballot(ballot) => Some(format!("ballot={ballot}")),
        }
    }

    /// The start as people say it; nothing for the usual one.
    pub(super) fn in_words(self) -> Option<String> {
        match self {
            Start::Standard => None,
            Start::Opening(opening) => Some(format!("after the opening {}", OPENINGS[opening])),
            Start::Ballot(ballot) => Some(format!("eleven men each, ballot {ballot}")),
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
