//! English checkers, also called draughts. Black, at the top of the board, moves first.

mod board;
mod evaluator;
mod hints;
mod index;
mod moves;
mod notation;
mod path;
mod planes;
mod position;
mod samuel;
mod starts;
mod symmetry;
mod unmoves;
mod view;

pub use board::{bit_of, square_of};
pub use evaluator::CheckersEvaluator;
pub use hints::CheckersHints;
pub use path::Move;
use plybook_kernel::{
    End, EndRule, Game, GameInfo, HasInfo, History, OptionInfo, OptionValue, OptionValues, Outcome,
    ReadError, Turn, texts,
};
pub use position::Position;
pub use samuel::{Polynomial, Ratings, SAMUELS};
pub use starts::Start;
use std::ops::RangeInclusive;

/// Moves by each side without progress that make a draw, where the options say nothing.
const LIMIT: u32 = 40;
const LIMITS: RangeInclusive<u32> = 1..=10_000;
/// Times a position stands on the board before it makes a draw.
const REPETITIONS: usize = 3;
/// Most moves of men and captures in one game. A side's men start at best on its first three rows, seven, six and
/// five rows from the last one; of 24 pieces 23 can be taken, each by a king in a move of its own.
const MOST_IRREVERSIBLE: u32 = 2 * 4 * (7 + 6 + 5) + 23;

/// The rules with their options.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    start: Start,
    first: Position,
    repetition: bool,
    limit: Option<u32>,
}

impl Default for Checkers {
    fn default() -> Checkers {
        Checkers {
            start: Start::Standard,
            first: Start::Standard.position(),
            repetition: true,
            limit: Some(LIMIT),
        }
    }
}

impl Checkers {
    /// Whether the path to a position makes it a draw.
    fn draw_rule(&self, at: &Position, past: &History) -> Option<EndRule> {
        if self.repetition && past.repeats(at.key()) + 1 >= REPETITIONS {
            return Some(EndRule::Repetition);
        }
        self.limit.is_some_and(|limit| past.quiet() >= 2 * limit).then_some(EndRule::MoveLimit)
    }
}

impl Game for Checkers {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        self.first
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover())
    }

    #[inline]
    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        moves::list(at, out);
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        at.play(mv);
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        (at.pieces(at.mover()) == 0).then(|| Outcome::loss_of(at.mover()))
    }

    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover())
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    /// Without the move limit nothing useful can be said: repetition alone allows more plies than a number here
    /// can hold.
    fn max_plies(&self) -> Option<u32> {
        self.limit.map(|limit| 2 * limit * (MOST_IRREVERSIBLE + 1))
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        moves::count(at)
    }

    fn repetition(&self) -> Option<Outcome> {
        self.repetition.then_some(Outcome::Draw)
    }

    /// A side that cannot move has lost, even if the move that shut it in was the last one allowed.
    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        if let Some(outcome) = self.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        let rule = self.draw_rule(at, past)?;
        let shut_in = self.count(at) == 0;
        Some(if shut_in { End::new(self.no_moves(at), EndRule::NoMoves) } else { End::draw(rule) })
    }

    #[inline]
    fn resets(&self, at: &Position, mv: Move) -> bool {
        mv.jumps() > 0 || at.men(at.mover()) >> mv.from() & 1 == 1
    }

    /// Unique for each pair of squares.
    #[inline]
    fn history_slot(&self, mv: Move) -> u16 {
        (mv.from() << 6 | mv.to()) as u16
    }
}

impl HasInfo for Checkers {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "checkers".into(),
            title: "English checkers".into(),
            summary: "Draughts on 8x8: men step forward, jumps are compulsory, kings go both ways.".into(),
            options: vec![
                starts::opening(),
                starts::ballot(),
                OptionInfo::switch("repetition")
                    .help("Whether a position that stands on the board for the third time is a draw.")
                    .said(["a draw by repetition", "no draw by repetition"]),
                OptionInfo::number_or_off("limit", LIMITS)
                    .default(OptionValue::Number(LIMIT))
                    .help("Moves by each side without a man's move or a capture that make a draw.")
                    .said(["a draw after {} quiet moves each", "no draw by quiet moves"]),
            ],
            examples: texts([
                "checkers",
                "checkers:opening=11-15",
                "checkers:ballot=1",
                "checkers:limit=5",
                "checkers:repetition=off,limit=off",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Checkers, ReadError> {
        let start = Start::from_options(options)?;
        let (repetition, limit) = (options.switch("repetition"), options.number("limit"));
        Ok(Checkers { start, first: start.position(), repetition, limit })
    }

    fn options(&self) -> OptionValues {
        let values = self.start.options().with_switch("repetition", self.repetition);
        values.with_number_or_off("limit", self.limit)
    }
}
