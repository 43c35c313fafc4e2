//! Nets with one hidden layer: a sum for each player's view, squared between zero and one, and a line of weights for
//! each phase of the game.
//!
//! With `v` the sums of the player to move and then those of the other, in units of 1 / `one`:
//!
//! ```text
//! value = (bias[phase] + sum of clamp(v, 0, one)^2 * output[phase]) * factor / 2^40   in hundredths of a point
//! ```

use crate::QuantiseError;
use crate::accumulator::{Accumulator, MOST_LANES, Rows};
use plybook_kernel::{PlaneLayout, Score};

/// The sizes of the hidden layer that there are.
pub const HIDDEN_SIZES: [usize; 5] = [16, 32, 64, 96, 128];
/// The largest sum that counts as one: larger sums are cut. Its square times `MOST_OUTPUT` must fit where it is used.
const LARGEST_ONE: i16 = 255;
/// The largest weight of the output layer: its product with `LARGEST_ONE` fits sixteen bits.
const MOST_OUTPUT: i16 = 127;
/// Bits behind the point of the factor.
const FACTOR_BITS: u32 = 40;
/// What is added so that the shift rounds.
const HALF: i64 = 1 << (FACTOR_BITS - 1);
/// The largest factor, so that the value's product fits 64 bits.
const MOST_FACTOR: i64 = 1 << 31;

/// The shape of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetSpec {
    /// Features of one view.
    pub features: usize,
    /// Sums of each view: one of `HIDDEN_SIZES`.
    pub hidden: usize,
    /// Phases with weights of their own: a divisor of nothing in particular, but not more than the game tells apart.
    pub phases: usize,
    /// Phases that the game tells apart.
    pub game_phases: usize,
    cells: usize,
}

impl NetSpec {
    /// A net over a game's planes. `game_phases` is what the game says; of the net's phases there are at least one and
    /// at most as many. `None` if the hidden layer has none of the known sizes.
    #[must_use]
    pub fn new(layout: &PlaneLayout, hidden: usize, phases: usize, game_phases: usize) -> Option<NetSpec> {
        let game_phases = game_phases.max(1);
        HIDDEN_SIZES.contains(&hidden).then(|| NetSpec {
            features: layout.features(),
            hidden,
            phases: phases.clamp(1, game_phases),
            game_phases,
            cells: layout.cells(),
        })
    }

    /// Appends the features of planes as one player sees them, in rising order. Whoever trains asks once for the
    /// planes of the player to move and once for the other's.
    pub fn features(&self, planes: &[u64], out: &mut Vec<u32>) {
        for (plane, &cells) in planes.iter().enumerate() {
            let mut rest = cells;
            while rest != 0 {
                out.push((plane * self.cells) as u32 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
    }

    /// The net's phase for a phase of the game.
    #[must_use]
    pub const fn phase(&self, game_phase: usize) -> usize {
        let phase = game_phase * self.phases / self.game_phases;
        if phase < self.phases { phase } else { self.phases - 1 }
    }
}

/// The floating weights of a net. The output is a logit: the logistic function of it is the share of the game that
/// the player to move expects.
#[derive(Clone, Debug, PartialEq)]
pub struct NetParameters {
    /// `hidden` weights for each feature, feature after feature.
    pub input: Vec<f32>,
    /// What the sums start from.
    pub bias: Vec<f32>,
    /// For each phase the weights of the player to move's sums, then of the other's.
    pub output: Vec<f32>,
    /// For each phase what is added.
    pub output_bias: Vec<f32>,
}

impl NetParameters {
    /// The output in floating numbers, as whoever trains computes it: for the features of both views and a phase of
    /// the net.
    #[must_use]
    pub fn logit(&self, spec: &NetSpec, own: &[u32], other: &[u32], phase: usize) -> f32 {
        let hidden = spec.hidden;
        let output = &self.output[phase * 2 * hidden..][..2 * hidden];
        let mut logit = self.output_bias[phase];
        for (features, output) in [own, other].into_iter().zip(output.chunks(hidden)) {
            for (lane, weight) in output.iter().enumerate() {
                let inputs = features.iter().map(|&feature| self.input[feature as usize * hidden + lane]);
                let sum = self.bias[lane] + inputs.sum::<f32>();
                logit += sum.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        logit
    }
}

/// A net of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    pub(crate) spec: NetSpec,
    /// The sum that counts as one.
    pub(crate) one: i16,
    /// What a sum of the output layer is multiplied with, divided by two to the power of `FACTOR_BITS`.
    pub(crate) factor: i64,
    /// Weights of the input layer as the file has them.
    pub(crate) input: Vec<i16>,
    pub(crate) bias: Vec<i16>,
    pub(crate) output: Vec<i16>,
    pub(crate) output_bias: Vec<i32>,
    rows: Rows,
}

impl Net {
    /// A net from its integers. `None` if their numbers do not fit the specification, or if any position could make a
    /// sum overflow.
    pub(crate) fn new(
        layout: &PlaneLayout,
        spec: NetSpec,
        (one, factor): (i16, i64),
        input: Vec<i16>,
        bias: Vec<i16>,
        output: Vec<i16>,
        output_bias: Vec<i32>,
    ) -> Option<Net> {
        let hidden = spec.hidden;
        let fits = spec.features == layout.features()
            && HIDDEN_SIZES.contains(&hidden)
            && 2 * hidden <= MOST_LANES
            && input.len() == spec.features * hidden
            && bias.len() == hidden
            && output.len() == spec.phases * 2 * hidden
            && output_bias.len() == spec.phases;
        let bounded = (1..=LARGEST_ONE).contains(&one)
            && (1..=MOST_FACTOR).contains(&factor)
            && output.iter().all(|weight| weight.unsigned_abs() <= MOST_OUTPUT as u16);
        if !fits || !bounded || !sums_fit(layout, hidden, &input, &bias) {
            return None;
        }
        let squared = i64::from(one) * i64::from(one);
        let largest = |(line, &bias): (&[i16], &i32)| {
            let weights: i64 = line.iter().map(|&weight| i64::from(weight).abs()).sum();
            i64::from(bias).abs() + weights * squared
        };
        if !output.chunks(2 * hidden).zip(&output_bias).map(largest).all(|sum| sum <= i64::from(i32::MAX)) {
            return None;
        }
        let rows = Rows::new(layout, hidden, &bias, |feature| &input[feature * hidden..][..hidden]);
        Some(Net { spec, one, factor, input, bias, output, output_bias, rows })
    }

    /// The integers of floating weights. `points_per_logit` says how many points a logit is worth, so that the values
    /// mean the same as those of other evaluations.
    ///
    /// # Errors
    /// The weights do not have the shape that the specification says, or are no numbers of moderate size.
    pub fn quantise(
        layout: &PlaneLayout,
        spec: &NetSpec,
        parameters: &NetParameters,
        points_per_logit: f32,
    ) -> Result<Net, QuantiseError> {
        let NetParameters { input, bias, output, output_bias } = parameters;
        let expected = [spec.features * spec.hidden, spec.hidden, 2 * spec.hidden * spec.phases, spec.phases];
        for (expected, found) in expected.into_iter().zip([input, bias, output, output_bias]) {
            if expected != found.len() {
                return Err(QuantiseError::Shape(expected, found.len()));
            }
        }
        let mut all = [input, bias, output, output_bias].into_iter().flatten();
        if !all.all(|weight| weight.is_finite()) || !points_per_logit.is_normal() || points_per_logit < 0.0 {
            return Err(QuantiseError::NotFinite);
        }
        let largest =
            |weights: &[f32]| weights.iter().fold(0.0f64, |most, &weight| most.max(f64::from(weight).abs()));
        let too_large = |size: f64| QuantiseError::TooLarge((size * 1000.0) as u64);
        // A sum of one or more counts as one, so that much larger output weights mean nothing sensible.
        let output_scale = f64::from(MOST_OUTPUT) / largest(output).max(f64::from(f32::EPSILON));
        // The largest unit for which no sum overflows.
        let mut one = LARGEST_ONE;
        while one > 0 {
            let unit = f64::from(one);
            let whole = |weight: &f32| (f64::from(*weight) * unit).round();
            let bytes = |weights: &[f32]| -> Option<Vec<i16>> {
                let whole = weights.iter().map(whole);
                whole.map(|weight| (weight.abs() <= f64::from(i16::MAX)).then_some(weight as i16)).collect()
            };
            if let Some((input, bias)) = bytes(input).zip(bytes(bias)) {
                let scale = unit * unit * output_scale;
                let factor = 100.0 * f64::from(points_per_logit) / scale * (1i64 << FACTOR_BITS) as f64;
                let factor = factor.round().clamp(1.0, MOST_FACTOR as f64) as i64;
                let line = output.iter().map(|&weight| (f64::from(weight) * output_scale).round() as i16);
                let biases = output_bias.iter().map(|&bias| (f64::from(bias) * scale).round() as i32);
                let (output, biases) = (line.collect(), biases.collect());
                if let Some(net) = Net::new(layout, spec.clone(), (one, factor), input, bias, output, biases)
                {
                    return Ok(net);
                }
            }
            one = if one > 16 { one - one / 16 } else { one - 1 };
        }
        Err(too_large(largest(input).max(largest(bias)).max(largest(output_bias))))
    }

    /// The shape.
    #[must_use]
    pub const fn spec(&self) -> &NetSpec {
        &self.spec
    }

    #[inline]
    pub(crate) const fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The value for a player to move, in hundredths of a point.
    #[inline]
    pub(crate) fn evaluate(&self, accumulator: &Accumulator, mover: usize, game_phase: usize) -> Score {
        let hidden = self.spec.hidden;
        let phase = self.spec.phase(game_phase);
        let line = &self.output[phase * 2 * hidden..][..2 * hidden];
        let (own, other) = line.split_at(hidden);
        let views = [accumulator.view(mover, hidden), accumulator.view(1 - mover, hidden)];
        let sum = squared(views[0], own, self.one).wrapping_add(squared(views[1], other, self.one));
        let sum = i64::from(sum.wrapping_add(self.output_bias[phase]));
        Score::evaluation(((sum * self.factor + HALF) >> FACTOR_BITS) as i32)
    }
}

/// The sum of the squares of clipped sums, each times its weight. Sixteen bits hold a clipped sum times a weight, so that
/// two products are made and added by one instruction.
#[inline]
fn squared(sums: &[i16], weights: &[i16], one: i16) -> i32 {
    let mut total = 0i32;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.clamp(0, one);
        total = total.wrapping_add(i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped));
    }
    total
}

/// Whether no position can make a sum overflow sixteen bits, with at most one piece on each square.
fn sums_fit(layout: &PlaneLayout, hidden: usize, input: &[i16], bias: &[i16]) -> bool {
    let (planes, cells) = (layout.planes(), layout.cells());
    (0..hidden).all(|lane| {
        let (mut least, mut most) = (i64::from(bias[lane]), i64::from(bias[lane]));
        for cell in (0..cells).filter(|cell| layout.squares >> cell & 1 == 1) {
            let weights = (0..planes).map(|plane| i64::from(input[(plane * cells + cell) * hidden + lane]));
            least += weights.clone().min().unwrap_or(0).min(0);
            most += weights.max().unwrap_or(0).max(0);
        }
        least >= i64::from(i16::MIN) && most <= i64::from(i16::MAX)
    })
}
