//! Games are the same for any threads, come back from a file, and damaged files are refused.

use super::*;
use plybook_format::SealError;
use plybook_games::checkers::Checkers;
use plybook_games::connect4::Connect4;
use plybook_games::othello::Othello;
use plybook_kernel::{Evaluated, Game, HasHints, HasInfo, Outcome, Player, Random};
use plybook_search::Engine;
use std::sync::Arc;

const PLAN: PlayPlan =
    PlayPlan { nodes: 40, opening: [2, 6], longest: 300, resign: None, lopsided: None, seed: 7 };

fn play<G: Game + HasHints + Evaluated + Default>(
    plan: &PlayPlan,
    games: u64,
    threads: usize,
) -> Vec<GameRecord> {
    let game = Arc::new(G::default());
    let evaluator = game.evaluator("basic").unwrap();
    let engine = || Engine::new(Arc::clone(&game), evaluator.clone(), game.hints());
    play_games(engine, &[game.start()], plan, 0..games, threads, &|| false, &|_| ()).unwrap()
}

#[test]
fn threads_change_no_game() {
    let one = play::<Othello>(&PLAN, 12, 1);
    assert_eq!(one.len(), 12);
    assert_eq!(one, play::<Othello>(&PLAN, 12, 3));
    // A later part of the numbers gives the later games.
    let game = Arc::new(Othello::default());
    let engine = || Engine::new(Arc::clone(&game), game.evaluator("basic").unwrap(), game.hints());
    let later = play_games(engine, &[game.start()], &PLAN, 5..12, 2, &|| false, &|_| ()).unwrap();
    assert_eq!(later, one[5..]);
    // Other seeds give other games, and a stop gives none.
    assert_ne!(one, play::<Othello>(&PlayPlan { seed: 8, ..PLAN }, 12, 1));
    assert!(play_games(engine, &[game.start()], &PLAN, 0..2, 1, &|| true, &|_| ()).is_none());
}

#[test]
fn a_record_follows_the_game_to_its_end() {
    let game = Connect4::default();
    for record in play::<Connect4>(&PLAN, 20, 2) {
        let mut last = None;
        let mut values = 0;
        let followed = record.follow(&game, &[game.start()], |at, ply, mv| {
            values += usize::from(ply.value != NO_VALUE);
            last = Some(game.after(at, mv));
        });
        assert!(followed && values > 0);
        assert_eq!(game.verdict(&last.unwrap()), Some(record.outcome));
        assert!(!record.follow(&game, &[], |_, _, _| ()), "there is no such start");
    }
}

#[test]
fn decided_and_endless_games_are_cut_short() {
    let long = play::<Checkers>(&PLAN, 20, 2);
    let short = play::<Checkers>(&PlayPlan { resign: Some(300), longest: 80, ..PLAN }, 20, 2);
    let plies = |games: &[GameRecord]| games.iter().map(|game| game.plies.len()).sum::<usize>();
    assert!(2 * plies(&short) < plies(&long), "{} {}", plies(&short), plies(&long));
    assert!(short.iter().all(|game| game.plies.len() <= 80));
    // Whoever was said to win had been far ahead for six plies, or had proved it.
    let game = Checkers::default();
    for record in short.iter().filter(|record| record.plies.len() < 80) {
        let Outcome::Win(winner) = record.outcome else { continue };
        let mut seen = Vec::new();
        assert!(record.follow(&game, &[game.start()], |at, ply, _| {
            let sign = if game.turn(at).player() == Some(winner) { 1 } else { -1 };
            seen.push(sign * i32::from(ply.value));
        }));
        let last = &seen[seen.len() - 6..];
        let proved = seen.last().is_some_and(|value| value.abs() >= i32::from(WON));
        assert!(proved || last.iter().all(|&value| value >= 300), "{last:?}");
    }
    let fair = play::<Checkers>(&PlayPlan { lopsided: Some(50), opening: [6, 12], ..PLAN }, 40, 2);
    assert!(!fair.is_empty() && fair.len() < 40);
}

#[test]
fn games_come_back_from_a_shard() {
    let game = Othello::default();
    let fingerprint = rules_fingerprint(&game, &[game.start()]);
    let games = play::<Othello>(&PLAN, 10, 2);
    let bytes = write_shard("othello", fingerprint, &games).unwrap();
    assert_eq!(read_shard("othello", fingerprint, &bytes), Ok(games.clone()));
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    assert!(bytes.len() < 4 * plies, "{} bytes for {plies} plies", bytes.len());
    let wrong = |name, fingerprint| read_shard(name, fingerprint, &bytes).unwrap_err();
    assert_eq!(wrong("chess", fingerprint), ShardError::Seal(SealError::OtherGame("othello".into())));
    assert_eq!(wrong("othello", 1), ShardError::Seal(SealError::OtherRules));
    let small = game.variant("6x6").unwrap();
    assert_ne!(fingerprint, rules_fingerprint(&small, &[small.start()]));
    let mut random = Random::new(3);
    for _ in 0..2_000 {
        let mut copy = bytes.clone();
        let place = random.below(copy.len());
        copy[place] ^= 1 << random.below(8);
        assert!(read_shard("othello", fingerprint, &copy).is_err(), "byte {place}");
        assert!(read_shard("othello", fingerprint, &bytes[..place]).is_err(), "cut at {place}");
    }
}

#[test]
fn contents_under_a_good_seal_may_still_be_nonsense() {
    let mut random = Random::new(9);
    let seal = plybook_format::Seal { kind: b"plybkGAM", game: "g", fingerprint: 1 };
    for length in 0..200 {
        let mut contents: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        contents.iter_mut().skip(1).take(3).for_each(|byte| *byte = 0);
        if contents.first() == Some(&0) {
            contents[0] = 1;
        }
        let read = read_shard("g", 1, &seal.write(&contents));
        // Whatever was read is what these bytes say, and nothing else.
        if let Ok(games) = read {
            assert_eq!(write_shard("g", 1, &games), Some(seal.write(&contents)));
        }
    }
}

#[test]
fn every_outcome_and_number_comes_back() {
    let game = |number, outcome| GameRecord {
        number,
        start: 2_400,
        plies: vec![
            RecordedPly { ordinal: 300, value: NO_VALUE },
            RecordedPly { ordinal: 0, value: -WON },
            RecordedPly { ordinal: u16::MAX, value: i16::MAX },
        ],
        outcome,
    };
    let outcomes = [
        Outcome::Draw,
        Outcome::Win(Player::FIRST),
        Outcome::Win(Player::SECOND),
        Outcome::Margin(-64),
        Outcome::Margin(i32::MAX),
    ];
    let games: Vec<_> = outcomes
        .into_iter()
        .zip([0, 1, 127, 128, u64::MAX])
        .map(|(outcome, number)| game(number, outcome))
        .collect();
    let bytes = write_shard("g", 1, &games).unwrap();
    assert_eq!(read_shard("g", 1, &bytes), Ok(games));
    assert_eq!(write_shard("g", 1, &[game(1, Outcome::shares([1, 2, 3]))]), None);
}
