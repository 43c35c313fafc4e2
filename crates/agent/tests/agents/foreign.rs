//! Real programs of other people, where they are installed.

use crate::table::play;
use plybook_agent::{Agent, AgentSpec, Budget};
use plybook_catalog::{AnyGame, open};
use std::time::Duration;

/// Names what the tests may go without, joined by commas.
const WITHOUT: &str = "PLYBOOK_WITHOUT";

/// Whether a program is there; fails where it must be and is not.
fn installed(program: &str, name: &str) -> bool {
    let found = std::path::Path::new(program).is_file();
    let excused = std::env::var(WITHOUT).is_ok_and(|list| list.split(',').any(|other| other == name));
    assert!(found || excused, "{program} is missing: run tools/test-setup, or set {WITHOUT}={name}");
    found && !excused
}

fn make(spec: &str, game: &dyn AnyGame) -> Box<dyn Agent> {
    AgentSpec::read(spec).unwrap().make(game).unwrap()
}

#[test]
fn stockfish_plays_chess() {
    if !installed("/usr/games/stockfish", "stockfish") {
        return;
    }
    let game = open("chess").unwrap();
    let mut fish = make("uci[Skill Level=0,Hash=1]:/usr/games/stockfish", &*game);
    let mut engine = make("engine:hash=1", &*game);
    let budget = Budget { nodes: Some(2_000), ..Budget::default() };
    let (record, winner) = play(&*game, [&mut *fish, &mut *engine], budget, 1, 120);
    assert!(winner.is_some() || record.len() == 120, "{record:?}");
    let timed = Budget { time: Some(Duration::from_millis(30)), ..Budget::default() };
    let (record, _) = play(&*game, [&mut *engine, &mut *fish], timed, 1, 8);
    assert_eq!(record.len(), 8);
}

#[test]
fn stockfish_plays_chess960_and_set_up_positions() {
    if !installed("/usr/games/stockfish", "stockfish") {
        return;
    }
    let game = open("chess:960=100").unwrap();
    let mut fish = make("uci[name=Fisch]:/usr/games/stockfish", &*game);
    let mut random = make("random", &*game);
    let budget = Budget { depth: Some(4), ..Budget::default() };
    let (record, _) = play(&*game, [&mut *random, &mut *fish], budget, 3, 30);
    assert!(!record.is_empty());
}

#[test]
fn rhino_plays_whole_games_of_othello() {
    if !installed("/usr/games/gtp-rhino", "gtp-rhino") {
        return;
    }
    let game = open("othello").unwrap();
    let mut rhino = make("gtp:/usr/games/gtp-rhino --level=1", &*game);
    let mut random = make("random", &*game);
    let budget = Budget { nodes: Some(1_000), ..Budget::default() };
    for seed in 1..=6 {
        let (_, winner) = if seed % 2 == 0 {
            play(&*game, [&mut *rhino, &mut *random], budget.clone(), seed, 200)
        } else {
            play(&*game, [&mut *random, &mut *rhino], budget.clone(), seed, 200)
        };
        assert!(winner.is_some());
    }
}
