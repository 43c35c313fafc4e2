//! Connect Four on any board of at most 64 squares.
//!
//! Squares are numbered column by column from the left, each column from the bottom. Where 64 bits have room for
//! it, a guard square on top of each column is always empty; this is the standard board:
//!
//! ```text
//!  6 13 20 27 34 41 48   guards
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```
//!
//! Larger boards, such as nine columns of seven, do without guards. Lines are therefore looked for only from
//! squares where they have room.

mod evaluator;
mod hints;
mod notation;
mod planes;
mod standard;
mod symmetry;

pub use evaluator::Connect4Evaluator;
pub use hints::{Connect4Hints, Connect4NodeHints};
use plybook_kernel::{
    Game, GameInfo, HasInfo, Indexed, OptionInfo, OptionValue, OptionValues, Outcome, Player, ReadError,
    Turn, texts, zobrist,
};

/// Bits of a board, and so the most squares it can have.
const BITS: u32 = u64::BITS;
/// Columns and rows of the standard board.
const DEFAULT_SIZE: [u32; 2] = [7, 6];
/// Discs in a row that win on the standard board.
const DEFAULT_LENGTH: u32 = 4;

/// The rules for one size of board and one length of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connect4 {
    columns: u32,
    rows: u32,
    /// Discs in a row that win.
    length: u32,
    /// The distance between the lowest squares of neighbouring columns.
    stride: u32,
    directions: [Direction; 4],
    /// The lowest square of every column.
    bottom: u64,
    /// All squares of the board.
    squares: u64,
    /// The squares of the first, third, fifth row and so on.
    odd_rows: u64,
    /// Whether this is the standard game, which has a faster search for lines.
    standard: bool,
}

/// Upright, level, rising or falling: how lines run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Direction {
    /// The distance between neighbours.
    shift: u32,
    /// The first squares of all lines that fit the board.
    starts: u64,
}

/// The discs of the player to move, and all discs. Whose turn it is follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    mine: u64,
    discs: u64,
}

impl Position {
    fn mover(self) -> Player {
        Player((self.discs.count_ones() & 1) as u8)
    }

    /// The discs of the player who moved last.
    fn theirs(self) -> u64 {
        self.mine ^ self.discs
    }

    /// The discs of each player.
    fn by_player(self) -> [u64; 2] {
        if self.mover() == Player::FIRST { [self.mine, self.theirs()] } else { [self.theirs(), self.mine] }
    }

    fn owner(self, square: u32) -> Option<usize> {
        (0..2).find(|&player| self.by_player()[player] >> square & 1 == 1)
    }
}

impl Connect4 {
    /// A board of `columns` x `rows`, at most 64 squares, with lines of `length`, at least two and at most 64.
    fn new(columns: u32, rows: u32, length: u32) -> Connect4 {
        debug_assert!(columns * rows <= BITS && (2..=BITS).contains(&length));
        let stride = if columns * (rows + 1) <= BITS { rows + 1 } else { rows };
        // The squares of the first columns, from one row up to before another.
        let block = |columns: u32, rows: std::ops::Range<u32>| {
            let squares = (0..columns).flat_map(|column| rows.clone().map(move |row| column * stride + row));
            squares.fold(0, |block, square| block | 1 << square)
        };
        let direction = |shift: u32, columns: u32, rows: std::ops::Range<u32>| {
            let starts = block(columns, rows);
            Direction { shift: if starts == 0 { 1 } else { shift }, starts }
        };
        let wide = (columns + 1).saturating_sub(length);
        let high = (rows + 1).saturating_sub(length);
        Connect4 {
            columns,
            rows,
            length,
            stride,
            directions: [
                direction(1, columns, 0..high),
                direction(stride, wide, 0..rows),
                direction(stride + 1, wide, 0..high),
                direction(stride - 1, wide, length - 1..rows),
            ],
            bottom: block(columns, 0..1),
            squares: block(columns, 0..rows),
            standard: [columns, rows] == DEFAULT_SIZE && length == DEFAULT_LENGTH,
            odd_rows: (0..rows).step_by(2).fold(0, |odd, row| odd | block(columns, row..row + 1)),
        }
    }

    /// The number of a square. Squares are counted from zero at the bottom left.
    fn square(&self, row: u32, column: u32) -> u32 {
        column * self.stride + row
    }

    /// Row and column of a square.
    fn place(&self, square: u32) -> (u32, u32) {
        (square % self.stride, square / self.stride)
    }

    /// The squares on which a disc can land: free ones at the bottom or on a disc.
    #[inline]
    fn landings(&self, discs: u64) -> u64 {
        (discs << 1 | self.bottom) & self.squares & !discs
    }

    /// The squares right below the given ones; nothing is below the bottom.
    fn below(&self, squares: u64) -> u64 {
        (squares & !self.bottom) >> 1
    }

    /// Whether the discs hold a line.
    #[inline(always)]
    fn has_line(&self, discs: u64) -> bool {
        if self.standard { standard::has_line(discs) } else { self.has_line_anywhere(discs) }
    }

    #[inline(never)]
    fn has_line_anywhere(&self, discs: u64) -> bool {
        self.directions.iter().any(|&direction| self.lines(discs, direction) != 0)
    }

    /// The first squares of all lines in one direction. A run of `n` discs that goes on `d` squares further is a
    /// run of `n + d`, so each step doubles what is known.
    fn lines(&self, discs: u64, direction: Direction) -> u64 {
        let mut runs = discs;
        let mut length = 1;
        while 2 * length <= self.length {
            runs &= runs >> (length * direction.shift);
            length *= 2;
        }
        runs & runs >> ((self.length - length) * direction.shift) & direction.starts
    }
}

impl Game for Connect4 {
    type Position = Position;
    /// The square where the disc lands.
    type Move = u8;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        Position { mine: 0, discs: 0 }
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover())
    }

    #[inline]
    fn moves(&self, at: &Position, out: &mut Vec<u8>) {
        let mut landings = self.landings(at.discs);
        while landings != 0 {
            out.push(landings.trailing_zeros() as u8);
            landings &= landings - 1;
        }
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        if self.standard {
            standard::open_columns(at.discs)
        } else {
            self.landings(at.discs).count_ones() as usize
        }
    }

    #[inline]
    fn play(&self, at: &mut Position, square: u8) {
        at.mine ^= at.discs;
        at.discs |= 1 << square;
    }

    #[inline(always)]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if self.has_line(at.theirs()) {
            Some(Outcome::loss_of(at.mover()))
        } else if at.discs == self.squares {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    /// With guards, the sum of the two sets has in every column its highest bit above the topmost disc and the
    /// mover's discs below it, so it tells all positions apart; it only needs scrambling.
    #[inline]
    fn key(&self, at: &Position) -> u64 {
        if self.stride > self.rows {
            zobrist::scramble(at.mine + at.discs + self.bottom)
        } else {
            zobrist::scramble(at.mine ^ zobrist::scramble(at.discs))
        }
    }

    fn max_plies(&self) -> Option<u32> {
        Some(self.columns * self.rows)
    }

    fn history_slot(&self, square: u8) -> u16 {
        u16::from(square)
    }
}

impl Default for Connect4 {
    fn default() -> Connect4 {
        let [columns, rows] = DEFAULT_SIZE;
        Connect4::new(columns, rows, DEFAULT_LENGTH)
    }
}

impl HasInfo for Connect4 {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "connect4".into(),
            title: "Connect Four".into(),
            summary: "Discs fall into columns; four in a row win.".into(),
            options: vec![
                OptionInfo::size("size", "WxH", [("columns", 1..=BITS), ("rows", 1..=BITS)])
                    .default(OptionValue::Size(DEFAULT_SIZE))
                    .help("The board has W columns and H rows, at most 64 squares.")
                    .said(["{column}, {row}"]),
                OptionInfo::number("k", 2..=BITS)
                    .default(OptionValue::Number(DEFAULT_LENGTH))
                    .help("N discs in a row win.")
                    .said(["{} in a row win"]),
            ],
            examples: texts([
                "connect4",
                "connect4:4x4",
                "connect4:5x4,k=3",
                "connect4:9x6",
                "connect4:9x7,k=5",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Connect4, ReadError> {
        let [columns, rows] = options.size("size").unwrap_or(DEFAULT_SIZE);
        if columns * rows > BITS {
            let problem = format!("a board of {columns}x{rows} is too large");
            let most = BITS / columns;
            return Err(options.refuse(problem, format!("{columns} columns may have at most {most} rows")));
        }
        Ok(Connect4::new(columns, rows, options.number("k").unwrap_or(DEFAULT_LENGTH)))
    }

    fn options(&self) -> OptionValues {
        let size = OptionValue::Size([self.columns, self.rows]);
        OptionValues::new().with("size", size).with_number("k", self.length)
    }
}

impl plybook_kernel::HasHints for Connect4 {
    type SearchHints = Connect4Hints;

    fn hints(&self) -> Connect4Hints {
        Connect4Hints
    }
}

/// Positions have no numbers.
impl Indexed for Connect4 {}
