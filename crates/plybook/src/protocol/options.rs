//! What a front end can set.

use crate::arguments::Engine;
use plybook_agent::{LARGEST_HASH, MOST_THREADS, TimeManager};
use plybook_catalog::{AnyGame, Level};
use std::time::Duration;

/// Most lines that are shown at once.
const MOST_LINES: usize = 500;
/// Longest way to the clock that can be set, in milliseconds.
const LONGEST_OVERHEAD: u64 = 500;
/// The declared default of what is kept back for the way to the clock, in milliseconds.
const OVERHEAD: u64 = 10;
/// Largest seed that a front end can set: what every program takes for a number.
const LARGEST_SEED: u64 = i32::MAX as u64;
/// Share of the free memory that a table may take.
const MEMORY_SHARE: f64 = 0.5;

/// The engine's options.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Size of the table in mebibytes.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// How many of the best lines are shown.
    pub lines: usize,
    /// A level instead of all strength.
    pub level: Option<Level>,
    /// The evaluator; the strongest if none.
    pub evaluator: Option<String>,
    /// Whether the front end will let the engine ponder.
    pub ponder: bool,
    /// Time that is kept back for the way to the clock, if the front end set it; otherwise it is learnt.
    pub overhead: Option<Duration>,
    /// Decides a level's choices.
    pub seed: u64,
}

/// What came of setting an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// It is as it was asked for.
    Done,
    /// It is something else, for this reason.
    Changed(String),
    /// It stays as it was, for this reason.
    Refused(String),
    /// There is no such option here.
    Unknown,
    /// The table is to be cleared.
    ClearHash,
}

impl Options {
    /// The options of the command line.
    pub fn new(arguments: &Engine) -> Options {
        Options {
            hash: (arguments.hash as usize).min(most_hash()),
            threads: usize::from(arguments.threads),
            lines: 1,
            level: arguments.level.and_then(Level::new),
            evaluator: None,
            ponder: false,
            overhead: None,
            seed: arguments.seed,
        }
    }

    /// A time manager for these options.
    pub fn time_manager(&self) -> TimeManager {
        self.overhead.map_or_else(TimeManager::new, TimeManager::with_overhead)
    }

    /// The options as UCI and UGI declare them.
    pub fn declarations(&self, game: &dyn AnyGame) -> Vec<String> {
        let evaluators: Vec<&str> = game.evaluators().iter().map(|info| info.name).collect();
        let strongest = evaluators.first().copied().unwrap_or("none");
        let choices: String = evaluators.iter().map(|name| format!(" var {name}")).collect();
        let level = self.level.map_or(0, Level::number);
        vec![
            format!("Hash type spin default {} min 1 max {}", self.hash, most_hash()),
            format!("Threads type spin default {} min 1 max {MOST_THREADS}", self.threads),
            format!("MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            format!("Level type spin default {level} min 0 max {}", Level::HIGHEST),
            "Ponder type check default false".to_owned(),
            format!("Move Overhead type spin default {OVERHEAD} min 0 max {LONGEST_OVERHEAD}"),
            format!("Evaluator type combo default {strongest}{choices}"),
            format!("Seed type spin default {} min 0 max {LARGEST_SEED}", self.seed.min(LARGEST_SEED)),
            "Clear Hash type button".to_owned(),
        ]
    }

    /// Sets an option by its name, in any case.
    pub fn set(&mut self, name: &str, value: &str, game: &dyn AnyGame) -> Set {
        match name.to_ascii_lowercase().as_str() {
            // A size beyond the free memory is a mistake that would take long to fill: refused, not clamped.
            "hash" if value.parse::<u64>().map_or(value.len() > 19, |wanted| wanted > most_hash() as u64) => {
                Set::Refused(format!(
                    "Hash {value} is too much here; {} are possible, {} are used",
                    most_hash(),
                    self.hash
                ))
            }
            "hash" => number(name, value, 1..=most_hash() as u64, |hash| self.hash = hash as usize),
            "threads" => number(name, value, 1..=MOST_THREADS as u64, |n| self.threads = n as usize),
            "multipv" => number(name, value, 1..=MOST_LINES as u64, |n| self.lines = n as usize),
            "level" => {
                number(name, value, 0..=u64::from(Level::HIGHEST), |n| self.level = Level::new(n as u8))
            }
            "move overhead" => number(name, value, 0..=LONGEST_OVERHEAD, |milliseconds| {
                self.overhead = Some(Duration::from_millis(milliseconds));
            }),
            "seed" => number(name, value, 0..=LARGEST_SEED, |seed| self.seed = seed),
            "ponder" => match value.to_ascii_lowercase().as_str() {
                "true" => self.set_ponder(true),
                "false" => self.set_ponder(false),
                _ => Set::Refused(format!("Ponder {value:?} is neither true nor false")),
            },
            "evaluator" => {
                let known = game.evaluators();
                if known.iter().any(|info| info.name == value) {
                    self.evaluator = Some(value.to_owned());
                    return Set::Done;
                }
                let names: Vec<&str> = known.iter().map(|info| info.name).collect();
                Set::Refused(format!("there is no evaluator {value:?}; known: {}", names.join(", ")))
            }
            "clear hash" => Set::ClearHash,
            _ => Set::Unknown,
        }
    }

    fn set_ponder(&mut self, on: bool) -> Set {
        self.ponder = on;
        Set::Done
    }
}

/// Sets a number, or the nearest one that is possible.
fn number(name: &str, value: &str, range: std::ops::RangeInclusive<u64>, set: impl FnOnce(u64)) -> Set {
    let (least, most) = (*range.start(), *range.end());
    let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Set::Refused(format!("{name} {value:?} is no number; write {least} to {most}"));
    }
    // More digits than a number holds are too many for any option.
    let wanted = if value.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    let possible = wanted.clamp(least, most);
    set(possible);
    if possible == wanted && !value.starts_with('-') || value == "-0" && possible == 0 {
        Set::Done
    } else {
        Set::Changed(format!("{name} {value} is not possible here; {possible} is used"))
    }
}

/// The largest table, in mebibytes, that this machine has room for.
fn most_hash() -> usize {
    let free = || {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.split_whitespace().next()?.parse::<f64>().ok()
    };
    // Kibibytes become mebibytes.
    let room = free().map_or(LARGEST_HASH, |kibibytes| (kibibytes / 1024.0 * MEMORY_SHARE) as usize);
    room.clamp(1, LARGEST_HASH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    #[test]
    fn absurd_values_are_clamped_or_refused() {
        let game = open("othello").unwrap();
        let arguments = Engine { game: None, hash: 64, threads: 1, level: None, seed: 1 };
        for name in ["Hash", "Threads", "MultiPV", "Level", "Move Overhead", "Seed"] {
            for value in
                ["-1", "0", "1", "2147483648", "99999999999999999999999", "ten", "", "1.5", "-", "0x10"]
            {
                let mut options = Options::new(&arguments);
                let before = options.clone();
                match options.set(name, value, &*game) {
                    Set::Refused(reason) => {
                        assert!(reason.contains(value) && options == before, "{name} {value}: {reason}");
                    }
                    Set::Changed(reason) => assert!(reason.contains(value), "{name} {value}: {reason}"),
                    Set::Done => {}
                    other => panic!("{name} {value}: {other:?}"),
                }
                assert!((1..=most_hash()).contains(&options.hash), "{value}");
                assert!((1..=MOST_THREADS).contains(&options.threads), "{value}");
                assert!((1..=MOST_LINES).contains(&options.lines), "{value}");
            }
        }
        let mut options = Options::new(&arguments);
        assert!(matches!(options.set("Ponder", "maybe", &*game), Set::Refused(_)));
        assert!(matches!(options.set("Evaluator", "none", &*game), Set::Refused(_)));
        assert_eq!(options.set("Contempt", "1", &*game), Set::Unknown);
        assert_eq!(options.set("hash", "16", &*game), Set::Done);
        assert_eq!(options.hash, 16);
    }
}
