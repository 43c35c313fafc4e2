//! The command line of `plybook rules`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// A game's rules, or what is done with a rules file.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Rules {
    /// The game.
    pub game: Option<String>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
    /// What is to be done with a rules file.
    #[command(subcommand)]
    pub action: Option<RulesAction>,
}

/// What is done with a rules file.
#[derive(Subcommand, Debug)]
pub enum RulesAction {
    /// Read a rules file and try its game: the first fault with line, column and remedy.
    Check {
        /// The file.
        file: PathBuf,
    },
    /// Print a rules file with even spacing, or write it back.
    Format {
        /// The file.
        file: PathBuf,
        /// Write the file itself.
        #[arg(long)]
        write: bool,
    },
    /// Count the move sequences of a rules file's game, ply by ply.
    Perft {
        /// The file.
        file: PathBuf,
        /// The longest sequences, in plies.
        #[arg(default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=20))]
        depth: u32,
    },
}
