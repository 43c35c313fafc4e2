//! Simulated matches, to see whether intervals and tests are right as often as they say.

use super::{Decision, Estimate, Sample, Verification, score_of};
use crate::config::Sprt;
use plybook_catalog::Random;
use std::thread;

/// Pairs after which an undecided test is given up. A given-up test counts as wrong.
const LONGEST_TEST: u64 = 5_000_000;

/// Two players of known strengths, and what is even about their games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchModel {
    /// By how much the first is the stronger one, in Elo.
    pub elo: f64,
    /// The share of games that are drawn.
    pub draws: f64,
    /// By how much openings favour one side, in Elo: one opening this side, the next the other.
    pub bias: f64,
}

impl MatchModel {
    /// The half points of the first player in a pair of games from one opening.
    fn pair(&self, random: &mut Random) -> u32 {
        let bias = if fraction(random) < 0.5 { self.bias } else { -self.bias };
        self.game(bias, random) + self.game(-bias, random)
    }

    /// A game with an advantage for the first player. The bias moves the odds around the strength so that the mean
    /// over both signs is the expected score.
    fn game(&self, bias: f64, random: &mut Random) -> u32 {
        let tilt = 0.5 * (score_of(bias) - score_of(-bias));
        let wanted = score_of(self.elo) + tilt;
        let draws = self.draws.min(2.0 * wanted).min(2.0 * (1.0 - wanted));
        let wins = wanted - 0.5 * draws;
        let drawn = fraction(random);
        if drawn < wins {
            2
        } else if drawn < wins + draws {
            1
        } else {
            0
        }
    }
}

/// A number from 0 to 1: 53 bits fill it exactly.
fn fraction(random: &mut Random) -> f64 {
    (random.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// Counts the trials for which something holds, in several threads; trial n has the seed of n.
fn count(trials: u32, seed: u64, holds: impl Fn(&mut Random) -> bool + Sync) -> u32 {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u32;
    let work = |thread: u32| {
        (thread..trials)
            .step_by(threads as usize)
            .filter(|&trial| {
                let mut seeds = Random::new(seed ^ (u64::from(trial) << 20));
                holds(&mut Random::new(seeds.next()))
            })
            .count() as u32
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn({
                    let work = &work;
                    move || work(thread)
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(0)).sum()
    })
}

/// In how many of so many matches of so many pairs the interval of 95 % held the true difference.
#[must_use]
pub fn covered(model: MatchModel, pairs: u32, trials: u32, seed: u64) -> u32 {
    count(trials, seed, |random| {
        let mut sample = Sample::Pairs([0; 5]);
        (0..pairs).for_each(|_| sample.add(model.pair(random)));
        Estimate::of(&sample).is_some_and(|estimate| {
            (estimate.elo_interval[0]..=estimate.elo_interval[1]).contains(&model.elo)
        })
    })
}

/// In how many of so many tests the hypothesis that is not true was accepted.
#[must_use]
pub fn misjudged(model: MatchModel, sprt: Sprt, right: Decision, trials: u32, seed: u64) -> u32 {
    count(trials, seed, |random| {
        let mut test = Verification::new(sprt);
        for _ in 0..LONGEST_TEST {
            test.add_pair(model.pair(random));
            if let Some(decision) = test.decision() {
                return decision != right;
            }
        }
        true
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five standard errors of a count with this probability: a correct method fails once in a million runs.
    fn margin(probability: f64, trials: u32) -> f64 {
        5.0 * (probability * (1.0 - probability) * f64::from(trials)).sqrt()
    }

    const MODEL: MatchModel = MatchModel { elo: 0.0, draws: 0.4, bias: 50.0 };

    #[test]
    fn worlds_score_what_they_should() {
        for (elo, draws, bias) in [(0.0, 0.3, 0.0), (100.0, 0.5, 80.0), (-50.0, 0.0, 200.0)] {
            let model = MatchModel { elo, draws, bias };
            let mut random = Random::new(3);
            let trials = 40_000;
            let sum: u32 = (0..trials).map(|_| model.pair(&mut random)).sum();
            let mean = f64::from(sum) / 4.0 / f64::from(trials);
            assert!((mean - score_of(elo)).abs() < 0.01, "{model:?}: {mean}");
        }
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let trials = 1500;
        for elo in [0.0, 60.0] {
            let held = f64::from(covered(MatchModel { elo, ..MODEL }, 150, trials, 7));
            let expected = 0.95 * f64::from(trials);
            // The goal is 95 +- 1 %; the rest is the error of so few trials.
            let reach = margin(0.95, trials) + 0.01 * f64::from(trials);
            assert!((held - expected).abs() <= reach, "{elo}: {held} of {trials}");
        }
    }

    #[test]
    fn tests_are_wrong_no_more_often_than_they_say() {
        let trials = 1000;
        let sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };
        for (elo, right) in [(0.0, Decision::Elo0), (40.0, Decision::Elo1)] {
            let wrong = f64::from(misjudged(MatchModel { elo, ..MODEL }, sprt, right, trials, 11));
            let most = 0.055 * f64::from(trials) + margin(0.055, trials);
            assert!(wrong <= most, "{right:?}: {wrong} of {trials}");
            assert!(wrong > 0.0, "a test that is never wrong was not tested");
        }
    }
}
