//! How and when games end.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{History, Notation, Outcome, Player, Score};
use std::collections::HashSet;

/// Looks at outcomes, the length of games, and whether moves that reset let a position come back.
#[derive(Default)]
pub(super) struct Endings {
    /// Keys of the positions before the last move that resets.
    gone: HashSet<u64>,
    /// Keys of the positions since.
    recent: Vec<u64>,
}

impl<G: Notation> Examiner<G> for Endings {
    fn begin(&mut self, _: &G, _: &G::Position) {
        self.gone.clear();
        self.recent.clear();
    }

    fn meet(&mut self, met: &Met<'_, G>, _: &mut Desk) -> Result<(), Failure> {
        let &Met { game, at, past, .. } = met;
        let key = game.key(at);
        if self.gone.contains(&key) {
            return met
                .failure(Check::Resets)
                .expected("a new position")
                .found("one from before a move that resets");
        }
        self.recent.push(key);
        if let Some(outcome) = met.ended {
            fits(outcome, game.players()).or_else(|expected| {
                met.failure(Check::Outcome).expected(expected).found(format!("{outcome:?}"))
            })?;
        }
        if game.verdict(at) != met.verdict {
            let found = format!("{:?} as verdict", game.verdict(at));
            return met.failure(Check::Outcome).expected(format!("{:?}", met.verdict)).found(found);
        }
        if let Some(outcome) = game.outcome(at) {
            for (name, past) in [("this path", past), ("no path", &History::new())] {
                let found = game.end_with(at, past);
                if found.map(|end| end.outcome) != Some(outcome) {
                    let failure = met.failure(Check::PathOutcome).expected(format!("{outcome:?}"));
                    return failure.found(format!("{found:?} with {name}"));
                }
            }
        }
        match game.max_plies() {
            Some(longest) if met.ended.is_none() && past.plies() >= longest => {
                let expected = format!("the end after {longest} plies");
                met.failure(Check::Length)
                    .expected(expected)
                    .found(format!("a game going on after {}", past.plies()))
            }
            _ => Ok(()),
        }
    }

    fn update(&mut self, game: &G, before: &G::Position, mv: G::Move, _: &G::Position) {
        if game.resets(before, mv) {
            self.gone.extend(self.recent.drain(..));
        }
    }
}

/// Whether an outcome is one that a game of so many players can have; otherwise what it may be.
fn fits(outcome: Outcome, players: u8) -> Result<(), String> {
    let fits = match outcome {
        Outcome::Win(Player(winner)) => winner < players,
        Outcome::Draw => true,
        Outcome::Margin(margin) => players == 2 && fits_points(margin),
        Outcome::Shares(shares) => {
            let points = shares.points();
            players > 2 && points.len() == usize::from(players) && points.iter().copied().all(fits_points)
        }
    };
    let zero_sum = players != 2 || outcome.score(Player::FIRST) == -outcome.score(Player::SECOND);
    (fits && zero_sum)
        .then_some(())
        .ok_or_else(|| format!("an outcome for {players} players that a score can hold"))
}

/// Whether a score can hold so many points exactly.
fn fits_points(points: i32) -> bool {
    Some(Score::points(points).raw()) == points.checked_mul(Score::POINT)
}
