//! The board of Toro-Tile Straight: its squares, what stands on them at the start, and the lines that win.
//!
//! Squares are numbered row by row from the bottom left and are the bits of a mask.

/// Most squares of a board.
pub(super) const MOST_SQUARES: usize = 128;
/// Most columns of a board: each has a letter.
pub(super) const MOST_COLUMNS: usize = 26;

/// The directions of lines, as steps of rows and columns.
const DIRECTIONS: [(usize, usize); 4] = [(0, 1), (1, 0), (1, 1), (1, usize::MAX)];

/// A set of squares.
pub(super) type Squares = u128;

/// A board with tiles on it. The opposite edges are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub rows: usize,
    pub columns: usize,
    /// The squares on which nothing can stand.
    pub forbidden: Squares,
    /// The white and the black tiles.
    pub tiles: [Squares; 2],
}

/// What is wrong with a board text, and at which byte.
pub(super) struct Fault {
    pub byte: usize,
    pub problem: String,
    pub remedy: String,
}

impl Board {
    /// Reads a board as `text` writes it. All rows must be equally long.
    pub fn read(text: &str) -> Result<Board, Fault> {
        let fault = |byte: usize, problem: String, remedy: &str| {
            Err(Fault { byte, problem, remedy: remedy.to_owned() })
        };
        let rows = text.split('/').count();
        let columns = text.split('/').next().map_or(0, |row| row.chars().count());
        if columns == 0 || columns > MOST_COLUMNS {
            let remedy = format!("a row has 1 to {MOST_COLUMNS} squares");
            return fault(0, format!("row {rows} has {columns} squares"), &remedy);
        }
        if rows * columns > MOST_SQUARES {
            let problem = format!("{rows} rows of {columns} squares are too many");
            return fault(0, problem, &format!("a board has at most {MOST_SQUARES} squares"));
        }
        let mut board = Board { rows, columns, forbidden: 0, tiles: [0; 2] };
        let mut start = 0;
        for (index, line) in text.split('/').enumerate() {
            let row = rows - 1 - index;
            let length = line.chars().count();
            if length != columns {
                let problem = format!("row {} has {length} squares", row + 1);
                return fault(start, problem, &format!("every row of this board has {columns}"));
            }
            for (column, (offset, letter)) in line.char_indices().enumerate() {
                let square = 1 << (row * columns + column);
                match letter {
                    '.' => {}
                    '-' => board.forbidden |= square,
                    'W' => board.tiles[0] |= square,
                    'B' => board.tiles[1] |= square,
                    _ => {
                        let remedy = "write `.` blank, `-` forbidden, `W` white, `B` black, `/` between rows";
                        return fault(start + offset, format!("`{letter}` is no square"), remedy);
                    }
                }
            }
            start += line.len() + 1;
        }
        Ok(board)
    }

    /// The rows from the top with `/` between them, one letter for each square.
    pub fn text(&self) -> String {
        let letter = |square: usize| match 1 << square {
            bit if self.forbidden & bit != 0 => '-',
            bit if self.tiles[0] & bit != 0 => 'W',
            bit if self.tiles[1] & bit != 0 => 'B',
            _ => '.',
        };
        let row = |row: usize| (0..self.columns).map(|column| letter(row * self.columns + column)).collect();
        (0..self.rows).rev().map(row).collect::<Vec<String>>().join("/")
    }

    /// The number of squares, forbidden ones included.
    pub const fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The squares that hold no tile and are not forbidden.
    pub const fn blank(&self) -> Squares {
        let all = if self.size() == MOST_SQUARES { Squares::MAX } else { (1 << self.size()) - 1 };
        all & !self.forbidden & !self.tiles[0] & !self.tiles[1]
    }

    /// The square some rows and columns further, around the edges where need be. `usize::MAX` is one step back.
    const fn further(&self, square: usize, (rows, columns): (usize, usize)) -> usize {
        let row = (square / self.columns + self.rows).wrapping_add(rows) % self.rows;
        let column = (square % self.columns + self.columns).wrapping_add(columns) % self.columns;
        row * self.columns + column
    }

    /// The eight neighbours of a square. On boards with fewer than three rows or columns some are the same.
    pub fn around(&self, square: usize) -> [u8; 8] {
        const BACK: usize = usize::MAX;
        [(0, 1), (1, 0), (1, 1), (1, BACK), (0, BACK), (BACK, 0), (BACK, BACK), (BACK, 1)]
            .map(|step| self.further(square, step) as u8)
    }

    /// All sets of `length` different squares in a row, in a column or on a diagonal, none of them forbidden.
    pub fn lines(&self, length: usize) -> Vec<Squares> {
        let mut lines = Vec::new();
        for first in 0..self.size() {
            for direction in DIRECTIONS {
                let mut line: Squares = 0;
                let mut square = first;
                for _ in 0..length {
                    line |= 1 << square;
                    square = self.further(square, direction);
                }
                if line.count_ones() as usize == length && line & self.forbidden == 0 {
                    lines.push(line);
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// The boards' symmetries: where each square goes, for every turn, reflection and shift of the torus that
    /// puts forbidden squares on forbidden squares and tiles on tiles of their colour. The identity comes first.
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        let turns = if self.rows == self.columns { 8 } else { 4 };
        let mut found: Vec<Vec<u8>> = Vec::new();
        for turn in 0..turns {
            for shift in 0..self.size() {
                let goes_to = |square: usize| self.moved(square, turn, shift);
                let kept = |squares: Squares| each(squares).all(|square| squares >> goes_to(square) & 1 == 1);
                if kept(self.forbidden) && kept(self.tiles[0]) && kept(self.tiles[1]) {
                    found.push((0..self.size()).map(|square| goes_to(square) as u8).collect());
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Where a square goes when the board is turned as `turn` says (bit 2 exchanges rows and columns, bit 1
    /// reverses the rows, bit 0 the columns) and then shifted so that the first square comes to `shift`.
    const fn moved(&self, square: usize, turn: usize, shift: usize) -> usize {
        let (row, column) = (square / self.columns, square % self.columns);
        let (row, column) = if turn & 4 == 0 { (row, column) } else { (column, row) };
        let row = if turn & 2 == 0 { row } else { self.rows - 1 - row };
        let column = if turn & 1 == 0 { column } else { self.columns - 1 - column };
        self.further(row * self.columns + column, (shift / self.columns, shift % self.columns))
    }
}

/// The squares to which a map sends the given ones.
pub(super) fn image(map: &[u8], squares: Squares) -> Squares {
    each(squares).fold(0, |image, square| image | 1 << map[square])
}

/// The numbers of the squares of a set, in rising order.
pub(super) fn each(mut squares: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if squares == 0 {
            return None;
        }
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        Some(square)
    })
}
