//! Positions and moves as text.

use crate::{Game, History, ReadError};

/// How the moves of a game are numbered in a list of them, from the position on where the list begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// One number for a round, in which every player moves: `12. Nf3 Nc6`. A player who moves twice in a row is still
    /// in the same round.
    Rounds {
        /// The number of the round that the position stands in.
        first: u32,
    },
    /// A number for every move that is not a pass: `1. f5 2. d6`.
    Moves {
        /// The number of the next move.
        first: u32,
    },
    /// No numbers.
    None,
}

/// How a game is written. Texts are what people type, files keep and protocols send.
pub trait Notation: Game {
    /// The position on one line, without the word `moves`. Reading it back gives an equal position.
    fn text(&self, at: &Self::Position) -> String;

    /// Reads a position text, and refuses what no game could show where the rules can tell.
    ///
    /// # Errors
    /// Says which part of the text breaks which rule.
    fn read(&self, text: &str) -> Result<Self::Position, ReadError>;

    /// The move's text: no spaces, unique among the position's moves.
    fn move_text(&self, at: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move text. The default looks it up among the legal moves.
    ///
    /// # Errors
    /// Says that the move is not legal here, and lists what is.
    fn read_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move, ReadError> {
        let moves = self.legal(at);
        match moves.iter().find(|&&mv| self.move_text(at, mv) == text) {
            Some(&mv) => Ok(mv),
            None => Err(self.no_such_move(at, text)),
        }
    }

    /// The error for a text that is no legal move of the position, with the moves that are.
    fn no_such_move(&self, at: &Self::Position, text: &str) -> ReadError {
        /// Moves that a message lists before it says how many more there are.
        const LISTED: usize = 12;
        let moves = self.legal(at);
        if moves.is_empty() {
            return ReadError::new("move", text, "the game is over", "take a move back or start a new game");
        }
        let mut listed: Vec<String> =
            moves.iter().take(LISTED).map(|&mv| self.display_move(at, mv)).collect();
        if moves.len() > LISTED {
            listed.push(format!("… ({} in all)", moves.len()));
        }
        let mut problem = "not a legal move here".to_owned();
        if let Some(why) = self.objection(at, text) {
            problem = format!("{problem}, because {why}");
        }
        ReadError::new("move", text, problem, format!("legal: {}", listed.join(" ")))
    }

    /// Which rule forbids a move that is none here, after `because`, such as `the pincer on a2 is frozen by the freezer on
    /// b3`; `None` where the game does not say, or the text is no move of any position.
    fn objection(&self, at: &Self::Position, text: &str) -> Option<String> {
        let _ = (at, text);
        None
    }

    /// The move as the game's players write and say it, where that is not the move's text, such as `Nf3` in chess:
    /// what people read in lists and records. It is as unique as the text, and `read_move` understands it.
    fn display_move(&self, at: &Self::Position, mv: Self::Move) -> String {
        self.move_text(at, mv)
    }

    /// How moves are numbered from a position on, to which `past` led: in rounds, where the game does not say otherwise.
    fn numbering(&self, at: &Self::Position, past: &History) -> Numbering {
        let _ = at;
        Numbering::Rounds { first: past.plies() / u32::from(self.players().max(1)) + 1 }
    }

    /// Whether a legal move only hands the turn on, so that it has no number where every move has one.
    fn is_pass(&self, at: &Self::Position, mv: Self::Move) -> bool {
        let _ = (at, mv);
        false
    }

    /// The position's key in Polyglot opening books; `None` for games that have none.
    fn polyglot_key(&self, at: &Self::Position) -> Option<u64> {
        let _ = at;
        None
    }

    /// The number by which a Polyglot book means a legal move.
    fn polyglot_move(&self, at: &Self::Position, mv: Self::Move) -> Option<u16> {
        let _ = (at, mv);
        None
    }

    /// The legal move that a Polyglot book means by a number.
    fn read_polyglot_move(&self, at: &Self::Position, written: u16) -> Option<Self::Move> {
        let _ = (at, written);
        None
    }

    /// The counts that a position text carries for the path rules: quiet plies and plies played. Only called
    /// with texts that `read` accepts.
    fn counts(&self, text: &str) -> History {
        let _ = text;
        History::new()
    }

    /// The position text with the path's counts in it, where the notation has a place for them.
    fn text_with(&self, at: &Self::Position, past: &History) -> String {
        let _ = past;
        self.text(at)
    }
}
