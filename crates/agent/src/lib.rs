//! Who plays: the engine, simple players, people, external processes, course agents in Python.
//!
//! `Agent` is all that a referee knows of a player. An agent is asked for a move with a session, a budget and a
//! deadline, and answers with a move's text and a remark, or with a `Fault` that costs it the game.
#![forbid(unsafe_code)]

mod agent;
pub mod book;
mod budget;
pub mod campaign;
mod clients;
mod course;
mod databases;
mod engine;
mod fault;
mod human;
mod learnt;
mod ponder;
pub mod process;
mod simple;
mod spec;
mod stall;
mod time;
mod voice;

pub use agent::{Action, Agent, Answer, GameStart, Identity, SearchInfo, Turn};
pub use budget::{Budget, Clocks};
pub use clients::{GtpAgent, InterfaceAgent, NboardAgent};
pub use course::{Course, CourseAgent};
pub use databases::Databases;
pub use engine::{
    Chosen, DEFAULT_HASH, EngineAgent, EngineSettings, LARGEST_HASH, MOST_THREADS, Ponder, SearchTask,
    TurnLimits,
};
pub use fault::Fault;
pub use human::{Draw, HumanAgent, Lines, plain_board};
pub use learnt::{LearntAgent, LearntKind};
pub use process::{Launch, ResourceLimits, Sandbox};
pub use simple::SimpleAgent;
pub use spec::{AgentKind, AgentSpec, Protocol, SpecError};
pub use stall::StallMeter;
pub use time::{Cancel, Observer, Plan, TimeManager, TimedWatch};
pub use voice::{Personality, Voice};
