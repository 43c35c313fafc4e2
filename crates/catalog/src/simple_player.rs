//! Players that need no search: one that picks at random, one that looks a single ply ahead.

use crate::Session;
use plybook_kernel::Random;

/// How a simple player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplePlayer {
    /// Any legal move.
    Random,
    /// A move with the best evaluation after it; among equals, any.
    OnePly,
}

impl SimplePlayer {
    /// The text of the chosen move, or of what chance does where it is to move; `None` if the game is over.
    #[must_use]
    pub fn choose(self, session: &dyn Session, random: &mut Random) -> Option<String> {
        if session.mover().is_none() {
            return session.draw_chance(random);
        }
        let mut texts = session.move_texts();
        if self == SimplePlayer::OnePly {
            let values = session.one_ply();
            let best = values.iter().copied().max();
            let good = texts.into_iter().zip(values).filter(|&(_, value)| Some(value) == best);
            texts = good.map(|(text, _)| text).collect();
        }
        random.pick(&texts).cloned()
    }
}
