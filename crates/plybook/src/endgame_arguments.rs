//! The command line of `plybook endgame`.

use crate::arguments::{From, Ray};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// Endgame databases: the proven value of every position of a part of a game.
#[derive(Args, Debug)]
pub struct Endgame {
    /// What to do with them.
    #[command(subcommand)]
    pub job: EndgameJob,
}

/// The jobs.
#[derive(Subcommand, Debug)]
pub enum EndgameJob {
    /// Build what is missing, verify it and install it. An interrupted build goes on where it was.
    Build(EndgameBuild),
    /// Check what is installed: checksums, and every value and distance against the moves.
    Verify(EndgameWork),
    /// Ask for the proven value of a position and of each of its moves.
    Probe(EndgameProbe),
    /// Count what is installed: wins, draws and losses, by distance and by kind.
    Stats(EndgameStats),
}

/// Where databases lie.
#[derive(Args, Debug)]
pub struct EndgameFolder {
    /// The folder of the databases; otherwise PLYBOOK_ENDGAME, or `plybook/endgame` in the user's data folder.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Build.
#[derive(Args, Debug)]
pub struct EndgameBuild {
    /// What, and with what means.
    #[command(flatten)]
    pub work: EndgameWork,
    /// Where slices are built. On a cluster each has one processor and no checkpoint.
    #[command(flatten)]
    pub cluster: Ray,
}

/// Build or verify.
#[derive(Args, Debug)]
pub struct EndgameWork {
    /// The game, with its options.
    pub game: String,
    /// Only these slices, and those that they need; `plybook endgame stats GAME` lists them.
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub slices: Vec<String>,
    /// How many threads; by default as many as the machine offers.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Mebibytes of memory that values may take.
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: u32,
    /// How long to work between two checkpoints.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = crate::duration::parse)]
    pub checkpoint: Duration,
    /// Where, and how to answer.
    #[command(flatten)]
    pub place: EndgameFolder,
}

/// Ask for a value.
#[derive(Args, Debug)]
pub struct EndgameProbe {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// Where, and how to answer.
    #[command(flatten)]
    pub place: EndgameFolder,
}

/// Count values.
#[derive(Args, Debug)]
pub struct EndgameStats {
    /// The game, with its options.
    pub game: String,
    /// Count the values of these slices one by one: by distance, by kind, and the longest win.
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub slices: Vec<String>,
    /// Where, and how to answer.
    #[command(flatten)]
    pub place: EndgameFolder,
}
