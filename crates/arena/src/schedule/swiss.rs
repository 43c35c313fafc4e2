//! The Swiss system: in every round neighbours in the table play, and nobody twice against the same if it can be
//! helped.

use super::{Meeting, PastGame, half_points};
use crate::config::Config;
use std::collections::HashSet;

/// Steps of the search for pairings without repeated meetings, before repeats are allowed.
const MOST_STEPS: u32 = 100_000;

/// The meetings of the next round; none after the last. With an odd number of players the last in the table who
/// had none yet has a bye and gets the points of a won meeting.
pub(super) fn next_round(config: &Config, past: &[PastGame]) -> Vec<Meeting> {
    let players = config.agents.len();
    let done = past.iter().map(|game| game.assignment.round).max().unwrap_or(0);
    if done >= config.rounds {
        return Vec::new();
    }
    let byes = byes(config, past);
    let mut points = half_points(players, past);
    (0..players).for_each(|player| points[player] += byes[player] * 2 * config.games);
    let mut table: Vec<usize> = (0..players).collect();
    table.sort_by_key(|&player| (std::cmp::Reverse(points[player]), player));
    if players % 2 == 1 {
        let fewest = byes.iter().min().copied().unwrap_or(0);
        if let Some(place) = table.iter().rposition(|&player| byes[player] == fewest) {
            table.remove(place);
        }
    }
    let met: HashSet<[usize; 2]> =
        past.iter().filter_map(|game| two(&game.assignment.players)).map(sorted).collect();
    let mut pairs = Vec::new();
    let mut steps = 0;
    if !pair(&table, &met, &mut pairs, &mut steps) {
        pairs = table.chunks(2).map(|two| [two[0], two[1]]).collect();
    }
    let firsts = |player: usize| past.iter().filter(|game| game.assignment.players[0] == player).count();
    let meeting = |[one, other]: [usize; 2]| Meeting {
        round: done + 1,
        players: if firsts(one) > firsts(other) { vec![other, one] } else { vec![one, other] },
        games: config.games,
    };
    pairs.into_iter().map(meeting).collect()
}

/// How many rounds each player sat out.
pub(super) fn byes(config: &Config, past: &[PastGame]) -> Vec<u32> {
    let players = config.agents.len();
    let done = past.iter().map(|game| game.assignment.round).max().unwrap_or(0);
    let mut byes = vec![0u32; players];
    for round in 1..=done {
        let played: HashSet<usize> = past
            .iter()
            .filter(|game| game.assignment.round == round)
            .flat_map(|game| game.assignment.players.iter().copied())
            .collect();
        (0..players).filter(|player| !played.contains(player)).for_each(|player| byes[player] += 1);
    }
    byes
}

/// The two players of a game.
fn two(players: &[usize]) -> Option<[usize; 2]> {
    players.try_into().ok()
}

fn sorted([one, other]: [usize; 2]) -> [usize; 2] {
    [one.min(other), one.max(other)]
}

/// Pairs the first player of the rest with the nearest one it has not met, and so on; false if that cannot be.
fn pair(rest: &[usize], met: &HashSet<[usize; 2]>, pairs: &mut Vec<[usize; 2]>, steps: &mut u32) -> bool {
    let Some((&one, others)) = rest.split_first() else { return true };
    for (place, &other) in others.iter().enumerate() {
        *steps += 1;
        if *steps > MOST_STEPS {
            return false;
        }
        if met.contains(&sorted([one, other])) {
            continue;
        }
        pairs.push([one, other]);
        let mut next = others.to_vec();
        next.remove(place);
        if pair(&next, met, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}
