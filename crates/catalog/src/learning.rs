//! Learning for any game, in plain data.

use crate::session::evaluator;
use plybook_kernel::{ListedGame, PlayBook, ReadError};
use plybook_learn::{SelfPlay, fit, lessons};
use std::sync::Arc;

/// A play book and what it was learnt from.
#[derive(Clone, Debug)]
pub struct LearntBook {
    /// The book.
    pub book: PlayBook,
    /// Games that ended and taught something.
    pub games: usize,
    /// Positions learnt from.
    pub positions: usize,
    /// Configurations seen, of how many; mirror images are counted once among those seen.
    pub seen: [usize; 2],
    /// Mean squared error on games kept aside, in points squared, without the book and with it.
    pub errors: [f64; 2],
}

pub(crate) fn play_book<G: ListedGame>(
    game: &Arc<G>,
    plan: &SelfPlay,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<LearntBook, ReadError> {
    let none = || {
        let remedy = "play books exist for othello on the board of eight";
        ReadError::new("game", &game.full_name(), "it has no patterns to learn", remedy)
    };
    if game.patterns().is_empty() {
        return Err(none());
    }
    let evaluator = evaluator(&**game, None)?;
    let played = plan.play(game, &evaluator, progress);
    let fit = fit(&**game, &lessons(&**game, &evaluator, &played)).ok_or_else(none)?;
    let all = game.patterns().iter().map(|pattern| pattern.configurations).sum();
    Ok(LearntBook {
        book: fit.book,
        games: played.len(),
        positions: fit.positions,
        seen: [fit.seen, all],
        errors: fit.errors,
    })
}
