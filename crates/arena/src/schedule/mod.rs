//! Who plays whom, and when.
//!
//! The next games are a pure function of the configuration and of the results so far, so that a tournament that
//! was interrupted goes on exactly where it was.

mod knockout;
mod round_robin;
mod swiss;

use crate::config::{Config, Format};
use serde::{Deserialize, Serialize};

/// How far apart the seeds of successive games lie.
const SEED_STEP: u64 = 0x5851_f42d_4c95_7f2d;

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// Its place in the schedule, from 0.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// Which opening it has. Games with the same one are a group in which every player has every seat once: with two
    /// players a pair with sides changed.
    pub opening: u32,
    /// The players in the order of first moves.
    pub players: Vec<usize>,
    /// Decides what chance decides in it.
    pub seed: u64,
}

/// A game that was played, as far as the schedule is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// The game.
    pub assignment: Assignment,
    /// The half points of each player.
    pub half_points: Vec<u32>,
}

/// A meeting of players: some games in a row; after each everybody moves up a seat, and the first goes to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Meeting {
    round: u32,
    /// The seats in the first of its games.
    players: Vec<usize>,
    games: u32,
}

/// The games to be played next, in order; none when the tournament is over. They can be played side by side.
#[must_use]
pub fn next_games(config: &Config, past: &[PastGame]) -> Vec<Assignment> {
    let (agents, seats) = (config.agents.len(), config.seats);
    let meetings = match config.format {
        Format::Match if past.is_empty() => {
            vec![Meeting { round: 1, players: (0..seats).collect(), games: config.games }]
        }
        Format::RoundRobin if past.is_empty() && seats > 2 => {
            round_robin::combinations(agents, seats, config.games)
        }
        Format::Gauntlet if past.is_empty() && seats > 2 => {
            let mut meetings = round_robin::combinations(agents, seats, config.games);
            meetings.retain(|meeting| meeting.players.contains(&0));
            meetings
        }
        Format::RoundRobin if past.is_empty() => round_robin::everybody(agents, config.games),
        Format::Gauntlet if past.is_empty() => round_robin::gauntlet(agents, config.games),
        Format::Match | Format::RoundRobin | Format::Gauntlet => Vec::new(),
        Format::Swiss => swiss::next_round(config, past),
        Format::Knockout => knockout::next_meetings(config, past),
    };
    numbered(config, past, &meetings)
}

/// How many games the tournament has, if that does not depend on its results.
#[must_use]
pub fn planned(config: &Config) -> Option<usize> {
    let players = config.agents.len();
    let games = config.games as usize;
    let choices = |of: usize, seats: usize| (0..seats).fold(1, |sum, n| sum * of.saturating_sub(n) / (n + 1));
    match config.format {
        Format::Match => Some(games),
        Format::RoundRobin => Some(choices(players, config.seats) * games),
        Format::Gauntlet => Some(choices(players.saturating_sub(1), config.seats - 1) * games),
        Format::Swiss => Some(players / 2 * config.rounds as usize * games),
        Format::Knockout => None,
    }
}

/// The games of some meetings, numbered from where the past ends.
fn numbered(config: &Config, past: &[PastGame], meetings: &[Meeting]) -> Vec<Assignment> {
    let mut games = Vec::new();
    let mut opening = past.iter().map(|game| game.assignment.opening + 1).max().unwrap_or(0);
    for meeting in meetings {
        let seats = meeting.players.len() as u32;
        for game in 0..meeting.games {
            let number = (past.len() + games.len()) as u32;
            let mut players = meeting.players.clone();
            players.rotate_left((game % seats) as usize);
            games.push(Assignment {
                number,
                round: meeting.round,
                opening: opening + game / seats,
                players,
                seed: config.seed.wrapping_add(u64::from(number).wrapping_mul(SEED_STEP)),
            });
        }
        opening += meeting.games.div_ceil(seats);
    }
    games
}

/// The half points of every player so far.
fn half_points(players: usize, past: &[PastGame]) -> Vec<u32> {
    let mut points = vec![0; players];
    for PastGame { assignment, half_points } in past {
        for (&player, halves) in assignment.players.iter().zip(half_points) {
            points[player] += halves;
        }
    }
    points
}

/// The half points that players got without a game: byes of a Swiss tournament.
#[must_use]
pub fn bonus(config: &Config, past: &[PastGame]) -> Vec<u32> {
    match config.format {
        Format::Swiss => swiss::byes(config, past).into_iter().map(|byes| byes * 2 * config.games).collect(),
        _ => vec![0; config.agents.len()],
    }
}

#[cfg(test)]
mod tests;
