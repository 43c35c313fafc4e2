//! The engine as a player, the same one for everybody who plays: the arena, the protocols, the terminal and the page.

mod player;
mod settings;

pub use player::{Chosen, EngineAgent, SearchTask, TurnLimits};
pub use settings::{DEFAULT_HASH, EngineSettings, LARGEST_HASH, MOST_THREADS, Ponder};
