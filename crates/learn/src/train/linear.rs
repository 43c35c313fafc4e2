//! A sum of table rows of width one: the logit of a position is the sum of the weights of the entries that it shows.

use super::maths::{cross_entropy, sigmoid};
use super::trainer::Trainable;

/// Largest weight, in logits.
const LIMIT: f32 = 30.0;
/// Entries above which batches are cut into few shards, whose gradients would otherwise not fit into the cache.
const MANY: usize = 1 << 17;

/// A linear evaluation over positions that list their entries.
pub struct Linear<'a, F> {
    /// Number of weights.
    pub entries: usize,
    /// What the evaluation should say of each position: a share of the game from 0 to 1.
    pub targets: &'a [(u8, f32)],
    /// Lists the entries of a position.
    pub inputs: F,
}

impl<F: Fn(usize, &mut Vec<u32>) + Sync> Linear<'_, F> {
    fn logit(parameters: &[f32], entries: &[u32]) -> f32 {
        entries.iter().map(|&entry| parameters[entry as usize]).sum()
    }
}

impl<F: Fn(usize, &mut Vec<u32>) + Sync> Trainable for Linear<'_, F> {
    fn parameters(&self) -> usize {
        self.entries
    }

    fn positions(&self) -> usize {
        self.targets.len()
    }

    fn shards(&self) -> usize {
        if self.entries > MANY { 4 } else { 16 }
    }

    fn limit(&self) -> f32 {
        LIMIT
    }

    fn first_parameters(&self, _: u64) -> Vec<f32> {
        vec![0.0; self.entries]
    }

    fn gradient(&self, parameters: &[f32], positions: &[u32], _: u64, gradient: &mut [f32]) -> f64 {
        let (mut entries, mut loss) = (Vec::new(), 0.0);
        for &position in positions {
            let target = self.targets[position as usize].1;
            (self.inputs)(position as usize, &mut entries);
            let logit = Self::logit(parameters, &entries);
            loss += cross_entropy(logit, target);
            let slope = sigmoid(logit) - target;
            entries.iter().for_each(|&entry| gradient[entry as usize] += slope);
        }
        loss
    }

    fn loss(&self, parameters: &[f32], positions: &[u32]) -> f64 {
        let (mut entries, mut loss) = (Vec::new(), 0.0);
        for &position in positions {
            (self.inputs)(position as usize, &mut entries);
            loss += cross_entropy(Self::logit(parameters, &entries), self.targets[position as usize].1);
        }
        loss
    }
}
