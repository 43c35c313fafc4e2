//! How well a shallow search foretells a deep one: the regressions of Michael Buro's Multi-ProbCut.
//!
//! A deep value is taken for `slope * shallow + intercept` and an error that is normally distributed. A search with ProbCut
//! would cut where the shallow value makes it likely enough that the deep one lies beyond the window. This project's search
//! does not; the figures say what it would have to go by.

use super::movements::Searched;

/// The depths that are compared, the shallow one first: both even or both odd, because values differ by who moved last.
const DEPTH_PAIRS: [[u32; 2]; 6] = [[1, 3], [2, 4], [1, 5], [3, 5], [2, 6], [4, 6]];
/// Parts of a game that have regressions of their own.
const PHASES: u8 = 3;
/// Positions below which a line through them means nothing.
const LEAST: u64 = 20;

/// The regression of a deep search's value on a shallow one's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// The third of the game.
    pub phase: u8,
    /// The depth of the shallow search.
    pub shallow: u32,
    /// That of the deep one.
    pub deep: u32,
    /// Positions.
    pub positions: u64,
    /// What a hundredth of a point of the shallow value is worth in the deep one.
    pub slope: f64,
    /// Hundredths of a point to add.
    pub intercept: f64,
    /// The standard deviation of what is left, in hundredths of a point.
    pub sigma: f64,
}

/// The regressions of all depth pairs and phases that have positions enough.
#[must_use]
pub fn prob_cuts(searched: &[Searched]) -> Vec<ProbCut> {
    let of =
        |phase: u8| DEPTH_PAIRS.into_iter().filter_map(move |depths| regression(searched, phase, depths));
    (0..PHASES).flat_map(of).collect()
}

/// The least squares of a phase and a pair of depths.
fn regression(searched: &[Searched], phase: u8, [shallow, deep]: [u32; 2]) -> Option<ProbCut> {
    let value = |one: &Searched, depth: u32| one.values.get(depth as usize - 1).copied().map(f64::from);
    let points = || {
        let of_phase = searched.iter().filter(move |one| one.phase == phase);
        of_phase.filter_map(move |one| value(one, shallow).zip(value(one, deep)))
    };
    let positions = points().count() as u64;
    let count = positions as f64;
    if positions < LEAST {
        return None;
    }
    let mean_x = points().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = points().map(|(_, y)| y).sum::<f64>() / count;
    let xx: f64 = points().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
    let xy: f64 = points().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    if xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let intercept = mean_y - slope * mean_x;
    let error = |(x, y): (f64, f64)| (y - slope * x - intercept) * (y - slope * x - intercept);
    // Two numbers were fitted.
    let sigma = (points().map(error).sum::<f64>() / (count - 2.0)).sqrt();
    Some(ProbCut { phase, shallow, deep, positions, slope, intercept, sigma })
}
