//! The sequential probability ratio test over pairs.
//!
//! The two hypotheses are about the mean score only; the rest of the distribution is whatever fits the observations
//! best under each (the generalised test). The ratio is compared with Wald's bounds after every pair.

use super::elo::score_of;
use super::sample::Sample;
use crate::config::Sprt;
use crate::scoring::ScoredGame;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is added to every count, so that a score that was not seen yet is not impossible.
const PRIOR: f64 = 1e-3;
/// Steps of the search for the best distribution, and the step that is small enough to end it.
const STEPS: u32 = 100;
const SMALL: f64 = 1e-12;

/// What a test decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The first hypothesis: not better than `elo0`.
    Elo0,
    /// The second hypothesis: at least `elo1` better.
    Elo1,
}

/// How far a test is.
#[derive(Clone, Debug)]
pub struct Verification {
    sprt: Sprt,
    sample: Sample,
    /// First games of pairs that wait for their second.
    halves: BTreeMap<u32, u32>,
}

impl Verification {
    /// A test without observations.
    #[must_use]
    pub fn new(sprt: Sprt) -> Verification {
        Verification { sprt, sample: Sample::Pairs([0; 5]), halves: BTreeMap::new() }
    }

    /// Takes in a game of the first agent against the second. A pair with a game that nobody got a point for does
    /// not count.
    pub fn add(&mut self, game: &ScoredGame) {
        let (own, void) = (game.between(0, 1).unwrap_or(0), game.is_void());
        match self.halves.remove(&game.assignment.opening) {
            // Five half points mark a pair that is spoilt.
            None => drop(self.halves.insert(game.assignment.opening, if void { 5 } else { own })),
            Some(other) if !void && other < 5 => self.sample.add(own + other),
            Some(_) => {}
        }
    }

    /// Takes in a pair of so many half points.
    pub fn add_pair(&mut self, half_points: u32) {
        self.sample.add(half_points);
    }

    /// The logarithm of the likelihood ratio of the second hypothesis to the first.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        log_likelihood_ratio(&self.sample, score_of(self.sprt.elo0), score_of(self.sprt.elo1))
    }

    /// Wald's bounds: below the first the first hypothesis is accepted, above the second the second.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let Sprt { alpha, beta, .. } = self.sprt;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// What is decided by now.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let (ratio, [low, high]) = (self.ratio(), self.bounds());
        if ratio <= low {
            Some(Decision::Elo0)
        } else if ratio >= high {
            Some(Decision::Elo1)
        } else {
            None
        }
    }
}

/// The logarithm of how much likelier the sample is with a mean score of `second` than with `first`, each with the
/// distribution that fits best. Zero without observations.
#[must_use]
pub fn log_likelihood_ratio(sample: &Sample, first: f64, second: f64) -> f64 {
    if sample.count() == 0 {
        return 0.0;
    }
    let mut seen = [(0.0, 0.0); 5];
    let classes = sample.scores().len();
    for (place, (score, count)) in seen.iter_mut().zip(sample.weighted()) {
        *place = (score, count + PRIOR);
    }
    let seen = &seen[..classes];
    let (tilt0, tilt1) = (tilt(seen, first), tilt(seen, second));
    seen.iter()
        .map(|&(score, count)| {
            count * ((1.0 + tilt0 * (score - first)).ln() - (1.0 + tilt1 * (score - second)).ln())
        })
        .sum()
}

/// The multiplier of the best distribution with this mean: class i has the probability
/// `share_i / (1 + tilt * (score_i - mean))`. Newton's method, kept within the range where all are positive.
fn tilt(seen: &[(f64, f64)], mean: f64) -> f64 {
    let (lowest, highest) = (seen[0].0, seen[seen.len() - 1].0);
    let (mut low, mut high) = (-1.0 / (highest - mean), 1.0 / (mean - lowest));
    let mut tilt: f64 = 0.0;
    for _ in 0..STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for &(score, count) in seen {
            let distance = score - mean;
            let share = distance / (1.0 + tilt * distance);
            value += count * share;
            slope -= count * share * share;
        }
        // The sum falls as the tilt grows.
        if value > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let step = tilt - value / slope;
        let next = if step > low && step < high { step } else { 0.5 * (low + high) };
        if (next - tilt).abs() < SMALL {
            return next;
        }
        tilt = next;
    }
    tilt
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_ratio_agrees_with_its_normal_approximation() {
        let sample = Sample::Pairs([100, 500, 900, 600, 150]);
        let (first, second) = (score_of(0.0), score_of(10.0));
        // For means near the observed one: (second - first) * (2 * mean - first - second) * n / (2 * variance).
        let count = sample.count() as f64;
        let near =
            (second - first) * (2.0 * sample.mean() - first - second) * count / (2.0 * sample.variance());
        let exact = log_likelihood_ratio(&sample, first, second);
        assert!((exact - near).abs() < 0.05 * near.abs(), "{exact} beside {near}");
        assert!(log_likelihood_ratio(&sample, second, first) + exact < 1e-9);
    }

    #[test]
    fn the_best_distribution_has_the_wanted_mean() {
        let seen = [(0.0, 3.0), (0.25, 0.001), (0.5, 10.0), (0.75, 4.0), (1.0, 1.0)];
        let total: f64 = seen.iter().map(|(_, count)| count).sum();
        for mean in [0.1, 0.4, 0.5, 0.514, 0.9] {
            let tilt = tilt(&seen, mean);
            let share = |&(score, count): &(f64, f64)| count / total / (1.0 + tilt * (score - mean));
            let sum: f64 = seen.iter().map(share).sum();
            let found: f64 = seen.iter().map(|class| class.0 * share(class)).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{mean}: {sum} {found}");
        }
    }

    #[test]
    fn clear_results_are_decided_and_few_are_not() {
        let mut test = Verification::new(SPRT);
        assert_eq!((test.ratio(), test.decision()), (0.0, None));
        (0..5).for_each(|_| test.add_pair(4));
        assert_eq!(test.decision(), None);
        (0..2000).for_each(|number| test.add_pair(if number % 3 == 0 { 3 } else { 2 }));
        assert_eq!(test.decision(), Some(Decision::Elo1));
        let mut test = Verification::new(SPRT);
        (0..2000).for_each(|number| test.add_pair(if number % 3 == 0 { 1 } else { 2 }));
        assert_eq!(test.decision(), Some(Decision::Elo0));
        let [low, high] = test.bounds();
        assert!((low + high).abs() < 1e-12 && (high - 19.0_f64.ln()).abs() < 1e-12);
    }
}
