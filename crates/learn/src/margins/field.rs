//! The places of the numbers of margins, in the order of `MARGIN_FIELDS`.

pub(super) const REVERSE_FUTILITY: usize = 0;
pub(super) const RAZORING: usize = 1;
pub(super) const FUTILITY_ONCE: usize = 2;
pub(super) const FUTILITY_PLY: usize = 3;
pub(super) const DELTA: usize = 4;
pub(super) const EXCHANGE: usize = 5;
pub(super) const SINGULAR: usize = 6;
pub(super) const LATE_MOVES: usize = 7;
pub(super) const NULL_MOVE: usize = 8;
