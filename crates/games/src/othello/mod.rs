//! Othello on boards of eight, six and four squares a side.

mod evaluator;
mod hints;
mod mobility;
mod notation;
mod patterns;
mod planes;
mod position;
mod replies;
mod stability;
mod symmetry;
mod turning;
mod view;

pub use evaluator::OthelloEvaluator;
pub use hints::OthelloHints;
use mobility::mobility;
use plybook_kernel::perft::Count;
use plybook_kernel::{
    Game, GameInfo, HasInfo, Indexed, OptionInfo, OptionValues, Outcome, Player, ReadError, Turn, texts,
    zobrist,
};
use position::SIDE;
pub use position::{Move, PASS, Position};

/// The four discs of the start: Black's and White's.
const START: [u64; 2] = [1 << 28 | 1 << 35, 1 << 27 | 1 << 36];
/// The squares that hold a disc from the start on.
const CENTRE: u64 = START[0] | START[1];
/// What sets the keys of White to move apart.
const WHITE_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

/// The rules on one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    /// Rows and columns: 8, 6 or 4.
    side: usize,
    /// The squares of this size of board.
    board: u64,
}

impl Othello {
    /// The sizes in the order of their words.
    const SIZES: [(&str, usize); 3] = [("8x8", 8), ("6x6", 6), ("4x4", 4)];

    const fn new(side: usize) -> Othello {
        let edge = (SIDE - side) / 2;
        let row = (u64::MAX >> (64 - side)) << edge;
        let mut board = 0;
        let mut number = edge;
        while number < edge + side {
            board |= row << (SIDE * number);
            number += 1;
        }
        Othello { side, board }
    }

    /// The number of a square by row from the top and column.
    const fn square(&self, row: usize, column: usize) -> usize {
        let edge = (SIDE - self.side) / 2;
        SIDE * (row + edge) + column + edge
    }

    /// Row from the top and column of a square.
    const fn place(&self, square: usize) -> (usize, usize) {
        let edge = (SIDE - self.side) / 2;
        (square / SIDE - edge, square % SIDE - edge)
    }

    /// The empty squares of a position.
    const fn empty(&self, at: &Position) -> u64 {
        self.board & !(at.own | at.other)
    }

    /// Black's discs minus White's, the empty squares given to the winner.
    const fn margin(&self, at: &Position) -> i32 {
        let [black, white] = at.discs();
        let difference = black.count_ones() as i32 - white.count_ones() as i32;
        difference + difference.signum() * self.empty(at).count_ones() as i32
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        Position::new(START[0], START[1], Player::FIRST, self.board)
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover)
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        let mut rest = at.moves;
        if rest == 0 {
            out.push(PASS);
        }
        while rest != 0 {
            out.push(rest.trailing_zeros() as Move);
            rest &= rest - 1;
        }
    }

    fn count(&self, at: &Position) -> usize {
        at.moves.count_ones().max(1) as usize
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        let (disc, turned) = match mv {
            PASS => (0, 0),
            square => (1 << square, turning::turned(usize::from(square), at.own, at.other)),
        };
        *at = Position::new(at.other ^ turned, at.own ^ turned ^ disc, at.mover.other(), self.board);
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if at.moves != 0 || mobility(at.other, at.own) & self.board != 0 {
            return None;
        }
        Some(Outcome::Margin(self.margin(at)))
    }

    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::Margin(self.margin(at))
    }

    fn key(&self, at: &Position) -> u64 {
        let key = zobrist::scramble(zobrist::scramble(at.own).wrapping_add(at.other));
        if at.mover == Player::FIRST { key } else { key ^ WHITE_TO_MOVE }
    }

    /// A pass is never followed by a pass, so there are no more of them than discs placed.
    fn max_plies(&self) -> Option<u32> {
        Some(2 * (self.board & !CENTRE).count_ones())
    }

    fn resets(&self, _: &Position, mv: Move) -> bool {
        mv != PASS
    }

    fn history_slot(&self, mv: Move) -> u16 {
        u16::from(mv)
    }

    fn count_replies(&self, at: &Position) -> Option<Count> {
        (at.moves != 0).then(|| replies::count(self, at))
    }
}

impl Default for Othello {
    fn default() -> Othello {
        Othello::new(SIDE)
    }
}

impl HasInfo for Othello {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "othello".into(),
            title: "Othello".into(),
            summary: "Bracket the opponent's discs to turn them; the most discs on the full board win."
                .into(),
            options: vec![
                OptionInfo::word("size", Othello::SIZES.map(|(word, _)| word))
                    .help("The size of the board.")
                    .said(["8 rows, 8 columns", "6 rows, 6 columns", "4 rows, 4 columns"]),
            ],
            examples: texts(["othello", "othello:6x6", "othello:4x4"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Othello, ReadError> {
        let size = Othello::SIZES.into_iter().find(|(word, _)| options.word("size") == Some(word));
        Ok(size.map_or_else(Othello::default, |(_, side)| Othello::new(side)))
    }

    fn options(&self) -> OptionValues {
        let size = Othello::SIZES.into_iter().find(|&(_, side)| side == self.side);
        size.map_or_else(OptionValues::new, |(word, _)| OptionValues::new().with_word("size", word))
    }
}

/// Positions have no numbers.
impl Indexed for Othello {}
