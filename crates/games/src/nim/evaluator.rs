//! Evaluations of Split-Nim: the exact theory, and the rule of thumb that it follows for small piles.

use super::{Position, SMALLEST_SPLIT, SplitNim, splits};
use crate::weights::{Weights, terms, total};
use plybook_kernel::{Evaluated, Evaluator, EvaluatorInfo, Score, Term};

/// A won position is worth a point, a lost one costs a point.
const GRUNDY: Weights<1> = [("nim sum is not zero", Score::POINT)];

/// The rule of thumb sees no degrees either.
const BASIC: Weights<3> = [
    ("a pile of 3k without partner", Score::POINT),
    ("a pile of 3k+2 without partner", Score::POINT),
    ("all such piles have partners", -Score::POINT),
];

/// Tells won from lost positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimEvaluator {
    /// The nim sum of the piles' Grundy values: always right.
    Grundy,
    /// Pairs of piles by their remainder modulo three: right while no pile exceeds twelve, a guess beyond.
    Basic,
}

/// The Grundy values of piles 0 to `largest`: the least number that no split of the pile has as its nim sum.
pub(super) fn grundy_values(largest: u16) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::with_capacity(usize::from(largest) + 1);
    // For each nim sum the pile for which it was last met. A value never exceeds the number of splits, and
    // nim sums of numbers below a power of two stay below it.
    let mut met = vec![None; usize::from(splits(largest) + 1).next_power_of_two()];
    for size in 0..=largest {
        for smaller in 1..=splits(size) {
            met[usize::from(values[usize::from(smaller)] ^ values[usize::from(size - smaller)])] = Some(size);
        }
        let least = met.iter().position(|&last| last != Some(size)).unwrap_or(met.len());
        values.push(least as u16);
    }
    values
}

fn grundy(game: &SplitNim, at: &Position) -> [i32; 1] {
    let odd = at.sizes().filter(|&(_, piles)| piles % 2 == 1);
    let sum = odd.fold(0, |sum, (size, _)| sum ^ game.grundy[usize::from(size)]);
    [if sum == 0 { -1 } else { 1 }]
}

fn basic(at: &Position) -> [i32; 3] {
    let unpaired = |remainder: u16| {
        let piles = at.sizes().filter(|&(size, _)| size >= SMALLEST_SPLIT && size % 3 == remainder);
        i32::from(piles.map(|(_, piles)| piles).sum::<u16>() % 2)
    };
    let (none, two) = (unpaired(0), unpaired(2));
    [none, two, i32::from(none + two == 0)]
}

impl Evaluator<SplitNim> for NimEvaluator {
    type Accumulator = ();

    fn accumulate(&self, _: &SplitNim, _: &Position) {}

    fn evaluate(&self, game: &SplitNim, at: &Position, (): &()) -> Score {
        Score::evaluation(match self {
            NimEvaluator::Grundy => total(&GRUNDY, grundy(game, at)),
            NimEvaluator::Basic => total(&BASIC, basic(at)),
        })
    }

    fn terms(&self, game: &SplitNim, at: &Position) -> Vec<Term> {
        match self {
            NimEvaluator::Grundy => terms(&GRUNDY, grundy(game, at)),
            NimEvaluator::Basic => terms(&BASIC, basic(at)),
        }
    }
}

impl Evaluated for SplitNim {
    type Evaluator = NimEvaluator;

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        vec![
            EvaluatorInfo::new("grundy", "Won or lost by the nim sum of Grundy values: exact."),
            EvaluatorInfo::new(
                "basic",
                "Won unless piles pair up by remainders modulo three: right up to piles of twelve.",
            ),
        ]
    }

    fn evaluator(&self, name: &str) -> Option<NimEvaluator> {
        match name {
            "grundy" => Some(NimEvaluator::Grundy),
            "basic" => Some(NimEvaluator::Basic),
            _ => None,
        }
    }
}
