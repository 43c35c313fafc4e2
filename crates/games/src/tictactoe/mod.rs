//! Tic-tac-toe. Squares are bits 0 to 8, row by row from the bottom left.

mod evaluator;
mod hints;
mod index;
mod info;
mod symmetry;

pub use evaluator::OpenLines;
use plybook_kernel::rows::{fields, read_rows, side, square_name, write_cells, write_rows};
use plybook_kernel::{
    Cell, Diagram, Game, Notation, Outcome, Piece, Player, ReadError, Step, Text, Token, Turn, View,
    cell_number, texts, zobrist,
};

/// The eight lines of three.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// The rules; there are no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The squares of each player; whose turn it is follows from their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    taken: [u16; 2],
}

impl Position {
    fn mover(self) -> Player {
        Player(((self.taken[0] | self.taken[1]).count_ones() & 1) as u8)
    }

    fn empty(self) -> u16 {
        FULL & !(self.taken[0] | self.taken[1])
    }

    fn has_line(self, player: usize) -> bool {
        LINES.iter().any(|line| self.taken[player] & line == *line)
    }

    fn owner(self, square: usize) -> Option<usize> {
        (0..2).find(|&player| self.taken[player] >> square & 1 == 1)
    }
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = u8;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        Position { taken: [0, 0] }
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover())
    }

    fn moves(&self, at: &Position, out: &mut Vec<u8>) {
        out.extend((0..9).filter(|square| at.empty() >> square & 1 == 1));
    }

    fn count(&self, at: &Position) -> usize {
        at.empty().count_ones() as usize
    }

    fn play(&self, at: &mut Position, square: u8) {
        at.taken[at.mover().index()] |= 1 << square;
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let winner =
            (0..2).find(|&player| at.has_line(player)).map(|winner| Outcome::Win(Player(winner as u8)));
        winner.or((at.empty() == 0).then_some(Outcome::Draw))
    }

    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, at: &Position) -> u64 {
        zobrist::scramble(u64::from(at.taken[0]) << 9 | u64::from(at.taken[1]))
    }

    fn max_plies(&self) -> Option<u32> {
        Some(9)
    }

    fn history_slot(&self, square: u8) -> u16 {
        u16::from(square)
    }
}

impl Notation for TicTacToe {
    fn text(&self, at: &Position) -> String {
        let board =
            write_rows(3, 3, |row, column| at.owner(3 * row + column).map(|player| ['X', 'O'][player]));
        format!("{board} {}", ["X", "O"][at.mover().index()])
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let [board, mover] = fields(text, "X2/1O1/2X O")?;
        let mut at = self.start();
        for (square, letter) in read_rows(text, board, [3, 3], "XO")?.into_iter().enumerate() {
            letter.into_iter().for_each(|player| at.taken[player] |= 1 << square);
        }
        let mover = side(text, mover, &["X", "O"])?;
        let refuse = |problem: &str, remedy: &str| Err(ReadError::new("position", text, problem, remedy));
        let [crosses, rings] = at.taken.map(u16::count_ones);
        match crosses.checked_sub(rings) {
            Some(0 | 1) if mover != at.mover() => {
                refuse("it is the other side's turn", "X starts, then they alternate")
            }
            Some(0 | 1) if at.has_line(mover.index()) => {
                refuse("the side to move has a line", "the game ended before")
            }
            Some(0 | 1) => Ok(at),
            _ => refuse(&format!("{crosses} crosses and {rings} rings"), "X starts, then they alternate"),
        }
    }

    fn move_text(&self, _: &Position, square: u8) -> String {
        square_name(usize::from(square) / 3, usize::from(square) % 3)
    }
}

const PIECES: [Piece; 2] = [
    Piece::new(Player::FIRST, "cross", 'X', Token::Cross),
    Piece::new(Player::SECOND, "ring", 'O', Token::Ring),
];

impl View for TicTacToe {
    fn player_names(&self) -> Vec<Text> {
        texts(["X", "O"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        Diagram::grid(3, 3, |row, column| at.owner(3 * row + column).map(|player| PIECES[player].clone()))
    }

    fn deciding_cells(&self, at: &Position) -> Vec<usize> {
        self.diagram(at).rows_of(3)
    }

    fn pieces(&self) -> Vec<Piece> {
        PIECES.into()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        Some(format!("{} {}", write_cells(cells, 3), ["X", "O"][mover.index() & 1]))
    }

    fn path(&self, _: &Position, square: u8) -> Vec<Step> {
        vec![Step::Cell(cell_number(3, 3, usize::from(square) / 3, usize::from(square) % 3))]
    }
}
