//! A program that speaks NBoard, written for the test: it reads the game, asks nobody and plays by a small search
//! of its own rules.

use crate::table::{ask, meet, play};
use plybook_agent::{Action, Agent, AgentSpec, Budget};
use plybook_catalog::open;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The program with these arguments.
fn program(arguments: &str) -> Box<dyn Agent> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/python/nboard_othello.py");
    let spec = AgentSpec::read(&format!("nboard:python3 \"{}\" {arguments}", path.display())).unwrap();
    spec.make(&*open("othello").unwrap()).unwrap()
}

#[test]
fn a_program_that_speaks_nboard_plays_whole_games() {
    let game = open("othello").unwrap();
    let mut program = program("");
    let mut random = AgentSpec::read("random").unwrap().make(&*game).unwrap();
    let budget = Budget { time: Some(Duration::from_secs(5)), ..Budget::default() };
    for seed in 1..=4 {
        let (_, winner) = if seed % 2 == 0 {
            play(&*game, [&mut *program, &mut *random], budget.clone(), seed, 200)
        } else {
            play(&*game, [&mut *random, &mut *program], budget.clone(), seed, 200)
        };
        assert!(winner.is_some());
    }
}

/// The protocol has no clock. A program that can be interrupted searches deeper as long as there is time; one that cannot
/// is asked for nothing that it would not finish.
#[test]
fn a_program_gets_its_time_and_is_not_kept_beyond_it() {
    let time = Duration::from_millis(300);
    let budget = Budget { time: Some(time), ..Budget::default() };
    for arguments in ["1", "1 deaf"] {
        let mut program = program(arguments);
        program.begin(&meet("othello", 0, 1)).unwrap();
        let mut session = open("othello").unwrap().session(None).unwrap();
        let mut depths = Vec::new();
        for turn in 0..4 {
            let began = Instant::now();
            let answer = ask(&mut *program, &*session, budget.clone()).unwrap();
            let used = began.elapsed();
            let least = if arguments == "1" { time.mul_f64(0.9) } else { time.mul_f64(0.25) };
            assert!(used >= least, "{arguments}, turn {turn}: {used:?} of {time:?}");
            depths.push(answer.seen.depth.unwrap());
            let Action::Move(text) = answer.action else { panic!("{:?}", answer.action) };
            session.play(&text).unwrap();
            let reply = session.move_texts()[0].clone();
            session.play(&reply).unwrap();
        }
        assert!(depths.iter().all(|&depth| depth > 6), "{arguments}: {depths:?}");
    }
}
