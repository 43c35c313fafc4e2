//! Connect Four as text and as a picture.

use super::{Connect4, Position};
use plybook_kernel::rows::{fields, read_rows, side, write_cells, write_rows};
use plybook_kernel::{
    Cell, Diagram, Game, Notation, Piece, Player, ReadError, Step, Text, Token, View, cell_number, texts,
};

impl Notation for Connect4 {
    fn text(&self, at: &Position) -> String {
        let letter = |row: usize, column: usize| {
            at.owner(self.square(row as u32, column as u32)).map(|player| ['x', 'o'][player])
        };
        let board = write_rows(self.rows as usize, self.columns as usize, letter);
        format!("{board} {}", ["x", "o"][at.mover().index()])
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let shape = self.text(&self.start());
        let [board, mover] = fields(text, &shape)?;
        let columns = self.columns as usize;
        let mut taken = [0u64; 2];
        let letters = read_rows(text, board, [self.rows as usize, columns], "xo")?;
        for (number, letter) in letters.into_iter().enumerate() {
            let square = self.square((number / columns) as u32, (number % columns) as u32);
            letter.into_iter().for_each(|player| taken[player] |= 1 << square);
        }
        let mover = side(text, mover, &["x", "o"])?;
        let refuse = |problem: String, remedy: &str| Err(ReadError::new("position", text, problem, remedy));
        let at = Position { mine: taken[mover.index()], discs: taken[0] | taken[1] };
        let floating = at.discs & !self.bottom & !(at.discs << 1);
        if floating != 0 {
            let (row, column) = self.place(floating.trailing_zeros());
            let problem = format!("the disc in column {}, row {} hangs in the air", column + 1, row + 1);
            return refuse(problem, "discs fall to the lowest free square");
        }
        let [first, second] = taken.map(u64::count_ones);
        if !matches!(first.checked_sub(second), Some(0 | 1)) {
            return refuse(format!("{first} x and {second} o"), "x starts, then they alternate");
        }
        if mover != at.mover() {
            return refuse("it is the other side's turn".to_owned(), "x starts, then they alternate");
        }
        if self.has_line(at.mine) {
            return refuse("the side to move has a line".to_owned(), "the game ended before");
        }
        if self.has_line(at.theirs()) && !self.ended_just_now(at) {
            let problem = "no last move can have made all lines".to_owned();
            return refuse(problem, "the game ends with the first line");
        }
        Ok(at)
    }

    fn move_text(&self, _: &Position, square: u8) -> String {
        (self.place(u32::from(square)).1 + 1).to_string()
    }
}

impl Connect4 {
    /// Whether some topmost disc of the last mover, taken away, leaves no line.
    fn ended_just_now(&self, at: Position) -> bool {
        let mut last = at.theirs() & !self.below(at.discs);
        while last != 0 {
            let disc = last & last.wrapping_neg();
            if !self.has_line(at.theirs() ^ disc) {
                return true;
            }
            last ^= disc;
        }
        false
    }
}

const PIECES: [Piece; 2] = [
    Piece::new(Player::FIRST, "disc", 'x', Token::Disc),
    Piece::new(Player::SECOND, "disc", 'o', Token::Disc),
];

impl View for Connect4 {
    fn player_names(&self) -> Vec<Text> {
        texts(["x", "o"])
    }

    /// The lowest squares have the names of their columns, the others none.
    fn diagram(&self, at: &Position) -> Diagram {
        let piece = |row: usize, column: usize| {
            at.owner(self.square(row as u32, column as u32)).map(|player| PIECES[player].clone())
        };
        let columns = self.columns as usize;
        let mut diagram = Diagram::grid(self.rows as usize, columns, piece);
        for (number, cell) in diagram.cells.iter_mut().enumerate() {
            let lowest = number / columns + 1 == self.rows as usize;
            cell.name = if lowest { (number % columns + 1).to_string() } else { String::new() };
        }
        diagram
    }

    fn deciding_cells(&self, at: &Position) -> Vec<usize> {
        self.diagram(at).rows_of(self.length as usize)
    }

    fn pieces(&self) -> Vec<Piece> {
        PIECES.into()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        Some(format!("{} {}", write_cells(cells, self.columns as usize), ["x", "o"][mover.index() & 1]))
    }

    /// A click on the square where the disc lands.
    fn path(&self, _: &Position, square: u8) -> Vec<Step> {
        let (row, column) = self.place(u32::from(square));
        let size = (self.rows as usize, self.columns as usize);
        vec![Step::Cell(cell_number(size.0, size.1, row as usize, column as usize))]
    }
}
