//! The loop over epochs and batches, for anything that has parameters and a gradient.

use super::adam::{Adam, Step};
use plybook_format::{Seal, SealError};
use plybook_kernel::Random;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The kind of file that a checkpoint is.
const KIND: &[u8; 8] = b"plybkTRN";
/// How far apart the seeds of successive epochs lie.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// Held-out positions whose loss one call sums: a fixed number, so that the sum does not depend on threads.
const LOSS_PART: usize = 1 << 14;

/// A model whose parameters can be fitted to positions.
pub trait Trainable: Sync {
    /// How many parameters there are.
    fn parameters(&self) -> usize;
    /// How many positions there are, those held out included.
    fn positions(&self) -> usize;
    /// Into how many parts a batch is cut; the same for any number of threads.
    fn shards(&self) -> usize;
    /// The largest size that a parameter may have.
    fn limit(&self) -> f32;
    /// The parameters that training begins with.
    fn first_parameters(&self, seed: u64) -> Vec<f32>;
    /// Adds the gradient of the loss over some positions, and returns the loss. The epoch chooses the image of a position
    /// that is looked at, where a model does not see images alike.
    fn gradient(&self, parameters: &[f32], positions: &[u32], epoch: u64, gradient: &mut [f32]) -> f64;
    /// The loss summed over some positions.
    fn loss(&self, parameters: &[f32], positions: &[u32]) -> f64;
}

/// How long and how fast a model learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Passes over all positions.
    pub epochs: u32,
    /// Positions of a batch.
    pub batch: usize,
    /// The length of a step.
    pub rate: f32,
    /// The share of epochs at the end in which steps are shorter.
    pub last: f32,
    /// How much shorter they are then.
    pub drop: f32,
    /// What share of its value a parameter loses in a step, times the step's length.
    pub decay: f32,
    /// Decides the order of positions and the first parameters.
    pub seed: u64,
}

impl Schedule {
    /// The length of a step in an epoch.
    fn rate(&self, epoch: u32) -> f32 {
        let late = epoch as f32 >= self.epochs as f32 * (1.0 - self.last);
        if late && epoch > 0 { self.rate * self.drop } else { self.rate }
    }
}

/// What an epoch came to: mean losses in nats for each position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochReport {
    /// The epochs so far.
    pub epoch: u32,
    /// While learning, on the positions learnt from.
    pub loss: f64,
    /// After the epoch, on those held out; not a number if there are none.
    pub held_out: f64,
}

/// Why a training ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingError {
    /// A parameter or a loss is no longer a finite number, in this epoch.
    NotFinite(u32),
    /// It was told to stop in the middle of this epoch.
    Stopped(u32),
    /// There is nothing to learn from.
    NoPositions,
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingError::NotFinite(epoch) => {
                write!(f, "a value is no longer finite in epoch {}: take a shorter step", epoch + 1)
            }
            TrainingError::Stopped(epoch) => write!(f, "it was stopped in epoch {}", epoch + 1),
            TrainingError::NoPositions => f.write_str("there are no positions to learn from"),
        }
    }
}

impl std::error::Error for TrainingError {}

/// A training between two epochs, as the contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint(pub Vec<u8>);

/// A model in training.
pub struct Trainer {
    /// The parameters as they are now.
    pub parameters: Vec<f32>,
    /// The epochs so far, each with its report.
    pub reports: Vec<EpochReport>,
    adam: Adam,
    schedule: Schedule,
}

impl Trainer {
    /// The training of a model from its first parameters on.
    #[must_use]
    pub fn new(model: &impl Trainable, schedule: Schedule) -> Trainer {
        Trainer::from_parameters(model.first_parameters(schedule.seed), schedule)
    }

    /// The training of a model that has parameters already.
    #[must_use]
    pub fn from_parameters(parameters: Vec<f32>, schedule: Schedule) -> Trainer {
        Trainer { adam: Adam::new(parameters.len()), parameters, reports: Vec::new(), schedule }
    }

    /// Whether all epochs are over.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.reports.len() >= self.schedule.epochs as usize
    }

    /// Ends the training after so many epochs, if the schedule has not less.
    pub fn end_after(&mut self, epochs: u32) {
        self.schedule.epochs = self.schedule.epochs.min(epochs);
    }

    /// One pass over the positions of `learning`, and the loss on those of `held_out`.
    ///
    /// # Errors
    /// There are no positions, a value is no longer finite, or `stop` said so. Then the trainer must not be used again but
    /// for what its last checkpoint gives.
    pub fn epoch(
        &mut self,
        model: &impl Trainable,
        [learning, held_out]: [&[u32]; 2],
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
        progress: &mut dyn FnMut(usize),
    ) -> Result<EpochReport, TrainingError> {
        let epoch = self.reports.len() as u32;
        if learning.is_empty() {
            return Err(TrainingError::NoPositions);
        }
        let order = shuffled(learning, self.schedule.seed ^ u64::from(epoch + 1).wrapping_mul(SEED_STEP));
        let step = Step { rate: self.schedule.rate(epoch), decay: self.schedule.decay, limit: model.limit() };
        let shards = model.shards();
        let buffers: Vec<Mutex<Vec<f32>>> = (0..shards).map(|_| Mutex::default()).collect();
        let mut sum = 0.0;
        for (number, batch) in order.chunks(self.schedule.batch.max(1)).enumerate() {
            if stop() {
                return Err(TrainingError::Stopped(epoch));
            }
            let size = batch.len().div_ceil(shards);
            let parts: Vec<&[u32]> = batch.chunks(size).collect();
            let losses = in_parallel(parts.len(), threads, &|part| {
                let mut gradient = buffers[part].lock().unwrap_or_else(PoisonError::into_inner);
                gradient.clear();
                gradient.resize(self.parameters.len(), 0.0);
                model.gradient(&self.parameters, parts[part], epoch.into(), &mut gradient)
            });
            sum += losses.iter().sum::<f64>();
            let whole = add_in_order(&buffers[..parts.len()], 1.0 / batch.len() as f32);
            self.adam.step(&mut self.parameters, &whole, step);
            progress((number * self.schedule.batch + batch.len()).min(order.len()));
        }
        let parts: Vec<&[u32]> = held_out.chunks(LOSS_PART).collect();
        let losses = in_parallel(parts.len(), threads, &|part| model.loss(&self.parameters, parts[part]));
        let report = EpochReport {
            epoch: epoch + 1,
            loss: sum / order.len() as f64,
            held_out: losses.iter().sum::<f64>() / held_out.len() as f64,
        };
        if !report.loss.is_finite() || !self.parameters.iter().all(|parameter| parameter.is_finite()) {
            return Err(TrainingError::NotFinite(epoch));
        }
        self.reports.push(report);
        Ok(report)
    }

    /// What a file must keep so that the training can go on. The fingerprint stands for the model and its positions.
    #[must_use]
    pub fn checkpoint(&self, game: &str, fingerprint: u64) -> Checkpoint {
        let mut bytes = Vec::new();
        bytes.extend((self.parameters.len() as u64).to_le_bytes());
        bytes.extend((self.reports.len() as u64).to_le_bytes());
        for report in &self.reports {
            bytes.extend(report.loss.to_le_bytes());
            bytes.extend(report.held_out.to_le_bytes());
        }
        let numbers = self.adam.left.iter().chain(&self.parameters).chain(&self.adam.mean);
        numbers.chain(&self.adam.square).for_each(|number| bytes.extend(number.to_le_bytes()));
        Checkpoint(Seal { kind: KIND, game, fingerprint }.write(&bytes))
    }

    /// The training that a checkpoint kept, to go on by the same schedule.
    ///
    /// # Errors
    /// The bytes are damaged, or of another game, model or training.
    pub fn resume(
        game: &str,
        fingerprint: u64,
        bytes: &[u8],
        schedule: Schedule,
    ) -> Result<Trainer, SealError> {
        let contents = Seal { kind: KIND, game, fingerprint }.read(bytes)?;
        Trainer::from_contents(contents, schedule).ok_or(SealError::Damaged)
    }

    fn from_contents(contents: &[u8], schedule: Schedule) -> Option<Trainer> {
        let (words, rest) = contents.split_at_checked(16)?;
        let word = |place: usize| Some(u64::from_le_bytes(words.get(place..place + 8)?.try_into().ok()?));
        let parameters = usize::try_from(word(0)?).ok()?;
        let epochs = usize::try_from(word(8)?).ok()?;
        let (reports, rest) = rest.split_at_checked(epochs.checked_mul(16)?)?;
        let (pairs, _) = reports.as_chunks::<8>();
        let losses: Vec<f64> = pairs.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
        let report = |(epoch, pair): (usize, &[f64])| EpochReport {
            epoch: epoch as u32 + 1,
            loss: pair[0],
            held_out: pair[1],
        };
        let reports = losses.chunks_exact(2).enumerate().map(report).collect();
        let (quads, rest) = rest.as_chunks::<4>();
        if !rest.is_empty() || quads.len() != parameters.checked_mul(3)?.checked_add(2)? {
            return None;
        }
        let numbers: Vec<f32> = quads.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let (left, numbers) = numbers.split_first_chunk()?;
        let mut parts = numbers.chunks(parameters.max(1)).map(<[f32]>::to_vec);
        let (own, mean, square) = (parts.next()?, parts.next()?, parts.next()?);
        let adam = Adam { mean, square, left: *left };
        Some(Trainer { parameters: own, reports, adam, schedule })
    }
}

/// The positions in an order drawn by a seed.
fn shuffled(positions: &[u32], seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let mut order = positions.to_vec();
    for place in (1..order.len()).rev() {
        order.swap(place, random.below(place + 1));
    }
    order
}

/// Does something for each part, by several threads; the answers in the order of the parts.
fn in_parallel(parts: usize, threads: usize, each: &(dyn Fn(usize) -> f64 + Sync)) -> Vec<f64> {
    if threads <= 1 {
        return (0..parts).map(each).collect();
    }
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<f64>> = (0..parts).map(|_| Mutex::new(0.0)).collect();
    thread::scope(|scope| {
        for _ in 0..threads.min(parts) {
            scope.spawn(|| {
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    let Some(answer) = answers.get(part) else { return };
                    *answer.lock().unwrap_or_else(PoisonError::into_inner) = each(part);
                }
            });
        }
    });
    answers.into_iter().map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// The sum of the shards' gradients, from the first to the last, times a factor.
fn add_in_order(buffers: &[Mutex<Vec<f32>>], factor: f32) -> Vec<f32> {
    let mut whole: Vec<f32> = Vec::new();
    for buffer in buffers {
        let buffer = buffer.lock().unwrap_or_else(PoisonError::into_inner);
        if whole.is_empty() {
            whole.extend_from_slice(&buffer);
        } else {
            whole.iter_mut().zip(&*buffer).for_each(|(sum, part)| *sum += part);
        }
    }
    whole.iter_mut().for_each(|sum| *sum *= factor);
    whole
}
