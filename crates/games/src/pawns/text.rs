//! How boards of pawns are written, read, drawn and clicked.

use super::{Board, Move, Position};
use plybook_kernel::rows::{fields, read_rows, side, square_name, write_cells, write_rows};
use plybook_kernel::{Cell, Diagram, Piece, Player, ReadError, Step, cell_number};

/// What the sides are called, in the order of players.
pub(crate) const NAMES: [&str; 2] = ["White", "Black"];
const LETTERS: [char; 2] = ['w', 'b'];
const SIDES: [&str; 2] = ["w", "b"];

/// Row from the bottom and column of a square.
fn place(square: u8) -> (usize, usize) {
    (usize::from(square) / 8, usize::from(square) % 8)
}

impl Board {
    /// The rows from the top and the side to move.
    pub(crate) fn text(&self, at: &Position) -> String {
        let letter = |row, column| at.owner(8 * row + column).map(|player| LETTERS[player]);
        format!("{} {}", write_rows(self.rows, self.columns, letter), SIDES[at.mover.index()])
    }

    /// Reads what `text` wrote.
    pub(crate) fn read(&self, text: &str) -> Result<Position, ReadError> {
        let [board, mover] = fields(text, &self.text(&self.start()))?;
        let mut at = Position { pawns: [0, 0], mover: Player::FIRST };
        let squares = read_rows(text, board, [self.rows, self.columns], "wb")?;
        for (number, player) in squares.into_iter().enumerate() {
            let square = 8 * (number / self.columns) + number % self.columns;
            player.into_iter().for_each(|player| at.pawns[player] |= 1 << square);
        }
        at.mover = side(text, mover, &SIDES)?;
        self.check(text, &at).map(|()| at)
    }

    /// Refuses what no game can show: more pawns than at the start, or play that went on after the end.
    fn check(&self, text: &str, at: &Position) -> Result<(), ReadError> {
        let refuse = |problem: String, remedy: &str| Err(ReadError::new("position", text, problem, remedy));
        let (mover, last) = (at.mover, at.mover.other());
        let name = |player: Player| NAMES[player.index()];
        for player in [mover, last] {
            let (pawns, most) = (at.pawns[player.index()].count_ones() as usize, self.homes * self.columns);
            if pawns > most {
                return refuse(
                    format!("{pawns} pawns for {}", name(player)),
                    &format!("write at most {most}"),
                );
            }
        }
        let arrived = at.enemy() & self.goal(last);
        if at.own() & self.goal(mover) != 0 {
            let problem = format!("{}, to move, has a pawn on its far row", name(mover));
            return refuse(problem, "the game ended before: name the other side or move the pawn");
        }
        if arrived.count_ones() > 1 {
            let problem = format!("{} has {} pawns on its far row", name(last), arrived.count_ones());
            return refuse(problem, "the first arrival ends the game: leave one there");
        }
        if at.enemy() == 0 {
            let problem = format!("{}, not to move, has no pawns", name(last));
            return refuse(problem, "the game ended before: name the other side or add a pawn");
        }
        Ok(())
    }

    /// Both squares, with an `x` between them for a capture.
    pub(crate) fn move_text(&self, at: &Position, mv: Move) -> String {
        let [from, to] = [mv.from, mv.to].map(place).map(|(row, column)| square_name(row, column));
        let capture = if at.enemy() >> mv.to & 1 == 1 { "x" } else { "" };
        format!("{from}{capture}{to}")
    }

    /// A chequered board with these pieces, White's first.
    pub(crate) fn diagram(&self, at: &Position, pieces: [Piece; 2]) -> Diagram {
        let piece = |row, column| at.owner(8 * row + column).map(|player| pieces[player].clone());
        Diagram::grid(self.rows, self.columns, piece).chequered()
    }

    /// The text of a position with these cells.
    pub(crate) fn board_text(&self, cells: &[Cell], mover: Player) -> String {
        format!("{} {}", write_cells(cells, self.columns), SIDES[mover.index() & 1])
    }

    /// A click on the pawn and one on its target.
    pub(crate) fn path(&self, mv: Move) -> Vec<Step> {
        let cell = |(row, column)| Step::Cell(cell_number(self.rows, self.columns, row, column));
        vec![cell(place(mv.from)), cell(place(mv.to))]
    }
}
