//! Tuples: what stands in each of many small windows of the board is looked up in tables, and the numbers are added up.
//!
//! The number of a window's configuration is itself a sum over the pieces in it, a digit times a power of the states
//! of a cell, so that the accumulator keeps the numbers of all windows along the path.

use crate::QuantiseError;
use crate::accumulator::{Accumulator, CHUNK, Rows};
use crate::windows::{Family, MOST_WINDOWS, Tuple, TupleLimits, configurations, families, own_symmetries};
use plybook_kernel::{PlaneLayout, Score};

/// Weights of a logit, where they are small enough for that.
const LOGIT: f64 = 1024.0;
/// Bits behind the point of the factor.
const FACTOR_BITS: u32 = 32;
/// What is added so that the shift rounds.
const HALF: i64 = 1 << (FACTOR_BITS - 1);
/// The largest factor, so that the value's product fits 64 bits.
pub(crate) const MOST_FACTOR: i64 = 1 << 36;
/// Most weights of a specification.
const MOST_WEIGHTS: usize = 1 << 23;

/// A window with what is needed to look it up.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Placed {
    cells: Vec<u8>,
    family: usize,
    /// Where its table begins among the weights of a phase.
    offset: usize,
}

/// Which windows there are and which share a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleSpec {
    /// The windows by kind.
    pub families: Vec<Family>,
    /// Phases with weights of their own.
    pub phases: usize,
    /// Phases that the game tells apart.
    pub game_phases: usize,
    placed: Vec<Placed>,
    /// By configuration of a phase: the first of those that a symmetry makes equal to it.
    same: Vec<u32>,
}

impl TupleSpec {
    /// The windows that a board's shape offers within the limits; `None` if not one fits.
    #[must_use]
    pub fn from_layout(
        layout: &PlaneLayout,
        phases: usize,
        game_phases: usize,
        limits: &TupleLimits,
    ) -> Option<TupleSpec> {
        let game_phases = game_phases.max(1);
        let phases = phases.clamp(1, game_phases);
        TupleSpec::new(layout, families(layout, phases, limits), phases, game_phases)
    }

    /// The specification with these windows; `None` if they do not fit the board, or are none or too many.
    #[must_use]
    pub fn new(
        layout: &PlaneLayout,
        families: Vec<Family>,
        phases: usize,
        game_phases: usize,
    ) -> Option<TupleSpec> {
        let windows: usize = families.iter().map(Family::windows).sum();
        let each: usize = families.iter().map(Family::configurations).sum::<Option<usize>>()?;
        let sound = (1..=MOST_WINDOWS).contains(&windows)
            && (1..=game_phases).contains(&phases)
            && (each + 1).checked_mul(phases).is_some_and(|weights| weights <= MOST_WEIGHTS)
            && families.iter().all(|family| is_sound(layout, family));
        if !sound {
            return None;
        }
        let mut placed = Vec::new();
        let mut same = Vec::with_capacity(each + 1);
        for (number, family) in families.iter().enumerate() {
            for table in &family.tables {
                let offset = same.len();
                placed.extend(table.iter().map(|window| Placed {
                    cells: window.0.clone(),
                    family: number,
                    offset,
                }));
                tie(layout, &table[0], family.states(), offset, &mut same);
            }
        }
        same.push(same.len() as u32);
        Some(TupleSpec { families, phases, game_phases, placed, same })
    }

    /// Weights in one phase: the tables one after another, and a last one that is always added.
    #[must_use]
    pub fn weights_per_phase(&self) -> usize {
        self.same.len()
    }

    /// Weights in all phases.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.phases * self.weights_per_phase()
    }

    /// The phase of the tables for a phase of the game.
    #[must_use]
    pub const fn phase(&self, game_phase: usize) -> usize {
        let phase = game_phase * self.phases / self.game_phases;
        if phase < self.phases { phase } else { self.phases - 1 }
    }

    /// Appends the numbers of the weights whose sum is the logit of a position: `planes` as the player to move sees
    /// them, and the game's phase. Configurations that are the same but for a symmetry of their window share a number.
    pub fn indices(&self, planes: &[u64], game_phase: usize, out: &mut Vec<u32>) {
        let base = self.phase(game_phase) * self.weights_per_phase();
        let mut on = [usize::MAX; u64::BITS as usize];
        for (plane, &cells) in planes.iter().enumerate() {
            let mut rest = cells;
            while rest != 0 {
                on[rest.trailing_zeros() as usize] = plane;
                rest &= rest - 1;
            }
        }
        for Placed { cells, family, offset } in &self.placed {
            let family = &self.families[*family];
            let states = family.states();
            let digit =
                |cell: &u8| family.digits.get(on[usize::from(*cell)]).map_or(0, |&digit| usize::from(digit));
            let number = cells.iter().rev().fold(0, |number, cell| number * states + digit(cell));
            out.push(base as u32 + self.same[offset + number]);
        }
        out.push((base + self.weights_per_phase() - 1) as u32);
    }
}

/// Whether a family fits the board: every window has as many different squares as the others of its table.
fn is_sound(layout: &PlaneLayout, family: &Family) -> bool {
    let fits = |table: &Vec<Tuple>| {
        let cells = table.first().map_or(0, |window| window.0.len());
        cells > 0
            && table.iter().all(|Tuple(window)| {
                let set = window.iter().try_fold(0u64, |set, &cell| {
                    let bit = 1u64.checked_shl(cell.into())?;
                    (set & bit == 0 && layout.squares & bit != 0).then_some(set | bit)
                });
                window.len() == cells && set.is_some()
            })
    };
    family.digits.len() == layout.planes() && family.states() > 1 && family.tables.iter().all(fits)
}

/// Appends for every configuration of a table the first one that is the same but for a symmetry of the window.
fn tie(layout: &PlaneLayout, window: &Tuple, states: usize, offset: usize, same: &mut Vec<u32>) {
    let orders = own_symmetries(layout, window);
    let cells = window.0.len();
    let count = configurations(states, cells).unwrap_or(0);
    let mut digits = vec![0; cells];
    for number in 0..count {
        let mut rest = number;
        for digit in &mut digits {
            *digit = rest % states;
            rest /= states;
        }
        let image =
            |order: &Vec<usize>| order.iter().rev().fold(0, |all, &place| all * states + digits[place]);
        let first = orders.iter().map(image).min().unwrap_or(number);
        same.push((offset + first) as u32);
    }
}

/// Tables of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuples {
    pub(crate) spec: TupleSpec,
    /// What the sum of the weights is multiplied with, divided by two to the power of `FACTOR_BITS`.
    pub(crate) factor: i64,
    /// Phase after phase, as the specification numbers them.
    pub(crate) weights: Vec<i16>,
    rows: Rows,
    /// Where each window's table begins.
    offsets: Vec<u32>,
}

impl Tuples {
    /// Tuples from their integers; `None` if their number does not fit the specification.
    pub(crate) fn new(
        layout: &PlaneLayout,
        spec: TupleSpec,
        factor: i64,
        weights: Vec<i16>,
    ) -> Option<Tuples> {
        if weights.len() != spec.weights() || !(1..=MOST_FACTOR).contains(&factor) {
            return None;
        }
        let width = spec.placed.len().next_multiple_of(CHUNK);
        let mut numbers = vec![0i16; layout.features() * width];
        for (lane, Placed { cells, family, .. }) in spec.placed.iter().enumerate() {
            let family = &spec.families[*family];
            for (place, &cell) in cells.iter().enumerate() {
                let power = family.states().pow(place as u32);
                for (plane, &digit) in family.digits.iter().enumerate() {
                    let feature = plane * layout.cells() + usize::from(cell);
                    numbers[feature * width + lane] = (usize::from(digit) * power) as u16 as i16;
                }
            }
        }
        let bias = vec![0; width];
        let rows = Rows::new(layout, width, &bias, |feature| &numbers[feature * width..][..width]);
        let offsets = spec.placed.iter().map(|placed| placed.offset as u32).collect();
        Some(Tuples { spec, factor, weights, rows, offsets })
    }

    /// The integers of floating weights, which are logits. Configurations that share a weight by symmetry all get it.
    /// `points_per_logit` says how many points a logit is worth.
    ///
    /// # Errors
    /// The weights are not as many as the specification says, or are no finite numbers.
    pub fn quantise(
        layout: &PlaneLayout,
        spec: &TupleSpec,
        weights: &[f32],
        points_per_logit: f32,
    ) -> Result<Tuples, QuantiseError> {
        if weights.len() != spec.weights() {
            return Err(QuantiseError::Shape(spec.weights(), weights.len()));
        }
        let usable = points_per_logit.is_normal() && points_per_logit > 0.0;
        if !usable || !weights.iter().all(|weight| weight.is_finite()) {
            return Err(QuantiseError::NotFinite);
        }
        let largest = weights.iter().fold(0.0f64, |most, &weight| most.max(f64::from(weight).abs()));
        let unit = LOGIT.min(f64::from(i16::MAX) / largest.max(f64::MIN_POSITIVE));
        let factor = 100.0 * f64::from(points_per_logit) / unit * (1i64 << FACTOR_BITS) as f64;
        let too_large = QuantiseError::TooLarge((largest * 1000.0) as u64);
        if factor.round() > MOST_FACTOR as f64 {
            return Err(too_large);
        }
        let shared = |phase: &[f32]| -> Vec<i16> {
            spec.same.iter().map(|&first| (f64::from(phase[first as usize]) * unit).round() as i16).collect()
        };
        let integers = weights.chunks(spec.weights_per_phase()).flat_map(shared).collect();
        let factor = factor.round().max(1.0) as i64;
        Tuples::new(layout, spec.clone(), factor, integers).ok_or(too_large)
    }

    /// Which windows there are.
    #[must_use]
    pub const fn spec(&self) -> &TupleSpec {
        &self.spec
    }

    #[inline]
    pub(crate) const fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The weights of a phase.
    #[inline]
    fn phase(&self, game_phase: usize) -> &[i16] {
        let each = self.spec.weights_per_phase();
        &self.weights[self.spec.phase(game_phase) * each..][..each]
    }

    /// What a sum of weights is worth, in hundredths of a point.
    #[inline]
    fn hundredths(&self, sum: i32) -> i32 {
        ((i64::from(sum) * self.factor + HALF) >> FACTOR_BITS) as i32
    }

    /// The value for a player to move, in hundredths of a point.
    #[inline]
    pub(crate) fn evaluate(&self, accumulator: &Accumulator, mover: usize, game_phase: usize) -> Score {
        let weights = self.phase(game_phase);
        let numbers = accumulator.view(mover, self.rows.width());
        let mut sum = weights.last().map_or(0, |&bias| i32::from(bias));
        for (&number, &offset) in numbers.iter().zip(&self.offsets) {
            let place = offset as usize + usize::from(number as u16);
            sum += weights.get(place).map_or(0, |&weight| i32::from(weight));
        }
        Score::evaluation(self.hundredths(sum))
    }

    /// What each family adds to the value, and last what is always added, in hundredths of a point. The last number
    /// also has what was lost by rounding, so that the sum is the value.
    pub(crate) fn contributions(
        &self,
        accumulator: &Accumulator,
        mover: usize,
        game_phase: usize,
    ) -> Vec<i32> {
        let weights = self.phase(game_phase);
        let numbers = accumulator.view(mover, self.rows.width());
        let mut sums = vec![0i32; self.spec.families.len()];
        for (&number, placed) in numbers.iter().zip(&self.spec.placed) {
            let place = placed.offset + usize::from(number as u16);
            sums[placed.family] += weights.get(place).map_or(0, |&weight| i32::from(weight));
        }
        let mut values: Vec<i32> = sums.into_iter().map(|sum| self.hundredths(sum)).collect();
        let rest = self.evaluate(accumulator, mover, game_phase).raw() - values.iter().sum::<i32>();
        values.push(rest);
        values
    }
}
