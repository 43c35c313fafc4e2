//! The first layer of every model: sums of a row of numbers for each piece on the board, kept for both players' views.

use plybook_kernel::{PlaneLayout, planes::MOST_PLANES};

/// Lanes of a view are a multiple of so many, which vector registers take without a rest.
pub(crate) const CHUNK: usize = 16;
/// Most lanes of an accumulator, both views together.
pub const MOST_LANES: usize = 256;
/// Changed features that are applied in one pass over the lanes.
const BATCH: usize = 32;

/// The sums for a position: those of the first player's view, then those of the second's; and the planes that they
/// were made from, as the first player sees them.
#[derive(Clone)]
pub struct Accumulator {
    planes: [u64; MOST_PLANES],
    lanes: [i16; MOST_LANES],
}

impl Accumulator {
    /// The sums of one view, so many of them: number 0 is the first player's.
    #[inline]
    pub(crate) fn view(&self, player: usize, width: usize) -> &[i16] {
        &self.lanes[(player & 1) * width..][..width]
    }
}

/// A row of numbers for every feature, as the first player names them. The first half of a row is added to the first
/// player's sums, the second half, the row of the feature that the second player sees there, to the second's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    /// Lanes of one view: a multiple of `CHUNK`.
    width: usize,
    planes: usize,
    cells: usize,
    /// What both views start from.
    bias: Vec<i16>,
    rows: Vec<i16>,
}

impl Rows {
    /// The rows of a layout's features; `row` gives the numbers of a feature, `width` of them: a multiple of `CHUNK`.
    pub fn new<'a>(
        layout: &PlaneLayout,
        width: usize,
        bias: &[i16],
        row: impl Fn(usize) -> &'a [i16],
    ) -> Rows {
        debug_assert!(width.is_multiple_of(CHUNK) && 2 * width <= MOST_LANES && bias.len() == width);
        let features = 0..layout.features();
        let rows = features.flat_map(|feature| [feature, layout.seen_by_other(feature)]).flat_map(row);
        Rows {
            width,
            planes: layout.planes(),
            cells: layout.cells(),
            bias: bias.repeat(2),
            rows: rows.copied().collect(),
        }
    }

    /// Lanes of one view.
    #[inline]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The sums of a board without pieces.
    fn empty(&self) -> Accumulator {
        let mut lanes = [0; MOST_LANES];
        lanes[..2 * self.width].copy_from_slice(&self.bias);
        Accumulator { planes: [0; MOST_PLANES], lanes }
    }

    /// The sums of planes as the first player sees them.
    pub fn fresh(&self, planes: &[u64]) -> Accumulator {
        let empty = self.empty();
        let mut to = empty.clone();
        self.update(&empty, |out| out.copy_from_slice(planes), &mut to);
        to
    }

    /// Makes the sums of the planes that are written by `planes` from those of other planes: only what differs is added
    /// and taken away.
    #[inline]
    pub fn update(&self, from: &Accumulator, planes: impl FnOnce(&mut [u64]), to: &mut Accumulator) {
        let Accumulator { planes: words, lanes } = to;
        let words = &mut words[..self.planes];
        planes(words);
        let mut changes = Changes::new();
        let mut first = true;
        for (plane, (&before, &after)) in from.planes.iter().zip(&*words).enumerate() {
            let mut different = before ^ after;
            while different != 0 {
                let cell = different.trailing_zeros() as usize;
                different &= different - 1;
                changes.push(plane * self.cells + cell, after >> cell & 1 == 1);
                if changes.is_full() {
                    self.apply(&changes, first.then_some(from), lanes);
                    first = false;
                    changes = Changes::new();
                }
            }
        }
        self.apply(&changes, first.then_some(from), lanes);
    }

    /// The row of a feature.
    #[inline]
    fn row(&self, feature: u16) -> &[i16] {
        let width = 2 * self.width;
        self.rows.get(usize::from(feature) * width..).and_then(|rows| rows.get(..width)).unwrap_or_default()
    }

    /// Adds the rows of the changed features to the lanes, or takes them away. The first time the lanes are those of
    /// another accumulator, which are read instead.
    #[inline]
    fn apply(&self, changes: &Changes, from: Option<&Accumulator>, lanes: &mut [i16]) {
        let lanes = &mut lanes[..2 * self.width];
        let (mut added, mut removed) = (changes.added(), changes.removed());
        // A feature that appears and one that vanishes, as a step of a piece makes, go in one pass with the copy.
        match (from, added, removed) {
            (Some(from), [plus, more @ ..], [minus, less @ ..]) => {
                let rows = self.row(*plus).iter().zip(self.row(*minus));
                for ((lane, before), (plus, minus)) in lanes.iter_mut().zip(&from.lanes).zip(rows) {
                    *lane = before.wrapping_add(*plus).wrapping_sub(*minus);
                }
                (added, removed) = (more, less);
            }
            (Some(from), [plus, more @ ..], []) => {
                for ((lane, before), plus) in lanes.iter_mut().zip(&from.lanes).zip(self.row(*plus)) {
                    *lane = before.wrapping_add(*plus);
                }
                added = more;
            }
            (Some(from), ..) => lanes.copy_from_slice(&from.lanes[..2 * self.width]),
            (None, ..) => {}
        }
        for &plus in added {
            for (lane, plus) in lanes.iter_mut().zip(self.row(plus)) {
                *lane = lane.wrapping_add(*plus);
            }
        }
        for &minus in removed {
            for (lane, minus) in lanes.iter_mut().zip(self.row(minus)) {
                *lane = lane.wrapping_sub(*minus);
            }
        }
    }
}

/// Features that appear and features that vanish.
struct Changes {
    features: [[u16; BATCH]; 2],
    counts: [usize; 2],
}

impl Changes {
    #[inline]
    const fn new() -> Changes {
        Changes { features: [[0; BATCH]; 2], counts: [0; 2] }
    }

    #[inline]
    fn push(&mut self, feature: usize, appears: bool) {
        let kind = usize::from(!appears);
        self.features[kind][self.counts[kind] % BATCH] = feature as u16;
        self.counts[kind] += 1;
    }

    #[inline]
    const fn is_full(&self) -> bool {
        self.counts[0] == BATCH || self.counts[1] == BATCH
    }

    #[inline]
    fn added(&self) -> &[u16] {
        &self.features[0][..self.counts[0]]
    }

    #[inline]
    fn removed(&self) -> &[u16] {
        &self.features[1][..self.counts[1]]
    }
}
