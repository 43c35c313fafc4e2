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
                let players = if swap { vec![other, one] } else { vec![one, other] };
                let round = cycle * rounds as u32 + round as u32 + 1;
                meetings.push(Meeting { round, players, games: 2.min(games - 2 * cycle) });
            }
        }
    }
    meetings
}

/// Games of more than two players: every choice of so many that can sit at one board, in rounds of as many games as
/// there are seats, so that the table fills evenly.
pub(super) fn combinations(players: usize, seats: usize, games: u32) -> Vec<Meeting> {
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |chosen: &Vec<usize>| {
            let next = chosen.last().map_or(0, |last| last + 1);
            (next..players).map(|player| [&chosen[..], &[player]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    let group = seats.max(1) as u32;
    let rounds = 0..games.div_ceil(group);
    let meeting = |round: u32, players: &Vec<usize>| Meeting {
        round: round + 1,
        players: players.clone(),
        games: group.min(games - group * round),
    };
    rounds.flat_map(|round| choices.iter().map(move |players| meeting(round, players))).collect()
}

/// The first player against each of the others in turn.
pub(super) fn gauntlet(players: usize, games: u32) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for cycle in 0..games.div_ceil(2) {
        for other in 1..players {
            let swap = (other + cycle as usize).is_multiple_of(2);
            let players = if swap { vec![other, 0] } else { vec![0, other] };
            meetings.push(Meeting { round: cycle + 1, players, games: 2.min(games - 2 * cycle) });
        }
    }
    meetings
}
