//! The clock of the page that runs the program: WebAssembly has none of its own.

// What the page provides can only be named in an `unsafe` block; it is a plain number, so that calling it is safe.
#![allow(unsafe_code)]

use std::ops::{Add, Sub};
use std::time::Duration;

#[link(wasm_import_module = "plybook")]
unsafe extern "C" {
    /// Milliseconds since some moment, never fewer than before.
    safe fn now() -> f64;
}

/// A moment, as `std::time::Instant` has it where there is a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    #[must_use]
    pub fn now() -> Instant {
        Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The time from an earlier moment to this one; none if it is a later one.
    #[must_use]
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The same: the clock never goes back.
    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    /// This moment and so long, unless no number is as large.
    #[must_use]
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;
    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;
    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}
