//! A model of either family fitted to positions.

use super::plan::{Time, TrainingStore};
use crate::data::Positions;
use crate::train::{EpochReport, Linear, Network, Schedule, Trainable, Trainer, TrainingError};
use plybook_kernel::PlaneLayout;
use plybook_model::{Model, Net, NetParameters, NetSpec, QuantiseError, TupleLimits, TupleSpec, Tuples};

/// The family of a model and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A net with so many hidden values for each player's view, and output weights for so many phases.
    Net {
        /// Hidden values.
        hidden: usize,
        /// Phases.
        phases: usize,
    },
    /// Tables of windows.
    Tuples {
        /// Most windows.
        windows: usize,
        /// Phases.
        phases: usize,
    },
}

/// The share of epochs at the end in which steps are a tenth as long.
const LAST: f32 = 0.34;
/// How much shorter steps are at the end.
const DROP: f32 = 0.1;
/// How fast a model learns.
#[derive(Clone, Copy)]
struct Pace {
    /// Positions of a batch.
    batch: usize,
    /// The length of a step.
    rate: f32,
    /// What share of their size weights lose, times `rate`.
    decay: f32,
}

/// A net's: small batches make more steps of few positions.
const NET: Pace = Pace { batch: 2048, rate: 0.004, decay: 0.0 };
/// That of tables, whose rare entries must not follow every accident, and whose steps touch a million weights.
const TABLES: Pace = Pace { batch: 8192, rate: 0.003, decay: 0.05 };
/// Most weights of tables.
const TABLE_WEIGHTS: usize = 1_000_000;

/// Where a training of a model is kept and who is told of it.
pub(super) struct Fitting<'a> {
    pub game: &'a str,
    /// Stands for the positions and everything that decides the training.
    pub fingerprint: u64,
    /// The name of its checkpoint.
    pub name: &'a str,
    pub store: &'a dyn TrainingStore,
    pub time: &'a dyn Time,
    pub threads: usize,
    pub epochs: u32,
    /// The seconds left at which learning must be over; `None` without a limit.
    pub until: Option<f64>,
    pub seed: u64,
}

/// Why there is no model.
#[derive(Clone, Debug, PartialEq)]
pub enum FitError {
    Training(TrainingError),
    Quantise(QuantiseError),
    /// The board offers no such shape.
    Shape,
    Store(String),
}

impl Shape {
    /// A net of this size with random weights; for tables a small net.
    pub(super) fn random(
        &self,
        layout: &PlaneLayout,
        game_phases: usize,
        seed: u64,
        scale: f32,
    ) -> Result<Model, FitError> {
        let hidden = if let Shape::Net { hidden, .. } = self { *hidden } else { 16 };
        let spec = NetSpec::new(layout, hidden, 1, game_phases).ok_or(FitError::Shape)?;
        let network = Network {
            features: spec.features,
            hidden,
            buckets: 1,
            targets: &[],
            inputs: |_: usize, _: u64, _: &mut [Vec<u32>; 2]| (),
        };
        net(layout, &spec, &network.first_parameters(seed), scale)
    }

    /// The model that explains the positions, with the report of its last epoch.
    pub(super) fn fit(
        &self,
        layout: &PlaneLayout,
        game_phases: usize,
        positions: &Positions,
        scale: f32,
        fitting: &Fitting<'_>,
        progress: &mut dyn FnMut(EpochReport),
    ) -> Result<(Model, EpochReport), FitError> {
        match *self {
            Shape::Net { hidden, phases } => {
                let spec = NetSpec::new(layout, hidden, phases, game_phases).ok_or(FitError::Shape)?;
                let of_net = |&(phase, target): &(u8, f32)| (spec.phase(phase.into()) as u8, target);
                let targets: Vec<(u8, f32)> = positions.targets.iter().map(of_net).collect();
                let network = Network {
                    features: spec.features,
                    hidden,
                    buckets: spec.phases,
                    targets: &targets,
                    inputs: |position: usize, epoch: u64, out: &mut [Vec<u32>; 2]| {
                        positions.inputs(position, epoch, out);
                    },
                };
                let (parameters, report) = fitting.fit(&network, NET, positions, progress)?;
                Ok((net(layout, &spec, &parameters, scale)?, report))
            }
            Shape::Tuples { windows, phases } => {
                let limits = TupleLimits { windows, weights: TABLE_WEIGHTS, ..TupleLimits::default() };
                let spec =
                    TupleSpec::from_layout(layout, phases, game_phases, &limits).ok_or(FitError::Shape)?;
                let linear = Linear {
                    entries: spec.weights(),
                    targets: &positions.targets,
                    inputs: |position: usize, out: &mut Vec<u32>| {
                        out.clear();
                        let phase = positions.targets[position].0;
                        spec.indices(positions.planes(position), phase.into(), out);
                    },
                };
                let (parameters, report) = fitting.fit(&linear, TABLES, positions, progress)?;
                let points = scale / plybook_kernel::Score::POINT as f32;
                let tuples =
                    Tuples::quantise(layout, &spec, &parameters, points).map_err(FitError::Quantise)?;
                Ok((Model::Tuples(tuples), report))
            }
        }
    }
}

/// A net of integers from the trainer's parameters.
fn net(layout: &PlaneLayout, spec: &NetSpec, parameters: &[f32], scale: f32) -> Result<Model, FitError> {
    let (input, rest) = parameters.split_at(spec.features * spec.hidden);
    let (bias, rest) = rest.split_at(spec.hidden);
    let (output, output_bias) = rest.split_at(spec.phases * 2 * spec.hidden);
    let parts = [input, bias, output, output_bias].map(<[f32]>::to_vec);
    let [input, bias, output, output_bias] = parts;
    let parameters = NetParameters { input, bias, output, output_bias };
    let points = scale / plybook_kernel::Score::POINT as f32;
    Net::quantise(layout, spec, &parameters, points).map(Model::Net).map_err(FitError::Quantise)
}

impl Fitting<'_> {
    /// Trains to the end, from the checkpoint if there is one.
    fn fit(
        &self,
        model: &impl Trainable,
        Pace { batch, rate, decay }: Pace,
        positions: &Positions,
        progress: &mut dyn FnMut(EpochReport),
    ) -> Result<(Vec<f32>, EpochReport), FitError> {
        let schedule =
            Schedule { epochs: self.epochs, batch, rate, last: LAST, drop: DROP, decay, seed: self.seed };
        let kept = self.store.read(self.name).map_err(FitError::Store)?;
        let resumed =
            kept.and_then(|bytes| Trainer::resume(self.game, self.fingerprint, &bytes, schedule).ok());
        let mut trainer = resumed.unwrap_or_else(|| Trainer::new(model, schedule));
        let halves = [&positions.learning[..], &positions.held_out[..]];
        while !trainer.is_done() {
            let before = self.time.left();
            let stopped = || self.time.stopped();
            let report = trainer
                .epoch(model, halves, self.threads, &stopped, &mut |_| ())
                .map_err(FitError::Training)?;
            progress(report);
            let checkpoint = trainer.checkpoint(self.game, self.fingerprint);
            self.store.write(self.name, &checkpoint.0).map_err(FitError::Store)?;
            if let (Some(before), Some(after), Some(until)) = (before, self.time.left(), self.until) {
                // As many more epochs as there is time for, so that the last ones take shorter steps.
                let more = ((after - until) / (before - after).max(1e-3)).floor().max(0.0);
                trainer.end_after(report.epoch + more.min(f64::from(self.epochs)) as u32);
            }
        }
        match trainer.reports.last().copied() {
            Some(report) => Ok((trainer.parameters, report)),
            None => Err(FitError::Training(TrainingError::NoPositions)),
        }
    }
}
