//! The exact value of a position, by one question after another.

use super::{Goal, Pns, Strategy, Verdict};
use crate::Stop;
use plybook_kernel::{Game, History, Outcome, Player, Score};

/// Most positions of a strategy that is made.
pub const MOST_STRATEGY: usize = 20_000_000;

/// A position's value, with the strategies that prove it.
#[derive(Clone, Debug)]
pub struct Solution<P, M> {
    /// The value for the player to move: a win or a loss without its distance, or points.
    pub score: Score,
    /// The strategies: that the value is reached, and that no more is. One is enough for a win and a loss.
    pub strategies: Vec<Strategy<P, M>>,
    /// Whether those are all: a table that is too small to hold the answers to all positions of a strategy may lose what
    /// it is made of.
    pub complete: bool,
}

/// The next higher result that a game can have.
fn next(score: Score) -> Score {
    // A margin is whole points; a draw and the margin of nothing are the same.
    Score::evaluation(score.raw().saturating_add(1))
}

/// Asks one question after another until the value for the player to move is known, and makes the strategies that prove
/// it. `margins` says whether the game counts points. `None` if it was stopped before.
pub fn solve<G: Game>(
    pns: &mut Pns<G>,
    at: &G::Position,
    past: &History,
    margins: bool,
    most: u64,
    stop: &dyn Stop<G::Move>,
) -> Option<Solution<G::Position, G::Move>> {
    let mover = pns.game.turn(at).player()?;
    let mut asker = Asker { pns, at, past, mover, most, stop, low: None, high: None };
    if asker.at_least(next(Score::DRAW))? {
        if !margins {
            return asker.solution(Score::win_in(0), [true, false]);
        }
        // Up, by steps that double, until it is too much.
        let mut step = 1;
        let mut reached = 1;
        while asker.at_least(Score::points(reached + step))? {
            reached += step;
            step *= 2;
            if Score::points(reached + step) >= Score::HIGHEST_EVALUATION {
                return asker.solution(Score::win_in(0), [true, false]);
            }
        }
        return asker.between(reached, reached + step);
    }
    if asker.at_least(Score::DRAW)? {
        return asker.solution(Score::DRAW, [true, true]);
    }
    if !margins {
        return asker.solution(Score::loss_in(0), [false, true]);
    }
    let mut step = 1;
    let mut failed = 0;
    while !asker.at_least(Score::points(failed - step))? {
        failed -= step;
        step *= 2;
        if Score::points(failed - step) <= -Score::HIGHEST_EVALUATION {
            return asker.solution(Score::loss_in(0), [false, true]);
        }
    }
    asker.between(failed - step, failed)
}

/// Asks whether the player to move gets at least so much, and keeps the strategies of the nearest answers.
struct Asker<'a, G: Game> {
    pns: &'a mut Pns<G>,
    at: &'a G::Position,
    past: &'a History,
    mover: Player,
    most: u64,
    stop: &'a dyn Stop<G::Move>,
    low: Option<Strategy<G::Position, G::Move>>,
    high: Option<Strategy<G::Position, G::Move>>,
}

impl<G: Game> Asker<'_, G> {
    /// Whether the value is at least so much. Of the two ways to put the question the one is asked in which a
    /// repetition is not what is to be reached: proofs then hold on every path.
    fn at_least(&mut self, least: Score) -> Option<bool> {
        let own = Goal { player: self.mover, least };
        // The opponent gets more than what this leaves.
        let other = Goal { player: self.mover.other(), least: Score::evaluation(1 - least.raw()) };
        let repetition = self.pns.game.repetition().unwrap_or(Outcome::Draw);
        let goal = if own.reached(repetition) { other } else { own };
        let verdict = self.pns.ask(goal, self.at, self.past, self.most, self.stop);
        if verdict == Verdict::Unknown {
            return None;
        }
        let strategy = self.pns.strategy(verdict, self.at, self.past, MOST_STRATEGY, self.stop);
        let yes = (verdict == Verdict::Proven) == (goal.player == self.mover);
        if yes {
            self.low = strategy;
        } else {
            self.high = strategy;
        }
        Some(yes)
    }

    /// The value between a number of points that is reached and one that is not.
    fn between(mut self, mut reached: i32, mut failed: i32) -> Option<Solution<G::Position, G::Move>> {
        while reached + 1 < failed {
            let middle = reached + (failed - reached) / 2;
            if self.at_least(Score::points(middle))? {
                reached = middle;
            } else {
                failed = middle;
            }
        }
        self.solution(Score::points(reached), [true, true])
    }

    /// The solution with the strategies that it needs.
    fn solution(self, score: Score, [low, high]: [bool; 2]) -> Option<Solution<G::Position, G::Move>> {
        let strategies = [(low, self.low), (high, self.high)];
        let needed = || strategies.iter().filter(|(needed, _)| *needed);
        let complete = needed().all(|(_, strategy)| strategy.is_some());
        Some(Solution {
            score,
            strategies: needed().filter_map(|(_, strategy)| strategy.clone()).collect(),
            complete,
        })
    }
}
