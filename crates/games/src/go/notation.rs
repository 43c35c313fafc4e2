//! Go as text and as a picture. Points are named as in GTP: a letter without I, and a number from the bottom.

use super::stones::{PASS, WIDTH};
use super::{Go, LAST_PASS, Position};
use plybook_kernel::rows::{fields, read_rows, side, write_rows};
use plybook_kernel::{
    Diagram, Game, Ground, Notation, Piece, Player, ReadError, Step, Tally, Text, Token, View, cell_number,
    texts,
};

/// The letters of the columns.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRST";
/// The word for a move without a stone.
const PASS_WORD: &str = "pass";

/// The point of a row and a column.
fn point(row: usize, column: usize) -> u16 {
    ((row + 1) * WIDTH + column + 1) as u16
}

fn name(point: u16) -> String {
    let (row, column) = Go::place(point);
    let letter = COLUMNS.get(column).map_or('?', |&letter| char::from(letter));
    format!("{letter}{}", row + 1)
}

impl Notation for Go {
    /// The rows from the top, whose turn it is, and the passes right before.
    fn text(&self, at: &Position) -> String {
        let side = self.side as usize;
        let board =
            write_rows(side, side, |row, column| at.owner(point(row, column)).map(|owner| ['X', 'O'][owner]));
        format!("{board} {} {}", ["X", "O"][at.mover().index()], at.passes())
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let shape = self.text(&self.start());
        let [board, mover, passes] = fields(text, &shape)?;
        let lines = self.side as usize;
        let mut at = self.start();
        // Heads count liberties as stones come, one after another; none is taken before all are there.
        for (number, owner) in read_rows(text, board, [lines, lines], "XO")?.into_iter().enumerate() {
            owner.into_iter().for_each(|owner| {
                at.place_stone(point(number / lines, number % lines), owner as u8 + 1);
            });
        }
        let mover = side(text, mover, &["X", "O"])?;
        let passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => LAST_PASS,
            _ => {
                let problem = format!("`{passes}` passes");
                return Err(ReadError::new(
                    "position",
                    text,
                    problem,
                    "write 0, 1 or 2, and after 2 the game is over",
                ));
            }
        };
        if let Some(stone) = at.captured_stone() {
            let problem = format!("the stone on {} has no liberty", name(stone));
            return Err(ReadError::new("position", text, problem, "take its group off the board"));
        }
        at.set_turn(mover, passes);
        Ok(at)
    }

    fn move_text(&self, _: &Position, mv: u16) -> String {
        if mv == PASS { PASS_WORD.to_owned() } else { name(mv) }
    }

    /// Small letters are understood too.
    fn read_move(&self, at: &Position, text: &str) -> Result<u16, ReadError> {
        let found = self.legal(at).into_iter().find(|&mv| self.move_text(at, mv).eq_ignore_ascii_case(text));
        found.ok_or_else(|| self.no_such_move(at, text))
    }
}

impl View for Go {
    fn player_names(&self) -> Vec<Text> {
        texts(["Black", "White"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        const BLACK: Piece = Piece::new(Player::FIRST, "stone", 'X', Token::Disc);
        const WHITE: Piece = Piece::new(Player::SECOND, "stone", 'O', Token::Disc);
        let side = self.side as usize;
        let mut diagram = Diagram::grid(side, side, |row, column| {
            at.owner(point(row, column)).map(|owner| [BLACK, WHITE][owner].clone())
        });
        for (number, cell) in diagram.cells.iter_mut().enumerate() {
            cell.name = name(point(side - 1 - number / side, number % side));
            cell.ground = Ground::Crossing;
        }
        diagram.note = match at.passes() {
            0 => String::new(),
            _ => format!("passes: {}", at.passes()),
        };
        diagram
    }

    /// Stones and surrounded points, as they would count now; without komi, which the result adds.
    fn tally(&self, at: &Position) -> Option<Tally> {
        Some(Tally::new("points", self.areas(at)))
    }

    fn path(&self, _: &Position, mv: u16) -> Vec<Step> {
        if mv == PASS {
            return vec![Step::Choice(PASS_WORD.to_owned())];
        }
        let (row, column) = Go::place(mv);
        vec![Step::Cell(cell_number(self.side as usize, self.side as usize, row, column))]
    }
}
