//! The tables of docs/learners.md: `cargo run --release -p plybook-learn --example matchboxes`.

use plybook_games::hexapawn::Hexapawn;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::{Game, HasInfo, Player, ReadError, Wdl};
use plybook_learn::matchboxes::{MatchboxConfig, MatchboxLearner, Rival, Seeker};
use plybook_learn::{Learner, LearntGame, Opponent, PerfectOpponent, RandomOpponent, Solved, tally};
use std::sync::Arc;

/// Machines of MENACE.
const MENACES: u64 = 1_000;
/// Games of each.
const GAMES: usize = 500;
/// The games at which the stretches of the table end.
const ENDS: [usize; 9] = [10, 20, 40, 60, 100, 150, 220, 350, GAMES];
/// Draws in a row that count as consistent.
const ROW: usize = 20;
/// Machines of HER.
const HERS: u64 = 2_000;

fn main() -> Result<(), ReadError> {
    let solved = Solved::new(&TicTacToe, "tictactoe")?;
    for opponent in ["perfect", "random"] {
        let rival = || -> Box<dyn Opponent<TicTacToe>> {
            match opponent {
                "perfect" => Box::new(PerfectOpponent { solved: solved.clone() }),
                _ => Box::new(RandomOpponent),
            }
        };
        let mut all: Vec<Vec<LearntGame>> = Vec::new();
        for seed in 0..MENACES {
            let rival = Rival::Other(rival());
            let mut learner =
                MatchboxLearner::new(Arc::new(TicTacToe), MatchboxConfig::menace(), rival, seed)?;
            for _ in 0..GAMES {
                learner.step()?;
            }
            all.push(learner.games().to_vec());
        }
        menace(opponent, &all);
    }
    let game = Arc::new(Hexapawn::default().variant("")?);
    let judge = Seeker::new(&*game, "hexapawn")?;
    for opponent in ["seeker", "random"] {
        let (mut lengths, mut losses) = (Vec::new(), 0);
        for seed in 0..HERS {
            let rival = match opponent {
                "seeker" => Rival::Seeker(judge.clone()),
                _ => Rival::Other(Box::new(RandomOpponent)),
            };
            let mut learner = MatchboxLearner::new(Arc::clone(&game), MatchboxConfig::her(), rival, seed)?;
            while judge.finds_weakness(&*game, learner.machine(), Player::SECOND, &game.start()) {
                learner.step()?;
            }
            lengths.push(learner.games().len());
            losses += tally(learner.games())[2];
        }
        lengths.sort_unstable();
        let at = |hundredths: usize| lengths[lengths.len() * hundredths / 100];
        println!(
            "HER against {opponent}: perfect after {} games in the median ({} to {}), {:.2} losses on average",
            at(50),
            at(5),
            at(95),
            losses as f64 / HERS as f64
        );
    }
    Ok(())
}

/// The table of MENACE against one opponent.
fn menace(opponent: &str, all: &[Vec<LearntGame>]) {
    println!("MENACE against {opponent}, {} machines: won, drawn, lost, boxes empty at the start", all.len());
    let mut first = 0;
    for end in ENDS {
        let games: Vec<LearntGame> = all.iter().flat_map(|games| games[first..end].to_vec()).collect();
        let share = |count: usize| 100.0 * count as f64 / games.len() as f64;
        let [won, drawn, lost] = tally(&games).map(share);
        let dry = all.iter().filter(|games| games[end - 1].plies == 0).count();
        println!(
            "{:>4}-{end:<4} {won:5.1} {drawn:5.1} {lost:5.1} {:5.1}",
            first + 1,
            100.0 * dry as f64 / all.len() as f64
        );
        first = end;
    }
    let alive: Vec<&Vec<LearntGame>> = all.iter().filter(|games| games[GAMES - 1].plies > 0).collect();
    // Games before the first row of draws that is so long.
    let settled = |games: &&Vec<LearntGame>| {
        let draws = |row: &[LearntGame]| row.iter().all(|game| game.result == Wdl::Draw);
        games.windows(ROW).position(draws).unwrap_or(GAMES)
    };
    let mut last: Vec<usize> = alive.iter().map(settled).collect();
    last.sort_unstable();
    let at = |hundredths: usize| last[last.len() * hundredths / 100];
    println!(
        "{} machines still play; {ROW} draws in a row begin after game {} in the median ({} to {})",
        alive.len(),
        at(50),
        at(5),
        at(95)
    );
}
