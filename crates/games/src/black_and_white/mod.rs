//! Black & White on a board of five by five: ten discs are placed, then they step and jump, and a jumped disc
//! changes its colour. `board` says how discs are kept in bits.

mod arrangement;
mod board;
mod evaluator;
mod hints;
mod index;
mod moves;
mod neighbours;
mod notation;
mod planes;
mod symmetry;
mod view;

pub use evaluator::BlackAndWhiteEvaluator;
pub use hints::BlackAndWhiteHints;
pub use moves::{Move, Position};
use plybook_kernel::{
    End, EndRule, Game, GameInfo, HasInfo, History, OptionInfo, OptionValue, OptionValues, Outcome,
    ReadError, Turn, texts, zobrist,
};
use std::ops::RangeInclusive;

/// Discs of each side, unless the options say otherwise.
const DEFAULT_DISCS: u8 = 5;
/// Discs that each side can have.
const DISCS_EACH: RangeInclusive<u32> = 2..=DEFAULT_DISCS as u32;
/// Plies after which an undecided game is a draw, unless the options say otherwise.
const DEFAULT_CAP: u32 = 300;
/// The ply caps that can be chosen: at least every disc is placed.
const CAPS: RangeInclusive<u32> = 2 * DEFAULT_DISCS as u32..=100_000;
/// Earlier appearances of a position that make the next one a draw.
const REPEATS: usize = 2;

/// The rules with their options.
#[derive(Clone, Copy, Debug)]
pub struct BlackAndWhite {
    /// Discs of each side while they are being placed.
    discs: u8,
    repetition: bool,
    cap: Option<u32>,
}

impl Default for BlackAndWhite {
    fn default() -> BlackAndWhite {
        BlackAndWhite { discs: DEFAULT_DISCS, repetition: true, cap: Some(DEFAULT_CAP) }
    }
}

impl Game for BlackAndWhite {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        Position::start(2 * self.discs)
    }

    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(at.mover())
    }

    #[inline]
    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        at.list(out);
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        at.count()
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        at.play(mv);
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        at.is_lost().then(|| Outcome::loss_of(at.mover()))
    }

    fn no_moves(&self, at: &Position) -> Outcome {
        Outcome::loss_of(at.mover())
    }

    /// The whole position fits one word, so that two positions never share a key.
    fn key(&self, at: &Position) -> u64 {
        zobrist::scramble(at.packed())
    }

    /// Without a cap the repetition rule alone still ends every game, but only after more plies than the
    /// number can say.
    fn max_plies(&self) -> Option<u32> {
        self.cap
    }

    fn repetition(&self) -> Option<Outcome> {
        self.repetition.then_some(Outcome::Draw)
    }

    /// A win on the board goes before a draw by the cap, also if the opponent is left without a move.
    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        if let Some(outcome) = self.outcome(at) {
            return Some(End::new(outcome, EndRule::Position));
        }
        if self.cap.is_some_and(|cap| past.plies() >= cap) {
            let shut_in = self.count(at) == 0;
            return Some(if shut_in {
                End::new(self.no_moves(at), EndRule::NoMoves)
            } else {
                End::draw(EndRule::MoveLimit)
            });
        }
        let repeated = self.repetition && past.repeats(self.key(at)) >= REPEATS;
        repeated.then_some(End::draw(EndRule::Repetition))
    }

    fn resets(&self, at: &Position, _: Move) -> bool {
        at.is_placing()
    }

    /// Passing would hardly ever be better than the best move: in 6 of 2,012 positions from games, by a search of
    /// five plies with the evaluator `custom`. Where no move is left it would be, so it is not offered there.
    fn null(&self, at: &Position) -> Option<Position> {
        (!at.is_placing() && at.count() > 0).then(|| at.passed())
    }

    fn history_slot(&self, mv: Move) -> u16 {
        mv.history_slot()
    }
}

impl HasInfo for BlackAndWhite {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "black-and-white".into(),
            title: "Black & White".into(),
            summary:
                "Place five discs each, then step and jump; jumped discs change colour, five in line win."
                    .into(),
            options: vec![
                OptionInfo::number("discs", DISCS_EACH)
                    .default(OptionValue::Number(DEFAULT_DISCS.into()))
                    .help("The number of discs of each side, 2 to 5.")
                    .said(["{} discs a side"]),
                OptionInfo::switch("repetition")
                    .help("Whether a position that appears for the third time is a draw.")
                    .said(["a draw by repetition", "no draw by repetition"]),
                OptionInfo::number_or_off("cap", CAPS)
                    .default(OptionValue::Number(DEFAULT_CAP))
                    .help("The number of plies after which an undecided game is a draw.")
                    .said(["a draw after {} plies", "as long as it takes"]),
            ],
            examples: texts([
                "black-and-white",
                "black-and-white:discs=3",
                "black-and-white:cap=60",
                "black-and-white:cap=off",
                "black-and-white:repetition=off",
            ]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<BlackAndWhite, ReadError> {
        let discs = options.number("discs").map_or(DEFAULT_DISCS, |discs| discs as u8);
        Ok(BlackAndWhite { discs, repetition: options.switch("repetition"), cap: options.number("cap") })
    }

    fn options(&self) -> OptionValues {
        let values = OptionValues::new().with_number("discs", self.discs.into());
        values.with_switch("repetition", self.repetition).with_number_or_off("cap", self.cap)
    }
}
