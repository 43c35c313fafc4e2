//! Marks in lines, for two to six players on any board of at most 64 squares: tic-tac-toe and Connect Four for more
//! than two. Squares are numbered row by row from the bottom left.

mod evaluator;
mod info;
mod notation;

pub use evaluator::OpenRuns;
use plybook_kernel::{
    Game, HasHints, Indexed, MOST_PLAYERS, NoHints, Outcome, Planes, Player, Symmetric, Turn, zobrist::Keys,
};

/// Most squares of a board.
const SQUARES: u32 = u64::BITS;
/// The smallest board.
const LEAST_SIDE: u32 = 1;
/// The board, the length of a line and the players where nobody says.
const DEFAULT_SIZE: [u32; 2] = [3, 3];
const DEFAULT_LENGTH: u32 = 3;
const DEFAULT_PLAYERS: u32 = 3;
/// How lines run: in columns and rows from one square to the next.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

static KEYS: Keys<{ SQUARES as usize * MOST_PLAYERS }> = Keys::new(0x11e5);

/// The rules for one board, one length of line and so many players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    columns: u32,
    rows: u32,
    length: u32,
    players: u8,
    /// Whether marks fall to the lowest free square of their column.
    falls: bool,
    /// All lines that fit the board.
    lines: Vec<u64>,
}

/// The squares of each player; whose turn it is follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    marks: [u64; MOST_PLAYERS],
    /// How many marks there are.
    count: u8,
    key: u64,
}

impl Position {
    fn all(&self) -> u64 {
        self.marks.iter().fold(0, |all, marks| all | marks)
    }

    fn owner(&self, square: u32) -> Option<usize> {
        (0..MOST_PLAYERS).find(|&player| self.marks[player] >> square & 1 == 1)
    }
}

impl Lines {
    fn new([columns, rows]: [u32; 2], length: u32, players: u8, falls: bool) -> Lines {
        let mut lines = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            for (right, up) in DIRECTIONS {
                let square = |step: u32| {
                    let column = column as i32 + right * step as i32;
                    let row = row as i32 + up * step as i32;
                    let inside = (0..columns as i32).contains(&column) && (0..rows as i32).contains(&row);
                    inside.then(|| row as u32 * columns + column as u32)
                };
                let line: Option<u64> =
                    (0..length).try_fold(0, |line, step| square(step).map(|square| line | 1 << square));
                lines.extend(line);
            }
        }
        Lines { columns, rows, length, players, falls, lines }
    }

    fn squares(&self) -> u64 {
        u64::MAX >> (SQUARES - self.columns * self.rows)
    }

    fn mover(&self, at: &Position) -> Player {
        Player(at.count % self.players)
    }

    /// The squares where the next mark may be put.
    fn free(&self, at: &Position) -> u64 {
        let all = at.all();
        let supported = if self.falls { all << self.columns | ((1 << self.columns) - 1) } else { u64::MAX };
        self.squares() & !all & supported
    }

    fn has_line(&self, marks: u64) -> bool {
        self.lines.iter().any(|&line| line & !marks == 0)
    }

    /// Who put the last mark.
    fn before(&self, at: &Position) -> Player {
        Player((at.count + self.players - 1) % self.players)
    }

    fn key_of(&self, marks: &[u64; MOST_PLAYERS]) -> u64 {
        let mut key = 0;
        for (player, &marks) in marks.iter().enumerate() {
            let squares = (0..SQUARES as usize).filter(|square| marks >> square & 1 == 1);
            key ^= squares.fold(0, |key, square| key ^ KEYS.of(MOST_PLAYERS * square + player));
        }
        key
    }
}

impl Game for Lines {
    type Position = Position;
    /// The square of the mark.
    type Move = u8;

    fn start(&self) -> Position {
        Position { marks: [0; MOST_PLAYERS], count: 0, key: 0 }
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(self.mover(at))
    }

    fn moves(&self, at: &Position, out: &mut Vec<u8>) {
        let mut free = self.free(at);
        while free != 0 {
            out.push(free.trailing_zeros() as u8);
            free &= free - 1;
        }
    }

    fn count(&self, at: &Position) -> usize {
        self.free(at).count_ones() as usize
    }

    fn play(&self, at: &mut Position, square: u8) {
        let mover = self.mover(at).index();
        at.marks[mover] |= 1 << square;
        at.key ^= KEYS.of(MOST_PLAYERS * usize::from(square) + mover);
        at.count += 1;
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        let before = self.before(at);
        if self.has_line(at.marks[before.index()]) {
            return Some(Outcome::Win(before));
        }
        let full = u32::from(at.count) == self.columns * self.rows;
        full.then_some(Outcome::Draw)
    }

    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, at: &Position) -> u64 {
        at.key
    }

    fn max_plies(&self) -> Option<u32> {
        Some(self.columns * self.rows)
    }

    fn players(&self) -> u8 {
        self.players
    }

    fn history_slot(&self, square: u8) -> u16 {
        u16::from(square)
    }
}

/// Positions are not turned round: nothing needs it.
impl Symmetric for Lines {}

impl HasHints for Lines {
    type SearchHints = NoHints;

    fn hints(&self) -> NoHints {
        NoHints
    }
}

/// Positions have no numbers.
impl Indexed for Lines {}

/// Two to six players: the planes of learnt evaluations are for two.
impl Planes for Lines {}
