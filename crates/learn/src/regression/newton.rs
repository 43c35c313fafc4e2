//! Logistic regression by Newton's method: the loss is convex, and a few steps find its least point.

use crate::train::maths::{cross_entropy, sigmoid};

/// Most steps.
const STEPS: usize = 12;
/// How often a step is halved that does not help.
const HALVINGS: usize = 12;
/// A step that gains a smaller share of the loss is the last.
const ENOUGH: f64 = 1e-9;

/// A position: what terms count in it, by their numbers, how far the game has gone from 0 to 1, and what the player to
/// move should expect.
pub(super) struct Row {
    pub values: Vec<(u16, f32)>,
    pub ending: f32,
    pub target: f32,
}

/// What is to be solved. Weights come in pairs, opening and ending of each term.
pub(super) struct Problem<'a> {
    pub rows: &'a [Row],
    /// Hundredths of a point of a logit.
    pub scale: f64,
    /// The weights to begin with, and what it costs to leave each: times half the square of the distance.
    pub first: Vec<f64>,
    pub hold: Vec<f64>,
}

impl Problem<'_> {
    /// What the terms of a position add up to.
    pub fn value(&self, weights: &[f64], row: &Row) -> f64 {
        let ending = f64::from(row.ending);
        let of = |&(number, value): &(u16, f32)| {
            let pair = &weights[2 * usize::from(number)..][..2];
            f64::from(value) * (pair[0] * (1.0 - ending) + pair[1] * ending)
        };
        row.values.iter().map(of).sum()
    }

    /// The loss over all positions, and the price of the weights.
    fn loss(&self, weights: &[f64]) -> f64 {
        let one = |row: &Row| cross_entropy((self.value(weights, row) / self.scale) as f32, row.target);
        let away = weights.iter().zip(&self.first).zip(&self.hold);
        let price: f64 = away.map(|((weight, first), hold)| 0.5 * hold * (weight - first).powi(2)).sum();
        self.rows.iter().map(one).sum::<f64>() + price
    }

    /// The weights with the least loss.
    pub fn solve(&self) -> Vec<f64> {
        let mut weights = self.first.clone();
        let mut loss = self.loss(&weights);
        for _ in 0..STEPS {
            let Some(step) = self.step(&weights) else { break };
            let mut length = 1.0;
            let mut better = None;
            for _ in 0..HALVINGS {
                let tried: Vec<f64> =
                    weights.iter().zip(&step).map(|(weight, step)| weight - length * step).collect();
                let found = self.loss(&tried);
                if found < loss {
                    better = Some((tried, found));
                    break;
                }
                length /= 2.0;
            }
            let Some((tried, found)) = better else { break };
            let gained = loss - found;
            (weights, loss) = (tried, found);
            if gained < ENOUGH * loss {
                break;
            }
        }
        weights
    }

    /// The inverse of the second derivatives times the slope; `None` if they have no inverse.
    fn step(&self, weights: &[f64]) -> Option<Vec<f64>> {
        let count = weights.len();
        let mut slope = vec![0.0; count];
        let mut curve = vec![0.0; count * count];
        let mut inputs: Vec<(usize, f64)> = Vec::new();
        for row in self.rows {
            let share = f64::from(sigmoid((self.value(weights, row) / self.scale) as f32));
            let (error, bend) = (share - f64::from(row.target), share * (1.0 - share));
            inputs.clear();
            let ending = f64::from(row.ending);
            for &(number, value) in &row.values {
                let value = f64::from(value) / self.scale;
                inputs.push((2 * usize::from(number), value * (1.0 - ending)));
                inputs.push((2 * usize::from(number) + 1, value * ending));
            }
            inputs.retain(|(_, value)| *value != 0.0);
            for (place, &(one, value)) in inputs.iter().enumerate() {
                slope[one] += error * value;
                let line = &mut curve[one * count..][..count];
                inputs[..=place].iter().for_each(|&(other, by)| line[other] += bend * value * by);
            }
        }
        // Inputs of a position may come in any order: the lower triangle takes what lies on either side.
        for one in 0..count {
            for other in 0..one {
                let sum = curve[one * count + other] + curve[other * count + one];
                (curve[one * count + other], curve[other * count + one]) = (sum, sum);
            }
        }
        for one in 0..count {
            slope[one] += self.hold[one] * (weights[one] - self.first[one]);
            curve[one * count + one] += self.hold[one];
        }
        solved(curve, slope)
    }
}

/// The solution of linear equations with a symmetric positive matrix, by Cholesky's method.
fn solved(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    for column in 0..count {
        for row in column..count {
            let (above, below) = (&matrix[column * count..][..column], &matrix[row * count..][..column]);
            let known: f64 = above.iter().zip(below).map(|(a, b)| a * b).sum();
            let rest = matrix[row * count + column] - known;
            matrix[row * count + column] = if row == column {
                if rest <= 0.0 || !rest.is_finite() {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / matrix[column * count + column]
            };
        }
    }
    for row in 0..count {
        let known: f64 = (0..row).map(|column| matrix[row * count + column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row * count + row];
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|below| matrix[below * count + row] * right[below]).sum();
        right[row] = (right[row] - known) / matrix[row * count + row];
    }
    Some(right)
}
