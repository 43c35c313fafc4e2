//! What a board looks like, in plain data: drawn by the terminal and the page alike.

use crate::{Game, Player, Text};

/// A drawable board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagram {
    /// How the cells are laid out.
    pub shape: Shape,
    /// All cells: row by row from the top left, or as the shape says.
    pub cells: Vec<Cell>,
    /// What stands beside the board in words: discs in hand, and the like; often empty.
    pub note: String,
}

/// How the cells of a diagram are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Rows from the top, each from the left.
    Grid {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// A grid whose opposite edges are joined.
    Torus {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// Two rows of houses and two stores. Cells: the first player's houses from the player's left, the first
    /// player's store, then the second player's likewise.
    Pits {
        /// Houses of each player.
        houses: usize,
    },
    /// Piles of counters, one cell each.
    Piles,
    /// A node of a tree: one cell per branch.
    Branches,
    /// The points of backgammon, with as many checkers as a cell's count says. Cells: 24 points by the first player's
    /// count, the bars of both, their trays, two dice and the cube. Paths are pairs of cells, from and to, which may be
    /// clicked in any order.
    Points,
    /// A star of six points around a hexagon, row by row from the top; the rows run aslant.
    Star {
        /// Cells along the side of a point.
        side: usize,
    },
}

/// Cells of a backgammon board.
pub const POINTS_CELLS: usize = 31;

/// How many cells each row of a star has, from the top.
#[must_use]
pub fn star_rows(side: usize) -> Vec<usize> {
    let upper = (1..=side).chain((2 * side + 1..=3 * side + 1).rev());
    let lower = (2 * side + 2..=3 * side + 1).chain((1..=side).rev());
    upper.chain(lower).collect()
}

/// One place on the board.
#[derive(Clone, Debug, PartialEq, Eq, Default, Hash)]
pub struct Cell {
    /// Its name in the notation: `a1`, `3`; may be empty. No two cells of a grid or torus
    /// share one.
    pub name: String,
    /// Its surface.
    pub ground: Ground,
    /// What stands on it.
    pub piece: Option<Piece>,
    /// How many counters it holds, for pits and piles.
    pub count: Option<u32>,
}

/// The surface of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Ground {
    /// An ordinary cell.
    #[default]
    Plain,
    /// A light square of a chequered board.
    Light,
    /// A dark square of a chequered board.
    Dark,
    /// No square at all: nothing can stand there.
    Hole,
    /// A square of the board that the rules never use, such as the light squares of checkers.
    Unused,
    /// A crossing of lines, on which stones stand.
    Crossing,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub owner: Player,
    /// What it is called: `pawn`, `disc`, `withdrawer`.
    pub name: Text,
    /// The letter for it in plain text.
    pub letter: char,
    /// How it is drawn.
    pub token: Token,
}

impl Piece {
    /// A piece whose name is part of the program.
    #[must_use]
    pub const fn new(owner: Player, name: &'static str, letter: char, token: Token) -> Piece {
        Piece { owner, name: Text::Borrowed(name), letter, token }
    }
}

/// How a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A round disc in the owner's colour.
    Disc,
    /// A disc with a crown.
    Crowned,
    /// A cross, as in tic-tac-toe.
    Cross,
    /// A ring, as in tic-tac-toe.
    Ring,
    /// A square tile in the owner's colour.
    Tile,
    /// A figure, drawn by its name where a drawing exists and by its letter elsewhere.
    Figure,
}

/// One click of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A click on the cell with this number in the diagram.
    Cell(usize),
    /// A choice from a menu, by its label, where cells do not tell moves apart.
    Choice(String),
}

/// What a move did to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// The moved piece left it.
    From,
    /// The moved or placed piece stands on it.
    To,
    /// A piece was taken from it.
    Captured,
    /// The piece on it changed owner or kind, or its count changed.
    Changed,
}

/// How the players stand in what a game counts: its discs, its seeds, its men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What is counted, in the plural: `discs`.
    pub unit: Text,
    /// The number of each player.
    pub counts: Vec<i32>,
}

impl Tally {
    /// Numbers of something whose name is part of the program.
    #[must_use]
    pub fn new(unit: &'static str, counts: impl Into<Vec<i32>>) -> Tally {
        Tally { unit: Text::Borrowed(unit), counts: counts.into() }
    }
}

/// How a game is drawn and clicked.
pub trait View: Game {
    /// What each player is called, in the order of first moves.
    fn player_names(&self) -> Vec<Text>;

    /// The board. It must show everything that the position's text says, except whose turn it is.
    fn diagram(&self, at: &Self::Position) -> Diagram;

    /// The clicks that make a legal move. Paths are unique among a position's moves, and none is the beginning
    /// of another.
    fn path(&self, at: &Self::Position, mv: Self::Move) -> Vec<Step>;

    /// The pieces that can stand on the board where positions are set up by hand; none where only counts are changed,
    /// or where nothing can be set up.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// The text of the position whose diagram has these cells, with `mover` to move: `diagram`, the other way round.
    /// What a board does not show, such as a right to castle, is as in `base`, which was set up anew, as far as it
    /// still can be. `Notation::read` judges the text. `None`, by default, where positions are not set up by hand.
    fn board_text(&self, base: &Self::Position, cells: &[Cell], mover: Player) -> Option<String> {
        let _ = (base, cells, mover);
        None
    }

    /// The cells of pieces of the player to move whose capture would end the game and threatens, such as a king in
    /// check; none by default.
    fn checks(&self, at: &Self::Position) -> Vec<usize> {
        let _ = at;
        Vec::new()
    }

    /// The cells that show why the game is over in this position, such as the row that won; none by default, and where
    /// no cell shows it. Only asked where the game is over.
    fn deciding_cells(&self, at: &Self::Position) -> Vec<usize> {
        let _ = at;
        Vec::new()
    }

    /// How the players stand in what the game counts; `None`, by default, where it counts nothing.
    fn tally(&self, at: &Self::Position) -> Option<Tally> {
        let _ = at;
        None
    }

    /// What a move did to the cells, in the order of cells. The default compares the diagrams before and after:
    /// the mover's vanished piece is where the move came from, the opponent's was captured.
    fn marks(&self, before: &Self::Position, mv: Self::Move) -> Vec<(usize, Mark)> {
        let mover = self.turn(before).player();
        let after = self.diagram(&self.after(before, mv));
        let mut marks = Vec::new();
        for (number, (old, new)) in self.diagram(before).cells.iter().zip(&after.cells).enumerate() {
            let mark = match (&old.piece, &new.piece) {
                (Some(old), None) if Some(old.owner) == mover => Some(Mark::From),
                (Some(_), None) => Some(Mark::Captured),
                (None, Some(_)) => Some(Mark::To),
                (Some(old), Some(new)) if old.owner != new.owner && Some(new.owner) == mover => {
                    // The mover stands where an enemy stood: taken by moving onto it if the path's last
                    // cell is this one, turned over otherwise.
                    let path = self.path(before, mv);
                    let ends_here =
                        path.iter().rfind(|step| matches!(step, Step::Cell(_))) == Some(&Step::Cell(number));
                    Some(if ends_here { Mark::To } else { Mark::Changed })
                }
                (Some(old), Some(new)) if old != new => Some(Mark::Changed),
                _ if old.count != new.count => Some(Mark::Changed),
                _ => None,
            };
            marks.extend(mark.map(|mark| (number, mark)));
        }
        marks
    }
}

/// The cell number of a square in a diagram whose rows run from the top.
#[must_use]
pub const fn cell_number(rows: usize, columns: usize, row_from_bottom: usize, column: usize) -> usize {
    (rows - 1 - row_from_bottom) * columns + column
}

impl Diagram {
    /// A grid of named squares; `piece` is asked by row from the bottom and column.
    #[must_use]
    pub fn grid(rows: usize, columns: usize, piece: impl Fn(usize, usize) -> Option<Piece>) -> Diagram {
        let mut cells = Vec::with_capacity(rows * columns);
        for row in (0..rows).rev() {
            for column in 0..columns {
                let name = crate::rows::square_name(row, column);
                cells.push(Cell { name, ground: Ground::Plain, piece: piece(row, column), count: None });
            }
        }
        Diagram { shape: Shape::Grid { rows, columns }, cells, note: String::new() }
    }

    /// The cells of all straight rows of `length` pieces of one owner, each cell once and in order. On a torus rows
    /// go on across the edges. Other shapes have none.
    #[must_use]
    pub fn rows_of(&self, length: usize) -> Vec<usize> {
        let (rows, columns, joined) = match self.shape {
            Shape::Grid { rows, columns } => (rows as isize, columns as isize, false),
            Shape::Torus { rows, columns } => (rows as isize, columns as isize, true),
            _ => return Vec::new(),
        };
        let cell = |row: isize, column: isize| -> Option<usize> {
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            let wrapped = row.rem_euclid(rows) * columns + column.rem_euclid(columns);
            (inside || joined).then_some(wrapped as usize)
        };
        let owner = |cell: usize| self.cells.get(cell)?.piece.as_ref().map(|piece| piece.owner);
        let mut found = std::collections::BTreeSet::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let step = |step: usize| cell(row + down * step as isize, column + right * step as isize);
                let Some(line) = (0..length).map(step).collect::<Option<Vec<usize>>>() else { continue };
                let first = line.first().and_then(|&cell| owner(cell));
                // On a small torus a row may come back to where it began.
                let mut different = line.clone();
                different.sort_unstable();
                different.dedup();
                if different.len() == length
                    && first.is_some()
                    && line.iter().all(|&cell| owner(cell) == first)
                {
                    found.extend(line);
                }
            }
        }
        found.into_iter().collect()
    }

    /// How many pieces each of so many players has on the board.
    #[must_use]
    pub fn pieces_of(&self, players: usize) -> Vec<i32> {
        let mut counts = vec![0; players];
        for piece in self.cells.iter().filter_map(|cell| cell.piece.as_ref()) {
            counts.get_mut(piece.owner.index()).into_iter().for_each(|count| *count += 1);
        }
        counts
    }

    /// The same grid with its squares coloured light and dark, dark at the bottom left.
    #[must_use]
    pub fn chequered(mut self) -> Diagram {
        if let Shape::Grid { rows, columns } = self.shape {
            for (number, cell) in self.cells.iter_mut().enumerate() {
                let (row, column) = (rows - 1 - number / columns, number % columns);
                cell.ground = if (row + column) % 2 == 0 { Ground::Dark } else { Ground::Light };
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of rows from the top: `x` and `o` for the players' pieces.
    fn board(rows: &[&str], joined: bool) -> Diagram {
        let size = (rows.len(), rows[0].len());
        let owner = |letter: char| ['x', 'o'].iter().position(|&other| other == letter);
        let piece = |player: usize| Piece::new(Player(player as u8), "stone", 'o', Token::Disc);
        let letter = |row: usize, column: usize| rows[size.0 - 1 - row].chars().nth(column).unwrap_or('.');
        let mut diagram = Diagram::grid(size.0, size.1, |row, column| owner(letter(row, column)).map(piece));
        if joined {
            diagram.shape = Shape::Torus { rows: size.0, columns: size.1 };
        }
        diagram
    }

    #[test]
    fn a_star_has_as_many_cells_as_are_known() {
        for (side, cells) in [(1, 13), (2, 37), (3, 73), (4, 121)] {
            let rows = star_rows(side);
            assert_eq!((rows.len(), rows.iter().sum::<usize>()), (4 * side + 1, cells));
        }
        assert_eq!(star_rows(2), [1, 2, 7, 6, 5, 6, 7, 2, 1]);
    }

    #[test]
    fn rows_are_found_in_every_direction_and_across_the_edges_of_a_torus() {
        for (rows, joined, length, found) in [
            (["xxx", "o.o", "..."], false, 3, vec![0, 1, 2]),
            (["x.o", "xo.", "o.x"], false, 3, vec![2, 4, 6]),
            (["x.o", "xo.", "x.o"], false, 3, vec![0, 3, 6]),
            (["x.o", ".x.", "o.x"], false, 3, vec![0, 4, 8]),
            // Two rows share a cell, which is told once.
            (["xxx", "x..", "x.."], false, 3, vec![0, 1, 2, 3, 6]),
            (["x.x", "...", "..."], true, 2, vec![0, 2]),
            (["x.x", "...", "..."], false, 2, vec![]),
            // A row that comes back to its first cell is none.
            (["xxx", "...", "..."], true, 4, vec![]),
            (["xo.", "ox.", "..."], false, 3, vec![]),
        ] {
            assert_eq!(board(&rows, joined).rows_of(length), found, "{rows:?}");
        }
        assert_eq!(board(&["xo.", "ox.", "x.."], false).pieces_of(2), [3, 2]);
    }
}
