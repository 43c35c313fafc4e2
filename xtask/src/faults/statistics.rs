//! Whether intervals and tests are right as often as they say, by simulation.

use anyhow::{Result, bail};
use plybook_arena::config::Sprt;
use plybook_arena::statistics::Decision;
use plybook_arena::statistics::simulation::{MatchModel, covered, misjudged};

/// How far from 95 % the coverage of intervals may be.
const COVERAGE: f64 = 0.01;
/// How far above its nominal rate a test may be wrong.
const RISK: f64 = 0.005;

/// Strength in Elo, share of draws, bias of openings in Elo.
const WORLDS: [(f64, f64, f64); 6] = [
    (0.0, 0.3, 0.0),
    (0.0, 0.6, 100.0),
    (20.0, 0.5, 50.0),
    (50.0, 0.3, 100.0),
    (100.0, 0.4, 50.0),
    (-150.0, 0.2, 0.0),
];
/// Pairs of games in a match.
const PAIRS: [u32; 3] = [50, 200, 1000];
/// Hypotheses of tests: Elo, Elo, and both risks.
const TESTS: [(f64, f64, f64); 4] =
    [(0.0, 20.0, 0.05), (0.0, 50.0, 0.05), (-10.0, 10.0, 0.05), (0.0, 40.0, 0.01)];

/// Simulates so many matches and tests of each kind and prints how often they were right.
///
/// # Errors
/// One of them was wrong more often than it may be.
pub fn campaign(count: u32) -> Result<()> {
    let mut faults = 0;
    println!(
        "| Elo | draws | openings | pairs | intervals of 95 % that held the truth |\n|---|---|---|---|---|"
    );
    for (number, &(elo, draws, bias)) in WORLDS.iter().enumerate() {
        for pairs in PAIRS {
            let held = covered(MatchModel { elo, draws, bias }, pairs, count, 1000 + number as u64);
            let share = f64::from(held) / f64::from(count);
            faults += u32::from((share - 0.95).abs() > COVERAGE);
            println!("| {elo} | {:.0} % | {bias} | {pairs} | {:.2} % |", 100.0 * draws, 100.0 * share);
        }
    }
    println!("\n| elo0 | elo1 | risk | draws | openings | wrong at elo0 | wrong at elo1 |");
    println!("|---|---|---|---|---|---|---|");
    for (number, &(elo0, elo1, risk)) in TESTS.iter().enumerate() {
        let sprt = Sprt { elo0, elo1, alpha: risk, beta: risk };
        for (draws, bias) in [(0.3, 0.0), (0.6, 100.0)] {
            let wrong = [(elo0, Decision::Elo0), (elo1, Decision::Elo1)].map(|(elo, right)| {
                let model = MatchModel { elo, draws, bias };
                f64::from(misjudged(model, sprt, right, count, 2000 + number as u64)) / f64::from(count)
            });
            faults += wrong.iter().filter(|&&share| share > risk + RISK).count() as u32;
            let [first, second] = wrong.map(|share| 100.0 * share);
            println!(
                "| {elo0} | {elo1} | {:.0} % | {:.0} % | {bias} | {first:.2} % | {second:.2} % |",
                100.0 * risk,
                100.0 * draws
            );
        }
    }
    println!("\nstatistics: {count} simulations each, {faults} outside their bounds");
    if faults > 0 { bail!("{faults} faults") } else { Ok(()) }
}
