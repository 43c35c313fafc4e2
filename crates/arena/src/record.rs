//! A finished game with everything that is kept of it.

use crate::config::Config;
use crate::game_store::now;
use crate::ledger::name;
use crate::openings::Opening;
use crate::schedule::Assignment;
use crate::verdict::{Reason, Verdict};
use plybook_catalog::Player;
use serde::{Deserialize, Serialize};

/// One of the players of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// Its number in the tournament, from 0.
    pub number: usize,
    /// What the tournament calls it.
    pub name: String,
    /// What it calls itself.
    pub nickname: String,
    /// What it said about itself.
    pub introduction: String,
}

/// A move and what came with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlyRecord {
    /// The move in the game's notation.
    pub text: String,
    /// Who made it, from 0 in the order of first moves; nobody in an opening or where chance decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
    /// What it took, in microseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub micros: u64,
    /// What the player thought the position was worth for itself, as `Score::raw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// How deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether an endgame database proved the value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proven: bool,
    /// What it said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its place in the schedule, from 0.
    pub number: u32,
    /// Its round, from 1; 0 where there are none.
    pub round: u32,
    /// The game's whole name.
    pub game: String,
    /// The players in the order of first moves.
    pub players: Vec<PlayerRecord>,
    /// What it began with.
    pub opening: Opening,
    /// What decided everything that chance decided.
    pub seed: u64,
    /// All moves, the opening's first.
    pub plies: Vec<PlyRecord>,
    /// How it ended.
    pub verdict: Verdict,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
}

impl GameRecord {
    /// The record of a game without moves: one that is about to be played, or never will be.
    #[must_use]
    pub fn unplayed(config: &Config, assignment: &Assignment, verdict: Verdict) -> GameRecord {
        let player = |&number: &usize| PlayerRecord {
            number,
            name: name(config, number).to_owned(),
            nickname: name(config, number).to_owned(),
            introduction: String::new(),
        };
        GameRecord {
            number: assignment.number,
            round: assignment.round,
            game: config.game.clone(),
            players: assignment.players.iter().map(player).collect(),
            opening: Opening::default(),
            seed: assignment.seed,
            plies: Vec::new(),
            verdict,
            began: now(),
        }
    }

    /// What a side used of its time, in microseconds.
    #[must_use]
    pub fn used(&self, side: u8) -> u64 {
        self.plies.iter().filter(|ply| ply.side == Some(side)).map(|ply| ply.micros).sum()
    }

    /// How many moves the players made, the opening not counted.
    #[must_use]
    pub fn played(&self) -> usize {
        self.plies.len().saturating_sub(self.opening.moves.len())
    }

    /// Why it ended.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.verdict.reason
    }

    /// Half points of each player: two for every opponent it beat, one for every one it shares its place with.
    #[must_use]
    pub fn half_points(&self) -> Vec<u32> {
        self.verdict.half_points(self.players.len())
    }

    /// The numbers of the players who failed as programs: those who got least, or everybody where nobody gets a point.
    #[must_use]
    pub fn failed(&self) -> Vec<usize> {
        if !self.verdict.reason.is_failure() {
            return Vec::new();
        }
        let utility = |seat: usize| self.verdict.outcome.map(|outcome| outcome.utility(Player(seat as u8)));
        let least = (0..self.players.len()).filter_map(utility).min();
        let failed = self.players.iter().enumerate().filter(|&(seat, _)| utility(seat) == least);
        failed.map(|(_, player)| player.number).collect()
    }
}
