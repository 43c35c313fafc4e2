//! Solves the Connect Four positions of `testdata/positions/connect4` exactly, one table for a file, and prints for
//! each file the mean CPU time and nodes and how many scores are right.
//!
//! ```text
//! cargo run --release -p plybook-search --example connect4 [MEBIBYTES [FILE...]]
//! ```

#[path = "../tests/connect4_cases/mod.rs"]
mod connect4_cases;

use connect4_cases::{Solver, file};
use plybook_search::Table;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

/// Size of the table without an argument, in mebibytes.
const MEBIBYTES: usize = 64;

/// Processor time of this thread in nanoseconds where the system tells it, otherwise time on the wall.
fn nanoseconds(start: Instant) -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    spent.unwrap_or_else(|| start.elapsed().as_nanos() as u64)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mebibytes = arguments.next().map_or(Ok(MEBIBYTES), |text| text.parse())?;
    let mut files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if files.is_empty() {
        files.extend(["L3_R1.txt", "L2_R1.txt", "L1_R1.txt"].map(file));
    }
    let mut table = Table::with_mebibytes(mebibytes);
    let mut solver = Solver::new()?;
    for path in files {
        let cases = solver.read(&path)?;
        table.clear();
        let start = Instant::now();
        let before = nanoseconds(start);
        let (mut nodes, mut right) = (0, 0);
        for case in &cases {
            let finding = solver.solve(case, &table);
            nodes += finding.counts.nodes;
            right += usize::from(finding.score() == Some(case.expected));
        }
        let spent = nanoseconds(start) - before;
        let mean = |sum: f64| sum / cases.len().max(1) as f64;
        println!(
            "{}: {right} right, {} wrong, {:.4} ms and {:.1} nodes on average",
            path.file_name().unwrap_or_default().display(),
            cases.len() - right,
            mean(spent as f64 / 1e6),
            mean(nodes as f64),
        );
    }
    Ok(())
}
