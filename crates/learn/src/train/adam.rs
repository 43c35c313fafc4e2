//! Adam: every parameter moves by its mean gradient over the root of its mean squared gradient.

/// How much of the old mean of gradients is kept at each step.
const KEEP_MEAN: f32 = 0.9;
/// The same of squared gradients.
const KEEP_SQUARE: f32 = 0.999;
/// Keeps the division sound where a gradient was hardly ever seen.
const LEAST: f32 = 1e-8;

/// What the optimiser remembers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
    /// What is left of the zeros from which both means began: powers of the two constants.
    pub left: [f32; 2],
}

/// How far a step goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The length.
    pub rate: f32,
    /// What share of its value a parameter loses, times `rate`.
    pub decay: f32,
    /// The largest size that a parameter may have.
    pub limit: f32,
}

impl Adam {
    pub fn new(parameters: usize) -> Adam {
        Adam { mean: vec![0.0; parameters], square: vec![0.0; parameters], left: [1.0; 2] }
    }

    /// Moves the parameters against the gradient.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], step: Step) {
        self.left = [self.left[0] * KEEP_MEAN, self.left[1] * KEEP_SQUARE];
        let whole = [1.0 / (1.0 - self.left[0]), 1.0 / (1.0 - self.left[1])];
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, &slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(memory) {
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
            let towards = *mean * whole[0] / ((*square * whole[1]).sqrt() + LEAST);
            let moved = *parameter - step.rate * (towards + step.decay * *parameter);
            *parameter = moved.clamp(-step.limit, step.limit);
        }
    }
}
