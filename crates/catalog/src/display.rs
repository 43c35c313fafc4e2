//! Moves as people read them: in their game's own notation, with its numbers before them.

use plybook_kernel::{Game, Notation, Numbering, Player};
use serde::Serialize;
use std::fmt;

/// A move as people read it. It is played by its text in the game's notation, which stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DisplayMove {
    /// The move as the game's players write it: `Nf3`.
    pub text: String,
    /// Its number, or that of its round; none for a move that is not numbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Whether the number stands before it in a list. Of the other moves of a round, only one that begins the list has
    /// a number before it, with three dots: `12... Nc6`.
    pub opens: bool,
}

impl DisplayMove {
    /// What stands before the move, at the beginning of a list or within it: `12.`, `12...` or nothing.
    #[must_use]
    pub fn number_text(&self, first: bool) -> Option<String> {
        let number = self.number.filter(|_| first || self.opens)?;
        Some(format!("{number}{}", if self.opens { "." } else { "..." }))
    }
}

impl fmt::Display for DisplayMove {
    /// The move alone, with its number: `12. Nf3`, `12... Nc6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number_text(true) {
            Some(number) => write!(f, "{number} {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// A list of successive moves: `12. Nf3 Nc6 13. Bb5`.
#[must_use]
pub fn move_list(moves: &[DisplayMove]) -> String {
    let mut words = Vec::with_capacity(2 * moves.len());
    for (place, mv) in moves.iter().enumerate() {
        words.extend(mv.number_text(place == 0));
        words.push(mv.text.clone());
    }
    words.join(" ")
}

/// Numbers successive moves by their game's custom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCounter {
    numbering: Numbering,
    /// Who made the last move that was counted.
    last: Option<Player>,
}

impl MoveCounter {
    /// Begins at a position from which the game numbers its moves so.
    pub(crate) fn new(numbering: Numbering) -> MoveCounter {
        MoveCounter { numbering, last: None }
    }

    /// Counts a move of a position. Whether the number is written before it, and the number.
    pub(crate) fn count<G: Notation>(
        &mut self,
        game: &G,
        at: &G::Position,
        mv: G::Move,
    ) -> (bool, Option<u32>) {
        // Nobody makes chance's moves: they stand between the others without a number.
        let Some(mover) = game.turn(at).player() else { return (false, None) };
        match &mut self.numbering {
            Numbering::Rounds { first } => {
                let opens = self.last.map_or(mover == Player::FIRST, |last| mover < last);
                if opens && self.last.is_some() {
                    *first += 1;
                }
                self.last = Some(mover);
                (opens, Some(*first))
            }
            Numbering::Moves { first } => {
                if game.is_pass(at, mv) {
                    return (false, None);
                }
                *first += 1;
                (true, Some(*first - 1))
            }
            Numbering::None => (false, None),
        }
    }

    /// Successive moves from a position on, as people read them.
    pub(crate) fn display<G: Notation>(
        mut self,
        game: &G,
        at: &G::Position,
        moves: &[G::Move],
    ) -> Vec<DisplayMove> {
        let mut at = at.clone();
        let write = |&mv: &G::Move| {
            let text = game.display_move(&at, mv);
            let (opens, number) = self.count(game, &at, mv);
            Game::play(game, &mut at, mv);
            DisplayMove { text, number, opens }
        };
        moves.iter().map(write).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{move_list, open};

    /// The list of a game's moves from a position on.
    fn list(game: &str, position: Option<&str>, moves: &str) -> String {
        let mut session = open(game).unwrap().session(position).unwrap();
        moves.split_whitespace().for_each(|text| session.play(text).unwrap());
        move_list(&session.display_record())
    }

    #[test]
    fn every_game_is_numbered_by_its_own_custom() {
        for (game, position, moves, written) in [
            ("chess", None, "e2e4 e7e5 g1f3 b8c6 f1b5", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
            // The number comes from the position's text; a list that begins with Black's move says so.
            (
                "chess",
                Some("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 12"),
                "g8f6 f3e5 c6e5",
                "12... Nf6 13. Nxe5 Nxe5",
            ),
            ("chess", Some("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 40"), "e1g1 e8e7 a7a8q", "40. O-O Ke7 41. a8=Q"),
            // Black moves first in checkers.
            ("checkers", None, "11-15 23-19 8-11", "1. 11-15 23-19 2. 8-11"),
            // A number for every disc, counted from the discs on the board; a pass has none.
            ("othello", None, "f5 d6 c3", "1. f5 2. d6 3. c3"),
            ("othello:4x4", Some("XXXXXXXXXXXXOXX- X"), "pass d4", "pass 12. d4"),
            // The second move of a player's turn stays in its round.
            ("kalah", None, "3 6 2 1 1", "1. 3 6 2 1 2. 1"),
            ("connect4", None, "4 4 3", "1. 4 4 2. 3"),
            ("tree:tree=((3 12) (2 4))", None, "2 1", "2 1"),
        ] {
            assert_eq!(list(game, position, moves), written, "{game}");
        }
    }

    #[test]
    fn a_move_alone_has_its_number() {
        let mut session = open("chess").unwrap().session(None).unwrap();
        session.play("e2e4").unwrap();
        assert_eq!(session.display_move("b8c6").unwrap().to_string(), "1... Nc6");
        session.play("b8c6").unwrap();
        assert_eq!(session.display_move("g1f3").unwrap().to_string(), "2. Nf3");
        assert!(session.display_move("g1g3").is_err());
    }
}
