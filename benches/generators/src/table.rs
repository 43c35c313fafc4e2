//! What is printed.

use crate::instructions::Instructions;
use crate::row::Row;
use crate::timing::Timing;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

/// Columns that hold words; the others hold numbers and are set to the right.
const WORDS: [&str; 3] = ["work", "rival", "wanted"];

fn table(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(headings);
    for (column, heading) in table.column_iter_mut().zip(headings) {
        let words = WORDS.contains(heading);
        column.set_cell_alignment(if words { CellAlignment::Left } else { CellAlignment::Right });
    }
    table
}

/// CPU times, speeds and ratios, a line for each row.
pub fn of_times(rows: &[(&Row, Timing)]) -> String {
    let mut table = table(&[
        "work",
        "depth",
        "leaves",
        "ours ms",
        "M leaves/s",
        "rival",
        "rival ms",
        "M leaves/s",
        "ours/rival",
        "in rounds",
        "rounds",
        "wanted",
    ]);
    for (row, timing) in rows {
        table.add_row([
            row.work.to_owned(),
            row.depth.to_string(),
            timing.leaves.to_string(),
            number(timing.ours),
            number(timing.speed(timing.ours)),
            row.rival_name.to_owned(),
            number(timing.rival),
            number(timing.speed(timing.rival)),
            format!("{:.2}x", timing.ratio()),
            format!("{:.2}-{:.2}", timing.spread.0, timing.spread.1),
            timing.rounds.to_string(),
            wanted(row, timing),
        ]);
    }
    table.to_string()
}

/// Instructions per leaf, a line for each row.
pub fn of_instructions(rows: &[(&Row, Instructions)]) -> String {
    let mut table =
        table(&["work", "depth", "leaves", "ours instr/leaf", "rival", "rival instr/leaf", "rival/ours"]);
    for (row, counted) in rows {
        table.add_row([
            row.work.to_owned(),
            row.shallow.to_string(),
            counted.leaves.to_string(),
            number(counted.per_leaf(counted.ours)),
            row.rival_name.to_owned(),
            number(counted.per_leaf(counted.rival)),
            format!("{:.2}x", counted.rival as f64 / counted.ours as f64),
        ]);
    }
    table.to_string()
}

/// What was wanted of a row, and whether it came true in this run.
fn wanted(row: &Row, timing: &Timing) -> String {
    let verdict = |reached: bool| if reached { "yes" } else { "no" };
    let ratio = row.wanted_ratio.map(|least| format!(">= {least}x: {}", verdict(timing.ratio() >= least)));
    let speed = timing.speed(timing.ours);
    let speed = row.wanted_speed.map(|least| format!("> {least} M/s: {}", verdict(speed > least)));
    ratio.into_iter().chain(speed).collect::<Vec<_>>().join(", ")
}

/// A number with about three digits that count.
fn number(value: f64) -> String {
    let digits = match value {
        value if value < 1.0 => 3,
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$}")
}
