//! Learns the nets of backgammon from games against itself: `cargo run --release -p plybook-learn --example backgammon --
//! GAMES SEED FILE [STOP]`. The same numbers give the same file on every machine. STOP ends the course after so many games.
//! `crates/games/src/backgammon/td.net` is `400000 1 td.net 320000`.

use plybook_games::backgammon::{Backgammon, sealed_nets};
use plybook_learn::outcome_nets::{OutcomeCourse, OutcomeLearner};
use std::process::ExitCode;

/// Hidden units of the nets for contact and for races.
const HIDDEN: [usize; 2] = [60, 20];
/// How far weights follow the gradient in the first game, and in the last one.
const RATES: [f32; 2] = [0.1, 0.005];
/// Games between two lines that say how far it is.
const TOLD: u64 = 10_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<Vec<u64>> = arguments.iter().take(2).map(|text| text.parse().ok()).collect();
    let (Some([games, seed]), Some(file)) = (numbers.as_deref(), arguments.get(2)) else {
        eprintln!("write the number of games, a seed and the file to write, such as 400000 1 td.net");
        return ExitCode::from(2);
    };
    let course = OutcomeCourse { games: *games, hidden: HIDDEN.to_vec(), rates: RATES, seed: *seed };
    let mut learner = OutcomeLearner::new(Backgammon::default(), course);
    let stop = match arguments.get(3).map(|text| text.parse::<u64>()) {
        None => *games,
        Some(Ok(stop)) => stop,
        Some(Err(_)) => {
            eprintln!("after how many games to stop must be a whole number");
            return ExitCode::from(2);
        }
    };
    let mut played = 0;
    while played < stop && learner.play().is_some() {
        played += 1;
        if played % TOLD == 0 {
            println!("{played} games");
        }
    }
    match std::fs::write(file, sealed_nets(learner.nets())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file} cannot be written: {error}");
            ExitCode::FAILURE
        }
    }
}
