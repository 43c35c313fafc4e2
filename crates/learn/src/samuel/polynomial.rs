//! Alpha's polynomial: which terms it has, what speaks for each, and the coefficients that follow.

use super::settings::{Ranking, Settings};
use plybook_kernel::Random;
use std::collections::VecDeque;

/// The power of two of the largest coefficient.
pub const LARGEST_POWER: u32 = 18;
/// Divisor of the first steps of a correlation, as if the term had been used so often without any correlation.
const FIRST_DIVISOR: u32 = 16;
/// Divisor of its last steps.
const LAST_DIVISOR: u32 = 256;

/// A term of the polynomial and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Active {
    /// The number of the term in the game's list.
    pub term: usize,
    /// The correlation of its sign with that of delta, from -1 to 1.
    pub correlation: f64,
    /// How often it was adjusted.
    pub uses: u32,
    /// How often it was the lowest.
    pub tally: u32,
}

impl Active {
    pub(super) fn fresh(term: usize) -> Active {
        Active { term, correlation: 0.0, uses: 0, tally: 0 }
    }
}

/// By how much a delta moves correlations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// As it is.
    Single,
    /// Pieces were won or lost.
    Double,
    /// The game is almost surely won or lost.
    Fourfold,
}

/// The terms in use and those in reserve.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial {
    /// The terms in use.
    pub active: Vec<Active>,
    /// The numbers of the others; the first enters next.
    pub reserve: VecDeque<usize>,
}

/// The divisor of a correlation's next step after so many uses: 16 until 32 of them, 32 until 64, at last 256.
#[must_use]
pub fn divisor(uses: u32) -> u32 {
    let power_of_two = if uses == 0 { 1 } else { 1 << uses.ilog2() };
    (power_of_two).clamp(FIRST_DIVISOR, LAST_DIVISOR)
}

impl Polynomial {
    /// A choice of terms, made by the seed; nothing is known about any of them.
    #[must_use]
    pub fn chosen(terms: usize, settings: &Settings) -> Polynomial {
        let mut order: Vec<usize> = (0..terms).collect();
        let mut random = Random::new(settings.seed);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let reserve = order.split_off(settings.active.min(terms));
        Polynomial { active: order.into_iter().map(Active::fresh).collect(), reserve: reserve.into() }
    }

    /// The place among the active terms of the one with the largest correlation, if any is known.
    #[must_use]
    pub fn leader(&self) -> Option<usize> {
        let sizes = self.active.iter().map(|active| active.correlation.abs()).enumerate();
        let largest = sizes.fold((0, 0.0), |best, one| if one.1 > best.1 { one } else { best });
        (largest.1 > 0.0).then_some(largest.0)
    }

    /// The coefficient of each of a game's terms; zero for those in reserve. As long as nothing is known, all active
    /// terms count the same.
    #[must_use]
    pub fn coefficients(&self, terms: usize, settings: &Settings) -> Vec<i64> {
        let mut coefficients = vec![0; terms];
        let Some(leader) = self.leader() else {
            self.active.iter().for_each(|active| coefficients[active.term] = 1 << LARGEST_POWER);
            return coefficients;
        };
        let largest = self.active[leader].correlation.abs();
        let mut order: Vec<usize> = (0..self.active.len()).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|place| self.active[place].correlation.abs());
            b.total_cmp(&a)
        });
        let mut highest = Some(LARGEST_POWER);
        for place in order {
            let Active { term, correlation, .. } = self.active[place];
            let wanted = if place == leader {
                Some(LARGEST_POWER)
            } else {
                power(correlation.abs(), largest, settings.ranking)
            };
            let power = if settings.distinct {
                let power = wanted.zip(highest).map(|(wanted, highest)| wanted.min(highest));
                highest = power.map_or(highest, |power| power.checked_sub(1));
                power
            } else {
                wanted
            };
            coefficients[term] =
                power.map_or(0, |power| if correlation < 0.0 { -1 << power } else { 1 << power });
        }
        coefficients
    }

    /// Moves the correlations of the terms chosen by `chosen` by one delta. A term that contributed nothing keeps its
    /// own. Tells how many moved.
    pub fn adjust(
        &mut self,
        values: &[i32],
        gain: bool,
        weight: Weight,
        chosen: impl Fn(usize) -> bool,
    ) -> usize {
        let factor = match weight {
            Weight::Single => 1.0,
            Weight::Double => 2.0,
            Weight::Fourfold => 4.0,
        };
        let mut moved = 0;
        for active in &mut self.active {
            let value = values[active.term];
            if value == 0 || !chosen(active.term) {
                continue;
            }
            let target = if (value > 0) == gain { 1.0 } else { -1.0 };
            active.correlation += factor * (target - active.correlation) / f64::from(divisor(active.uses));
            active.uses += 1;
            moved += 1;
        }
        moved
    }

    /// Counts a tally for the term with the smallest correlation; if that completes them and `may_replace`, it goes to
    /// the end of the reserve and the first one there takes its place. Tells the number of the term that left.
    pub fn tally(&mut self, tallies: u32, may_replace: bool) -> Option<usize> {
        let size = |active: &&mut Active| active.correlation.abs();
        let lowest = self.active.iter_mut().min_by(|a, b| size(a).total_cmp(&size(b)))?;
        lowest.tally += 1;
        if lowest.tally < tallies || !may_replace {
            return None;
        }
        let entering = self.reserve.pop_front()?;
        let left = std::mem::replace(lowest, Active::fresh(entering)).term;
        self.reserve.push_back(left);
        Some(left)
    }

    /// Takes its weight from the leading term.
    pub fn dethrone(&mut self) {
        if let Some(leader) = self.leader() {
            self.active[leader].correlation = 0.0;
        }
    }
}

/// The power of two for a correlation that is not the largest; `None` for none at all, or one too small.
fn power(correlation: f64, largest: f64, ranking: Ranking) -> Option<u32> {
    if correlation == 0.0 {
        return None;
    }
    match ranking {
        Ranking::Table => Some((f64::from(LARGEST_POWER) * correlation / largest).round() as u32),
        Ranking::Text => LARGEST_POWER.checked_sub((largest / correlation).floor().min(1e9) as u32),
    }
}
