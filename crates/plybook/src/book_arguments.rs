//! The command line of `plybook book`.

use crate::arguments::From;
use clap::{Args, Subcommand, ValueEnum};
use plybook_store::book::Choice;
use std::path::PathBuf;

/// Opening books: several moves for each position, with their values, results and weights.
#[derive(Args, Debug)]
pub struct Book {
    /// What to do with them.
    #[command(subcommand)]
    pub job: BookJob,
}

/// The jobs.
#[derive(Subcommand, Debug)]
pub enum BookJob {
    /// Let a book grow: by the engine's own play where it is nearest to the best, or from stored games.
    Build(BookBuild),
    /// Learn from finished games, in their order: good lines gain weight, poor ones are abandoned.
    Learn(BookLearn),
    /// Show the moves of a position.
    Probe(BookProbe),
    /// Read a chess book of another program, in the Polyglot format.
    Import(BookExchange),
    /// Write a chess book for other programs, in the Polyglot format.
    Export(BookExchange),
}

/// Which book.
#[derive(Args, Debug)]
pub struct BookPlace {
    /// The file of books; otherwise PLYBOOK_BOOK, or `plybook/books.db` in the user's data folder.
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// The book's name, to tell several books of a game apart.
    #[arg(long, value_name = "NAME", default_value = plybook_agent::book::DEFAULT_BOOK)]
    pub name: String,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which stored games.
#[derive(Args, Debug)]
pub struct Games {
    /// The database of games.
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// Only the games of this tournament, by its number.
    #[arg(long, value_name = "N", requires = "db")]
    pub tournament: Option<i64>,
}

/// Build.
#[derive(Args, Debug)]
pub struct BookBuild {
    /// The game, with its options.
    pub game: String,
    /// From stored games; without them the engine plays.
    #[command(flatten)]
    pub games: Games,
    /// How many positions the engine looks at.
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "db", value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: u32,
    /// How many positions it may enter each time.
    #[arg(long, value_name = "N", default_value_t = 20_000, conflicts_with = "db", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// How many moves of a position are kept, at most.
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "db", value_parser = clap::value_parser!(u16).range(1..=500))]
    pub moves: u16,
    /// How far a move may fall short of the best and still be kept, in hundredths of a point.
    #[arg(long, value_name = "N", default_value_t = 60, conflicts_with = "db", value_parser = clap::value_parser!(i32).range(0..=1_000_000))]
    pub margin: i32,
    /// How many plies from the start the book may reach.
    #[arg(long, value_name = "PLIES", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub plies: u32,
    /// How many threads.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "db", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Forget moves that were played in fewer games.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "db")]
    pub at_least: u32,
    /// Which book, and how to answer.
    #[command(flatten)]
    pub place: BookPlace,
}

/// Learn.
#[derive(Args, Debug)]
pub struct BookLearn {
    /// The game, with its options.
    pub game: String,
    /// From which games.
    #[command(flatten)]
    pub games: Games,
    /// Which book, and how to answer.
    #[command(flatten)]
    pub place: BookPlace,
}

/// Probe.
#[derive(Args, Debug)]
pub struct BookProbe {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// Which book, and how to answer.
    #[command(flatten)]
    pub place: BookPlace,
}

/// Import or export.
#[derive(Args, Debug)]
pub struct BookExchange {
    /// The game, with its options: `chess`.
    pub game: String,
    /// The Polyglot book.
    pub file: PathBuf,
    /// Which book, and how to answer.
    #[command(flatten)]
    pub place: BookPlace,
}

/// How a move is chosen from a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BookChoice {
    /// The heaviest.
    Best,
    /// By lot, each as often as its weight says.
    Weighted,
    /// The most promising, counting in favour of a move that little is known of it.
    Exploring,
}

impl std::convert::From<BookChoice> for Choice {
    fn from(choice: BookChoice) -> Choice {
        match choice {
            BookChoice::Best => Choice::Best,
            BookChoice::Weighted => Choice::Weighted,
            BookChoice::Exploring => Choice::Exploring,
        }
    }
}
