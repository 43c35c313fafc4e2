//! `cargo xtask CHORE`.

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use plybook_catalog::Level;
use plybook_catalog::endgame_files::Folder;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use xtask::contest::Contest;
use xtask::conversion::Campaign;
use xtask::endgame::Trial;
use xtask::{depths, faults, mutate, parallel, playthrough, root, table_report, tidy};

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Make the files of a new game from a template: a board, two options, a draw rule, an evaluator.
    NewGame {
        /// What the game is called, in small letters: four-corners.
        name: String,
    },
    /// Check one game alone, in seconds: conformance in all its examples, its counts, and which files it lacks.
    Check {
        /// The game, without options.
        game: String,
    },
    /// Check the rules of the house: dependencies and their licences, files every game must have, long files,
    /// documentation, glossary.
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
    /// Let the engine win random won endings, with installed endgame databases and without.
    Conversion {
        /// The game with its options.
        #[arg(default_value = "checkers")]
        game: String,
        /// Fewest and most pieces of an ending.
        #[arg(long, num_args = 2, value_names = ["FEWEST", "MOST"], default_values_t = [4, 5])]
        pieces: Vec<u32>,
        /// How many endings.
        #[arg(long, default_value_t = 1000)]
        endings: usize,
        /// Positions that the engine enters for a move.
        #[arg(long, default_value_t = 2000)]
        nodes: u64,
        /// Decides the endings.
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
        /// An evaluator, a preset of techniques, `evaluator/preset`, `level-5`, `one-ply`, or
        /// `weak:POSITIONS,LAPSES,CHOICES,TEMPERATURE`.
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
    /// Play each level against the one below, and level 1 against the player that looks one ply ahead.
    Levels {
        /// The game with its options.
        game: String,
        /// How many games for each level.
        #[arg(long, default_value_t = 200)]
        games: usize,
        /// The first level.
        #[arg(long, default_value_t = 1)]
        from: u8,
        /// The last level.
        #[arg(long, default_value_t = Level::HIGHEST)]
        to: u8,
        /// Random plies before the levels take over.
        #[arg(long, default_value_t = 4)]
        plies: usize,
        /// Decides the openings, the lapses and the choices.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Games played side by side; as many as there are processors by default.
        #[arg(long)]
        threads: Option<usize>,
    },
    /// Compare Black & White with and without a table, as the student report on it did.
    TableReport {
        /// Plies.
        #[arg(long, default_value_t = 8)]
        depth: u32,
        /// How many games.
        #[arg(long, default_value_t = 3)]
        games: usize,
        /// Random plies before the search takes over, but in the first game.
        #[arg(long, default_value_t = 4)]
        plies: usize,
        /// Decides the openings.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Tell how deep the engine looks in some time, in middle-game positions.
    Depths {
        /// The game with its options.
        game: String,
        /// Seconds for each position.
        #[arg(long, default_value_t = 7.0)]
        seconds: f64,
        /// Positions that the engine may enter instead: for a busy machine, where seconds mean little.
        #[arg(long)]
        nodes: Option<u64>,
        /// How many positions.
        #[arg(long, default_value_t = 10)]
        positions: usize,
        /// The ply at which each position stands.
        #[arg(long, default_value_t = 20)]
        plies: usize,
        /// Decides the positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Tell how much sooner two threads reach a depth than one, in middle-game positions.
    Parallel {
        /// The games with their options.
        #[arg(default_values = ["othello", "checkers", "baroque", "chess"])]
        games: Vec<String>,
        /// How many positions of each game.
        #[arg(long, default_value_t = 5)]
        positions: usize,
        /// The ply at which each position stands.
        #[arg(long, default_value_t = 20)]
        plies: usize,
        /// Decides the positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Each position is searched as deep as one thread gets with so many positions.
        #[arg(long, default_value_t = 3_000_000)]
        nodes: u64,
        /// Searches of each position with each number of threads; the median counts.
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Threads to compare with one.
        #[arg(long, default_value_t = 2)]
        threads: usize,
        /// Let the threads take turns: the positions then hardly depend on what else the machine does, and the
        /// seconds mean nothing.
        #[arg(long)]
        in_turns: bool,
    },
}

/// The processors of this machine.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
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
    /// Damaged files of knowledge: databases, books, play books. Refused or harmless, no wrong answer, no panic.
    Files {
        /// Random edits of each file.
        #[arg(long, default_value_t = 10_000)]
        edits: usize,
        /// Flip one bit in so many, and cut at one length in so many, in files of more than 4 KiB.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        step: u32,
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
    if let Some(status) = plybook_agent::process::supervisor::serve_if_asked() {
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

/// The named folder of endgame databases, or the user's.
fn databases(named: Option<std::path::PathBuf>) -> Result<Folder> {
    named.map(Folder).or_else(Folder::of_user).context("no home folder is known: use --folder")
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
        // Reached where this program is started by itself: `cargo xtask` does these two without it.
        Chore::NewGame { name } => {
            let game = plybook_workshop::NewGame::new(&name)?;
            plybook_workshop::write(&root(), &game)
                .map(|files| println!("{}", files.join("\n")))
                .map_err(Into::into)
        }
        Chore::Check { game } => {
            let status = plybook_workshop::check(&game)?;
            if status.success() { Ok(()) } else { bail!("{game} does not hold") }
        }
        Chore::Playthroughs => playthrough::write_all(&root()),
        Chore::Faults { class: Class::Agents { count } } => faults::agents::campaign(count),
        Chore::Faults { class: Class::Resume { count, program } } => faults::resume::campaign(program, count),
        Chore::Faults { class: Class::Orphans { count, program } } => {
            faults::orphans::campaign(program, count)
        }
        Chore::Faults { class: Class::Files { edits, step } } => {
            faults::files::campaign(faults::files::Damage { small: 1, large: step as usize, edits })
        }
        Chore::Faults { class: Class::Statistics { count } } => faults::statistics::campaign(count),
        Chore::Mutate { game } => mutate::run(&root(), &game),
        Chore::Endgame { game, slice, positions, depth, seed, folder } => {
            let folder = databases(folder)?;
            let found = Trial { game, slice, positions, depth, seed }.run(&folder)?;
            println!(
                "{} positions agree with a search of {depth} plies, which decided {}; play by the database won {} and \
                 kept {} drawn",
                found.positions, found.decided, found.won, found.drawn
            );
            Ok(())
        }
        Chore::Conversion { game, pieces, endings, nodes, seed, folder } => {
            let [fewest, most] = pieces[..] else { bail!("--pieces takes two numbers") };
            println!(
                "| engine | defence | won | drawn | lost | rate | plies |\n|---|---|--:|--:|--:|--:|--:|"
            );
            let campaign = Campaign { game, pieces: (fewest, most), endings, nodes, seed };
            println!("\n{}", campaign.run(&databases(folder)?, &mut |row| println!("{row}"))?);
            Ok(())
        }
        Chore::Match { game, first, second, games, nodes, plies, seed } => {
            let threads = processors();
            let settings = [first, second];
            let contest = Contest { game, settings, games, nodes, plies, seed, threads };
            let tally = contest.play()?;
            println!("{} {} against {}: {tally}", contest.game, contest.settings[0], contest.settings[1]);
            Ok(())
        }
        Chore::Levels { game, games, from, to, plies, seed, threads } => {
            let threads = threads.unwrap_or_else(processors);
            for level in from..=to {
                let below = if level == 1 { "one-ply".to_owned() } else { format!("level-{}", level - 1) };
                let settings = [format!("level-{level}"), below];
                let contest = Contest { game: game.clone(), settings, games, nodes: 1, plies, seed, threads };
                println!("{game} level {level} against {}: {}", contest.settings[1], contest.play()?);
            }
            Ok(())
        }
        Chore::TableReport { depth, games, plies, seed } => {
            println!("{}", table_report::Measurement { depth, games, opening: plies, seed }.run()?);
            Ok(())
        }
        Chore::Depths { game, seconds, nodes, positions, plies, seed } => {
            let time = Duration::try_from_secs_f64(seconds)?;
            println!("| position | depth | positions entered | value |\n| --- | --: | --: | --: |");
            let measurement = depths::Measurement { game, positions, plies, seed, time, nodes };
            let reaches = measurement.run(&mut |reach| println!("{reach}"))?;
            println!("\n{}", depths::summary(&reaches)?);
            Ok(())
        }
        Chore::Parallel { games, positions, plies, seed, nodes, rounds, threads, in_turns } => {
            println!(
                "| game | depth | one thread s | {threads} threads s | speedup | positions | position |"
            );
            println!("| --- | --: | --: | --: | --: | --: | --- |");
            let measurement =
                parallel::Measurement { games, positions, plies, seed, nodes, rounds, threads, in_turns };
            let rows = measurement.run(&mut |row| println!("{row}"))?;
            println!("\n{}", parallel::summary(&rows));
            Ok(())
        }
    }
}
