//! What can be asked for.

use clap::{Parser, ValueEnum};

/// Compares move generators by counting the same trees; prints a table.
#[derive(Debug, Parser)]
pub struct Arguments {
    /// Rows to run, by their names or how these begin, such as `othello connect4`; all if none is named.
    pub rows: Vec<String>,

    /// Interleaved rounds, each counting every tree once by either side; the table shows medians.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,

    /// Count instructions per leaf at smaller depths instead of CPU time; needs valgrind.
    #[arg(long)]
    pub instructions: bool,

    /// Count the smaller tree once by one side and print the leaves: what `--instructions` runs under valgrind.
    #[arg(long, hide = true)]
    pub side: Option<Side>,
}

/// Who counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The project's generator.
    Ours,
    /// The other generator.
    Rival,
    /// Nobody: what it costs to start and to stop.
    Nobody,
}

impl Side {
    /// The word that the command line takes.
    pub fn word(self) -> &'static str {
        match self {
            Side::Ours => "ours",
            Side::Rival => "rival",
            Side::Nobody => "nobody",
        }
    }
}
