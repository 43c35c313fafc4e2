//! Giving a question up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells whoever works on a question that it was given up.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Whether the question was given up.
    #[must_use]
    pub fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Whether both are about the same question.
    #[must_use]
    pub fn is(&self, other: &Cancellation) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Gives it up.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
