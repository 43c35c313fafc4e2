//! `cargo xtask CHORE`.

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use xtask::contest::Contest;
use xtask::{faults, mutate, playthrough, root, tidy};

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
    /// Let faults of a class loose, many times over; none may be lost.
    Faults {
        #[command(subcommand)]
        class: Class,
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

#[derive(Subcommand)]
enum Class {
    /// Programs that misbehave in every way we know: judged rightly, in time, nothing left behind.
    Agents {
        /// How often each kind is let loose.
        #[arg(long, default_value_t = 100)]
        count: usize,
    },
    /// Tournaments killed at random moments: nothing lost or doubled, the same final table.
    Resume {
        /// How many kills.
        #[arg(long, default_value_t = 1000)]
        count: usize,
        /// The program; the one beside this program if nothing is said.
        #[arg(long)]
        program: Option<PathBuf>,
    },
    /// The arena killed while its agents think: none of them survives.
    Orphans {
        /// How many kills.
        #[arg(long, default_value_t = 200)]
        count: usize,
        /// The program; the one beside this program if nothing is said.
        #[arg(long)]
        program: Option<PathBuf>,
    },
    /// Simulated matches: intervals and tests are right as often as they say.
    Statistics {
        /// How many simulations of each kind.
        #[arg(long, default_value_t = 10_000)]
        count: u32,
    },
}

fn main() -> ExitCode {
    if let Some(status) = plybook_agent::process::keeper::serve_if_asked() {
        return status;
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Error: {error:?}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
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
        Chore::Faults { class: Class::Agents { count } } => faults::agents::campaign(count),
        Chore::Faults { class: Class::Resume { count, program } } => faults::resume::campaign(program, count),
        Chore::Faults { class: Class::Orphans { count, program } } => {
            faults::orphans::campaign(program, count)
        }
        Chore::Faults { class: Class::Statistics { count } } => faults::statistics::campaign(count),
        Chore::Mutate { game } => mutate::run(&root(), &game),
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
