//! The evaluator that was asked for: one of the game's own, or none at all.

use crate::session::evaluator;
use plybook_kernel::{Evaluator, Game, ListedGame, ReadError, Score, Term};

/// The name under which an engine does without an evaluation: only the ends of games count.
pub const NO_EVALUATION: &str = "none";

/// One of a game's evaluators, or the one that finds every unfinished position even.
#[derive(Clone)]
pub(crate) enum Chosen<E> {
    Own(E),
    Nothing,
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Chosen<E> {
    type Memo = Option<E::Memo>;

    fn memo(&self, game: &G, at: &G::Position) -> Self::Memo {
        match self {
            Chosen::Own(own) => Some(own.memo(game, at)),
            Chosen::Nothing => None,
        }
    }

    fn follow(
        &self,
        game: &G,
        memo: &Self::Memo,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) -> Self::Memo {
        match (self, memo) {
            (Chosen::Own(own), Some(memo)) => Some(own.follow(game, memo, before, mv, after)),
            _ => None,
        }
    }

    fn evaluate(&self, game: &G, at: &G::Position, memo: &Self::Memo) -> Score {
        match (self, memo) {
            (Chosen::Own(own), Some(memo)) => own.evaluate(game, at, memo),
            _ => Score::DRAW,
        }
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        match self {
            Chosen::Own(own) => own.terms(game, at),
            Chosen::Nothing => Vec::new(),
        }
    }
}

/// The evaluator of this name, the strongest by default, none at all for `none`.
pub(crate) fn chosen<G: ListedGame>(game: &G, name: Option<&str>) -> Result<Chosen<G::Evaluator>, ReadError> {
    match name {
        Some(NO_EVALUATION) => Ok(Chosen::Nothing),
        name => evaluator(game, name).map(Chosen::Own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Patience, Setup, open};

    #[test]
    fn without_an_evaluation_only_the_end_counts() {
        let game = open("tictactoe").unwrap();
        let setup = Setup { evaluator: Some(NO_EVALUATION.to_owned()), hash: 1, ..Setup::default() };
        let mut thinker = game.thinker(&setup).unwrap();
        let mut session = game.session(None).unwrap();
        let found = thinker.think(&*session, &Limits::depth(3).into(), &Patience).unwrap();
        assert_eq!(found.lines[0].score, Score::DRAW);
        ["b2", "a2", "b1", "a1"].iter().for_each(|text| session.play(text).unwrap());
        let found = thinker.think(&*session, &Limits::depth(3).into(), &Patience).unwrap();
        assert_eq!((found.best(), found.lines[0].score), (Some("b3"), Score::win_in(1)));
    }
}
