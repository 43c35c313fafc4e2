//! Observed scores: of pairs of games, or of single games where there are no pairs.

use crate::scoring::ScoredGame;
use std::collections::BTreeMap;

/// Scores between 0 and 1, and how often each was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Pairs of games with 0, 1, 2, 3 and 4 half points.
    Pairs([u64; 5]),
    /// Games with 0, 1 and 2 half points.
    Games([u64; 3]),
}

/// What a pair of games can score.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// What a game can score.
const GAME_SCORES: [f64; 3] = [0.0, 0.5, 1.0];

impl Sample {
    /// What one player scored against another. Pairs that are complete are counted as such; where there is none, or
    /// where games have more than two players, single games are. Games that nobody got a point for do not count.
    #[must_use]
    pub fn between<'a>(
        games: impl IntoIterator<Item = &'a ScoredGame>,
        player: usize,
        other: usize,
    ) -> Sample {
        let mut pairs: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut seats = 2;
        for game in games {
            seats = seats.max(game.assignment.players.len());
            if let Some(own) = game.between(player, other) {
                pairs.entry(game.assignment.opening).or_default().push(own);
            }
        }
        let mut sample = Sample::Pairs([0; 5]);
        pairs
            .values()
            .filter(|pair| seats == 2 && pair.len() == 2)
            .for_each(|pair| sample.add(pair.iter().sum()));
        if sample.count() == 0 {
            sample = Sample::Games([0; 3]);
            pairs.values().flatten().for_each(|&halves| sample.add(halves));
        }
        sample
    }

    /// Adds an observation of so many half points.
    pub fn add(&mut self, half_points: u32) {
        if let Some(count) = self.counts_mut().get_mut(half_points as usize) {
            *count += 1;
        }
    }

    /// The scores that can be observed, the lowest first.
    #[must_use]
    pub fn scores(&self) -> &'static [f64] {
        match self {
            Sample::Pairs(_) => &PAIR_SCORES,
            Sample::Games(_) => &GAME_SCORES,
        }
    }

    /// How often each score was observed.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        match self {
            Sample::Pairs(counts) => counts,
            Sample::Games(counts) => counts,
        }
    }

    fn counts_mut(&mut self) -> &mut [u64] {
        match self {
            Sample::Pairs(counts) => counts,
            Sample::Games(counts) => counts,
        }
    }

    /// How many observations there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The mean score; a half if nothing was observed.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.weighted().map(|(score, count)| score * count).sum();
        if self.count() == 0 { 0.5 } else { sum / self.count() as f64 }
    }

    /// The variance of one observation, estimated without bias.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.weighted().map(|(score, count)| count * (score - mean).powi(2)).sum();
        sum / self.count().saturating_sub(1).max(1) as f64
    }

    /// Each score and how often it was observed.
    pub fn weighted(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.scores().iter().zip(self.counts()).map(|(&score, &count)| (score, count as f64))
    }
}
