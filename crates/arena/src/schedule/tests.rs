//! Schedules of every format.

use super::*;
use crate::adjudication::Adjudication;
use crate::clock::TimeControl;
use crate::config::Entrant;
use crate::openings::Openings;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Half points of the first and the second player of a game that the first won, that the second won, and of a draw.
const FIRST: [u32; 2] = [2, 0];
const SECOND: [u32; 2] = [0, 2];
const DRAW: [u32; 2] = [1, 1];

fn config(format: Format, players: usize, games: u32, rounds: u32) -> Config {
    let spec = || plybook_agent::AgentSpec::read("random").unwrap();
    let agent = |number: usize| Entrant { name: format!("p{number}"), spec: spec() };
    Config {
        game: "tictactoe".to_owned(),
        seats: 2,
        format,
        agents: (0..players).map(agent).collect(),
        games,
        rounds,
        seed: 1,
        time: TimeControl::default(),
        openings: Openings::None,
        plies: 0,
        adjudication: Adjudication::default(),
        ponder: false,
        retire: 3,
        sprt: None,
    }
}

/// Plays a tournament where the outcome of a game follows from its players.
fn play(config: &Config, half_points: impl Fn([usize; 2], u32) -> [u32; 2]) -> Vec<PastGame> {
    let mut past = Vec::new();
    loop {
        let next = next_games(config, &past);
        if next.is_empty() {
            return past;
        }
        assert!(next.iter().enumerate().all(|(place, game)| game.number as usize == past.len() + place));
        past.extend(next.into_iter().map(|assignment| {
            let half_points = half_points(pair(&assignment), assignment.number).to_vec();
            PastGame { assignment, half_points }
        }));
    }
}

fn pair(assignment: &Assignment) -> [usize; 2] {
    assignment.players[..].try_into().unwrap()
}

/// The stronger player, the one with the lower number, wins.
fn stronger([first, second]: [usize; 2], _: u32) -> [u32; 2] {
    if first < second { FIRST } else { SECOND }
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_alike() {
    for players in 2..=9 {
        for games in 1..=4 {
            let config = config(Format::RoundRobin, players, games, 0);
            let past = play(&config, stronger);
            assert_eq!(Some(past.len()), planned(&config));
            let mut meetings: BTreeMap<[usize; 2], u32> = BTreeMap::new();
            let mut firsts = vec![0i32; players];
            for game in &past {
                let [first, second] = pair(&game.assignment);
                *meetings.entry([first.min(second), first.max(second)]).or_default() += 1;
                firsts[first] += 1;
                firsts[second] -= 1;
            }
            assert_eq!(meetings.len(), players * (players - 1) / 2);
            assert!(meetings.values().all(|&count| count == games));
            let fair = if games % 2 == 0 { 0 } else { players as i32 - 1 };
            assert!(firsts.iter().all(|balance| balance.abs() <= fair), "{firsts:?}");
            for round in 1..=past.last().unwrap().assignment.round {
                let here: Vec<usize> = past
                    .iter()
                    .filter(|game| game.assignment.round == round && game.assignment.number % 2 == 0)
                    .flat_map(|game| game.assignment.players.clone())
                    .collect();
                if games == 2 {
                    assert_eq!(here.iter().collect::<HashSet<_>>().len(), here.len(), "twice in a round");
                }
            }
        }
    }
}

#[test]
fn pairs_share_an_opening_and_change_sides() {
    for format in [Format::Match, Format::Gauntlet, Format::RoundRobin, Format::Swiss] {
        let players = if format == Format::Match { 2 } else { 5 };
        let past = play(&config(format, players, 4, 3), stronger);
        let mut pairs: BTreeMap<u32, Vec<[usize; 2]>> = BTreeMap::new();
        past.iter().for_each(|game| {
            pairs.entry(game.assignment.opening).or_default().push(pair(&game.assignment));
        });
        for pair in pairs.values() {
            assert_eq!(pair.len(), 2, "{format:?}");
            assert_eq!(pair[0], [pair[1][1], pair[1][0]]);
        }
    }
}

#[test]
fn a_gauntlet_is_one_against_all() {
    let past = play(&config(Format::Gauntlet, 5, 3, 0), stronger);
    assert_eq!(past.len(), 12);
    assert!(past.iter().all(|game| game.assignment.players.contains(&0)));
}

#[test]
fn a_swiss_tournament_repeats_no_meeting_and_shares_byes() {
    for players in [4, 5, 8, 9, 16, 33] {
        let config = config(Format::Swiss, players, 2, 4.min(players as u32 - 1));
        let past = play(&config, stronger);
        assert_eq!(Some(past.len()), planned(&config), "{players}");
        let meetings: BTreeSet<[usize; 2]> = past.iter().map(|game| pair(&game.assignment)).collect();
        assert_eq!(meetings.len(), past.len(), "{players} players: a meeting was repeated");
        let games = |player| past.iter().filter(|game| game.assignment.players.contains(&player)).count();
        let byes: Vec<usize> =
            (0..players).map(|player| config.rounds as usize - games(player) / 2).collect();
        assert!(byes.iter().all(|&count| count <= 1), "{byes:?}");
        // The strongest wins all it plays.
        assert_eq!(half_points(players, &past)[0], 2 * games(0) as u32);
    }
    // More rounds than opponents: then meetings are repeated.
    let past = play(&config(Format::Swiss, 3, 2, 6), stronger);
    assert_eq!(past.len(), 12);
}

#[test]
fn in_a_knockout_the_strongest_wins() {
    for players in 2..=17 {
        let past = play(&config(Format::Knockout, players, 2, 0), stronger);
        assert_eq!(past.len(), (players - 1) * 2, "{players}");
        let last = pair(&past.last().unwrap().assignment);
        assert_eq!([last[0].min(last[1]), last[0].max(last[1])], [0, 1]);
    }
}

#[test]
fn ties_are_extended_and_then_decided_by_the_list() {
    let past = play(&config(Format::Knockout, 2, 2, 0), |_, _| DRAW);
    assert_eq!(past.len(), 8);
    let past =
        play(
            &config(Format::Knockout, 4, 1, 0),
            |players, number| {
                if number >= 2 { stronger(players, number) } else { DRAW }
            },
        );
    assert!(past.len() > 3);
    assert_eq!(past.last().unwrap().assignment.round, 2);
}

#[test]
fn a_schedule_follows_from_its_results_alone() {
    for format in [Format::Match, Format::Gauntlet, Format::RoundRobin, Format::Swiss, Format::Knockout] {
        let players = if format == Format::Match { 2 } else { 6 };
        let config = config(format, players, 2, 3);
        let past = play(&config, stronger);
        // Whatever part of a batch is known, the batch that it belongs to is the same.
        let mut known = 0;
        loop {
            let next = next_games(&config, &past[..known]);
            if next.is_empty() {
                break;
            }
            for (place, game) in next.iter().enumerate() {
                assert_eq!(past[known + place].assignment, *game);
            }
            known += next.len();
        }
        assert_eq!(known, past.len());
    }
}

#[test]
fn games_of_three_seat_every_three_players_alike() {
    for (format, players, choices) in
        [(Format::Match, 3, 1), (Format::RoundRobin, 5, 10), (Format::Gauntlet, 5, 6)]
    {
        let config = Config { seats: 3, ..config(format, players, 6, 0) };
        let games = next_games(&config, &[]);
        assert_eq!((games.len(), planned(&config)), (choices * 6, Some(choices * 6)), "{format:?}");
        let mut seats: BTreeMap<Vec<usize>, Vec<[u32; 3]>> = BTreeMap::new();
        let mut openings: BTreeMap<u32, BTreeSet<Vec<usize>>> = BTreeMap::new();
        for game in &games {
            let mut sorted = game.players.clone();
            sorted.sort_unstable();
            let counts = seats.entry(sorted.clone()).or_insert_with(|| vec![[0; 3]; players]);
            game.players.iter().enumerate().for_each(|(seat, &player)| counts[player][seat] += 1);
            openings.entry(game.opening).or_default().insert(game.players.clone());
            assert!(sorted.windows(2).all(|two| two[0] != two[1]), "somebody sits there twice: {game:?}");
            assert!(format != Format::Gauntlet || sorted[0] == 0, "{game:?}");
        }
        assert_eq!(seats.len(), choices);
        for (sorted, counts) in &seats {
            assert!(sorted.iter().all(|&player| counts[player] == [2; 3]), "{sorted:?}: {counts:?}");
        }
        assert!(openings.values().all(|seatings| seatings.len() == 3), "three seatings share an opening");
        let past: Vec<PastGame> =
            games.into_iter().map(|assignment| PastGame { assignment, half_points: vec![4, 2, 0] }).collect();
        assert_eq!(next_games(&config, &past), []);
        assert_eq!(half_points(players, &past).iter().sum::<u32>(), 6 * past.len() as u32);
    }
}
