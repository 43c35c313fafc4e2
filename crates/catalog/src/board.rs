//! The drawable board in plain data: what the terminal draws and the page receives.

use plybook_kernel::{Diagram, Ground, Mark, Piece, Shape, Step, Text, Token};
use serde::Serialize;

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// How its cells are laid out.
    pub shape: BoardShape,
    /// Rows of a grid, torus or star; players of pits; otherwise 1.
    pub rows: usize,
    /// Columns of a grid or torus; houses of a player; the side of a star's points; otherwise the number of cells.
    pub columns: usize,
    /// The cells; rows from the top. Pits: a player's houses from the left, then the store, the first player's
    /// first.
    pub squares: Vec<Square>,
    /// What stands beside the board; often empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// How the cells of a board are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoardShape {
    /// Rows from the top, each from the left.
    Grid,
    /// A grid whose opposite edges are joined.
    Torus,
    /// Houses and a store of each player.
    Pits,
    /// Piles of counters.
    Piles,
    /// The branches of a node of a tree.
    Branches,
    /// The points of backgammon: 24 points by the first player's count, two bars, two trays, two dice, the cube.
    /// Pairs of clicks, from and to, may come in any order.
    Points,
    /// A star of six points around a hexagon, row by row.
    Star,
}

/// The surface of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SquareGround {
    /// An ordinary cell.
    Plain,
    /// A light square of a chequered board.
    Light,
    /// A dark square of a chequered board.
    Dark,
    /// No square at all.
    Hole,
    /// A square that the rules never use.
    Unused,
    /// A crossing of lines, on which stones stand.
    Crossing,
}

/// How a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PieceToken {
    /// A round disc in the owner's colour.
    Disc,
    /// A disc with a crown.
    Crowned,
    /// A cross.
    Cross,
    /// A ring.
    Ring,
    /// A square tile in the owner's colour.
    Tile,
    /// A figure, by its name.
    Figure,
}

/// What a move did to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CellMark {
    /// The moved piece left it.
    From,
    /// The moved or placed piece stands on it.
    To,
    /// A piece was taken from it.
    Captured,
    /// The piece on it changed, or its count did.
    Changed,
}

/// One cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Square {
    /// Its name in the notation; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its surface.
    pub ground: SquareGround,
    /// What stands on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceOn>,
    /// How many counters it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// A piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceOn {
    /// Whose it is: 0 for who moves first.
    pub owner: u8,
    /// What it is called.
    pub name: Text,
    /// Its letter in plain text.
    pub letter: char,
    /// How it is drawn.
    pub token: PieceToken,
}

/// One click of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Click {
    /// On the cell with this number.
    Cell(usize),
    /// On the menu entry with this label.
    Choice(String),
}

/// What the last move did to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marked {
    /// The cell's number.
    pub cell: usize,
    /// What happened there.
    pub mark: CellMark,
}

impl From<Diagram> for Board {
    fn from(diagram: Diagram) -> Board {
        let cells = diagram.cells.len();
        let (shape, rows, columns) = match diagram.shape {
            Shape::Grid { rows, columns } => (BoardShape::Grid, rows, columns),
            Shape::Torus { rows, columns } => (BoardShape::Torus, rows, columns),
            Shape::Pits { houses } => (BoardShape::Pits, 2, houses),
            Shape::Piles => (BoardShape::Piles, 1, cells),
            Shape::Branches => (BoardShape::Branches, 1, cells),
            Shape::Points => (BoardShape::Points, 1, cells),
            Shape::Star { side } => (BoardShape::Star, 4 * side + 1, side),
        };
        let squares = diagram.cells.into_iter().map(|cell| Square {
            name: cell.name,
            ground: match cell.ground {
                Ground::Plain => SquareGround::Plain,
                Ground::Light => SquareGround::Light,
                Ground::Dark => SquareGround::Dark,
                Ground::Hole => SquareGround::Hole,
                Ground::Unused => SquareGround::Unused,
                Ground::Crossing => SquareGround::Crossing,
            },
            piece: cell.piece.map(PieceOn::from),
            count: cell.count,
        });
        Board { shape, rows, columns, squares: squares.collect(), note: diagram.note }
    }
}

impl From<Piece> for PieceOn {
    fn from(piece: Piece) -> PieceOn {
        let token = match piece.token {
            Token::Disc => PieceToken::Disc,
            Token::Crowned => PieceToken::Crowned,
            Token::Cross => PieceToken::Cross,
            Token::Ring => PieceToken::Ring,
            Token::Tile => PieceToken::Tile,
            Token::Figure => PieceToken::Figure,
        };
        PieceOn { owner: piece.owner.0, name: piece.name, letter: piece.letter, token }
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
            Mark::From => CellMark::From,
            Mark::To => CellMark::To,
            Mark::Captured => CellMark::Captured,
            Mark::Changed => CellMark::Changed,
        };
        Marked { cell, mark }
    }
}
