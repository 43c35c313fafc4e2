//! Everything that decides the games of a tournament: `ConfigInput` is what people write, `Config` what it means.

mod error;
mod input;
mod resolve;

pub use error::{ConfigError, FileWords, Words};
pub use input::{AdjudicationInput, ConfigInput, OpeningsInput, SprtInput, Time, TimeInput};
pub use resolve::{Bounds, MAX_GAMES};

use crate::adjudication::Adjudication;
use crate::clock::TimeControl;
use crate::openings::Openings;
use plybook_agent::AgentSpec;
use serde::{Deserialize, Serialize};

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two agents, many games.
    Match,
    /// Everybody against everybody.
    RoundRobin,
    /// The first agent against all others.
    Gauntlet,
    /// Some rounds between neighbours in the table.
    Swiss,
    /// Who loses is out.
    Knockout,
}

impl Format {
    /// The word by which it is chosen and stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Format::Match => "match",
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "swiss",
            Format::Knockout => "knockout",
        }
    }
}

/// One of the players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// What tables call it; no two alike.
    pub name: String,
    /// What it is.
    pub spec: AgentSpec,
}

/// A sequential test of two hypotheses about a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sprt {
    /// Elo that the first agent is ahead by, if there is nothing to be found.
    pub elo0: f64,
    /// Elo that it is ahead by, if there is.
    pub elo1: f64,
    /// How often the second may be accepted although the first is true.
    pub alpha: f64,
    /// How often the first may be accepted although the second is true.
    pub beta: f64,
}

/// A tournament's configuration, complete and checked. Two tournaments with equal configurations have equal games,
/// as far as the agents are deterministic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The game's whole name.
    pub game: String,
    /// How many players a game has.
    #[serde(default = "two", skip_serializing_if = "is_two")]
    pub seats: usize,
    /// Who plays whom.
    pub format: Format,
    /// The players, in the order of the file.
    pub agents: Vec<Entrant>,
    /// Games between two players when they meet.
    pub games: u32,
    /// Rounds of a Swiss tournament.
    pub rounds: u32,
    /// Decides openings and everything that chance decides.
    pub seed: u64,
    /// What the players may use.
    pub time: TimeControl,
    /// What games begin with.
    pub openings: Openings,
    /// After how many plies a game is a draw; 0 for never.
    pub plies: u32,
    /// When the referee ends a game before the rules do.
    pub adjudication: Adjudication,
    /// Whether players may think on the opponent's time.
    pub ponder: bool,
    /// After how many failures in a row an agent is retired; 0 for never.
    pub retire: u32,
    /// When a match may end early.
    pub sprt: Option<Sprt>,
}

/// The seats of a game of which nothing is said: a configuration of two players reads as it was always stored.
const fn two() -> usize {
    2
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_two(seats: &usize) -> bool {
    *seats == 2
}

/// FNV-1a, 64 bits: offset and prime.
const FNV: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0000_0100_0000_01b3);

impl Config {
    /// The configuration as one line of JSON: what is stored and compared.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A short hash of `text`, by which a tournament is found again.
    #[must_use]
    pub fn hash(&self) -> String {
        let hash = self.text().bytes().fold(FNV.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV.1));
        format!("{hash:016x}")
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.agents.iter().map(|agent| agent.name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests;
