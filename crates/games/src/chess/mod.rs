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
mod planes;
mod polyglot;
mod position;
mod san;
mod symmetry;
mod view;

pub use cozy_chess::Move;
pub use evaluator::ChessEvaluator;
pub use hints::ChessHints;
pub use position::Position;

use cozy_chess::{BitBoard, Board, Color, Piece};
use plybook_kernel::{
    End, EndRule, Game, GameInfo, HasInfo, History, OptionInfo, OptionValues, Outcome, Player, ReadError,
    Turn, texts,
};

/// The Chess960 number of the standard start position.
const STANDARD_START: u32 = 518;
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
    /// The standard game, all rules on.
    #[must_use]
    pub fn new() -> Chess {
        Chess::from_number(None)
    }

    /// Chess960 from the start position of this number; numbers beyond 959 count on from 0 again.
    #[must_use]
    pub fn chess960(number: u32) -> Chess {
        Chess::from_number(Some(number % (LAST_START + 1)))
    }

    fn from_number(number: Option<u32>) -> Chess {
        let start = Position::new(Board::chess960_startpos(number.unwrap_or(STANDARD_START)));
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

    fn no_moves(&self, at: &Position) -> Outcome {
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

    fn max_plies(&self) -> Option<u32> {
        // Each of the counted moves may come after 99 quiet plies; after the last, a hundred end the game.
        self.fifty.then_some((PAWN_MOVES + CAPTURES + 1) * FIFTY_MOVES)
    }

    fn repetition(&self) -> Option<Outcome> {
        self.repetition.then_some(Outcome::Draw)
    }

    fn end_with(&self, at: &Position, past: &History) -> Option<End> {
        if self.fifty && past.quiet() >= FIFTY_MOVES {
            let mated = !at.board().checkers().is_empty() && self.count(at) == 0;
            return Some(if mated {
                End::new(self.no_moves(at), EndRule::Checkmate)
            } else {
                End::draw(EndRule::MoveLimit)
            });
        }
        if self.repetition && past.repeats(self.key(at)) >= EARLIER_REPEATS {
            return Some(End::draw(EndRule::Repetition));
        }
        at.is_dead().then_some(End::draw(EndRule::InsufficientMaterial))
    }

    fn no_moves_rule(&self, at: &Position) -> EndRule {
        if at.board().checkers().is_empty() { EndRule::Stalemate } else { EndRule::Checkmate }
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
    fn history_slot(&self, mv: Move) -> u16 {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        promotion << 12 | (mv.from as u16) << 6 | mv.to as u16
    }
}

/// The player of a colour: White moves first.
const fn player(color: Color) -> Player {
    Player(color as u8)
}

impl HasInfo for Chess {
    fn info(&self) -> GameInfo {
        GameInfo {
            name: "chess".into(),
            title: "Chess".into(),
            summary: "The game of kings, and Chess960 with its 960 shuffled start positions.".into(),
            options: vec![
                OptionInfo::flag("960")
                    .default_in_words("standard chess")
                    .help("Chess960 rules of castling, from the standard start position.")
                    .said(["Chess960 from the standard start"]),
                OptionInfo::number("960", 0..=LAST_START)
                    .default_in_words("standard chess")
                    .help("Chess960 from start position N, 0 to 959; 518 is the standard one.")
                    .said(["Chess960 from start {}"]),
                OptionInfo::switch("repetition")
                    .help("Whether the third occurrence of a position draws the game.")
                    .said(["a draw by repetition", "no draw by repetition"]),
                OptionInfo::switch("fifty")
                    .help("Whether fifty moves of each side without capture and pawn move draw the game.")
                    .said(["a fifty-move rule", "no fifty-move rule"]),
            ],
            examples: texts(["chess", "chess:960", "chess:960=0", "chess:repetition=off,fifty=off"]),
            rules: include_str!("rules.md").into(),
        }
    }

    fn with_options(&self, options: &OptionValues) -> Result<Chess, ReadError> {
        let number = match (options.flag("960"), options.number("960")) {
            (true, Some(_)) => return Err(options.refuse("`960` is given twice", "write 960 or 960=N")),
            (true, None) => Some(STANDARD_START),
            (false, number) => number,
        };
        let (repetition, fifty) = (options.switch("repetition"), options.switch("fifty"));
        Ok(Chess { repetition, fifty, ..Chess::from_number(number) })
    }

    fn options(&self) -> OptionValues {
        let values = match self.number {
            None => OptionValues::new(),
            Some(STANDARD_START) => OptionValues::new().with_flag("960", true),
            Some(number) => OptionValues::new().with_number("960", number),
        };
        values.with_switch("repetition", self.repetition).with_switch("fifty", self.fifty)
    }
}
