//! Static evaluation: a sum of named terms.

use crate::{Game, Pattern, PatternWeights, Player, Score, Text};
use std::sync::Arc;

/// One term of an evaluation: what was counted and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is counted.
    pub name: Text,
    /// The count for the side to move minus the opponent's.
    pub value: i32,
    /// Hundredths of a point for each.
    pub weight: i32,
}

impl Term {
    /// A term.
    #[must_use]
    pub fn new(name: impl Into<Text>, value: i32, weight: i32) -> Term {
        Term { name: name.into(), value, weight }
    }

    /// What the term adds to the evaluation, in hundredths of a point.
    #[must_use]
    pub const fn contribution(&self) -> i32 {
        self.value.saturating_mul(self.weight)
    }
}

/// A way to value positions that are not finished.
///
/// The value is for the player to move, at a chance node for the first player, and is exactly the sum of the
/// terms' contributions.
pub trait Evaluator<G: Game>: Clone + Send + Sync + 'static {
    /// What the evaluator keeps along the path so that a move costs little; `()` where it needs nothing.
    type Accumulator: Clone + Send + Sync;

    /// The accumulator of a position met without a path.
    fn accumulate(&self, game: &G, at: &G::Position) -> Self::Accumulator;

    /// The accumulator after a move. The default starts anew.
    fn update(
        &self,
        game: &G,
        accumulator: &Self::Accumulator,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) -> Self::Accumulator {
        let _ = (accumulator, before, mv);
        self.accumulate(game, after)
    }

    /// The same as `update`, written over some other accumulator of this evaluator, whose memory is used again.
    #[inline]
    fn update_in_place(
        &self,
        game: &G,
        accumulator: &Self::Accumulator,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
        to: &mut Self::Accumulator,
    ) {
        *to = self.update(game, accumulator, before, mv, after);
    }

    /// The accumulator after the turn was handed over by a null move. The default starts anew.
    fn pass(&self, game: &G, accumulator: &Self::Accumulator, after: &G::Position) -> Self::Accumulator {
        let _ = accumulator;
        self.accumulate(game, after)
    }

    /// The value for the player to move. Only asked where the game is not over.
    fn evaluate(&self, game: &G, at: &G::Position, accumulator: &Self::Accumulator) -> Score;

    /// The value for any player. With two players the one's gain is the other's loss; with more, the default knows
    /// the value for the player of `evaluate` alone and calls everybody else's a draw.
    fn evaluate_for(
        &self,
        game: &G,
        at: &G::Position,
        accumulator: &Self::Accumulator,
        player: Player,
    ) -> Score {
        let valued = game.turn(at).player().unwrap_or(Player::FIRST);
        match game.players() {
            _ if valued == player => self.evaluate(game, at, accumulator),
            2 => -self.evaluate(game, at, accumulator),
            _ => Score::DRAW,
        }
    }

    /// The value for any player as a number in hundredths of a point, for searches that average values: differences
    /// below one hundredth count there. Rounded it is `evaluate_for`, which is the default.
    fn utility_for(
        &self,
        game: &G,
        at: &G::Position,
        accumulator: &Self::Accumulator,
        player: Player,
    ) -> f64 {
        f64::from(self.evaluate_for(game, at, accumulator, player).raw())
    }

    /// The terms whose contributions sum to `evaluate`, for explanations and learning.
    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term>;
}

/// The sum of the terms, as an evaluation.
#[must_use]
pub fn sum(terms: &[Term]) -> Score {
    Score::evaluation(terms.iter().fold(0, |sum: i32, term| sum.saturating_add(term.contribution())))
}

/// The name of an evaluator and what it counts, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatorInfo {
    /// The name by which it is chosen.
    pub name: Text,
    /// One sentence for people.
    pub summary: Text,
}

impl EvaluatorInfo {
    /// An evaluator's name and what it counts.
    #[must_use]
    pub fn new(name: impl Into<Text>, summary: impl Into<Text>) -> EvaluatorInfo {
        EvaluatorInfo { name: name.into(), summary: summary.into() }
    }
}

/// A game that comes with evaluators.
pub trait Evaluated: Game {
    /// All of the game's evaluators in one type, told apart by their names.
    type Evaluator: Evaluator<Self>
    where
        Self: Sized;

    /// The evaluators, the strongest first. A game with several calls the simplest one `basic`.
    fn evaluators(&self) -> Vec<EvaluatorInfo>;

    /// The evaluator of this name.
    fn evaluator(&self, name: &str) -> Option<Self::Evaluator>
    where
        Self: Sized;

    /// The evaluator of this name with other weights for those of its terms that are open to learning, in their
    /// order; `None` if it has none, or not so many.
    fn evaluator_weighted(&self, name: &str, weights: &[i32]) -> Option<Self::Evaluator>
    where
        Self: Sized,
    {
        let _ = (name, weights);
        None
    }

    /// The parts of the board whose configurations a play book values; none by default.
    fn patterns(&self) -> &[Pattern] {
        &[]
    }

    /// Names the configuration in every place where a pattern lies, as the side to move sees it: the number of the
    /// pattern and that of the configuration. A pattern may lie in several places.
    fn configurations(&self, at: &Self::Position, each: &mut dyn FnMut(usize, usize)) {
        let _ = (at, each);
    }

    /// The smallest number among the configurations that must be worth the same as this one, such as its mirror
    /// image. By default each stands for itself.
    fn same_configuration(&self, pattern: usize, configuration: usize) -> usize {
        let _ = pattern;
        configuration
    }

    /// The game's evaluator with a play book's values added to it; `None` for a game without patterns.
    fn evaluator_with(&self, book: &Arc<PatternWeights>) -> Option<Self::Evaluator>
    where
        Self: Sized,
    {
        let _ = book;
        None
    }
}
