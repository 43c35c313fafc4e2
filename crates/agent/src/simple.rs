//! Players that need no search.

use crate::{Action, Agent, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::{Random, SimplePlayer};
use plybook_clock::Instant;

/// A player that picks at random, or by looking a single ply ahead.
pub struct SimpleAgent {
    player: SimplePlayer,
    name: Option<String>,
    random: Random,
}

impl SimpleAgent {
    /// A player of this kind; its nickname is that of the kind if none is given.
    #[must_use]
    pub fn new(player: SimplePlayer, name: Option<String>) -> SimpleAgent {
        SimpleAgent { player, name, random: Random::new(0) }
    }
}

impl Agent for SimpleAgent {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        let (nickname, introduction) = match self.player {
            SimplePlayer::Random => ("Random", "I play any legal move."),
            SimplePlayer::OnePly => ("One-ply", "I play what looks best right after my move."),
        };
        let nickname = self.name.clone().unwrap_or_else(|| nickname.to_owned());
        Ok(Identity { nickname, introduction: introduction.to_owned() })
    }

    fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.random = Random::new(meeting.seed);
        Ok(())
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let action = self.player.choose(turn.session, &mut self.random).map_or(Action::NoMoves, Action::Move);
        Ok(Answer { action, remark: String::new(), seen: SearchInfo::default() })
    }
}
