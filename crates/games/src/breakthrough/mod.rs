//! Breakthrough on R rows and C columns: two rows of pawns each, and the first to arrive wins.

mod evaluator;
mod hints;
mod moves;

use crate::pawns::{Board, NAMES};
pub use crate::pawns::{Move, Position};
pub use evaluator::BreakthroughEvaluator;
pub use hints::BreakthroughHints;
use plybook_kernel::{
    Cell, Diagram, Game, GameInfo, HasInfo, Indexed, Notation, OptionInfo, OptionValue, OptionValues,
    Outcome, Piece, PlaneLayout, Planes, Player, ReadError, Step, Symmetric, Text, Token, Turn, View, texts,
};
use std::ops::RangeInclusive;

const ROWS: RangeInclusive<u32> = 4..=8;
/// With one column only, a side could be left without a move.
const COLUMNS: RangeInclusive<u32> = 2..=8;
/// Rows and columns where no option says otherwise.
const DEFAULT_SIZE: [u32; 2] = [8, 8];
/// Rows that each side fills at the start.
const HOME_ROWS: usize = 2;

/// The rules on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    board: Board,
}

impl Breakthrough {
    fn new(size: [u32; 2]) -> Breakthrough {
        let [rows, columns] = size.map(|number| number as usize);
        Breakthrough { board: Board::new(rows, columns, HOME_ROWS) }
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        self.board.start()
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover())
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        moves::list_all(&self.board, at, out);
    }

    fn count(&self, at: &Position) -> usize {
        moves::count(&self.board, at)
    }

    fn play(&self, at: &mut Position, mv: Move) {
        at.play(mv);
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        self.board.outcome(at)
    }

    /// Cannot happen: nothing of its own stands before a side's foremost pawn, so the squares diagonally
    /// ahead of it are empty or can be captured.
    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover())
    }

    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    fn max_plies(&self) -> Option<u32> {
        Some(self.board.max_plies())
    }

    fn resets(&self, _: &Position, _: Move) -> bool {
        true
    }

    /// Having to move hardly ever hurts: of 1,310 lost positions met in random play on 5x5, none would be won
    /// with the enemy to move. The start of 5x5 would.
    fn null(&self, at: &Position) -> Option<Position> {
        Some(at.handed_over())
    }

    fn history_slot(&self, mv: Move) -> u16 {
        mv.history_slot()
    }
}

impl Notation for Breakthrough {
    fn text(&self, at: &Position) -> String {
        self.board.text(at)
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        self.board.read(text)
    }

    fn move_text(&self, at: &Position, mv: Move) -> String {
        self.board.move_text(at, mv)
    }
}

const PIECES: [Piece; 2] = [
    Piece::new(Player::FIRST, "pawn", 'w', Token::Disc),
    Piece::new(Player::SECOND, "pawn", 'b', Token::Disc),
];

impl View for Breakthrough {
    fn player_names(&self) -> Vec<Text> {
        texts(NAMES)
    }

    fn diagram(&self, at: &Position) -> Diagram {
        self.board.diagram(at, PIECES)
    }

    fn pieces(&self) -> Vec<Piece> {
        PIECES.into()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        Some(self.board.board_text(cells, mover))
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        self.board.path(mv)
    }
}

impl Planes for Breakthrough {
    fn plane_layout(&self) -> Option<PlaneLayout> {
        Some(self.board.plane_layout())
    }

    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        self.board.planes(at, viewer, out);
    }

    fn phases(&self) -> usize {
        self.board.phases()
    }

    fn phase(&self, at: &Position) -> usize {
        self.board.phase(at)
    }
}

impl Symmetric for Breakthrough {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, at: &Position, symmetry: usize) -> Position {
        self.board.image(at, symmetry)
    }

    fn image_move(&self, _: &Position, mv: Move, symmetry: usize) -> Move {
        self.board.image_move(mv, symmetry)
    }

    fn swapped(&self, at: &Position) -> Option<Position> {
        Some(self.board.swapped(at))
    }
}

impl Default for Breakthrough {
    fn default() -> Breakthrough {
        Breakthrough::new(DEFAULT_SIZE)
    }
}

impl HasInfo for Breakthrough {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "breakthrough".into(),
            title: "Breakthrough".into(),
            summary: "Two rows of pawns that only go forward; the first to reach the far row wins.".into(),
            options: vec![
                OptionInfo::size("size", "RxC", [("rows", ROWS), ("columns", COLUMNS)])
                    .default(OptionValue::Size(DEFAULT_SIZE))
                    .help("Rows (4 to 8) and columns (2 to 8).")
                    .said(["{row}, {column}"]),
            ],
            examples: texts(["breakthrough", "breakthrough:4x2", "breakthrough:5x5", "breakthrough:6x7"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Breakthrough, ReadError> {
        Ok(Breakthrough::new(options.size("size").unwrap_or(DEFAULT_SIZE)))
    }

    fn options(&self) -> OptionValues {
        OptionValues::new().with("size", self.board.size())
    }
}

/// Positions have no numbers.
impl Indexed for Breakthrough {}
