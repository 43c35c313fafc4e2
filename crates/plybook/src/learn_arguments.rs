//! The command line of `plybook learn`.

use clap::{Args, ValueEnum};

/// What is learnt, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// What every configuration of an edge or corner is worth: othello on its board of eight.
    PlayBook,
    /// Which of 38 terms matter and how much, as Samuel's program of 1959 learnt it: checkers.
    Samuel,
}

/// Learn from games.
#[derive(Args, Debug)]
pub struct Learn {
    /// The game, with its options.
    pub game: String,
    /// Where to write what was learnt.
    #[arg(long, value_name = "FILE")]
    pub out: std::path::PathBuf,
    /// What is learnt, and how.
    #[arg(long, value_enum, default_value_t = Method::PlayBook)]
    pub method: Method,
    /// From stored games; without them the engine plays against itself.
    #[command(flatten)]
    pub stored: crate::book_arguments::Games,
    /// How many games to learn from: 20,000 for a play book, 42 for Samuel's program if nothing is said. With --resume,
    /// so many more.
    #[arg(long, value_name = "N", conflicts_with = "db", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Go on with this file: its settings, its seed and its games.
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub resume: Option<std::path::PathBuf>,
    /// Write the terms after every game as comma-separated values.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<std::path::PathBuf>,
    /// Samuel's program.
    #[command(flatten)]
    pub samuel: crate::samuel_arguments::Samuel,
    /// Positions searched for a move.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Random plies at the start of each game.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub plies: u16,
    /// How many threads.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Decides everything that chance decides.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}
