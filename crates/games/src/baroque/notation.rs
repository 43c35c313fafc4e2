//! Positions and moves as text.

use super::captures::captured;
use super::danger::can_take_king;
use super::geometry::{first, squares};
use super::moves::each_move;
use super::{Baroque, Choice, Kind, Move, Position, objection};
use plybook_kernel::rows::{fields, read_rows, side, square_name, write_rows};
use plybook_kernel::{Game, Notation, Player, ReadError};

/// What a position text looks like.
const SHAPE: &str = "cliwkilf/pppppppp/8/8/8/8/PPPPPPPP/FLIWKILC w";
/// The sides to move, in the order of players.
pub(super) const SIDES: [&str; 2] = ["w", "b"];

impl Notation for Baroque {
    fn text(&self, at: &Position) -> String {
        let letter =
            |rank: usize, file: usize| at.piece(8 * file + rank).map(|(kind, owner)| kind.letter(owner));
        format!("{} {}", write_rows(8, 8, letter), SIDES[at.turn.index()])
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let [board, mover] = fields(text, SHAPE)?;
        let letters = Kind::LETTERS.to_ascii_uppercase() + Kind::LETTERS;
        let pieces = read_rows(text, board, [8, 8], &letters)?;
        let mut at = Position::empty(side(text, mover, &SIDES)?);
        for (number, piece) in pieces.into_iter().enumerate() {
            if let Some(piece) = piece {
                let owner = if piece < Kind::ALL.len() { Player::FIRST } else { Player::SECOND };
                at.put(8 * (number % 8) + number / 8, Kind::ALL[piece % Kind::ALL.len()], owner);
            }
        }
        self.check_kings(text, &at).map(|()| at)
    }

    fn move_text(&self, at: &Position, mv: Move) -> String {
        let suffix = match mv.choice() {
            Choice::Nothing => "=-",
            _ if self.capturing_twins(at, mv) < 2 => "",
            Choice::Pincers => "=p",
            Choice::Withdrawer => "=w",
            Choice::Coordinators => "=c",
            Choice::Offered => "",
        };
        format!("{}{}{suffix}", name(mv.from()), name(mv.to()))
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let moves = self.legal(at);
        if let Some(&mv) = moves.iter().find(|&&mv| self.move_text(at, mv) == text) {
            return Ok(mv);
        }
        // A suffix that was not needed, but is right.
        let (squares, kind) = text.split_once('=').unwrap_or((text, ""));
        let right = |&&mv: &&Move| self.move_text(at, mv) == squares && self.only_kind(at, mv) == Some(kind);
        moves.iter().find(right).copied().ok_or_else(|| self.no_such_move(at, text))
    }

    fn objection(&self, at: &Position, text: &str) -> Option<String> {
        objection::objection(&self.variant, at, text)
    }
}

/// The name of a square.
pub fn name(square: usize) -> String {
    square_name(square % 8, square / 8)
}

impl Baroque {
    /// Refuses a set-up position that has too few or too many kings, or a king that should not be there to take.
    fn check_kings(&self, text: &str, at: &Position) -> Result<(), ReadError> {
        let refuse = |problem: String, remedy: &str| Err(ReadError::new("position", text, problem, remedy));
        let kings = at.of(Kind::King);
        for (mask, owner) in [(kings & at.own, at.turn), (kings & at.enemy(), at.turn.other())] {
            if mask.count_ones() > 1 {
                let names: Vec<String> = squares(mask).map(name).collect();
                let problem = format!("{} has kings on {}", self.side_name(owner), names.join(" and "));
                return refuse(problem, "each side has one king");
            }
        }
        if kings == 0 {
            return refuse("there is no king".to_owned(), "each side has one king; one may be taken");
        }
        let both = kings.count_ones() == 2;
        if both && self.variant.checkmate() && can_take_king(&self.variant, at) {
            let place = name(first(kings & at.enemy()));
            let problem = format!("the side to move can take the king on {place}");
            return refuse(problem, "the last move would have been illegal under `end=checkmate`");
        }
        Ok(())
    }

    /// How many legal moves between the same squares as a move with a choice of kind take something.
    fn capturing_twins(&self, at: &Position, mv: Move) -> usize {
        let mut twins = 0;
        if mv.choice() != Choice::Offered {
            each_move(&self.variant, at, |twin| {
                let same = (twin.from(), twin.to()) == (mv.from(), mv.to());
                twins += usize::from(same && twin.choice() != Choice::Nothing);
            });
        }
        twins
    }

    /// The letter of the kind that an imitator's move takes, if it takes exactly one kind that has a suffix.
    fn only_kind(&self, at: &Position, mv: Move) -> Option<&'static str> {
        let taken = captured(&self.variant, at, mv);
        if at.kind(mv.from()) != Some(Kind::Imitator) || taken == 0 {
            return None;
        }
        [(Kind::Pincer, "p"), (Kind::Withdrawer, "w"), (Kind::Coordinator, "c")]
            .into_iter()
            .find_map(|(kind, letter)| (taken & !at.of(kind) == 0).then_some(letter))
    }
}
