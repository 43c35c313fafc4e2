//! Exact values of Connect Four through the generic engine: the scores of another solver.

mod connect4_cases;

use connect4_cases::{Solver, file};
use plybook_search::Table;
use std::error::Error;

/// Solves every so many positions of a file.
fn check(name: &str, step: usize) -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::new()?;
    let cases = solver.read(&file(name))?;
    assert_eq!(cases.len(), 1000, "{name}");
    let table = Table::with_mebibytes(16);
    for (number, case) in cases.iter().enumerate().step_by(step) {
        let finding = solver.solve(case, &table);
        assert_eq!(finding.score(), Some(case.expected), "{name}, line {}", number + 1);
        assert!(finding.best().is_some(), "{name}, line {}", number + 1);
    }
    Ok(())
}

#[test]
fn late_positions() -> Result<(), Box<dyn Error>> {
    check("L3_R1.txt", 1)
}

#[test]
fn middle_positions() -> Result<(), Box<dyn Error>> {
    check("L2_R1.txt", 5)
}

#[test]
fn early_positions() -> Result<(), Box<dyn Error>> {
    check("L1_R1.txt", 50)
}
