//! `cargo xtask CHORE`.

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use xtask::{mutate, playthrough, root, tidy};

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Check the rules of the house: dependencies, files every game must have, long files, documentation.
    Tidy,
    /// Record a game of every game anew; review the result as a diff.
    Playthroughs,
    /// Mutate a game's move generator in twenty ways in a copy of the project; its tests must catch each.
    Mutate {
        /// The game, or `all`.
        game: String,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().chore {
        Chore::Tidy => {
            let complaints = tidy::complaints(&root())?;
            complaints.iter().for_each(|complaint| println!("{complaint}"));
            if !complaints.is_empty() {
                bail!("{} complaints", complaints.len());
            }
            Ok(())
        }
        Chore::Playthroughs => playthrough::write_all(&root()),
        Chore::Mutate { game } => mutate::run(&root(), &game),
    }
}
