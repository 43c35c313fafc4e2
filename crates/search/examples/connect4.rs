//! Solves the Connect Four positions of `testdata/positions/connect4` exactly, one table for all, and prints for each
//! file the mean CPU time and nodes and how many scores are right.
//!
//! ```text
//! cargo run --release -p plybook-search --example connect4 [MEBIBYTES [FILE...]]
//! ```

use plybook_games::connect4::{Connect4, Guide};
use plybook_kernel::options::Options as GameOptions;
use plybook_kernel::{Described, Evaluated, Game, History, Notation, Score};
use plybook_search::{Driver, Engine, Forever, Limits, Options, Table};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Discs of each player on the usual board.
const DISCS_EACH: i32 = 21;
/// Size of the table without an argument, in mebibytes.
const MEBIBYTES: usize = 64;

/// Nothing that pays only in games with noise, repetitions or a horizon.
const SOLVING: Options = Options {
    driver: Driver::Bisection,
    killers: false,
    history: false,
    counter_moves: false,
    path_rules: false,
    ..Options::EXACT
};

/// The score of the benchmark as a distance: see `testdata/positions/connect4/README.md`.
fn score(plies: i32, score: i32) -> Score {
    let mine = plies / 2;
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in((2 * (DISCS_EACH + 1 - score - mine) - 1) as u32),
        _ => Score::loss_in((2 * (DISCS_EACH + 1 + score - (plies - mine))) as u32),
    }
}

/// Processor time of this thread in nanoseconds where the system tells it, otherwise time on the wall.
fn nanoseconds(start: Instant) -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    spent.unwrap_or_else(|| start.elapsed().as_nanos() as u64)
}

fn solve(path: &Path, table: &Table) -> Result<(), Box<dyn Error>> {
    let game = Arc::new(Connect4::with_options(GameOptions::parse("")?)?);
    let evaluator = game.evaluator("basic").ok_or("no evaluator")?;
    let mut engine = Engine::new(Arc::clone(&game), evaluator, Guide);
    engine.options = SOLVING;
    let longest = game.longest().unwrap_or_default();
    let mut cases = Vec::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let (columns, value) = line.split_once(' ').ok_or("a line is moves and a score")?;
        let mut at = game.start();
        for column in columns.chars() {
            let mv = game.read_move(&at, &column.to_string())?;
            game.play(&mut at, mv);
        }
        cases.push((at, columns.len() as u32, score(columns.len() as i32, value.trim().parse()?)));
    }
    let start = Instant::now();
    let before = nanoseconds(start);
    let (mut nodes, mut right) = (0, 0);
    for (at, plies, expected) in &cases {
        let limits = Limits::depth(longest - plies);
        let finding = engine.search(at, &History::new(), &limits, Some(table), &Forever);
        nodes += finding.counts.nodes;
        right += usize::from(finding.score() == Some(*expected));
    }
    let spent = nanoseconds(start) - before;
    println!(
        "{}: {right} right, {} wrong, {:.4} ms and {:.1} nodes on average",
        path.display(),
        cases.len() - right,
        spent as f64 / 1e6 / cases.len() as f64,
        nodes as f64 / cases.len() as f64,
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mebibytes = arguments.next().map_or(Ok(MEBIBYTES), |text| text.parse())?;
    let mut files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions/connect4");
        files.extend(["L3_R1.txt", "L2_R1.txt", "L1_R1.txt"].map(|name| folder.join(name)));
    }
    let mut table = Table::with_mebibytes(mebibytes);
    for file in files {
        table.clear();
        solve(&file, &table)?;
    }
    Ok(())
}
