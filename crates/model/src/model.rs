//! A learnt evaluation of one of the two families.

use crate::accumulator::{Accumulator, Rows};
use crate::{Net, Tuples};
use plybook_kernel::Score;

/// A learnt evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// A net with one hidden layer.
    Net(Net),
    /// Tables of what stands in windows of the board.
    Tuples(Tuples),
}

impl Model {
    #[inline]
    pub(crate) const fn rows(&self) -> &Rows {
        match self {
            Model::Net(net) => net.rows(),
            Model::Tuples(tuples) => tuples.rows(),
        }
    }

    /// The sums of planes as the first player sees them.
    #[must_use]
    pub fn accumulate(&self, planes: &[u64]) -> Accumulator {
        self.rows().fresh(planes)
    }

    /// Makes the sums of other planes from those of `from`. `planes` writes them, as the first player sees them; `to` may
    /// be any accumulator of this model.
    #[inline]
    pub fn update(&self, from: &Accumulator, planes: impl FnOnce(&mut [u64]), to: &mut Accumulator) {
        self.rows().update(from, planes, to);
    }

    /// The value for a player to move, number 0 or 1, in a phase of the game.
    #[inline]
    #[must_use]
    pub fn evaluate(&self, accumulator: &Accumulator, mover: usize, game_phase: usize) -> Score {
        match self {
            Model::Net(net) => net.evaluate(accumulator, mover & 1, game_phase),
            Model::Tuples(tuples) => tuples.evaluate(accumulator, mover & 1, game_phase),
        }
    }

    /// What kind of model it is and how large, in a few words.
    #[must_use]
    pub fn shape(&self) -> String {
        match self {
            Model::Net(net) => {
                let spec = net.spec();
                format!(
                    "net of {} features, {} sums for each view, {} phases",
                    spec.features, spec.hidden, spec.phases
                )
            }
            Model::Tuples(tuples) => {
                let spec = tuples.spec();
                let windows: usize = spec.families.iter().map(crate::Family::windows).sum();
                format!("{windows} windows with {} weights in {} phases", spec.weights(), spec.phases)
            }
        }
    }
}
