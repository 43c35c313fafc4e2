//! A net to train: sparse inputs into a layer for each of the two players, and from both to one number.

use super::maths::{cross_entropy, sigmoid};
use super::trainer::Trainable;
use plybook_kernel::Random;

/// Largest size of a weight, so that the integers of the finished net cannot overflow.
const LIMIT: f32 = 1.98;
/// How many active inputs the first weights are made for: their sum should leave the hidden layer in its range.
const ACTIVE: f32 = 32.0;

/// A net over positions that list their active inputs.
///
/// The hidden layer of either player is the sum of the rows of the inputs that this player sees, and a bias. Each value is
/// cut to 0 to 1 and squared; the output of the position's bucket weighs those of the player to move and of the other. The
/// parameters lie in one vector: rows, bias, outputs of each bucket (the mover's half first), output biases.
pub struct Network<'a, F> {
    /// Number of inputs.
    pub features: usize,
    /// Values of the hidden layer: 8, 16, 32, 64 or 128.
    pub hidden: usize,
    /// Number of outputs.
    pub buckets: usize,
    /// The bucket of each position, and what the net should say of it: a share of the game from 0 to 1.
    pub targets: &'a [(u8, f32)],
    /// Lists the active inputs of a position as the player to move sees it and as the other does.
    pub inputs: F,
}

/// Where the parts of the parameters begin.
struct Places {
    bias: usize,
    output: usize,
    output_bias: usize,
    end: usize,
}

impl<F: Fn(usize, u64, &mut [Vec<u32>; 2]) + Sync> Network<'_, F> {
    fn places(&self) -> Places {
        let bias = self.features * self.hidden;
        let output = bias + self.hidden;
        let output_bias = output + self.buckets * 2 * self.hidden;
        Places { bias, output, output_bias, end: output_bias + self.buckets }
    }

    /// The logit of a position, with the hidden values before they are cut.
    fn forward<const H: usize>(
        &self,
        parameters: &[f32],
        inputs: &[Vec<u32>; 2],
        bucket: usize,
    ) -> (f32, [[f32; H]; 2]) {
        let places = self.places();
        let mut hidden = [[0.0; H]; 2];
        let mut logit = parameters[places.output_bias + bucket];
        for (side, (hidden, inputs)) in hidden.iter_mut().zip(inputs).enumerate() {
            hidden.copy_from_slice(&parameters[places.bias..places.bias + H]);
            for &input in inputs {
                let row = &parameters[input as usize * H..][..H];
                hidden.iter_mut().zip(row).for_each(|(value, weight)| *value += weight);
            }
            let output = &parameters[places.output + (2 * bucket + side) * H..][..H];
            let mut lanes = [0.0f32; 8];
            for (values, weights) in hidden.chunks_exact(8).zip(output.chunks_exact(8)) {
                for lane in 0..8 {
                    let cut = values[lane].clamp(0.0, 1.0);
                    lanes[lane] += cut * cut * weights[lane];
                }
            }
            logit += lanes.iter().sum::<f32>();
        }
        (logit, hidden)
    }

    fn add_gradient<const H: usize>(
        &self,
        parameters: &[f32],
        positions: &[u32],
        epoch: u64,
        gradient: &mut [f32],
    ) -> f64 {
        let places = self.places();
        let mut inputs = [Vec::new(), Vec::new()];
        let mut loss = 0.0;
        for &position in positions {
            let position = position as usize;
            let (bucket, target) = self.targets[position];
            let bucket = usize::from(bucket);
            (self.inputs)(position, epoch, &mut inputs);
            let (logit, hidden) = self.forward::<H>(parameters, &inputs, bucket);
            loss += cross_entropy(logit, target);
            let slope = sigmoid(logit) - target;
            gradient[places.output_bias + bucket] += slope;
            for (side, (hidden, inputs)) in hidden.iter().zip(&inputs).enumerate() {
                let place = places.output + (2 * bucket + side) * H;
                let weights = &parameters[place..place + H];
                let mut back = [0.0f32; H];
                for ((back, &value), &weight) in back.iter_mut().zip(hidden).zip(weights) {
                    let cut = value.clamp(0.0, 1.0);
                    let inside = if value > 0.0 && value < 1.0 { 2.0 * cut } else { 0.0 };
                    *back = slope * weight * inside;
                }
                for (sum, &value) in gradient[place..place + H].iter_mut().zip(hidden) {
                    let cut = value.clamp(0.0, 1.0);
                    *sum += slope * cut * cut;
                }
                let bias = &mut gradient[places.bias..places.bias + H];
                bias.iter_mut().zip(&back).for_each(|(sum, part)| *sum += part);
                for &input in inputs {
                    let row = &mut gradient[input as usize * H..][..H];
                    row.iter_mut().zip(&back).for_each(|(sum, part)| *sum += part);
                }
            }
        }
        loss
    }

    fn sum_loss<const H: usize>(&self, parameters: &[f32], positions: &[u32]) -> f64 {
        let mut inputs = [Vec::new(), Vec::new()];
        let mut loss = 0.0;
        for &position in positions {
            let (bucket, target) = self.targets[position as usize];
            (self.inputs)(position as usize, 0, &mut inputs);
            loss += cross_entropy(self.forward::<H>(parameters, &inputs, bucket.into()).0, target);
        }
        loss
    }
}

/// Calls a function with the size of the hidden layer as a constant, so that the compiler can unroll its loops.
macro_rules! sized {
    ($network:expr, $function:ident($($argument:expr),*)) => {
        match $network.hidden {
            8 => $network.$function::<8>($($argument),*),
            16 => $network.$function::<16>($($argument),*),
            32 => $network.$function::<32>($($argument),*),
            64 => $network.$function::<64>($($argument),*),
            _ => $network.$function::<128>($($argument),*),
        }
    };
}

impl<F: Fn(usize, u64, &mut [Vec<u32>; 2]) + Sync> Trainable for Network<'_, F> {
    fn parameters(&self) -> usize {
        self.places().end
    }

    fn positions(&self) -> usize {
        self.targets.len()
    }

    fn shards(&self) -> usize {
        16
    }

    fn limit(&self) -> f32 {
        LIMIT
    }

    fn first_parameters(&self, seed: u64) -> Vec<f32> {
        let places = self.places();
        let mut random = Random::new(seed);
        // Uniform between the size and its negative.
        let mut draw = |size: f32| {
            let unit = (random.next() >> 40) as f32 / (1u64 << 24) as f32;
            (2.0 * unit - 1.0) * size
        };
        let mut all = vec![0.0; places.end];
        let spread = (1.0 / ACTIVE).sqrt();
        all[..places.bias].iter_mut().for_each(|weight| *weight = draw(spread));
        all[places.bias..places.output].fill(0.25);
        let spread = (1.0 / self.hidden as f32).sqrt();
        all[places.output..places.output_bias].iter_mut().for_each(|weight| *weight = draw(spread));
        all
    }

    fn gradient(&self, parameters: &[f32], positions: &[u32], epoch: u64, gradient: &mut [f32]) -> f64 {
        sized!(self, add_gradient(parameters, positions, epoch, gradient))
    }

    fn loss(&self, parameters: &[f32], positions: &[u32]) -> f64 {
        sized!(self, sum_loss(parameters, positions))
    }
}
