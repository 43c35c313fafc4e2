//! Compares the speed of the games' move generators with other people's crates and with the plain generators,
//! by counting the same trees.
#![forbid(unsafe_code)]

mod arguments;
mod build;
mod instructions;
mod rivals;
mod row;
mod rows;
mod table;
mod timing;

use anyhow::Result;
use arguments::Arguments;
use clap::Parser;
use row::Row;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("generators: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures and prints what was asked for.
fn run(arguments: &Arguments) -> Result<()> {
    let rows = rows::chosen(rows::all()?, &arguments.rows)?;
    if let Some(side) = arguments.side {
        return instructions::count_once(&rows, side);
    }
    println!("{}", build::described());
    println!(
        "{}",
        if arguments.instructions { instructions(&rows)? } else { times(&rows, arguments.rounds)? }
    );
    Ok(())
}

/// The table of CPU times. A line on the error stream says what is being measured.
fn times(rows: &[Row], rounds: u32) -> Result<String> {
    let mut measured = Vec::new();
    for row in rows {
        eprintln!("{} ...", row.name);
        measured.push((row, timing::measure(row, rounds)?));
    }
    Ok(table::of_times(&measured))
}

/// The table of instructions for each leaf.
fn instructions(rows: &[Row]) -> Result<String> {
    let mut measured = Vec::new();
    for row in rows {
        eprintln!("{} ...", row.name);
        measured.push((row, instructions::measure(row)?));
    }
    Ok(table::of_instructions(&measured))
}
