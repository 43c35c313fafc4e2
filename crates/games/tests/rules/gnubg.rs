//! Games against GNU Backgammon, which is run from outside: its player that looks no ply ahead, against the learnt
//! evaluation looking no further. Passed over where the program is not installed.
//!
//! `PLYBOOK_GNUBG=1000` plays so many games and prints the mean points a game with its error.

use plybook_games::backgammon::{Backgammon, Position, bear_off};
use plybook_kernel::{Evaluated, Evaluator, Game, Notation, Player, Random, Turn};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Where Debian puts the program.
const GNUBG: &str = "/usr/games/gnubg";
/// Games from which on the mean says something.
const ENOUGH: usize = 100;
/// Games of the ordinary run.
const FEW: usize = 6;

/// What GNU Backgammon plays in each of these positions, which are before a play.
fn answers(game: &Backgammon, positions: &[Position]) -> Vec<String> {
    let mut script = String::from(
        "set evaluation chequerplay evaluation plies 0\nset evaluation chequerplay evaluation cubeful off\n\
         set automatic game off\nset automatic roll off\nset automatic move off\nset player 0 human\n\
         set player 1 human\nnew game\n",
    );
    for at in positions {
        script += &format!("set gnubgid {}\nhint 1\n", game.gnu_id(at));
    }
    let mut program = Command::new(GNUBG)
        .args(["-t", "-q", "-r"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("GNU Backgammon starts");
    let mut input = program.stdin.take().expect("a pipe");
    // Written by a thread of its own: both pipes may be full otherwise.
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = program.wait_with_output().expect("GNU Backgammon ends");
    writer.join().expect("no panic").expect("a script that is read");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers: Vec<String> = text.lines().filter_map(answer).collect();
    assert_eq!(answers.len(), positions.len(), "an answer for each position");
    answers
}

/// The move of a line such as `    1. Cubeless 0-ply    8/5 6/5      Eq.: +0.200`.
fn answer(line: &str) -> Option<String> {
    let (_, rest) = line.trim_start().strip_prefix("1. ")?.split_once("-ply")?;
    Some(rest.split_once("Eq.:")?.0.trim().to_owned())
}

/// The play with the best evaluation after it.
fn best(game: &Backgammon, at: &Position) -> Position {
    let evaluator = game.evaluator("nets").expect("an evaluator");
    let worth = |next: &Position| match game.outcome(next) {
        Some(outcome) => f64::from(outcome.utility(at.mover)) * 100.0,
        None => evaluator.utility_for(game, next, &(), at.mover),
    };
    let all = game.legal(at).into_iter().map(|mv| game.after(at, mv));
    all.max_by(|one, other| worth(one).total_cmp(&worth(other))).expect("a play")
}

/// Plays games side by side, so that the program is started once for a move of all; the points of the learnt evaluation in
/// each, which plays first in every other game.
fn play(games: usize, seed: u64) -> Vec<i32> {
    let game = Backgammon::default();
    let mut random = Random::new(seed);
    let mut running: Vec<(usize, Position)> = (0..games).map(|number| (number, game.start())).collect();
    let mut points = vec![0; games];
    while !running.is_empty() {
        // 1. Everything up to a decision of GNU Backgammon.
        let mut waiting = Vec::new();
        for (number, mut at) in running.drain(..) {
            let ours = if number % 2 == 0 { Player::FIRST } else { Player::SECOND };
            loop {
                if let Some(outcome) = game.outcome(&at) {
                    points[number] = outcome.utility(ours);
                    break;
                }
                if game.turn(&at) == Turn::Chance {
                    let mut rolls = Vec::new();
                    game.chances(&at, &mut rolls);
                    let &roll = random.draw(&rolls).expect("a roll");
                    game.play(&mut at, roll);
                } else if at.mover == ours {
                    at = best(&game, &at);
                } else if let [only] = game.legal(&at)[..] {
                    game.play(&mut at, only);
                } else {
                    waiting.push((number, at));
                    break;
                }
            }
        }
        // 2. Its decisions, all of which must be legal here.
        let positions: Vec<Position> = waiting.iter().map(|&(_, at)| at).collect();
        if positions.is_empty() {
            break;
        }
        for ((number, at), said) in waiting.into_iter().zip(answers(&game, &positions)) {
            let mv = game.read_move(&at, &said).unwrap_or_else(|error| panic!("{}: {error}", game.text(&at)));
            running.push((number, game.after(&at, mv)));
        }
    }
    points
}

#[test]
fn gnu_backgammon_is_met() {
    if !Path::new(GNUBG).exists() {
        eprintln!("passed over: {GNUBG} is not installed");
        return;
    }
    let games = std::env::var("PLYBOOK_GNUBG").ok().and_then(|games| games.parse().ok()).unwrap_or(FEW);
    let points = play(games, 2_026);
    let count = games as f64;
    let mean = points.iter().map(|&won| f64::from(won)).sum::<f64>() / count;
    let spread =
        points.iter().map(|&won| (f64::from(won) - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = (spread / count).sqrt();
    let gammons = |sign: i32| points.iter().filter(|&&won| won * sign > 1).count();
    println!(
        "{games} games: {mean:+.3} points a game, error {error:.3}; {} won, gammons {} to {}",
        points.iter().filter(|&&won| won > 0).count(),
        gammons(1),
        gammons(-1)
    );
    assert!(points.iter().all(|&won| (1..=3).contains(&won.abs())));
    // A few games say nothing about strength.
    if games >= ENOUGH {
        assert!(mean + 3.0 * error > -0.25, "{mean} with an error of {error}");
    }
}

/// The mean number of rolls that bear everything off, against the table of the other program.
#[test]
fn bearing_off_takes_as_many_rolls_as_gnu_backgammon_says() {
    let table = bear_off();
    for (home, mean) in
        [([1, 0, 0, 0, 0, 0], 1.0), ([2, 0, 0, 0, 0, 0], 1.0), ([0, 0, 0, 0, 0, 1], 1.0 + 9.0 / 36.0)]
    {
        let found = table.mean(&home).expect("few checkers");
        assert!((found - mean).abs() < 1e-6, "{home:?}: {found}");
    }
    // Fifteen checkers on one point, from the ace point up: the means of GNU Backgammon's own table.
    for (point, mean) in (0..).zip([6.980, 7.421, 8.453, 9.437, 10.825, 12.266]) {
        let mut home = [0; 6];
        home[point] = 15;
        let found = table.mean(&home).expect("fifteen checkers");
        assert!((found - mean).abs() < 0.001, "fifteen on {}: {found}", point + 1);
        let sum: f32 = table.rolls(&home).expect("fifteen checkers").iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
    }
    assert_eq!(table.mean(&[3; 6]), None);
}
