//! Two counts of plies that must not be mixed up: how many are left to search, and how many lie above.

use std::fmt;
use std::ops::{Add, Sub};

/// Plies left to search. At zero and below the position is at or beyond the horizon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Nothing left to search but quiescence.
    pub const HORIZON: Depth = Depth(0);

    /// A depth of so many plies.
    #[must_use]
    pub const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    /// The plies.
    #[must_use]
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;

    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;

    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Plies from the root to a position of the current line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Ply(usize);

impl Ply {
    /// The position that is searched.
    pub const ROOT: Ply = Ply(0);

    pub const fn new(plies: usize) -> Ply {
        Ply(plies)
    }

    /// The next ply, away from the root.
    pub const fn below(self) -> Ply {
        Ply(self.0 + 1)
    }

    /// The ply before; the root has none.
    pub const fn above(self) -> Option<Ply> {
        match self.0.checked_sub(1) {
            Some(plies) => Some(Ply(plies)),
            None => None,
        }
    }

    pub const fn index(self) -> usize {
        self.0
    }
}
