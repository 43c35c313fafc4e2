//! Moments of a clock that never goes back: the system's own, and in a browser's worker the one that the page gives.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
mod page;
#[cfg(target_family = "wasm")]
pub use page::Instant;
