//! Search over any game: the reference ladder to teach and test with, and the engine.
//!
//! The search never sees a clock, a file or a game's name. It asks a `Stop` whether to go on; exact knowledge
//! comes in through a kernel `Oracle`, a game's own advice through its `SearchHints`. With one thread and the same
//! table it visits the same positions on every machine.

mod counts;
mod depth;
mod engine;
mod evaluations;
mod lecture;
pub mod many;
pub mod mcts;
mod options;
mod ordering;
mod parallel;
mod path;
pub mod pns;
mod recorder;
pub mod reference;
pub mod rollout;
mod root;
mod search;
mod search_result;
mod selectivity;
mod sorting;
mod stack;
mod stop;
pub mod table;
#[cfg(test)]
mod testing;
pub mod trace;

pub use counts::Counts;
pub use depth::Depth;
pub use engine::Engine;
pub use options::{Driver, Limits, Options};
pub use recorder::{Recorded, Recorder};
pub use search_result::{Line, SearchResult};
pub use stop::{Iteration, NeverStop, Stop};
pub use table::{Layout, Replacement, Table};
