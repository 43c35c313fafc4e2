//! Hexapawn on R rows and C columns: pawns that step straight ahead and capture diagonally, as in chess.

mod evaluator;
mod hints;
mod index;

use crate::pawns::{Board, NAMES, Way, ahead, ahead_left, ahead_right, list};
pub use crate::pawns::{Move, Position};
pub use evaluator::Pawns;
pub use hints::Advice;
use plybook_kernel::options::Options;
use plybook_kernel::{
    Described, Game, Info, Notation, OptionInfo, Outcome, Piece, Player, ReadError, Scene, Step, Symmetric,
    Token, Turn, View,
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

    fn stuck(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover())
    }

    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    fn longest(&self) -> Option<u32> {
        Some(self.board.longest())
    }

    fn resets(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn slot(&self, mv: Move) -> u16 {
        mv.slot()
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

impl View for Hexapawn {
    fn player_names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn scene(&self, at: &Position) -> Scene {
        let pawn = |owner, letter| Piece { owner, name: "pawn", letter, token: Token::Figure };
        self.board.scene(at, [pawn(Player::FIRST, 'w'), pawn(Player::SECOND, 'b')])
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        self.board.path(mv)
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

impl Described for Hexapawn {
    const INFO: Info = Info {
        name: "hexapawn",
        title: "Hexapawn",
        summary: "Two rows of pawns, and the first to arrive wins.",
        options: &[OptionInfo { form: "RxC", default: "3x3", help: "Rows (3 to 8) and columns (1 to 8)." }],
        examples: &["hexapawn", "hexapawn:3x1", "hexapawn:4x4", "hexapawn:5x7", "hexapawn:8x8"],
        rules: include_str!("rules.md"),
    };

    fn with_options(mut options: Options<'_>) -> Result<Hexapawn, ReadError> {
        let size = options.size(["the rows", "the columns"], [ROWS, COLUMNS])?;
        options.finish("RxC")?;
        let [rows, columns] = size.unwrap_or(DEFAULT_SIZE).map(|number| number as usize);
        Ok(Hexapawn { board: Board::new(rows, columns, HOME_ROWS) })
    }

    fn options_text(&self) -> String {
        self.board.options_text(DEFAULT_SIZE)
    }

    fn options_in_words(&self) -> String {
        self.board.options_in_words(DEFAULT_SIZE)
    }
}
