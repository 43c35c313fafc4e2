//! Who plays whom, and when.
//!
//! The next games are a pure function of the configuration and of the results so far, so that a tournament that
//! was interrupted goes on exactly where it was.

mod knockout;
mod round_robin;
mod swiss;

use crate::Outcome;
use crate::config::{Config, Format};

/// How far apart the seeds of successive games lie.
const SEED_STEP: u64 = 0x5851_f42d_4c95_7f2d;

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its place in the schedule, from 0.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// Which opening it has. Games with the same one are a pair with sides changed.
    pub opening: u32,
    /// Who moves first, and who second.
    pub players: [usize; 2],
    /// Decides what chance decides in it.
    pub seed: u64,
}

/// A game that was played, as far as the schedule is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// The game.
    pub assignment: Assignment,
    /// Who got the points.
    pub outcome: Outcome,
}

/// A meeting of two players: some games in a row, sides changed after each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Meeting {
    round: u32,
    /// Who moves first in the first of its games.
    players: [usize; 2],
    games: u32,
}

/// The games to be played next, in order; none when the tournament is over. They can be played side by side.
#[must_use]
pub fn next_games(config: &Config, past: &[Past]) -> Vec<Assignment> {
    let meetings = match config.format {
        Format::Match if past.is_empty() => vec![Meeting { round: 1, players: [0, 1], games: config.games }],
        Format::RoundRobin if past.is_empty() => round_robin::everybody(config.agents.len(), config.games),
        Format::Gauntlet if past.is_empty() => round_robin::gauntlet(config.agents.len(), config.games),
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
    match config.format {
        Format::Match => Some(games),
        Format::RoundRobin => Some(players * (players - 1) / 2 * games),
        Format::Gauntlet => Some((players - 1) * games),
        Format::Swiss => Some(players / 2 * config.rounds as usize * games),
        Format::Knockout => None,
    }
}

/// The games of some meetings, numbered from where the past ends.
fn numbered(config: &Config, past: &[Past], meetings: &[Meeting]) -> Vec<Assignment> {
    let mut games = Vec::new();
    let mut opening = past.iter().map(|game| game.assignment.opening + 1).max().unwrap_or(0);
    for meeting in meetings {
        let [first, second] = meeting.players;
        for game in 0..meeting.games {
            let number = (past.len() + games.len()) as u32;
            games.push(Assignment {
                number,
                round: meeting.round,
                opening: opening + game / 2,
                players: if game % 2 == 0 { [first, second] } else { [second, first] },
                seed: config.seed.wrapping_add(u64::from(number).wrapping_mul(SEED_STEP)),
            });
        }
        opening += meeting.games.div_ceil(2);
    }
    games
}

/// The half points of every player so far.
fn half_points(players: usize, past: &[Past]) -> Vec<u32> {
    let mut points = vec![0; players];
    for Past { assignment, outcome } in past {
        let halves = outcome.half_points();
        points[assignment.players[0]] += halves[0];
        points[assignment.players[1]] += halves[1];
    }
    points
}

/// The half points that players got without a game: byes of a Swiss tournament.
#[must_use]
pub fn bonus(config: &Config, past: &[Past]) -> Vec<u32> {
    match config.format {
        Format::Swiss => swiss::byes(config, past).into_iter().map(|byes| byes * 2 * config.games).collect(),
        _ => vec![0; config.agents.len()],
    }
}

#[cfg(test)]
mod tests;
