//! Everybody against everybody, and one against all.

use super::Meeting;

/// All meetings, round after round by the circle method: in every round each player plays once or has a rest. The
/// games of two players are spread over cycles of one pair each, so that the table fills evenly.
pub(super) fn everybody(players: usize, games: u32) -> Vec<Meeting> {
    // With an odd number one place of the circle is empty.
    let places = players.next_multiple_of(2);
    let rounds = places - 1;
    let mut meetings = Vec::new();
    for cycle in 0..games.div_ceil(2) {
        for round in 0..rounds {
            let at = |place: usize| if place == 0 { 0 } else { 1 + (place - 1 + round) % rounds };
            for place in 0..places / 2 {
                let (one, other) = (at(place), at(places - 1 - place));
                if one >= players || other >= players {
                    continue;
                }
                // Where a pair is not complete, who moves first alternates.
                let swap = (round + place + cycle as usize) % 2 == 1;
                let players = if swap { [other, one] } else { [one, other] };
                let round = cycle * rounds as u32 + round as u32 + 1;
                meetings.push(Meeting { round, players, games: 2.min(games - 2 * cycle) });
            }
        }
    }
    meetings
}

/// The first player against each of the others in turn.
pub(super) fn gauntlet(players: usize, games: u32) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for cycle in 0..games.div_ceil(2) {
        for other in 1..players {
            let swap = (other + cycle as usize).is_multiple_of(2);
            let players = if swap { [other, 0] } else { [0, other] };
            meetings.push(Meeting { round: cycle + 1, players, games: 2.min(games - 2 * cycle) });
        }
    }
    meetings
}
