//! Breakthrough on R rows and C columns: two rows of pawns each, and the first to arrive wins.

mod evaluator;
mod hints;
mod moves;

use crate::pawns::{Board, NAMES};
pub use crate::pawns::{Move, Position};
pub use evaluator::Advance;
pub use hints::Advice;
use plybook_kernel::options::Options;
use plybook_kernel::{
    Described, Game, Info, Notation, OptionInfo, Outcome, Piece, Player, ReadError, Scene, Step, Symmetric,
    Token, Turn, View,
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

    /// Having to move hardly ever hurts: of 1,310 lost positions met in random play on 5x5, none would be won
    /// with the enemy to move. The start of 5x5 would.
    fn null(&self, at: &Position) -> Option<Position> {
        Some(at.handed_over())
    }

    fn slot(&self, mv: Move) -> u16 {
        mv.slot()
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

impl View for Breakthrough {
    fn player_names(&self) -> &'static [&'static str] {
        NAMES
    }

    fn scene(&self, at: &Position) -> Scene {
        let disc = |owner, letter| Piece { owner, name: "pawn", letter, token: Token::Disc };
        self.board.scene(at, [disc(Player::FIRST, 'w'), disc(Player::SECOND, 'b')])
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        self.board.path(mv)
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

impl Described for Breakthrough {
    const INFO: Info = Info {
        name: "breakthrough",
        title: "Breakthrough",
        summary: "Two rows of pawns that only go forward; the first to reach the far row wins.",
        options: &[OptionInfo { form: "RxC", default: "8x8", help: "Rows (4 to 8) and columns (2 to 8)." }],
        examples: &["breakthrough", "breakthrough:4x2", "breakthrough:5x5", "breakthrough:6x7"],
        rules: include_str!("rules.md"),
    };

    fn with_options(mut options: Options<'_>) -> Result<Breakthrough, ReadError> {
        let size = options.size(["the rows", "the columns"], [ROWS, COLUMNS])?;
        options.finish("RxC")?;
        let [rows, columns] = size.unwrap_or(DEFAULT_SIZE).map(|number| number as usize);
        Ok(Breakthrough { board: Board::new(rows, columns, HOME_ROWS) })
    }

    fn options_text(&self) -> String {
        self.board.options_text(DEFAULT_SIZE)
    }

    fn options_in_words(&self) -> String {
        self.board.options_in_words(DEFAULT_SIZE)
    }
}
