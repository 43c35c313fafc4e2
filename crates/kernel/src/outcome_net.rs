//! Small nets that say how likely the results of a game of points are: one hidden layer, five probabilities.
//!
//! All arithmetic is made of sums, products and quotients in a fixed order, so that a net learns and says the same on
//! every machine.

use crate::Random;

/// Results that a net tells apart.
pub const OUTCOMES: usize = 5;

/// How likely results are for the player who is about to roll: to win at all, to win at least twice and three times the
/// stake, to lose at least twice and three times the stake.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances(pub [f32; OUTCOMES]);

impl Chances {
    /// The same as the other player sees it.
    #[must_use]
    pub fn exchanged(self) -> Chances {
        let [win, double_win, triple_win, double_loss, triple_loss] = self.0;
        Chances([1.0 - win, double_loss, triple_loss, double_win, triple_win])
    }

    /// The expected points, for a stake of one.
    #[must_use]
    pub fn equity(self) -> f32 {
        let [win, double_win, triple_win, double_loss, triple_loss] = self.0;
        2.0 * win - 1.0 + double_win + triple_win - double_loss - triple_loss
    }

    /// What is certain when so many points are won, or lost if they are below zero.
    #[must_use]
    pub fn of_points(points: i32) -> Chances {
        let sure = |holds: bool| f32::from(u8::from(holds));
        Chances([sure(points > 0), sure(points > 1), sure(points > 2), sure(points < -1), sure(points < -2)])
    }

    /// The same with what cannot be taken out: nobody wins doubly more often than at all.
    #[must_use]
    pub fn sound(self) -> Chances {
        let [win, double_win, triple_win, double_loss, triple_loss] = self.0;
        let double_win = double_win.min(win);
        let double_loss = double_loss.min(1.0 - win);
        Chances([win, double_win, triple_win.min(double_win), double_loss, triple_loss.min(double_loss)])
    }
}

/// A net: inputs, a hidden layer, five outputs.
#[derive(Clone, PartialEq, Debug)]
pub struct OutcomeNet {
    inputs: usize,
    hidden: usize,
    /// The weights of an input stand together; those of the constant input come last.
    first: Vec<f32>,
    /// The weights of an output stand together, its constant last.
    second: Vec<f32>,
}

/// What a net needs while it is asked: the hidden layer.
#[derive(Clone, Debug, Default)]
pub struct NetScratch {
    hidden: Vec<f32>,
    errors: Vec<f32>,
}

/// How large weights are before learning.
const FIRST_WEIGHTS: f32 = 0.1;

impl OutcomeNet {
    /// A net that has learnt nothing.
    #[must_use]
    pub fn new(inputs: usize, hidden: usize, random: &mut Random) -> OutcomeNet {
        let mut weight = || ((random.next() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * FIRST_WEIGHTS;
        let first = (0..(inputs + 1) * hidden).map(|_| weight()).collect();
        let second = (0..(hidden + 1) * OUTCOMES).map(|_| weight()).collect();
        OutcomeNet { inputs, hidden, first, second }
    }

    /// A net of these weights: of each input to the hidden layer, the constant input's last, then of each output, its
    /// constant last. `None` if they are not as many as there must be, or not finite.
    #[must_use]
    pub fn of_weights(inputs: usize, hidden: usize, weights: &[f32]) -> Option<OutcomeNet> {
        let cut = inputs.checked_add(1)?.checked_mul(hidden)?;
        let rest = hidden.checked_add(1)?.checked_mul(OUTCOMES)?;
        let fits = weights.len() == cut.checked_add(rest)? && weights.iter().all(|weight| weight.is_finite());
        let (first, second) = weights.split_at_checked(cut).filter(|_| fits)?;
        Some(OutcomeNet { inputs, hidden, first: first.to_vec(), second: second.to_vec() })
    }

    /// How many inputs and hidden units it has.
    #[must_use]
    pub const fn size(&self) -> [usize; 2] {
        [self.inputs, self.hidden]
    }

    /// All weights, in the order of `of_weights`.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.first.iter().chain(&self.second).copied()
    }

    /// How likely the results are where these inputs are not zero.
    #[must_use]
    pub fn chances(&self, inputs: &[(u16, f32)], scratch: &mut NetScratch) -> Chances {
        let hidden = &mut scratch.hidden;
        hidden.clear();
        hidden.extend_from_slice(&self.first[self.inputs * self.hidden..]);
        for &(input, value) in inputs {
            let from = usize::from(input) * self.hidden;
            for (sum, weight) in hidden.iter_mut().zip(&self.first[from..from + self.hidden]) {
                *sum += value * weight;
            }
        }
        hidden.iter_mut().for_each(|sum| *sum = squashed(*sum));
        let mut chances = [0.0; OUTCOMES];
        for (chance, weights) in chances.iter_mut().zip(self.second.chunks_exact(self.hidden + 1)) {
            let sum = hidden
                .iter()
                .zip(weights)
                .fold(weights[self.hidden], |sum, (unit, weight)| sum + unit * weight);
            *chance = logistic(sum);
        }
        Chances(chances)
    }

    /// Moves the weights so that these inputs come nearer to a target, by the gradient of the cross entropy.
    pub fn learn(&mut self, inputs: &[(u16, f32)], target: Chances, rate: f32, scratch: &mut NetScratch) {
        let said = self.chances(inputs, scratch);
        let NetScratch { hidden, errors } = scratch;
        errors.clear();
        errors.resize(self.hidden, 0.0);
        for (output, weights) in self.second.chunks_exact_mut(self.hidden + 1).enumerate() {
            let error = rate * (target.0[output] - said.0[output]);
            for ((weight, unit), sum) in weights.iter_mut().zip(hidden.iter()).zip(errors.iter_mut()) {
                *sum += error * *weight;
                *weight += error * unit;
            }
            weights[self.hidden] += error;
        }
        for (error, unit) in errors.iter_mut().zip(hidden.iter()) {
            *error *= slope(*unit);
        }
        for (input, value) in inputs.iter().copied().chain([(self.inputs as u16, 1.0)]) {
            let from = usize::from(input) * self.hidden;
            for (weight, error) in self.first[from..from + self.hidden].iter_mut().zip(errors.iter()) {
                *weight += value * error;
            }
        }
    }
}

/// The hidden layer's function, between -1 and 1.
#[inline]
fn squashed(sum: f32) -> f32 {
    sum / (1.0 + sum.abs())
}

/// Its slope, by its value.
#[inline]
fn slope(unit: f32) -> f32 {
    let left = 1.0 - unit.abs();
    left * left
}

/// The logistic function.
fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + exponential(-sum.clamp(-20.0, 20.0)))
}

/// The exponential function by a power of two and a polynomial, to seven digits.
fn exponential(x: f32) -> f32 {
    let twos = x * std::f32::consts::LOG2_E;
    let whole = twos.round();
    let rest = (twos - whole) * std::f32::consts::LN_2;
    let series = 1.0
        + rest
            * (1.0
                + rest / 2.0
                    * (1.0 + rest / 3.0 * (1.0 + rest / 4.0 * (1.0 + rest / 5.0 * (1.0 + rest / 6.0)))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// A game of two players with rolls of dice whose positions before a roll are valued by such nets.
pub trait OutcomeNets: crate::Game {
    /// How many inputs each of its nets has.
    fn net_inputs(&self) -> Vec<usize>;

    /// Looks at a position in which a roll is next, or at a finished one, as the player sees it who would roll: which
    /// results are certain or known, or which net is to be asked, with the inputs that are not zero.
    fn sight(&self, at: &Self::Position, inputs: &mut Vec<(u16, f32)>) -> Sight;
}

/// How a position is valued.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sight {
    /// By this net.
    Net(usize),
    /// Exactly, without a net.
    Known(Chances),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right_to_six_digits() {
        for step in -200..=200 {
            let x = step as f32 / 10.0;
            let error = exponential(x) / x.exp() - 1.0;
            assert!(error.abs() < 1e-6, "{x}: {error}");
        }
    }

    /// Learning goes down the true gradient: the change of each weight is that of the cross entropy by small steps.
    #[test]
    fn learning_follows_the_gradient() {
        let mut random = Random::new(4);
        let net = OutcomeNet::new(6, 3, &mut random);
        let inputs = [(0, 1.0), (3, 0.5), (5, -0.7)];
        let target = Chances([0.8, 0.3, 0.05, 0.2, 0.1]);
        let mut scratch = NetScratch::default();
        let loss = |net: &OutcomeNet| -> f64 {
            let said = net.chances(&inputs, &mut NetScratch::default());
            let part = |(t, p): (f32, f32)| {
                f64::from(t) * f64::from(p).ln() + f64::from(1.0 - t) * f64::from(1.0 - p).ln()
            };
            -target.0.into_iter().zip(said.0).map(part).sum::<f64>()
        };
        let mut learnt = net.clone();
        learnt.learn(&inputs, target, 1e-3, &mut scratch);
        let (before, after): (Vec<f32>, Vec<f32>) = (net.weights().collect(), learnt.weights().collect());
        for number in 0..before.len() {
            let nudged = |by: f32| {
                let mut weights = before.clone();
                weights[number] += by;
                loss(&OutcomeNet::of_weights(6, 3, &weights).unwrap())
            };
            let gradient = (nudged(0.01) - nudged(-0.01)) / 0.02;
            let change = f64::from(after[number] - before[number]) / 1e-3;
            assert!((change + gradient).abs() < 2e-3, "weight {number}: {change} against {}", -gradient);
        }
        assert!(loss(&learnt) < loss(&net));
    }

    #[test]
    fn chances_change_sides_and_count_points() {
        for points in [-3, -2, -1, 1, 2, 3] {
            let chances = Chances::of_points(points);
            assert_eq!(chances.equity(), points as f32);
            assert_eq!(chances.exchanged(), Chances::of_points(-points));
        }
        assert_eq!(Chances([0.3, 0.5, 0.6, 0.9, 0.95]).sound().0, [0.3, 0.3, 0.3, 0.7, 0.7]);
        assert_eq!(OutcomeNet::of_weights(2, 2, &[0.0; 7]), None);
        assert_eq!(OutcomeNet::of_weights(1, 1, &[f32::NAN; 12]), None);
    }
}
