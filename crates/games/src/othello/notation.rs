//! Positions as the squares row by row from the top left, then the side to move; moves as squares.

use super::position::with_neighbours;
use super::view::PASS_WORD;
use super::{CENTRE, Move, Othello, PASS, Position};
use plybook_kernel::rows::{fields, side, square_name};
use plybook_kernel::{History, Notation, Numbering, Player, ReadError};

/// Discs that lie on the board before the first move.
const START_DISCS: u32 = 4;
/// The letters of the sides, the first player's first.
pub(super) const SIDES: [&str; 2] = ["X", "O"];

impl Notation for Othello {
    fn text(&self, at: &Position) -> String {
        let mut text = String::with_capacity(self.side * self.side + 2);
        for number in 0..self.side * self.side {
            let owner = at.owner(self.square(number / self.side, number % self.side));
            text += owner.map_or("-", |owner| SIDES[owner.index()]);
        }
        text + " " + SIDES[at.mover.index()]
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let [board, mover] = fields(text, &self.text(&plybook_kernel::Game::start(self)))?;
        let discs = self.read_board(text, board)?;
        let mover = side(text, mover, &SIDES)?;
        self.check(text, discs[0] | discs[1])?;
        Ok(Position::new(discs[mover.index()], discs[mover.other().index()], mover, self.board))
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        if mv == PASS {
            return PASS_WORD.to_owned();
        }
        let (row, column) = self.place(usize::from(mv));
        square_name(row, column)
    }

    /// Every disc has a number, by the discs that lie on the board before it.
    fn numbering(&self, at: &Position, _: &History) -> Numbering {
        let discs = (at.own | at.other).count_ones();
        Numbering::Moves { first: discs.saturating_sub(START_DISCS) + 1 }
    }

    fn is_pass(&self, _: &Position, mv: Move) -> bool {
        mv == PASS
    }
}

impl Othello {
    /// Reads the squares: Black's discs and White's.
    fn read_board(&self, text: &str, board: &str) -> Result<[u64; 2], ReadError> {
        let squares = self.side * self.side;
        let found = board.chars().count();
        if found != squares {
            let problem = format!("the board has {found} squares");
            let remedy = format!("write {squares} of them row by row from a1, then a space and X or O");
            return Err(ReadError::new("position", text, problem, remedy));
        }
        let mut discs = [0; 2];
        for (number, (byte, letter)) in board.char_indices().enumerate() {
            let square = self.square(number / self.side, number % self.side);
            match letter {
                'X' => discs[Player::FIRST.index()] |= 1 << square,
                'O' => discs[Player::SECOND.index()] |= 1 << square,
                '-' => {}
                _ => {
                    let problem = format!("`{letter}` cannot stand on {}", self.name(square));
                    let remedy = "write X for black, O for white and - for an empty square";
                    return Err(ReadError::new("position", text, problem, remedy).at(byte));
                }
            }
        }
        Ok(discs)
    }

    /// Refuses what no game shows: discs are never taken away, and every new one touches another.
    fn check(&self, text: &str, discs: u64) -> Result<(), ReadError> {
        let refuse = |squares: u64, problem: &str, remedy: &str| {
            let square = squares.trailing_zeros() as usize;
            let (row, column) = self.place(square);
            let problem = format!("{} {problem}", self.name(square));
            Err(ReadError::new("position", text, problem, remedy).at(row * self.side + column))
        };
        if CENTRE & !discs != 0 {
            return refuse(CENTRE & !discs, "is empty", "the four squares in the middle always hold discs");
        }
        let mut joined = CENTRE;
        while joined != with_neighbours(joined) & discs {
            joined = with_neighbours(joined) & discs;
        }
        if joined != discs {
            let remedy = "every disc must be joined to those in the middle by other discs";
            return refuse(discs & !joined, "is cut off", remedy);
        }
        Ok(())
    }

    /// The name of a square.
    fn name(&self, square: usize) -> String {
        let (row, column) = self.place(square);
        square_name(row, column)
    }
}
