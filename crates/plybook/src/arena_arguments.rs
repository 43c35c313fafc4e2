//! The command line of matches, tournaments and their history.

use crate::arguments::Ray;
use clap::{Args, ValueEnum};
use plybook_arena::config::{
    AdjudicationInput, ConfigInput, FileWords, Format, OpeningsInput, SprtInput, TimeInput, Words,
};
use std::path::PathBuf;
use std::time::Duration;

/// How agents are described, for the help texts.
const AGENTS: &str = "Agents: engine, engine:level=5, engine:evaluator=basic,name=Anna, engine:book=main, random, one-ply, human, \
    ugi:PROGRAM, uci:PROGRAM, gtp:PROGRAM, nboard:PROGRAM, baroque-python:FILE.py, tts-python:FILE.py. \
    docs/agents.md has all their words, docs/tournaments.md everything about tournaments.";

/// Where games are kept.
#[derive(Args, Clone, Debug)]
pub struct Archive {
    /// The database of games; by default $PLYBOOK_DB, or plybook/plybook.db in the user's data folder.
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
    /// How far every agent may overrun. By default 10 ms for our own, 50 ms for programs, half a second and
    /// 10 % for course agents.
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    pub tolerance: Option<Duration>,
    /// Games between two players when they meet; sides change after each.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// What games begin with: `none`, `random:N` (N random plies, about even), or a file with a position or `moves
    /// M...` in each line. The default is none for two games and random:4 for more.
    #[arg(long, value_name = "OPENINGS", value_parser = openings)]
    pub openings: Option<OpeningsFlag>,
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
    /// Hold foreign programs in a sandbox: off, try (where there is one, the default), or require.
    #[arg(long, value_name = "MODE")]
    pub sandbox: Option<String>,
    /// A game is won when both saw one side so many points ahead for so many moves each: `9` or `9,4`.
    #[arg(long, value_name = "POINTS[,MOVES]", value_parser = numbers::<1, 2>)]
    pub adjudicate_win: Option<Numbers>,
    /// A game is drawn when both saw it even: `0.1`, `0.1,8` (moves each) or `0.1,8,60` (not before ply 60).
    #[arg(long, value_name = "POINTS[,MOVES[,AFTER]]", value_parser = numbers::<1, 3>)]
    pub adjudicate_draw: Option<Numbers>,
    /// A game is over when the referee's own search of so many positions proves who wins.
    #[arg(long, value_name = "NODES")]
    pub adjudicate_proven: Option<u64>,
    /// A game is over when an installed endgame database knows its result, a draw too.
    #[arg(long)]
    pub adjudicate_database: bool,
    /// Decides openings and everything that chance decides.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many games at once; one for each core by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Where games are played.
    #[command(flatten)]
    pub place: Ray,
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
        allow_hyphen_values = true,
        value_parser = numbers::<2, 4>
    )]
    pub sprt: Option<Numbers>,
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
    /// Who plays whom; the default is round-robin.
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
    /// Replay and judge what is stored, of one tournament or of all: moves, ends, results, times, schedules, checksums.
    #[arg(long, conflicts_with_all = ["game", "games", "player", "of", "last", "transcripts", "records"])]
    pub verify: bool,
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
    /// Positions that the engine enters for a move, at its strongest; 2000 by default.
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Random plies at the beginning, so that games differ; they are not filtered for balance.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub random: u32,
    /// Decides everything that chance decides.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at once; one for each core by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Numbers with commas between them.
#[derive(Clone, Debug)]
pub struct Numbers(Vec<f64>);

impl Numbers {
    fn get(&self, index: usize) -> Option<f64> {
        self.0.get(index).copied()
    }

    fn whole(&self, index: usize) -> Option<u32> {
        self.get(index).map(|number| number as u32)
    }
}

/// Reads so many numbers.
fn numbers<const FEWEST: usize, const MOST: usize>(text: &str) -> Result<Numbers, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    let numbers =
        numbers.ok_or_else(|| "that is no number; write numbers with commas between them".to_owned())?;
    if (FEWEST..=MOST).contains(&numbers.len()) {
        Ok(Numbers(numbers))
    } else {
        Err(format!("{} numbers; write {FEWEST} to {MOST} with commas between them", numbers.len()))
    }
}

/// What games begin with, in one word.
#[derive(Clone, Debug)]
pub enum OpeningsFlag {
    /// So many random plies, 0 for none.
    Random(u32),
    /// A file with a list.
    File(String),
}

/// Reads `none`, `random:4` or the name of a file.
fn openings(text: &str) -> Result<OpeningsFlag, String> {
    match text.split_once(':') {
        _ if text == "none" => Ok(OpeningsFlag::Random(0)),
        Some(("random", number)) => number
            .parse()
            .map(OpeningsFlag::Random)
            .map_err(|_| "write none, random:4 or the name of a file".to_owned()),
        _ => Ok(OpeningsFlag::File(text.to_owned())),
    }
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

impl Conditions {
    /// The entries of a configuration that the flags stand for.
    pub fn input(&self) -> ConfigInput {
        let (random, file) = match &self.openings {
            None => (None, None),
            Some(OpeningsFlag::Random(plies)) => (Some(*plies), None),
            Some(OpeningsFlag::File(path)) => (None, Some(path.clone())),
        };
        let (win, draw) = (self.adjudicate_win.as_ref(), self.adjudicate_draw.as_ref());
        ConfigInput {
            games: self.games,
            seed: self.seed,
            plies: self.plies,
            ponder: self.ponder.then_some(true),
            retire: self.retire,
            sandbox: self.sandbox.clone(),
            concurrency: self.concurrency,
            time: TimeInput {
                per_move: self.time.map(Into::into),
                game: self.clock.map(|(game, _)| game.into()),
                increment: self.clock.and_then(|(_, increment)| increment.map(Into::into)),
                depth: self.depth,
                nodes: self.nodes,
                tolerance: self.tolerance.map(Into::into),
                ..TimeInput::default()
            },
            openings: OpeningsInput { random, file, balance: self.balance, ..OpeningsInput::default() },
            adjudication: AdjudicationInput {
                win: win.and_then(|win| win.get(0)),
                win_moves: win.and_then(|win| win.whole(1)),
                draw: draw.and_then(|draw| draw.get(0)),
                draw_moves: draw.and_then(|draw| draw.whole(1)),
                draw_after: draw.and_then(|draw| draw.whole(2)),
                proven: self.adjudicate_proven,
                database: self.adjudicate_database.then_some(true),
            },
            ..ConfigInput::default()
        }
    }
}

/// The sequential test that a flag asks for.
pub fn sprt_input(numbers: &Numbers) -> SprtInput {
    SprtInput { elo0: numbers.get(0), elo1: numbers.get(1), alpha: numbers.get(2), beta: numbers.get(3) }
}

/// Whether flags say something about an entry.
type IsGiven = fn(&ConfigInput) -> bool;

/// The entries of a configuration that have a flag.
const FLAGS: [(&str, &str, IsGiven); 28] = [
    ("name", "--name", |flags| flags.name.is_some()),
    ("game", "--game", |flags| flags.game.is_some()),
    ("format", "--format", |flags| flags.format.is_some()),
    ("agents", "--agent", |flags| !flags.agents.is_empty()),
    ("games", "--games", |flags| flags.games.is_some()),
    ("rounds", "--rounds", |flags| flags.rounds.is_some()),
    ("seed", "--seed", |flags| flags.seed.is_some()),
    ("plies", "--plies", |flags| flags.plies.is_some()),
    ("ponder", "--ponder", |flags| flags.ponder.is_some()),
    ("retire", "--retire", |flags| flags.retire.is_some()),
    ("sandbox", "--sandbox", |flags| flags.sandbox.is_some()),
    ("concurrency", "--concurrency", |flags| flags.concurrency.is_some()),
    ("time.move", "--time", |flags| flags.time.per_move.is_some()),
    ("time.game", "--clock", |flags| flags.time.game.is_some()),
    ("time.increment", "--clock", |flags| flags.time.increment.is_some()),
    ("time.depth", "--depth", |flags| flags.time.depth.is_some()),
    ("time.nodes", "--nodes", |flags| flags.time.nodes.is_some()),
    ("time.tolerance", "--tolerance", |flags| flags.time.tolerance.is_some()),
    ("openings", "--openings", |flags| flags.openings.random.is_some() || flags.openings.file.is_some()),
    ("openings.random", "--openings", |flags| flags.openings.random.is_some()),
    ("openings.file", "--openings", |flags| flags.openings.file.is_some()),
    ("openings.balance", "--balance", |flags| flags.openings.balance.is_some()),
    ("adjudication.win", "--adjudicate-win", |flags| flags.adjudication.win.is_some()),
    ("adjudication.win-moves", "--adjudicate-win", |flags| flags.adjudication.win_moves.is_some()),
    ("adjudication.draw", "--adjudicate-draw", |flags| flags.adjudication.draw.is_some()),
    ("adjudication.draw-moves", "--adjudicate-draw", |flags| flags.adjudication.draw_moves.is_some()),
    ("adjudication.proven", "--adjudicate-proven", |flags| flags.adjudication.proven.is_some()),
    ("sprt", "--sprt", |flags| flags.sprt.is_some()),
];

/// What an entry is called on the command line: as its flag where it was given by one, or where there is no file.
pub struct FlagWords<'a> {
    /// What the flags said.
    pub flags: &'a ConfigInput,
    /// Whether there is a file beside them.
    pub file: bool,
}

impl FlagWords<'_> {
    fn flag(&self, path: &str) -> Option<&'static str> {
        // Parts of the test have no flags of their own.
        let path = if path.starts_with("sprt.") { "sprt" } else { path };
        let (_, flag, given) = FLAGS.iter().find(|(known, _, _)| *known == path)?;
        (!self.file || given(self.flags)).then_some(flag)
    }
}

impl Words for FlagWords<'_> {
    fn entry(&self, path: &'static str) -> String {
        self.flag(path).map_or_else(|| FileWords.entry(path), str::to_owned)
    }

    fn setting(&self, path: &'static str, value: &str) -> String {
        self.flag(path).map_or_else(|| FileWords.setting(path, value), |flag| format!("{flag} {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use clap::CommandFactory;

    /// Whoever renames a flag renames it in the errors too.
    #[test]
    fn every_flag_of_the_errors_is_one_of_the_command_line() {
        let command = Arguments::command();
        let flags: Vec<String> = ["match", "tournament"]
            .iter()
            .flat_map(|name| command.find_subcommand(name).unwrap().get_arguments())
            .filter_map(|argument| argument.get_long().map(|long| format!("--{long}")))
            .collect();
        for (path, flag, _) in FLAGS {
            assert!(flags.iter().any(|known| known == flag), "{path}: {flag}");
        }
    }
}
