//! Simultaneous perturbation stochastic approximation (Spall 1992): the maximum of a function of many numbers that is only
//! known by noisy comparisons. Every step compares two points that differ in all numbers at once, whatever their number is.

use plybook_format::Seal;
use plybook_kernel::{Random, zobrist::scramble};

/// How far the first comparison goes to either side, as a share of a number's range: as much as shows in a few games.
const REACH: f64 = 0.15;
/// The share of its range by which a number moves at the first step if one side wins everything.
const FIRST_STEP: f64 = 0.1;
/// The part of all steps after which the length of a step begins to fall noticeably: Spall's advice.
const STABILITY: f64 = 0.1;
/// The part of all steps at the end whose points' mean is the result, which evens out what chance did to the last ones.
const MEAN_OF: u32 = 2;
/// How far apart the seeds of successive steps lie.
const SEED_STEP: u64 = 0x9e6c_63d0_876a_68de;
/// The kind of file that a climb is kept in.
const KIND: &[u8; 8] = b"plybkSPS";

/// Compares two points in a step: how much better the first did, from -1 to 1. `None` stops the climb.
type Compare<'a> = dyn FnMut(u32, &[f64], &[f64]) -> Option<f64> + 'a;

/// A climb of so many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spsa {
    /// Steps in all.
    pub steps: u32,
    /// Decides the directions.
    pub seed: u64,
}

/// Where a climb stands: all numbers as shares of their ranges, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaState {
    /// Steps done.
    pub step: u32,
    /// The present point.
    pub at: Vec<f64>,
    /// The sum of the points whose mean is the result.
    sum: Vec<f64>,
}

impl SpsaState {
    /// The beginning.
    #[must_use]
    pub fn new(at: Vec<f64>) -> SpsaState {
        SpsaState { step: 0, sum: vec![0.0; at.len()], at }
    }

    /// The state as a file for a game and settings that the fingerprint stands for.
    #[must_use]
    pub fn write(&self, game: &str, fingerprint: u64) -> Vec<u8> {
        let mut bytes = self.step.to_le_bytes().to_vec();
        self.at.iter().chain(&self.sum).for_each(|number| bytes.extend(number.to_le_bytes()));
        Seal { kind: KIND, game, fingerprint }.write(&bytes)
    }

    /// What `write` wrote, of so many numbers.
    ///
    /// # Errors
    /// The file is damaged, of another game or of other settings.
    pub fn read(game: &str, fingerprint: u64, numbers: usize, bytes: &[u8]) -> Result<SpsaState, String> {
        let contents =
            Seal { kind: KIND, game, fingerprint }.read(bytes).map_err(|error| error.to_string())?;
        let other = || "it is of other margins".to_owned();
        let (step, rest) = contents.split_first_chunk().ok_or_else(other)?;
        let (chunks, []) = rest.as_chunks::<8>() else { return Err(other()) };
        let read: Vec<f64> = chunks.iter().map(|&chunk| f64::from_le_bytes(chunk)).collect();
        if read.len() != 2 * numbers || !read.iter().all(|number| number.is_finite()) {
            return Err(other());
        }
        let (at, sum) = read.split_at(numbers);
        Ok(SpsaState { step: u32::from_le_bytes(*step), at: at.to_vec(), sum: sum.to_vec() })
    }
}

impl Spsa {
    /// Climbs from where the state says to the last step, and gives the mean of the last points. `compare` says how much
    /// better the first point did than the second, from -1 to 1; it is given the number of the step. `done` is told of every
    /// step. `None` if `compare` was told to stop, or `done` failed with the given error.
    ///
    /// # Errors
    /// Those of `done`.
    pub fn climb<F>(
        &self,
        state: &mut SpsaState,
        compare: &mut Compare<'_>,
        done: &mut dyn FnMut(&SpsaState) -> Result<(), F>,
    ) -> Result<Option<Vec<f64>>, F> {
        while state.step < self.steps {
            let step = state.step;
            let [reach, length] = self.gains(step);
            let mut random = Random::new(scramble(self.seed ^ u64::from(step).wrapping_mul(SEED_STEP)));
            let signs: Vec<f64> = state.at.iter().map(|_| [-1.0, 1.0][random.below(2)]).collect();
            let moved = |by: f64| -> Vec<f64> {
                let pairs = state.at.iter().zip(&signs);
                pairs.map(|(at, sign)| (at + by * sign).clamp(0.0, 1.0)).collect()
            };
            let Some(result) = compare(step, &moved(reach), &moved(-reach)) else { return Ok(None) };
            state.at = moved(length * result);
            state.step += 1;
            if state.step > self.steps - self.averaged() {
                state.sum.iter_mut().zip(&state.at).for_each(|(sum, at)| *sum += at);
            }
            done(state)?;
        }
        let count = f64::from(self.averaged().max(1));
        let mean = || state.sum.iter().map(|sum| sum / count).collect();
        Ok(Some(if self.steps == 0 { state.at.clone() } else { mean() }))
    }

    /// The steps whose points' mean is the result.
    fn averaged(&self) -> u32 {
        self.steps.div_ceil(MEAN_OF)
    }

    /// How far a step's comparison goes to either side, and how far a step goes whose comparison was won completely.
    ///
    /// Spall's sequences, `c / (k + 1)^gamma` and `a / (A + k + 1)^alpha` divided by twice the former, with `alpha` 3/4 and
    /// `gamma` 1/8: they meet the conditions for convergence, `alpha - gamma > 1/2` and `3 gamma - alpha / 2 >= 0`, and
    /// powers of halves are square roots, which are exact on every machine.
    fn gains(&self, step: u32) -> [f64; 2] {
        let later = f64::from(step) + 1.0;
        let wait = STABILITY * f64::from(self.steps);
        let ratio = (wait + 1.0) / (wait + later);
        let eighth = later.sqrt().sqrt().sqrt();
        let three_quarters = ratio.sqrt() * ratio.sqrt().sqrt();
        [REACH / eighth, FIRST_STEP * three_quarters * eighth]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::thread;

    const SPSA: Spsa = Spsa { steps: 400, seed: 5 };
    const PEAK: [f64; 4] = [0.2, 0.5, 0.7, 0.9];
    /// Comparisons of a step that threads share out among themselves.
    const SHARED: u32 = 6;

    /// How much higher one point lies than another on a hill, with as much noise as a game has.
    fn game(number: u32, plus: &[f64], minus: &[f64]) -> f64 {
        let height =
            |at: &[f64]| -at.iter().zip(PEAK).map(|(at, peak)| (at - peak) * (at - peak)).sum::<f64>();
        let chance = (height(plus) - height(minus)).clamp(-1.0, 1.0);
        let drawn = Random::new(scramble(u64::from(number))).below(1_000_000) as f64 / 500_000.0 - 1.0;
        if drawn < chance { 1.0 } else { -1.0 }
    }

    fn climb(spsa: Spsa, threads: u32, state: &mut SpsaState, until: u32) -> Option<Vec<f64>> {
        let compare = |step: u32, plus: &[f64], minus: &[f64]| {
            let sum = Mutex::new(0.0);
            thread::scope(|scope| {
                for one in 0..threads {
                    let sum = &sum;
                    scope.spawn(move || {
                        for number in (one..SHARED).step_by(threads as usize) {
                            *sum.lock().unwrap() += game(step * SHARED + number, plus, minus);
                        }
                    });
                }
            });
            let sum = *sum.lock().unwrap();
            (step < until).then_some(sum / f64::from(SHARED))
        };
        spsa.climb(state, &mut { compare }, &mut |_| Ok::<_, ()>(())).unwrap()
    }

    fn begin() -> SpsaState {
        SpsaState::new(vec![0.5; PEAK.len()])
    }

    #[test]
    fn the_top_of_a_noisy_hill_is_found() {
        let found = climb(SPSA, 1, &mut begin(), u32::MAX).unwrap();
        for (at, peak) in found.iter().zip(PEAK) {
            assert!((at - peak).abs() < 0.1, "{found:?}");
        }
        assert_eq!(climb(Spsa { steps: 0, ..SPSA }, 1, &mut begin(), u32::MAX), Some(vec![0.5; 4]));
    }

    #[test]
    fn threads_change_nothing_and_a_climb_goes_on_where_it_stopped() {
        let whole = climb(SPSA, 1, &mut begin(), u32::MAX);
        assert_eq!(whole, climb(SPSA, 3, &mut begin(), u32::MAX));
        assert_ne!(whole, climb(Spsa { seed: 6, ..SPSA }, 1, &mut begin(), u32::MAX));
        let mut state = begin();
        assert_eq!(climb(SPSA, 1, &mut state, 250), None);
        let kept = state.write("nim", 9);
        let mut read = SpsaState::read("nim", 9, 4, &kept).unwrap();
        assert_eq!((&read, read.step), (&state, 250));
        assert_eq!(climb(SPSA, 1, &mut read, u32::MAX), whole);
        for (game, fingerprint, numbers) in [("nim", 8, 4), ("chess", 9, 4), ("nim", 9, 5)] {
            assert!(SpsaState::read(game, fingerprint, numbers, &kept).is_err());
        }
    }
}
