//! A machine that has learnt, as a player that learns no more.

use crate::{Action, Agent, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::{AnyGame, LearntPlayer, Random};
use plybook_store::read_learnt;
use std::path::Path;
use std::time::Instant;

/// Plays by the beads, values or boards of a file that `plybook learn` wrote.
pub struct LearntAgent {
    player: Box<dyn LearntPlayer>,
    kind: LearntKind,
    name: Option<String>,
    random: Random,
}

/// What the file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearntKind {
    /// Boxes of beads.
    Matchboxes,
    /// A value for every move of every position.
    QTable,
    /// Boards of checkers with their scores.
    Rote,
}

impl LearntAgent {
    /// The player of a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not of this game.
    pub fn new(
        game: &dyn AnyGame,
        kind: LearntKind,
        file: &Path,
        name: Option<String>,
    ) -> Result<LearntAgent, Fault> {
        let unusable = |why: String| Fault::Unsuitable(format!("{}: {why}", file.display()));
        let bytes = read_learnt(file).map_err(|error| unusable(error.to_string()))?;
        let player = game.learnt_player(&bytes).map_err(|error| unusable(error.to_string()))?;
        Ok(LearntAgent { player, kind, name, random: Random::new(0) })
    }
}

impl Agent for LearntAgent {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        let (nickname, introduction) = match self.kind {
            LearntKind::Matchboxes => ("Matchboxes", "I draw a bead from the box of the position."),
            LearntKind::QTable => ("Table", "I play what my table of values says."),
            LearntKind::Rote => ("Rote", "I look for boards that I remember."),
        };
        let nickname = self.name.clone().unwrap_or_else(|| nickname.to_owned());
        Ok(Identity { nickname, introduction: introduction.to_owned() })
    }

    fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.random = Random::new(meeting.seed);
        Ok(())
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let choice = self.player.choose(turn.session, &mut self.random);
        let choice = choice.map_err(|error| Fault::Unsuitable(error.to_string()))?;
        let action = match choice {
            Some(text) => Action::Move(text),
            None if turn.session.move_texts().is_empty() => Action::NoMoves,
            None => Action::Resign,
        };
        Ok(Answer { action, remark: String::new(), seen: SearchInfo::default() })
    }
}
