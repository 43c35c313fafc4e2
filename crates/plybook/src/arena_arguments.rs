//! The command line of matches, tournaments and their history.

use clap::{Args, ValueEnum};
use plybook_arena::config::Format;
use std::path::PathBuf;
use std::time::Duration;

/// How agents are described, for the help texts.
const AGENTS: &str = "Agents: engine, engine:level=5, engine:evaluator=basic,name=Anna, engine:book=main, random, one-ply, human, \
    ugi:PROGRAM, uci:PROGRAM, gtp:PROGRAM, nboard:PROGRAM, baroque-python:FILE.py, tts-python:FILE.py. \
    docs/agents.md has all their words, docs/tournaments.md everything about tournaments.";

/// Where games are kept.
#[derive(Args, Clone, Debug)]
pub struct Archive {
    /// The database of games; $PLYBOOK_DB or plybook/plybook.db in the user's data folder if nothing is said.
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,
}

/// What games are played under.
#[derive(Args, Clone, Debug)]
pub struct Conditions {
    /// Time for each move: `1s`, `100ms`. One second where nothing limits a move.
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    pub time: Option<Duration>,
    /// Time for all moves of a game, and what each move gains: `60`, `60+0.6`, `10m+5s`.
    #[arg(long, value_name = "TIME[+INCREMENT]", value_parser = clock)]
    pub clock: Option<(Duration, Option<Duration>)>,
    /// Plies that the engine looks ahead.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub depth: Option<u32>,
    /// Positions that the engine enters for a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How far every agent may overrun. If nothing is said: 10 ms for our own, 50 ms for programs, 10 % for course
    /// agents.
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    pub tolerance: Option<Duration>,
    /// Games between two players when they meet; sides change after each.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// What games begin with: `none`, `random:N` (N random plies, about even), or a file with a position or `moves
    /// M...` in each line. If nothing is said: none for two games, otherwise random:4.
    #[arg(long, value_name = "OPENINGS")]
    pub openings: Option<String>,
    /// How far from even random openings may be, in points.
    #[arg(long, value_name = "POINTS")]
    pub balance: Option<f64>,
    /// A game is a draw after so many plies; 0 for never.
    #[arg(long, value_name = "N")]
    pub plies: Option<u32>,
    /// Let agents think on the opponent's time.
    #[arg(long)]
    pub ponder: bool,
    /// Retire an agent after so many failures in a row; 0 for never.
    #[arg(long, value_name = "N")]
    pub retire: Option<u32>,
    /// A game is won when both saw one side so many points ahead for so many moves each: `9` or `9,4`.
    #[arg(long, value_name = "POINTS[,MOVES]", value_delimiter = ',', num_args = 1, value_parser = number)]
    pub adjudicate_win: Vec<f64>,
    /// A game is drawn when both saw it even: `0.1`, `0.1,8` (moves each) or `0.1,8,60` (not before ply 60).
    #[arg(long, value_name = "POINTS[,MOVES[,AFTER]]", value_delimiter = ',', num_args = 1, value_parser = number)]
    pub adjudicate_draw: Vec<f64>,
    /// A game is over when the referee's own search of so many positions proves who wins.
    #[arg(long, value_name = "NODES")]
    pub adjudicate_proven: Option<u64>,
    /// A game is over when an installed endgame database knows its result, a draw too.
    #[arg(long)]
    pub adjudicate_database: bool,
    /// Decides openings and everything that chance decides.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many games at once; one for each core if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Play anew what was played already.
    #[arg(long)]
    pub again: bool,
    /// Write a transcript of each game into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub transcripts: Option<PathBuf>,
    /// Where games are kept.
    #[command(flatten)]
    pub archive: Archive,
    /// Write the report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Play a match between two agents.
#[derive(Args, Debug)]
#[command(after_help = AGENTS)]
pub struct Match {
    /// The first agent.
    pub first: String,
    /// The second agent.
    pub second: String,
    /// The game, with its options.
    #[arg(long)]
    pub game: String,
    /// End as soon as it is clear whether the first agent is ELO0 or ELO1 ahead: `0,5` or `0,5,0.05,0.05` with the
    /// risks of error.
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true,
        value_parser = number
    )]
    pub sprt: Vec<f64>,
    /// Under which conditions.
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Two agents, many games.
    Match,
    /// Everybody against everybody.
    RoundRobin,
    /// The first agent against all others.
    Gauntlet,
    /// Some rounds between neighbours in the table.
    Swiss,
    /// Who loses is out.
    Knockout,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Match => Format::Match,
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet,
            FormatName::Swiss => Format::Swiss,
            FormatName::Knockout => Format::Knockout,
        }
    }
}

/// Play a tournament, or go on with one that was interrupted.
#[derive(Args, Debug)]
#[command(after_help = AGENTS)]
pub struct Tournament {
    /// A TOML file that describes it. Flags go before what the file says.
    pub file: Option<PathBuf>,
    /// What to call it.
    #[arg(long)]
    pub name: Option<String>,
    /// The game, with its options.
    #[arg(long)]
    pub game: Option<String>,
    /// An agent; once for each.
    #[arg(long = "agent", value_name = "AGENT")]
    pub agents: Vec<String>,
    /// Who plays whom; round-robin if nothing is said.
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,
    /// Rounds of a swiss tournament.
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// Under which conditions.
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Look at what was played.
#[derive(Args, Debug)]
pub struct History {
    /// A tournament's number: its table and games. Without it all tournaments are listed.
    pub tournament: Option<i64>,
    /// The whole game of this number.
    #[arg(long, value_name = "ID", conflicts_with = "tournament")]
    pub game: Option<i64>,
    /// List games instead of tournaments, as every choice among games below does too.
    #[arg(long)]
    pub games: bool,
    /// Only games where this agent took part.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only games of this name, options included.
    #[arg(long, value_name = "GAME")]
    pub of: Option<String>,
    /// Only the last so many games.
    #[arg(long, value_name = "N")]
    pub last: Option<u32>,
    /// Whole games, as transcripts.
    #[arg(long)]
    pub transcripts: bool,
    /// Whole games as records that `plybook show` and other programs read: PGN for chess, PDN for checkers.
    #[arg(long, conflicts_with = "transcripts")]
    pub records: bool,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Where games are kept.
    #[command(flatten)]
    pub archive: Archive,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// See how balanced a game is.
#[derive(Args, Debug)]
pub struct Balance {
    /// The game, with its options.
    pub game: String,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// How strong the engine plays, from 1 to 10.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,
    /// Positions that the engine enters for a move, at its strongest; 2000 if nothing is said.
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Random plies at the beginning, so that games differ; they are not filtered for balance.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub random: u32,
    /// Decides everything that chance decides.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at once; one for each core if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Reads one of several numbers.
fn number(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "that is no number; write numbers with commas between them".to_owned())
}

/// Reads `60`, `60+0.6`, `10m+5s`.
fn clock(text: &str) -> Result<(Duration, Option<Duration>), String> {
    match text.split_once('+') {
        None => Ok((crate::duration::parse(text)?, None)),
        Some((time, increment)) => {
            Ok((crate::duration::parse(time)?, Some(crate::duration::parse(increment)?)))
        }
    }
}
