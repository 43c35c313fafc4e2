//! Hexapawn on R rows and C columns: pawns that step straight ahead and capture diagonally, as in chess.

mod evaluator;
mod hints;
mod index;

use crate::pawns::{Board, NAMES, Way, ahead, ahead_left, ahead_right, list};
pub use crate::pawns::{Move, Position};
pub use evaluator::HexapawnEvaluator;
pub use hints::HexapawnHints;
use plybook_kernel::{
    Cell, Diagram, Game, GameInfo, HasInfo, Notation, OptionInfo, OptionValue, OptionValues, Outcome, Piece,
    PlaneLayout, Planes, Player, ReadError, Step, Symmetric, Text, Token, Turn, View, texts,
};
use std::ops::RangeInclusive;

const ROWS: RangeInclusive<u32> = 3..=8;
const COLUMNS: RangeInclusive<u32> = 1..=8;
/// Rows and columns where no option says otherwise.
const DEFAULT_SIZE: [u32; 2] = [3, 3];
/// Rows that each side fills at the start.
const HOME_ROWS: usize = 1;

/// The rules on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn {
    board: Board,
}

impl Hexapawn {
    fn new(size: [u32; 2]) -> Hexapawn {
        let [rows, columns] = size.map(|number| number as usize);
        Hexapawn { board: Board::new(rows, columns, HOME_ROWS) }
    }
}

/// The squares onto which the side to move can go: captures to the left, steps ahead, captures to the right.
#[inline]
fn targets(board: &Board, at: &Position) -> [u64; 3] {
    let (own, mover) = (at.own(), at.mover());
    [
        ahead_left(own, mover) & at.enemy(),
        ahead(own, mover) & board.squares() & !at.occupied(),
        ahead_right(own, mover) & at.enemy(),
    ]
}

impl Game for Hexapawn {
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
        let [left, straight, right] = targets(&self.board, at);
        list(left, Way::Left, at.mover(), out);
        list(straight, Way::Straight, at.mover(), out);
        list(right, Way::Right, at.mover(), out);
    }

    fn count(&self, at: &Position) -> usize {
        targets(&self.board, at).iter().map(|targets| targets.count_ones() as usize).sum()
    }

    fn play(&self, at: &mut Position, mv: Move) {
        at.play(mv);
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        self.board.outcome(at)
    }

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

    fn history_slot(&self, mv: Move) -> u16 {
        mv.history_slot()
    }
}

impl Notation for Hexapawn {
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
    Piece::new(Player::FIRST, "pawn", 'w', Token::Figure),
    Piece::new(Player::SECOND, "pawn", 'b', Token::Figure),
];

impl View for Hexapawn {
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

impl Planes for Hexapawn {
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

impl Symmetric for Hexapawn {
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

impl Default for Hexapawn {
    fn default() -> Hexapawn {
        Hexapawn::new(DEFAULT_SIZE)
    }
}

impl HasInfo for Hexapawn {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "hexapawn".into(),
            title: "Hexapawn".into(),
            summary: "Two rows of pawns, and the first to arrive wins.".into(),
            options: vec![
                OptionInfo::size("size", "RxC", [("rows", ROWS), ("columns", COLUMNS)])
                    .default(OptionValue::Size(DEFAULT_SIZE))
                    .help("Rows (3 to 8) and columns (1 to 8).")
                    .said(["{row}, {column}"]),
            ],
            examples: texts(["hexapawn", "hexapawn:3x1", "hexapawn:4x4", "hexapawn:5x7", "hexapawn:8x8"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Hexapawn, ReadError> {
        Ok(Hexapawn::new(options.size("size").unwrap_or(DEFAULT_SIZE)))
    }

    fn options(&self) -> OptionValues {
        OptionValues::new().with("size", self.board.size())
    }
}
