//! Instructions per leaf, counted by valgrind: the same on a busy machine.

use crate::arguments::Side;
use crate::row::Row;
use crate::timing::same_leaves;
use anyhow::{Context, Result, ensure};
use std::env;
use std::hint::black_box;
use std::process::Command;

/// What was counted for one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instructions {
    /// Leaves of the smaller tree.
    pub leaves: u64,
    /// Our instructions for the whole tree, start and end of the program taken off.
    pub ours: u64,
    /// The rival's.
    pub rival: u64,
}

impl Instructions {
    /// A side's instructions for one leaf.
    pub fn per_leaf(&self, instructions: u64) -> f64 {
        instructions as f64 / self.leaves as f64
    }
}

/// Runs this program under valgrind for either side of a row, and for nobody.
///
/// # Errors
/// Valgrind is missing or fails, or the sides disagree on the number of leaves.
pub fn measure(row: &Row) -> Result<Instructions> {
    let (_, idle) = run(row, Side::Nobody)?;
    let (leaves, ours) = run(row, Side::Ours)?;
    let (rival_leaves, rival) = run(row, Side::Rival)?;
    same_leaves(row, row.shallow, leaves, rival_leaves)?;
    Ok(Instructions { leaves, ours: ours.saturating_sub(idle), rival: rival.saturating_sub(idle) })
}

/// Counts the smaller trees once by one side and prints the leaves: the other end of `measure`.
///
/// # Errors
/// None: the result fits where `main` needs one.
pub fn count_once(rows: &[Row], side: Side) -> Result<()> {
    for row in rows {
        let leaves = match side {
            Side::Ours => (row.ours)(black_box(row.shallow)),
            Side::Rival => (row.rival)(black_box(row.shallow)),
            Side::Nobody => 0,
        };
        println!("{leaves}");
    }
    Ok(())
}

/// Leaves and instructions of one run.
fn run(row: &Row, side: Side) -> Result<(u64, u64)> {
    let program = env::current_exe().context("the path of this program")?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([row.name, "--side", side.word()])
        .output()
        .context("valgrind cannot be started; install it, or leave `--instructions` away")?;
    let (printed, report) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "valgrind failed on {} ({}):\n{report}", row.name, side.word());
    let leaves = printed.trim().parse().with_context(|| format!("`{printed}` is no number of leaves"))?;
    let collected = collected(&report).with_context(|| format!("no `Collected` line in:\n{report}"))?;
    Ok((leaves, collected))
}

/// The number in callgrind's line `==1== Collected : 123`.
fn collected(report: &str) -> Option<u64> {
    let line = report.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_collected_line_is_read() {
        assert_eq!(collected("==1== \n==1== Collected : 1234\n==1== \n"), Some(1234));
        assert_eq!(collected("==1== Events : Ir\n"), None);
    }
}
