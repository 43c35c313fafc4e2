//! The knockout system: who loses a meeting is out.

use super::{Meeting, PastGame};
use crate::config::Config;

/// Further pairs of games that a tied meeting gets before it is decided by the order of the list.
const MOST_EXTENSIONS: u32 = 3;

/// The meetings, or extensions of meetings, to be played next; none once there is a winner.
pub(super) fn next_meetings(config: &Config, past: &[PastGame]) -> Vec<Meeting> {
    let mut field = seeded(config.agents.len());
    let mut round = 1;
    while field.len() > 1 {
        let mut winners = Vec::new();
        let mut missing = Vec::new();
        for two in field.chunks(2) {
            match (two[0], two[1]) {
                (Some(one), Some(other)) => match state(config, past, round, [one, other]) {
                    State::Won(player) => winners.push(Some(player)),
                    State::Open(meeting) => missing.push(meeting),
                },
                (one, other) => winners.push(one.or(other)),
            }
        }
        if !missing.is_empty() {
            return missing;
        }
        field = winners;
        round += 1;
    }
    Vec::new()
}

/// The order in which players stand in the bracket, so that the first of the list meets the second only at the
/// very end; empty places are byes.
fn seeded(players: usize) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < players {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

enum State {
    Won(usize),
    Open(Meeting),
}

/// How a meeting of a round stands.
fn state(config: &Config, past: &[PastGame], round: u32, [one, other]: [usize; 2]) -> State {
    let games: Vec<&PastGame> = past
        .iter()
        .filter(|game| {
            let players = &game.assignment.players[..];
            game.assignment.round == round && (players == [one, other] || players == [other, one])
        })
        .collect();
    let count = games.len() as u32;
    let balance: i64 = games
        .iter()
        .map(|game| {
            let halves = |seat: usize| game.half_points.get(seat).copied().map_or(0, i64::from);
            let lead = halves(0) - halves(1);
            if game.assignment.players[0] == one { lead } else { -lead }
        })
        .sum();
    let players = if round % 2 == 1 { vec![one, other] } else { vec![other, one] };
    if count < config.games {
        State::Open(Meeting { round, players, games: config.games - count })
    } else if balance > 0 {
        State::Won(one)
    } else if balance < 0 {
        State::Won(other)
    } else if count < config.games + 2 * MOST_EXTENSIONS {
        State::Open(Meeting { round, players, games: 2 })
    } else {
        State::Won(one.min(other))
    }
}
