//! CPU time of interleaved rounds.

use crate::row::{Counter, Row};
use anyhow::{Context, Result, ensure};
use cpu_time::ThreadTime;
use std::hint::black_box;

/// What was measured for one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// Leaves of the tree, the same for both.
    pub leaves: u64,
    /// Rounds that were run.
    pub rounds: u32,
    /// Our CPU time for one count in milliseconds, the median of the rounds.
    pub ours: f64,
    /// The rival's.
    pub rival: f64,
    /// The smallest and the largest ratio of speeds within a round.
    pub spread: (f64, f64),
}

impl Timing {
    /// How many times as fast as the rival ours is, by the medians.
    pub fn ratio(&self) -> f64 {
        self.rival / self.ours
    }

    /// Millions of leaves a second for a time in milliseconds.
    pub fn speed(&self, milliseconds: f64) -> f64 {
        self.leaves as f64 / milliseconds / 1000.0
    }
}

/// Times both sides of a row, in turns within each round; every second round the rival goes first.
///
/// # Errors
/// The sides disagree on the number of leaves, or there is no clock.
pub fn measure(row: &Row, rounds: u32) -> Result<Timing> {
    let (mut ours, mut rivals) = (Vec::new(), Vec::new());
    let mut leaves = 0;
    for round in 0..rounds {
        let (our_count, rival_count) = if round % 2 == 0 {
            let first = time(&row.ours, row)?;
            (first, time(&row.rival, row)?)
        } else {
            let first = time(&row.rival, row)?;
            (time(&row.ours, row)?, first)
        };
        same_leaves(row, row.depth, our_count.0, rival_count.0)?;
        leaves = our_count.0;
        ours.push(our_count.1);
        rivals.push(rival_count.1);
    }
    let ratios = || ours.iter().zip(&rivals).map(|(ours, rival)| rival / ours);
    let spread = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
    Ok(Timing { leaves, rounds, ours: median(&ours), rival: median(&rivals), spread })
}

/// An error if two counts of one tree differ.
///
/// # Errors
/// They differ.
pub fn same_leaves(row: &Row, depth: u32, ours: u64, rival: u64) -> Result<()> {
    let (name, rival_name) = (row.name, row.rival_name);
    ensure!(
        ours == rival,
        "{name} to depth {depth}: {ours} leaves by ours, {rival} by {rival_name}; compare both with testdata/perft"
    );
    Ok(())
}

/// Leaves, and the CPU time of one count in milliseconds.
fn time(count: &Counter, row: &Row) -> Result<(u64, f64)> {
    const NO_CLOCK: &str = "this system has no clock for the CPU time of a thread";
    let start = ThreadTime::try_now().context(NO_CLOCK)?;
    let mut leaves = 0;
    for _ in 0..row.repeats {
        leaves = black_box(count(black_box(row.depth)));
    }
    let spent = start.try_elapsed().context(NO_CLOCK)?;
    Ok((leaves, spent.as_secs_f64() * 1000.0 / f64::from(row.repeats)))
}

/// The middle value, or the mean of the two in the middle.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: u64, rival: u64) -> Row {
        Row {
            name: "one",
            work: "one",
            depth: 3,
            shallow: 1,
            repeats: 2,
            ours: Box::new(move |_| ours),
            rival_name: "other",
            rival: Box::new(move |_| rival),
            wanted_ratio: None,
            wanted_speed: None,
        }
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_mismatch_is_an_error() {
        let error = measure(&row(7, 8), 2).unwrap_err().to_string();
        assert!(error.starts_with("one to depth 3: 7 leaves by ours, 8 by other"), "{error}");
        assert_eq!(measure(&row(7, 7), 2).unwrap().leaves, 7);
    }

    #[test]
    fn ratios_above_one_mean_that_ours_is_faster() {
        let timing = Timing { leaves: 3_000_000, rounds: 1, ours: 10.0, rival: 30.0, spread: (3.0, 3.0) };
        assert_eq!(timing.ratio(), 3.0);
        assert_eq!(timing.speed(timing.ours), 300.0);
    }
}
