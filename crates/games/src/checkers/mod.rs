//! English checkers, also called draughts. Black, at the top of the board, moves first.

mod board;
mod evaluator;
mod hints;
mod index;
mod moves;
mod notation;
mod path;
mod position;
mod starts;
mod symmetry;
mod unmoves;
mod view;

pub use board::{bit_of, square_of};
pub use evaluator::Valuation;
pub use hints::Advice;
pub use path::Move;
use plybook_kernel::options::Options;
use plybook_kernel::{Described, Game, History, Info, OptionInfo, Outcome, ReadError, Turn};
pub use position::Position;
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
    fn is_drawn(&self, at: &Position, past: &History) -> bool {
        self.limit.is_some_and(|limit| past.quiet() >= 2 * limit)
            || self.repetition && past.repeats(at.key()) + 1 >= REPETITIONS
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

    fn stuck(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover())
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    /// Without the move limit nothing useful can be said: repetition alone allows more plies than a number here
    /// can hold.
    fn longest(&self) -> Option<u32> {
        self.limit.map(|limit| 2 * limit * (MOST_IRREVERSIBLE + 1))
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        moves::count(at)
    }

    /// A side that cannot move has lost, even if the move that shut it in was the last one allowed.
    fn repetition(&self) -> Option<Outcome> {
        self.repetition.then_some(Outcome::Draw)
    }

    fn outcome_with(&self, at: &Position, past: &History) -> Option<Outcome> {
        self.outcome(at).or_else(|| {
            self.is_drawn(at, past).then(|| if self.count(at) == 0 { self.stuck(at) } else { Outcome::Draw })
        })
    }

    #[inline]
    fn resets(&self, at: &Position, mv: Move) -> bool {
        mv.jumps() > 0 || at.men(at.mover()) >> mv.from() & 1 == 1
    }

    /// Unique for each pair of squares.
    #[inline]
    fn slot(&self, mv: Move) -> u16 {
        (mv.from() << 6 | mv.to()) as u16
    }
}

impl Described for Checkers {
    const INFO: Info = Info {
        name: "checkers",
        title: "English checkers",
        summary: "Draughts on 8x8: men step forward, jumps are compulsory, kings go both ways.",
        options: &[
            OptionInfo {
                form: "opening=MOVE|1..7",
                default: "none",
                help: "Start after this first move of Black: 9-13, 9-14, 10-14, 10-15, 11-15, 11-16 or 12-16.",
            },
            OptionInfo {
                form: "ballot=1..2400",
                default: "none",
                help: "Start from this ballot of 11-man checkers: a man less on each side, one move made by each.",
            },
            OptionInfo {
                form: "repetition=on|off",
                default: "on",
                help: "Whether a position that stands on the board for the third time is a draw.",
            },
            OptionInfo {
                form: "limit=N|off",
                default: "40",
                help: "Moves by each side without a man's move or a capture that make a draw.",
            },
        ],
        examples: &[
            "checkers",
            "checkers:opening=11-15",
            "checkers:ballot=1",
            "checkers:limit=5",
            "checkers:repetition=off,limit=off",
        ],
        rules: include_str!("rules.md"),
    };

    fn with_options(mut options: Options<'_>) -> Result<Checkers, ReadError> {
        let start = Start::from_options(&mut options)?;
        let repetition = options.choice("repetition", &["on", "off"])? != Some(1);
        let mut without = options.clone();
        let limit = if without.text("limit") == Some("off") {
            options = without;
            None
        } else {
            let limit = options.number("limit", LIMITS, LIMIT);
            Some(limit.map_err(|error| ReadError { remedy: format!("{}, or off", error.remedy), ..error })?)
        };
        options.finish("opening=MOVE, ballot=N, repetition=on|off, limit=N|off")?;
        Ok(Checkers { start, first: start.position(), repetition, limit })
    }

    fn options_text(&self) -> String {
        let mut options = Vec::from_iter(self.start.option_text());
        if !self.repetition {
            options.push("repetition=off".to_owned());
        }
        match self.limit {
            Some(LIMIT) => {}
            Some(limit) => options.push(format!("limit={limit}")),
            None => options.push("limit=off".to_owned()),
        }
        options.join(",")
    }

    fn options_in_words(&self) -> String {
        let mut words = Vec::from_iter(self.start.in_words());
        if !self.repetition {
            words.push("no draw by repetition".to_owned());
        }
        match self.limit {
            Some(LIMIT) => {}
            Some(limit) => words.push(format!("a draw after {limit} quiet moves each")),
            None => words.push("no draw by quiet moves".to_owned()),
        }
        words.join(", ")
    }
}
