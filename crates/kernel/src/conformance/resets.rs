//! Moves that reset, and were forgotten.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Diagram, Game, Notation, View};
use std::collections::HashSet;

/// One move in so many is looked at: drawing boards costs more than playing.
const LOOKED_AT_OF: usize = 8;

/// Looks for a move that takes a piece off the board and is not said to reset, in a game where positions come back and
/// no move brings a piece. There no earlier position can follow on it, and whoever asks how long ago a position was
/// there looks too far back.
pub(super) struct Forgotten<G: Game> {
    /// Keys of this game's positions.
    seen: HashSet<u64>,
    /// This game's moves.
    line: Vec<G::Move>,
    moves: usize,
    /// Whether some position came back.
    returns: bool,
    /// Whether some move brought a piece.
    grows: bool,
    suspect: Option<Failure>,
}

impl<G: Game> Default for Forgotten<G> {
    fn default() -> Forgotten<G> {
        Forgotten {
            seen: HashSet::new(),
            line: Vec::new(),
            moves: 0,
            returns: false,
            grows: false,
            suspect: None,
        }
    }
}

impl<G: Game> Forgotten<G> {
    /// The move that was forgotten, if all games together show that it was.
    pub fn found(self) -> Option<Failure> {
        self.suspect.filter(|_| self.returns && !self.grows)
    }
}

fn pieces(diagram: &Diagram) -> usize {
    diagram.cells.iter().filter(|cell| cell.piece.is_some()).count()
}

impl<G: Notation + View> Examiner<G> for Forgotten<G> {
    fn begin(&mut self, _: &G, _: &G::Position) {
        self.seen.clear();
        self.line.clear();
    }

    fn meet(&mut self, met: &Met<'_, G>, _: &mut Desk) -> Result<(), Failure> {
        self.returns |= !self.seen.insert(met.game.key(met.at));
        Ok(())
    }

    fn update(&mut self, game: &G, before: &G::Position, mv: G::Move, after: &G::Position) {
        self.line.push(mv);
        self.moves += 1;
        if self.grows || !self.moves.is_multiple_of(LOOKED_AT_OF) {
            return;
        }
        let (old, new) = (pieces(&game.diagram(before)), pieces(&game.diagram(after)));
        self.grows |= new > old;
        if new >= old || self.suspect.is_some() || game.resets(before, mv) {
            return;
        }
        let mut at = game.start();
        let text = |&played: &G::Move| {
            let text = game.move_text(&at, played);
            game.play(&mut at, played);
            text
        };
        let mut line: Vec<String> = self.line.iter().map(text).collect();
        let last = line.pop();
        self.suspect = Some(Failure {
            check: Check::ForgottenResets,
            position: game.text(before),
            mv: last,
            line: line.into(),
            expected: "a move that resets".to_owned(),
            found: format!("`resets` saying no, where {old} pieces become {new}"),
        });
    }
}
