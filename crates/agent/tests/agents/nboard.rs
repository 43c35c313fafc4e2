//! A program that speaks NBoard, written for the test: it reads the game, asks nobody and plays by a small search
//! of its own rules.

use crate::table::play;
use plybook_agent::{AgentSpec, Budget};
use plybook_catalog::open;
use std::path::PathBuf;
use std::time::Duration;

#[test]
fn a_program_that_speaks_nboard_plays_whole_games() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/python/nboard_othello.py");
    let game = open("othello").unwrap();
    let spec = AgentSpec::read(&format!("nboard:python3 \"{}\"", path.display())).unwrap();
    let mut program = spec.make(&*game).unwrap();
    let mut random = AgentSpec::read("random").unwrap().make(&*game).unwrap();
    let budget = Budget { time: Some(Duration::from_secs(5)), ..Budget::default() };
    for seed in 1..=4 {
        let (_, winner) = if seed % 2 == 0 {
            play(&*game, [&mut *program, &mut *random], budget, seed, 200)
        } else {
            play(&*game, [&mut *random, &mut *program], budget, seed, 200)
        };
        assert!(winner.is_some());
    }
}
