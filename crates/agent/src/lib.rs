//! Who plays: the engine, simple players, people, external processes, course agents in Python.
//!
//! `Agent` is all that a referee knows of a player. An agent is asked for a move with a session, a budget and a
//! deadline, and answers with a move's text and a remark, or with a `Fault` that costs it the game.
#![deny(unsafe_code)]

mod agent;
pub mod book;
mod budget;
mod engine;
mod fault;
mod ponder;
mod time;
mod voice;

pub use agent::{Agent, Answer, Deed, Identity, Meeting, Seen, Turn};
pub use budget::{Budget, Clocks};
pub use engine::{EngineAgent, EngineSettings, LARGEST_HASH, MOST_THREADS, Ponder, USUAL_HASH};
pub use fault::Fault;
pub use time::{Observer, Plan, TimeManager, TimedWatch};
pub use voice::{Personality, Voice};
