//! Chess and Chess960. Move generation is the crate `cozy-chess`; this module adds what a game needs around it:
//! equality as the rules mean it, path rules, notation, view and evaluators.
//!
//! Castling is stored as the king taking his own rook, in both variants; only texts and clicks differ.

mod ending;
mod evaluator;
mod exchange;
mod fen;
mod hints;
mod notation;
mod polyglot;
mod position;
mod san;
mod symmetry;
mod view;

pub use cozy_chess::Move;
pub use evaluator::ChessEvaluator;
pub use hints::Advice;
pub use position::Position;

use cozy_chess::{BitBoard, Board, Color, Piece};
use plybook_kernel::options::Options;
use plybook_kernel::{Described, Game, History, Info, OptionInfo, Outcome, Player, ReadError, Turn};

/// The Chess960 number of the usual start position.
const USUAL_START: u32 = 518;
/// The largest Chess960 number.
const LAST_START: u32 = 959;
/// Quiet plies after which the game is drawn: fifty moves of each side.
const FIFTY_MOVES: u32 = 100;
/// How often a position must have stood before so that standing again draws the game.
const EARLIER_REPEATS: usize = 2;
/// Moves of all pawns from their home squares to promotion, if they never step twice.
const PAWN_MOVES: u32 = 16 * 6;
/// Men that can be taken.
const CAPTURES: u32 = 30;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Chess {
    start: Position,
    /// The number of the start position, if Chess960 is played.
    number: Option<u32>,
    repetition: bool,
    fifty: bool,
}

impl Chess {
    /// The usual game, all rules on.
    #[must_use]
    pub fn new() -> Chess {
        Chess::variant(None)
    }

    /// Chess960 from the start position of this number; numbers beyond 959 count on from 0 again.
    #[must_use]
    pub fn chess960(number: u32) -> Chess {
        Chess::variant(Some(number % (LAST_START + 1)))
    }

    fn variant(number: Option<u32>) -> Chess {
        let start = Position::new(Board::chess960_startpos(number.unwrap_or(USUAL_START)));
        Chess { start, number, repetition: true, fifty: true }
    }

    /// Whether castling rights may name any rook, and castling is written as king takes rook.
    #[must_use]
    pub const fn is_chess960(&self) -> bool {
        self.number.is_some()
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, at: &Position) -> Turn {
        Turn::Player(player(at.board().side_to_move()))
    }

    #[inline]
    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        at.board().generate_moves(|moves| {
            out.extend(moves);
            false
        });
    }

    #[inline]
    fn count(&self, at: &Position) -> usize {
        let mut count = 0;
        at.board().generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        at.play(mv);
    }

    #[inline]
    fn outcome(&self, _: &Position) -> Option<Outcome> {
        None
    }

    fn stuck(&self, at: &Position) -> Outcome {
        let board = at.board();
        if board.checkers().is_empty() {
            Outcome::Draw
        } else {
            Outcome::loss_of(player(board.side_to_move()))
        }
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    fn longest(&self) -> Option<u32> {
        // Each of the counted moves may come after 99 quiet plies; after the last, a hundred end the game.
        self.fifty.then_some((PAWN_MOVES + CAPTURES + 1) * FIFTY_MOVES)
    }

    fn repetition(&self) -> Option<Outcome> {
        self.repetition.then_some(Outcome::Draw)
    }

    fn outcome_with(&self, at: &Position, past: &History) -> Option<Outcome> {
        if self.fifty && past.quiet() >= FIFTY_MOVES {
            let mated = !at.board().checkers().is_empty() && self.count(at) == 0;
            return Some(if mated { self.stuck(at) } else { Outcome::Draw });
        }
        let repeated = self.repetition && past.repeats(self.key(at)) >= EARLIER_REPEATS;
        (repeated || at.is_dead()).then_some(Outcome::Draw)
    }

    /// Captures and pawn moves: exactly what the fifty-move rule counts from. The loss of a castling right is
    /// as final, but does not restart that count.
    #[inline]
    fn resets(&self, at: &Position, mv: Move) -> bool {
        let board = at.board();
        board.pieces(Piece::Pawn).has(mv.from) || board.colors(!board.side_to_move()).has(mv.to)
    }

    fn null(&self, at: &Position) -> Option<Position> {
        let board = at.board();
        let plain = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let officers = board.colors(board.side_to_move()) & !plain;
        if officers == BitBoard::EMPTY { None } else { board.null_move().map(Position::new) }
    }

    #[inline]
    fn slot(&self, mv: Move) -> u16 {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        promotion << 12 | (mv.from as u16) << 6 | mv.to as u16
    }
}

/// The player of a colour: White moves first.
const fn player(color: Color) -> Player {
    Player(color as u8)
}

const SWITCH: [&str; 2] = ["on", "off"];

impl Described for Chess {
    const INFO: Info = Info {
        name: "chess",
        title: "Chess",
        summary: "The game of kings, and Chess960 with its 960 shuffled start positions.",
        options: &[
            OptionInfo {
                form: "960",
                default: "usual chess",
                help: "Chess960 rules of castling, from the usual start position.",
            },
            OptionInfo {
                form: "960=N",
                default: "usual chess",
                help: "Chess960 from start position N, 0 to 959; 518 is the usual one.",
            },
            OptionInfo {
                form: "repetition=on|off",
                default: "on",
                help: "Whether the third occurrence of a position draws the game.",
            },
            OptionInfo {
                form: "fifty=on|off",
                default: "on",
                help: "Whether fifty moves of each side without capture and pawn move draw the game.",
            },
        ],
        examples: &["chess", "chess:960", "chess:960=0", "chess:repetition=off,fifty=off"],
        rules: include_str!("rules.md"),
    };

    fn with_options(mut options: Options<'_>) -> Result<Chess, ReadError> {
        let plain = options.flag("960");
        // A number beyond the range stands for an option that was not given.
        let absent = LAST_START + 1;
        let number = options.number("960", 0..=LAST_START, absent)?;
        if plain && number != absent {
            return Err(options.refuse("`960` is given twice", "write 960 or 960=N"));
        }
        let number = if plain { Some(USUAL_START) } else { (number != absent).then_some(number) };
        let repetition = options.choice("repetition", &SWITCH)? != Some(1);
        let fifty = options.choice("fifty", &SWITCH)? != Some(1);
        options.finish("960, 960=N, repetition=on|off, fifty=on|off")?;
        Ok(Chess { repetition, fifty, ..Chess::variant(number) })
    }

    fn options_text(&self) -> String {
        let mut parts = Vec::new();
        match self.number {
            None => {}
            Some(USUAL_START) => parts.push("960".to_owned()),
            Some(number) => parts.push(format!("960={number}")),
        }
        if !self.repetition {
            parts.push("repetition=off".to_owned());
        }
        if !self.fifty {
            parts.push("fifty=off".to_owned());
        }
        parts.join(",")
    }

    fn options_in_words(&self) -> String {
        let start = match self.number {
            None => None,
            Some(USUAL_START) => Some("Chess960 from the usual start".to_owned()),
            Some(number) => Some(format!("Chess960 from start {number}")),
        };
        let repetition = (!self.repetition).then(|| "no draw by repetition".to_owned());
        let fifty = (!self.fifty).then(|| "no fifty-move rule".to_owned());
        start.into_iter().chain(repetition).chain(fifty).collect::<Vec<_>>().join(", ")
    }
}
