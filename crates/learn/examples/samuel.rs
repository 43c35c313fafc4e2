//! The tables of docs/samuel.md: `cargo run --release -p plybook-learn --example samuel -- PART`, where PART is
//! `series 1 SEEDS`, `series 2 SEEDS`, `start SEEDS GAMES`, `start-balanced SEEDS GAMES`,
//! `kings SEEDS` or `rote GAMES`.

use plybook_games::checkers::{Checkers, Position};
use plybook_kernel::{Game, HasInfo, Notation, Player, Random, Rated};
use plybook_learn::samuel::{
    Contestant, RoteConfig, RoteLearner, Series, Settings, Statistics, Tally, contest, statistics,
    winning_chances,
};
use plybook_learn::{Learner, tally};
use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;

/// Samuel's leading terms after 42 games, with their signs.
const HIS: [(&str, bool); 12] = [
    ("MOC 2", false),
    ("KCENT", true),
    ("MOC 4", false),
    ("MODE 3", false),
    ("DEMMO", false),
    ("MOVE", true),
    ("ADV", false),
    ("MODE 2", false),
    ("BACK", false),
    ("CNTR", true),
    ("THRET", true),
    ("MOC 3", true),
];
/// Games of the first series, and of the second with its games of continued play.
const GAMES: [usize; 2] = [28, 42];
/// Games after which the second series is first looked at.
const FIRST_LOOK: usize = 28;
/// Random plies at the start of each game of a match.
const OPENING: u32 = 4;
/// Endings of two kings against one.
const ENDINGS: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse::<u64>().ok());
    match (arguments.first().map(String::as_str), number(1), number(2)) {
        (Some("series"), Some(series @ 1..=2), Some(seeds)) => series_of_tests(series, seeds),
        (Some("start"), Some(seeds), Some(games)) => against_start(seeds, games as usize, false),
        (Some("start-balanced"), Some(seeds), Some(games)) => against_start(seeds, games as usize, true),
        (Some("kings"), Some(seeds), _) => kings(seeds),
        (Some("rote"), Some(games), _) => rote(games as usize)?,
        _ => {
            return Err(
                "series 1|2 SEEDS, start|start-balanced SEEDS GAMES, kings SEEDS or rote GAMES".into()
            );
        }
    }
    Ok(())
}

/// A whole series of one seed.
fn played(game: &Checkers, series: u64, seed: u64) -> Series {
    let settings = if series == 1 { Settings::first_series(seed) } else { Settings::second_series(seed) };
    let mut played = Series::new(game, settings);
    (0..GAMES[series as usize - 1]).for_each(|_| played.play(game));
    played
}

/// What is at 5, 50 and 95 in a hundred, and the mean.
fn spread(mut numbers: Vec<f64>) -> String {
    numbers.sort_by(f64::total_cmp);
    let at = |hundredths: usize| numbers[(numbers.len() * hundredths / 100).min(numbers.len() - 1)];
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    format!("median {} ({} to {}), mean {mean:.2}", at(50), at(5), at(95))
}

fn series_of_tests(series: u64, seeds: u64) {
    let game = Checkers::default();
    let mut all: Vec<Series> = Vec::new();
    for seed in 1..=seeds {
        all.push(played(&game, series, seed));
        if seed % 25 == 0 || seed == seeds {
            println!("Series {series}, {seed} seeds, {} games each", GAMES[series as usize - 1]);
            if series == 2 {
                figures(&all, |one| statistics(&one.games[..FIRST_LOOK]), "first 28 games");
            }
            figures(&all, |one| statistics(&one.games), "all games");
            overlaps(&game, &all);
        }
    }
}

fn figures(all: &[Series], of: impl Fn(&Series) -> Statistics, title: &str) {
    let each: Vec<Statistics> = all.iter().map(of).collect();
    let numbers = |number: &dyn Fn(&Statistics) -> f64| spread(each.iter().map(number).collect::<Vec<f64>>());
    println!("{title}:");
    println!("  Alpha's wins: {}", numbers(&|one| f64::from(one.score[0])));
    println!("  Alpha's losses: {}", numbers(&|one| f64::from(one.score[1])));
    println!("  even: {}", numbers(&|one| f64::from(one.score[2])));
    for group in 0..each.first().map_or(0, |one| one.groups.len()) {
        let wins = numbers(&|one| f64::from(one.groups[group][0]));
        println!("  wins in the {}. seven: {wins}", group + 1);
        println!("  losses in the {}. seven: {}", group + 1, numbers(&|one| f64::from(one.groups[group][1])));
    }
    println!("  terms discarded: {}", numbers(&|one| one.replaced as f64));
    let different = |one: &Series| {
        let terms: BTreeSet<usize> = one.games.iter().flat_map(|game| &game.replaced).copied().collect();
        terms.len() as f64
    };
    println!("  different terms discarded: {}", spread(all.iter().map(different).collect()));
    println!("  different leaders: {}", numbers(&|one| one.leaders as f64));
    println!("  last game with a change of sign: {}", numbers(&|one| one.settled as f64));
    println!("  adjustments: {}", numbers(&|one| f64::from(one.adjustments)));
}

/// How many of the leading twelve, and of all active terms, are among Samuel's twelve, and with which signs.
fn overlaps(game: &Checkers, all: &[Series]) {
    let (mut leading, mut signs, mut active) = (Vec::new(), Vec::new(), Vec::new());
    for series in all {
        let Some(last) = series.games.last() else { continue };
        let his = |term: usize| {
            let name = game.rated_terms()[term].name;
            HIS.iter().find(|(known, _)| *known == name).map(|(_, positive)| *positive)
        };
        let shared: Vec<bool> = last
            .standings
            .iter()
            .take(HIS.len())
            .filter_map(|standing| his(standing.term).map(|positive| positive == (standing.coefficient > 0)))
            .collect();
        leading.push(shared.len() as f64);
        signs.push(shared.iter().filter(|&&same| same).count() as f64);
        active.push(last.standings.iter().filter(|standing| his(standing.term).is_some()).count() as f64);
    }
    let at_least = |numbers: &[f64], least: f64| {
        100.0 * numbers.iter().filter(|&&number| number >= least).count() as f64 / numbers.len() as f64
    };
    println!("  leading twelve among his: {}", spread(leading.clone()));
    println!(
        "    at least 7: {:.1} %, at least 8: {:.1} %",
        at_least(&leading, 7.0),
        at_least(&leading, 8.0)
    );
    println!("    with his sign: {}, shared in all {}", spread(signs.clone()), leading.iter().sum::<f64>());
    println!("    with his sign in all {}", signs.iter().sum::<f64>());
    println!("  active sixteen among his: {}", spread(active));
}

/// What was learnt in a second series against the polynomial that it began with, at equal search; with binary terms as
/// they are, or balanced.
fn against_start(seeds: u64, games: usize, balanced: bool) {
    let game = Checkers::default();
    let mut all = Tally::default();
    for seed in 1..=seeds {
        let settings = Settings { balanced, ..Settings::second_series(seed) };
        let mut series = Series::new(&game, settings);
        (0..GAMES[1]).for_each(|_| series.play(&game));
        let start = Series::new(&game, series.settings);
        let mut pair = [&series, &start].map(|one| Contestant::new(one.coefficients(&game)));
        let tally = contest(&game, &series.settings, &mut pair, games, OPENING, &mut |_| ());
        all.won += tally.won;
        all.even += tally.even;
        all.lost += tally.lost;
        println!(
            "seed {seed}: {tally:?}, {:.1} %; in all {:.1} %",
            100.0 * tally.score(),
            100.0 * all.score()
        );
    }
}

/// Two kings of the side to move against one, on random squares, where no piece can be taken at once by either side.
fn endings(game: &Checkers) -> Vec<Position> {
    let mut random = Random::new(1959);
    let mut found = Vec::new();
    while found.len() < ENDINGS {
        let [first, second, other] = [(); 3].map(|()| 1 + random.below(32));
        let text = format!("W:WK{first},K{second}:BK{other}");
        let Ok(at) = game.read(&text) else { continue };
        let quiet = |at: &Position| game.legal(at).iter().all(|&mv| !game.captures(at, mv));
        if game.turn(&at).player() == Some(Player::SECOND) && quiet(&at) {
            found.push(at);
        }
    }
    found
}

/// How many of the endings are won by the polynomial at the start and after a second series.
fn kings(seeds: u64) {
    let game = Checkers::default();
    let endings = endings(&game);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for seed in 1..=seeds {
        let series = played(&game, 2, seed);
        let start = Series::new(&game, series.settings);
        let wins = |one: &Series| {
            let mut contestant = Contestant::new(one.coefficients(&game));
            f64::from(winning_chances(&game, &one.settings, &mut contestant, &endings))
        };
        before.push(wins(&start));
        after.push(wins(&series));
        println!(
            "seed {seed}: of {ENDINGS} endings {} before, {} after",
            before[before.len() - 1],
            after[after.len() - 1]
        );
    }
    println!("before: {}; after: {}", spread(before), spread(after));
}

/// A memory against none, by hundreds of games.
fn rote(games: usize) -> Result<(), Box<dyn Error>> {
    let game = Arc::new(Checkers::default().variant("")?);
    let mut learner = RoteLearner::new(game, RoteConfig::default(), 1)?;
    for number in 1..=games {
        learner.step()?;
        if number % 100 == 0 {
            let [won, drawn, lost] = tally(&learner.games()[number - 100..]);
            let figures = &learner.games()[number - 1].figures;
            println!("games to {number}: {won} won, {drawn} even, {lost} lost; {figures:?}");
        }
    }
    Ok(())
}
