//! The drawable board in plain data: what the terminal draws and the page receives.

use plybook_kernel::{Diagram, Ground, Mark, Shape, Step, Text, Token};
use serde::Serialize;

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// `grid`, `torus`, `pits`, `piles` or `branches`.
    pub shape: &'static str,
    /// Rows of a grid or torus; players of pits; otherwise 1.
    pub rows: usize,
    /// Columns of a grid or torus; houses of a player; otherwise the number of cells.
    pub columns: usize,
    /// The cells; rows from the top. Pits: a player's houses from the left, then the store, the first player's
    /// first.
    pub squares: Vec<Square>,
    /// What stands beside the board; often empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// One cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Square {
    /// Its name in the notation; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// `plain`, `light`, `dark`, `hole` or `unused`.
    pub ground: &'static str,
    /// What stands on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceOn>,
    /// How many counters it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// A piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceOn {
    /// Whose it is: 0 for who moves first.
    pub owner: u8,
    /// What it is called.
    pub name: Text,
    /// Its letter in plain text.
    pub letter: char,
    /// How it is drawn: `disc`, `crowned`, `cross`, `ring`, `tile` or `figure`.
    pub token: &'static str,
}

/// One click of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Click {
    /// On the cell with this number.
    Cell(usize),
    /// On the menu entry with this label.
    Choice(String),
}

/// What the last move did to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Marked {
    /// The cell's number.
    pub cell: usize,
    /// `from`, `to`, `captured` or `changed`.
    pub mark: &'static str,
}

impl From<Diagram> for Board {
    fn from(diagram: Diagram) -> Board {
        let cells = diagram.cells.len();
        let (shape, rows, columns) = match diagram.shape {
            Shape::Grid { rows, columns } => ("grid", rows, columns),
            Shape::Torus { rows, columns } => ("torus", rows, columns),
            Shape::Pits { houses } => ("pits", 2, houses),
            Shape::Piles => ("piles", 1, cells),
            Shape::Branches => ("branches", 1, cells),
        };
        let squares = diagram.cells.into_iter().map(|cell| Square {
            name: cell.name,
            ground: match cell.ground {
                Ground::Plain => "plain",
                Ground::Light => "light",
                Ground::Dark => "dark",
                Ground::Hole => "hole",
                Ground::Unused => "unused",
            },
            piece: cell.piece.map(|piece| PieceOn {
                owner: piece.owner.0,
                name: piece.name,
                letter: piece.letter,
                token: match piece.token {
                    Token::Disc => "disc",
                    Token::Crowned => "crowned",
                    Token::Cross => "cross",
                    Token::Ring => "ring",
                    Token::Tile => "tile",
                    Token::Figure => "figure",
                },
            }),
            count: cell.count,
        });
        Board { shape, rows, columns, squares: squares.collect(), note: diagram.note }
    }
}

impl From<Step> for Click {
    fn from(step: Step) -> Click {
        match step {
            Step::Cell(number) => Click::Cell(number),
            Step::Choice(label) => Click::Choice(label),
        }
    }
}

impl From<(usize, Mark)> for Marked {
    fn from((cell, mark): (usize, Mark)) -> Marked {
        let mark = match mark {
            Mark::From => "from",
            Mark::To => "to",
            Mark::Captured => "captured",
            Mark::Changed => "changed",
        };
        Marked { cell, mark }
    }
}
