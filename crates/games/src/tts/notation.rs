//! Toro-Tile Straight as text and as a picture.

use super::board::{Board, Squares, each};
use super::{Position, ToroTile};
use plybook_kernel::rows::{fields, side, square_name};
use plybook_kernel::{
    Cell, Diagram, Game, Ground, Notation, Piece, Player, ReadError, Shape, Step, Text, Token, View,
    cell_number, texts,
};

impl ToroTile {
    fn name(&self, square: usize) -> String {
        square_name(square / self.start.columns, square % self.start.columns)
    }

    /// What the rules say against a board with this player to move: the problem and the remedy.
    fn fault_of(&self, board: &Board, mover: Player) -> Option<(String, String)> {
        let start = &self.start;
        let object = |problem: String, remedy: &str| Some((problem, remedy.to_owned()));
        if [board.rows, board.columns] != [start.rows, start.columns] {
            let problem = format!("the board has {} rows of {}", board.rows, board.columns);
            return object(problem, &format!("this game has {} rows of {}", start.rows, start.columns));
        }
        if let Some(square) = each(board.forbidden ^ start.forbidden).next() {
            let (is, should) = if board.forbidden >> square & 1 == 1 { ("", " not") } else { (" not", "") };
            let problem = format!("{} is{is} forbidden", self.name(square));
            return object(problem, &format!("it is{should} forbidden in this game"));
        }
        for (player, colour) in ["white", "black"].into_iter().enumerate() {
            if let Some(square) = each(start.tiles[player] & !board.tiles[player]).next() {
                let problem = format!("the {colour} tile on {} is missing", self.name(square));
                return object(problem, "the tiles of the start board stay where they are");
            }
        }
        let placed = [0, 1].map(|player| board.tiles[player] & !start.tiles[player]);
        let [white, black] = placed.map(Squares::count_ones);
        if !matches!(white.checked_sub(black), Some(0 | 1)) {
            let problem = format!("{white} white and {black} black tiles were placed");
            return object(problem, "White starts, then they alternate");
        }
        if mover.index() as u32 != white - black {
            return object("it is the other side's turn".to_owned(), "White starts, then they alternate");
        }
        if self.has_line(board.tiles[mover.index()]) {
            return object("the side to move has a line".to_owned(), "the game ended before");
        }
        let last = mover.other().index();
        let made = self.lines.iter().filter(|&line| line & !board.tiles[last] == 0);
        if made.fold(placed[last], |common, line| common & line) == 0 && self.has_line(board.tiles[last]) {
            let problem = "no last move can have made all lines".to_owned();
            return object(problem, "the game ends with the first line");
        }
        None
    }
}

impl Notation for ToroTile {
    fn text(&self, at: &Position) -> String {
        let board = Board { tiles: at.tiles, ..self.start };
        format!("{} {}", board.text(), ["W", "B"][at.mover.index()])
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let [board, mover] = fields(text, &self.text(&self.start()))?;
        let board = Board::read(board)
            .map_err(|fault| ReadError::new("position", text, fault.problem, fault.remedy).at(fault.byte))?;
        let mover = side(text, mover, &["W", "B"])?;
        match self.fault_of(&board, mover) {
            Some((problem, remedy)) => Err(ReadError::new("position", text, problem, remedy)),
            None => Ok(self.position(board.tiles, mover)),
        }
    }

    fn move_text(&self, _: &Position, square: u8) -> String {
        self.name(usize::from(square))
    }

    fn objection(&self, at: &Position, text: &str) -> Option<String> {
        let Board { rows, columns, forbidden, .. } = self.start;
        let Some(square) = (0..rows * columns).find(|&square| self.name(square) == text) else {
            let last = self.name(rows * columns - 1);
            return Some(format!("the board has no square of that name: they go from a1 to {last}"));
        };
        let has = |squares: Squares| squares >> square & 1 == 1;
        match [at.tiles[0], at.tiles[1], forbidden].map(has) {
            [true, ..] => Some(format!("{text} has a white tile")),
            [_, true, _] => Some(format!("{text} has a black tile")),
            [.., true] => Some(format!("no tile may be placed on {text}, which is forbidden")),
            _ => None,
        }
    }
}

const PIECES: [Piece; 2] = [
    Piece::new(Player::FIRST, "tile", 'W', Token::Tile),
    Piece::new(Player::SECOND, "tile", 'B', Token::Tile),
];

impl View for ToroTile {
    fn player_names(&self) -> Vec<Text> {
        texts(["White", "Black"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let Board { rows, columns, forbidden, .. } = self.start;
        let piece = |row: usize, column: usize| {
            let bit = 1 << (row * columns + column);
            (0..2).find(|&player| at.tiles[player] & bit != 0).map(|player| PIECES[player].clone())
        };
        let mut diagram = Diagram::grid(rows, columns, piece);
        diagram.shape = Shape::Torus { rows, columns };
        for square in each(forbidden) {
            diagram.cells[cell_number(rows, columns, square / columns, square % columns)].ground =
                Ground::Hole;
        }
        diagram
    }

    fn deciding_cells(&self, at: &Position) -> Vec<usize> {
        self.diagram(at).rows_of(self.length)
    }

    fn pieces(&self) -> Vec<Piece> {
        PIECES.into()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        let mut board = Board { tiles: [0, 0], ..self.start };
        for row in 0..board.rows {
            for column in 0..board.columns {
                let cell = cells.get(cell_number(board.rows, board.columns, row, column))?;
                if let Some(piece) = &cell.piece {
                    board.tiles[piece.owner.index() & 1] |= 1 << (row * board.columns + column);
                }
            }
        }
        Some(format!("{} {}", board.text(), ["W", "B"][mover.index() & 1]))
    }

    fn path(&self, _: &Position, square: u8) -> Vec<Step> {
        let Board { rows, columns, .. } = self.start;
        let square = usize::from(square);
        vec![Step::Cell(cell_number(rows, columns, square / columns, square % columns))]
    }
}
