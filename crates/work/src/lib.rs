//! Units of work: JSON in, JSON out, on any machine.
//!
//! A unit says everything that decides its result: games of a tournament, the moves below which positions are counted, a
//! slice of an endgame database, games of a learning. What it gives is a function of its text alone where no clock decides,
//! so that it can be done twice, anywhere, and the parts put together are the whole. What a run measured is told beside
//! the result.
#![forbid(unsafe_code)]

mod bytes;
mod endgame;
mod error;
mod perft;
mod self_play;

pub use bytes::Bytes;
pub use endgame::{EndgameUnit, SliceFile, keep_slice, missing_slices, slice_unit};
pub use error::WorkError;
pub use perft::{LineCount, PerftUnit, split, sum};
pub use plybook_arena::unit::{GameChoice, GameTimes, GamesUnit, PlayedGame};
pub use self_play::{Begin, Form, LearningPlan, SelfPlayUnit};

use plybook_arena::schedule::Assignment;
use plybook_arena::tournament::TournamentObserver;
use plybook_catalog::{AnyGame, open};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The version of units and results that this program understands.
pub const VERSION: u64 = 1;
/// The entry of a unit and of a result that says their version.
const VERSION_ENTRY: &str = "version";

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Unit {
    /// Games of a tournament.
    Games(Box<GamesUnit>),
    /// A share of a count of leaves.
    Perft(PerftUnit),
    /// A slice of an endgame database.
    Endgame(EndgameUnit),
    /// Games of a learning.
    SelfPlay(Box<SelfPlayUnit>),
}

/// What a unit gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum UnitResult {
    /// The games, in the order of the unit.
    Games {
        /// All of them.
        games: Vec<PlayedGame>,
    },
    /// The counts below the lines of moves, in the order of the unit.
    Perft {
        /// All of them.
        lines: Vec<LineCount>,
    },
    /// The file of the slice.
    Endgame {
        /// Its name and bytes.
        file: SliceFile,
    },
    /// The games of a shard, as a learning keeps them.
    SelfPlay {
        /// The generation.
        generation: u32,
        /// The shard's number.
        shard: u64,
        /// Its bytes.
        bytes: Bytes,
    },
}

/// What a run of a unit measured: no part of its result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Games, leaves or positions that were done.
    pub done: u64,
    /// The times of games, where they are no part of the result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<GameTimes>,
}

impl Unit {
    /// Reads a unit.
    ///
    /// # Errors
    /// It is no JSON, of another version, or has an entry of unknown name or wrong kind.
    pub fn read(text: &str) -> Result<Unit, WorkError> {
        versioned(text, "unit")
    }

    /// The unit as one line of JSON.
    ///
    /// # Errors
    /// It holds a number that JSON has no word for.
    pub fn text(&self) -> Result<String, WorkError> {
        with_version(self)
    }

    /// Does the work. `stop` ends it early where it can be ended.
    ///
    /// # Errors
    /// The unit asks for what there is not, the machine refuses something, or `stop` was set.
    pub fn run(&self, stop: &AtomicBool) -> Result<(UnitResult, Measured), WorkError> {
        let began = Instant::now();
        let (result, done, times) = match self {
            Unit::Games(unit) => {
                let game = game(&unit.config.game)?;
                let (games, times) = unit.play(&*game, None, &Stopping(stop))?.ok_or(WorkError::Stopped)?;
                let done = games.len() as u64;
                (UnitResult::Games { games }, done, times)
            }
            Unit::Perft(unit) => {
                let lines = unit.run(stop)?;
                let done = lines.iter().map(|line| line.leaves).sum();
                (UnitResult::Perft { lines }, done, Vec::new())
            }
            Unit::Endgame(unit) => {
                let (file, positions) = unit.run(stop)?;
                (UnitResult::Endgame { file }, positions, Vec::new())
            }
            Unit::SelfPlay(unit) => {
                let (generation, shard) = (unit.generation, unit.shard);
                let bytes = unit.run(stop)?;
                (UnitResult::SelfPlay { generation, shard, bytes }, 1, Vec::new())
            }
        };
        Ok((result, Measured { seconds: began.elapsed().as_secs_f64(), done, times }))
    }
}

impl UnitResult {
    /// Reads a result.
    ///
    /// # Errors
    /// It is no JSON, of another version, or has an entry of unknown name or wrong kind.
    pub fn read(text: &str) -> Result<UnitResult, WorkError> {
        versioned(text, "result")
    }

    /// The result as one line of JSON.
    ///
    /// # Errors
    /// It holds a number that JSON has no word for.
    pub fn text(&self) -> Result<String, WorkError> {
        with_version(self)
    }
}

/// Does the unit of a text: its result and what was measured, both as JSON.
///
/// # Errors
/// As `Unit::read` and `Unit::run`.
pub fn work(text: &str, stop: &AtomicBool) -> Result<(String, String), WorkError> {
    let (result, measured) = Unit::read(text)?.run(stop)?;
    let measured = serde_json::to_string(&measured).map_err(|error| WorkError::Failed(error.to_string()))?;
    Ok((result.text()?, measured))
}

fn versioned<T: for<'a> Deserialize<'a>>(text: &str, what: &'static str) -> Result<T, WorkError> {
    let unreadable = |error: serde_json::Error| WorkError::Unreadable { what, why: error.to_string() };
    let mut map: Map<String, Value> = serde_json::from_str(text).map_err(unreadable)?;
    match map.remove(VERSION_ENTRY) {
        Some(Value::Number(number)) if number.as_u64() == Some(VERSION) => {}
        other => {
            let found = other.map_or_else(|| "none".to_owned(), |found| found.to_string());
            return Err(WorkError::Version { what, found });
        }
    }
    serde_json::from_value(Value::Object(map)).map_err(unreadable)
}

fn with_version<T: Serialize>(part: &T) -> Result<String, WorkError> {
    #[derive(Serialize)]
    struct Versioned<'a, T> {
        version: u64,
        #[serde(flatten)]
        part: &'a T,
    }
    serde_json::to_string(&Versioned { version: VERSION, part })
        .map_err(|error| WorkError::Failed(error.to_string()))
}

/// A game by its whole name.
fn game(name: &str) -> Result<Arc<dyn AnyGame>, WorkError> {
    Ok(open(name)?)
}

/// Abandons games once it is told to stop.
struct Stopping<'a>(&'a AtomicBool);

impl TournamentObserver for Stopping<'_> {
    fn abandons(&self, _: &Assignment) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
