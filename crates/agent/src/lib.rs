//! Who plays: the engine, simple players, people, external processes, course agents in Python.
//!
//! `Agent` is all that a referee knows of a player. An agent is asked for a move with a session, a budget and a
//! deadline, and answers with a move's text and a remark, or with a `Fault` that costs it the game.
#![forbid(unsafe_code)]

mod agent;
#[cfg(feature = "store")]
pub mod book;
mod budget;
#[cfg(feature = "store")]
pub mod campaign;
#[cfg(feature = "store")]
mod clients;
#[cfg(feature = "store")]
mod course;
#[cfg(feature = "store")]
mod databases;
mod engine;
mod fault;
#[cfg(feature = "store")]
mod human;
#[cfg(feature = "store")]
mod learnt;
mod ponder;
#[cfg(feature = "store")]
pub mod process;
mod simple;
#[cfg(feature = "store")]
mod spec;
mod stall;
mod time;
mod voice;

pub use agent::{Action, Agent, Answer, GameStart, Identity, SearchInfo, Turn};
pub use budget::{Budget, Clocks};
#[cfg(feature = "store")]
pub use clients::{GtpAgent, InterfaceAgent, NboardAgent};
#[cfg(feature = "store")]
pub use course::{Course, CourseAgent};
#[cfg(feature = "store")]
pub use databases::Databases;
pub use engine::{
    Chosen, DEFAULT_HASH, EngineAgent, EngineSettings, LARGEST_HASH, MOST_THREADS, Ponder, SearchTask,
    TurnLimits,
};
pub use fault::Fault;
#[cfg(feature = "store")]
pub use human::{Draw, HumanAgent, Lines, plain_board};
#[cfg(feature = "store")]
pub use learnt::{LearntAgent, LearntKind};
#[cfg(feature = "store")]
pub use process::{Launch, ResourceLimits, Sandbox};
pub use simple::SimpleAgent;
#[cfg(feature = "store")]
pub use spec::{AgentKind, AgentSpec, Protocol, SpecError};
pub use stall::StallMeter;
pub use time::{Cancel, Observer, Plan, TimeManager, TimedWatch};
pub use voice::{Personality, Voice};
