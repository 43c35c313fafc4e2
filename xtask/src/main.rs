//! `cargo xtask CHORE`.

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use plybook_catalog::endgame_files::Folder;
use xtask::contest::Contest;
use xtask::endgame::Trial;
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
    /// Check an installed endgame database against the search, and play by it: the value must be kept.
    Endgame {
        /// The game with its options.
        game: String,
        /// The slice to take positions from; the first if nothing is said.
        #[arg(long)]
        slice: Option<String>,
        /// How many positions.
        #[arg(long, default_value_t = 10_000)]
        positions: usize,
        /// How many plies the search looks ahead.
        #[arg(long, default_value_t = 7)]
        depth: u32,
        /// Decides the positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The folder of the databases; the user's if nothing is said.
        #[arg(long)]
        folder: Option<std::path::PathBuf>,
    },
    /// Play a match between two settings of the engine, in colour-swapped pairs from random openings.
    Match {
        /// The game with its options.
        game: String,
        /// An evaluator, a preset of techniques, or `evaluator/preset`.
        first: String,
        /// The same for the opponent.
        second: String,
        /// How many games.
        #[arg(long, default_value_t = 200)]
        games: usize,
        /// Positions that each side may search for a move.
        #[arg(long, default_value_t = 20_000)]
        nodes: u64,
        /// Random plies before the engines take over.
        #[arg(long, default_value_t = 8)]
        plies: usize,
        /// Decides the openings.
        #[arg(long, default_value_t = 1)]
        seed: u64,
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
        Chore::Endgame { game, slice, positions, depth, seed, folder } => {
            let Some(folder) = folder.map(Folder).or_else(Folder::of_user) else {
                bail!("no home folder is known: use --folder");
            };
            let found = Trial { game, slice, positions, depth, seed }.run(&folder)?;
            println!(
                "{} positions agree with a search of {depth} plies, which decided {}; play by the database won {} and \
                 kept {} drawn",
                found.positions, found.decided, found.won, found.drawn
            );
            Ok(())
        }
        Chore::Match { game, first, second, games, nodes, plies, seed } => {
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            let settings = [first, second];
            let contest = Contest { game, settings, games, nodes, plies, seed, threads };
            let tally = contest.play()?;
            println!("{} {} against {}: {tally}", contest.game, contest.settings[0], contest.settings[1]);
            Ok(())
        }
    }
}
