//! Solves the FFO endgame problems of Othello exactly with the generic engine and one thread.
//!
//! `cargo run --release -p plybook-search --example othello_endgames -- 40 44` solves #40 to #44; one number
//! solves that problem, none #20 to #44.

use plybook_games::othello::{Othello, OthelloEvaluator};
use plybook_kernel::{HasHints, History, Notation, Score};
use plybook_search::{Driver, Engine, Limits, NeverStop, Options, Table};
use std::error::Error;
use std::sync::Arc;

const PROBLEMS: &str = include_str!("../../../testdata/positions/othello-ffo.txt");
/// The table's size, allocated before the first problem.
const MEBIBYTES: usize = 256;
/// Depths that are searched one by one before the leap to the end: enough to order the root and to guess the score.
/// From 2 to 12 every deeper one was slower: table moves of shallow searches are poorer than the hints'.
const REHEARSAL: u32 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers = std::env::args().skip(1).map(|word| word.parse()).collect::<Result<Vec<usize>, _>>()?;
    let first = numbers.first().copied().unwrap_or(20);
    let last = numbers.get(1).or(numbers.first()).copied().unwrap_or(44);
    let game = Arc::new(Othello::default());
    let mut table = Table::with_mebibytes(MEBIBYTES);
    let mut engine = Engine::new(Arc::clone(&game), OthelloEvaluator::Positional, game.hints());
    engine.options = Options {
        iterative: true,
        leap_after: REHEARSAL,
        driver: Driver::NullWindows,
        path_rules: false,
        ..Options::EXACT
    };
    println!("  #  empty  score  best        nodes      settled  CPU s");
    let (mut all, mut right) = (0, 0);
    let start = cpu_seconds()?;
    let lines = PROBLEMS.lines().filter(|line| !line.starts_with('#'));
    for (number, line) in lines.enumerate().map(|(index, line)| (index + 1, line)) {
        if number < first || number > last {
            continue;
        }
        let (position, moves) = line.split_once(';').ok_or("a problem needs its moves")?;
        let at = game.read(position.trim())?;
        let empty = position.bytes().filter(|&byte| byte == b'-').count() as u32;
        let known = moves.split(';').filter_map(|entry| entry.trim().split_once(':'));
        let known: Vec<(String, i32)> = known
            .map(|(mv, score)| Ok((mv.to_lowercase(), score.parse()?)))
            .collect::<Result<_, std::num::ParseIntError>>()?;
        let best = known.iter().map(|&(_, score)| score).max().ok_or("a problem needs a move")?;
        table.clear();
        let begin = cpu_seconds()?;
        // Every move may be followed by a pass; and no entry of the rehearsal may look deep enough.
        let limits = Limits::depth(2 * empty + REHEARSAL);
        let finding = engine.search(&at, &History::new(), &limits, Some(&table), &NeverStop);
        let seconds = cpu_seconds()? - begin;
        let mv = finding.best().map(|mv| game.move_text(&at, mv)).unwrap_or_default();
        let is_right = finding.score() == Some(Score::points(best)) && known.contains(&(mv.clone(), best));
        let score = finding.score().map_or(String::new(), |score| score.to_string());
        let counts = finding.counts;
        let verdict = if is_right { "right" } else { "WRONG" };
        println!(
            "{number:>3}  {empty:>5}  {score:>6}  {mv:<4}  {:>11}  {:>11}  {seconds:>5.2}  {verdict}",
            counts.nodes, counts.settled
        );
        all += 1;
        right += usize::from(is_right);
    }
    println!("{right} of {all} right, {:.2} s in all", cpu_seconds()? - start);
    Ok(())
}

/// The processor time of this process.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let schedule = std::fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: u64 = schedule.split_whitespace().next().ok_or("an empty schedule")?.parse()?;
    Ok(nanoseconds as f64 / 1e9)
}
