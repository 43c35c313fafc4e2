//! Toro-Tile Straight: tiles on a torus, K in a row win.

mod board;
mod evaluator;
mod hints;
mod notation;
mod planes;
mod symmetry;

use board::{Board, Squares, each};
pub use evaluator::ToroTileEvaluator;
pub use hints::ToroTileHints;
use plybook_kernel::zobrist::{Key, Keys};
use plybook_kernel::{
    Game, GameInfo, HasInfo, Indexed, OptionInfo, OptionValue, OptionValues, Outcome, Player, ReadError,
    Turn, texts,
};

/// A game type of the course: name, what people call it, start board and tiles in a row that win.
struct GameType {
    name: &'static str,
    title: &'static str,
    board: &'static str,
    length: usize,
}

/// The game types of the rules page; the first is the default.
const GAME_TYPES: [GameType; 3] = [
    GameType {
        name: "gold-rush",
        title: "Gold Rush",
        board: "-..-..-/......./......./-..-..-/......./......./-..-..-",
        length: 5,
    },
    GameType { name: "tetra-toro", title: "Tetra Toro", board: ".-../.-.-/--../..-.", length: 4 },
    GameType {
        name: "whites-challenge",
        title: "White's Challenge",
        board: "........./....B..../...---.../..-----../...---.../....B..../.........",
        length: 6,
    },
];

/// The longest line that can be asked for.
const LONGEST: u32 = board::MOST_SQUARES as u32;

/// A key for each tile of each player.
static KEYS: Keys<{ 2 * board::MOST_SQUARES }> = Keys::new(1);

/// The rules on one start board with one length of line.
#[derive(Clone, Debug)]
pub struct ToroTile {
    start: Board,
    /// Tiles in a row that win.
    length: usize,
    lines: Vec<Squares>,
    /// The lines through each square, one square after the other.
    through: Vec<Squares>,
    /// Where the lines through a square begin in `through`; one entry more than there are squares.
    first: Vec<usize>,
    /// The eight neighbours of each square.
    around: Vec<[u8; 8]>,
    /// Where each square goes under each symmetry.
    images: Vec<Vec<u8>>,
}

/// The tiles of each player, the initial ones included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    tiles: [Squares; 2],
    key: Key,
    /// Blank squares that are left.
    left: u8,
    mover: Player,
    /// Whether the last move made a line.
    won: bool,
}

impl ToroTile {
    fn new(start: Board, length: usize) -> ToroTile {
        let lines = start.lines(length);
        let mut through = Vec::new();
        let mut first = vec![0];
        for square in 0..start.size() {
            through.extend(lines.iter().filter(|&line| line >> square & 1 == 1));
            first.push(through.len());
        }
        let around = (0..start.size()).map(|square| start.around(square)).collect();
        ToroTile { start, length, lines, through, first, around, images: start.symmetries() }
    }

    /// The number of lines that win, whoever fills them.
    #[must_use]
    pub fn winning_lines(&self) -> usize {
        self.lines.len()
    }

    #[inline]
    fn lines_through(&self, square: usize) -> &[Squares] {
        &self.through[self.first[square]..self.first[square + 1]]
    }

    fn has_line(&self, tiles: Squares) -> bool {
        self.lines.iter().any(|&line| line & !tiles == 0)
    }

    /// The position with these tiles. `mover` must follow from their numbers.
    fn position(&self, tiles: [Squares; 2], mover: Player) -> Position {
        let mut key = Key::default();
        for (player, &squares) in tiles.iter().enumerate() {
            each(squares).for_each(|square| key.toggle(&KEYS, fact(player, square)));
        }
        let left = Board { tiles, ..self.start }.blank().count_ones() as u8;
        Position { tiles, key, left, mover, won: self.has_line(tiles[mover.other().index()]) }
    }

    fn blank(&self, at: &Position) -> Squares {
        Board { tiles: at.tiles, ..self.start }.blank()
    }
}

/// The number of the fact that a player's tile lies on a square.
#[inline]
const fn fact(player: usize, square: usize) -> usize {
    player * board::MOST_SQUARES + square
}

impl Game for ToroTile {
    type Position = Position;
    /// The square of the new tile.
    type Move = u8;

    fn start(&self) -> Position {
        self.position(self.start.tiles, Player::FIRST)
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &Position, out: &mut Vec<u8>) {
        out.extend(each(self.blank(at)).map(|square| square as u8));
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        usize::from(at.left)
    }

    #[inline]
    fn play(&self, at: &mut Position, square: u8) {
        let square = usize::from(square);
        let own = &mut at.tiles[at.mover.index()];
        *own |= 1 << square;
        at.won = self.lines_through(square).iter().any(|line| line & !*own == 0);
        at.key.toggle(&KEYS, fact(at.mover.index(), square));
        at.left -= 1;
        at.mover = at.mover.other();
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        match at {
            Position { won: true, mover, .. } => Some(Outcome::loss_of(*mover)),
            Position { left: 0, .. } => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn no_moves(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key.0
    }

    fn max_plies(&self) -> Option<u32> {
        Some(self.start.blank().count_ones())
    }

    fn history_slot(&self, square: u8) -> u16 {
        u16::from(square)
    }
}

impl Default for ToroTile {
    fn default() -> ToroTile {
        let GameType { board, length, .. } = GAME_TYPES[0];
        let board =
            Board::read(board).unwrap_or_else(|fault| unreachable!("a listed board: {}", fault.problem));
        ToroTile::new(board, length)
    }
}

impl HasInfo for ToroTile {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "tts".into(),
            title: "Toro-Tile Straight".into(),
            summary: "Tiles on a board without edges; K in a straight row win.".into(),
            options: vec![
                OptionInfo::word("type", GAME_TYPES.map(|game_type| game_type.name))
                    .default_depends()
                    .help("The game type: start board and K.")
                    .said(GAME_TYPES.map(|game_type| game_type.title)),
                OptionInfo::text("board", "ROW/ROW/...")
                    .default_in_words("the game type's")
                    .help("Another start board, rows from the top: `.` blank, `-` forbidden, `W` and `B` tiles.")
                    .said(["the board {}"]),
                OptionInfo::number("k", 2..=LONGEST)
                    .default_in_words("the game type's")
                    .help("N tiles in a row win; needed with a board of your own.")
                    .said(["{} in a row win"]),
            ],
            examples: texts([
                "tts",
                "tts:tetra-toro",
                "tts:whites-challenge",
                "tts:board=.../.../...,k=3",
                "tts:board=.W../--../..B.,k=3",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<ToroTile, ReadError> {
        let own = options.text_of("board");
        let word = options.word("type");
        let game_type =
            GAME_TYPES.iter().find(|game_type| word == Some(game_type.name)).unwrap_or(&GAME_TYPES[0]);
        if own.is_some() && word.is_some() {
            return Err(
                options.refuse("a game type and a board", "a game type has its board: choose one of them")
            );
        }
        let length = options.number("k").map(|length| length as usize);
        let length = length.or_else(|| own.is_none().then_some(game_type.length));
        let text = own.unwrap_or(game_type.board);
        let board = Board::read(text).map_err(|fault| {
            let error = options.refuse(format!("board: {}", fault.problem), fault.remedy);
            let start = error.input.find(text).unwrap_or(0);
            error.at(start + fault.byte)
        })?;
        let Some(length) = length else {
            return Err(options.refuse("the board has no k", "say how many in a row win, such as k=3"));
        };
        if board.blank() == 0 {
            return Err(options.refuse("the board has no blank square", "leave at least one `.`"));
        }
        let game = ToroTile::new(board, length);
        if board.tiles.iter().any(|&tiles| game.has_line(tiles)) {
            return Err(
                options.refuse("the board holds a finished line", "start with shorter ones or a higher k")
            );
        }
        Ok(game)
    }

    fn options(&self) -> OptionValues {
        let board = self.start.text();
        let length = self.length as u32;
        match GAME_TYPES.iter().find(|game_type| game_type.board == board) {
            None => {
                OptionValues::new().with("board", OptionValue::Text(board.into())).with_number("k", length)
            }
            Some(game_type) => {
                let mut values = OptionValues::new();
                if game_type.name != GAME_TYPES[0].name {
                    values = values.with_word("type", game_type.name);
                }
                if self.length == game_type.length { values } else { values.with_number("k", length) }
            }
        }
    }
}

/// Positions have no numbers.
impl Indexed for ToroTile {}
