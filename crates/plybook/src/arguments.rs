//! The command line, in one place: help texts are made from it.

use crate::arena_arguments::{Archive, Balance, History, Match, Tournament};
use crate::rules_arguments::Rules;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Place in the help of what every command has: behind its own options.
const LAST: usize = 900;

/// Rules in, master out: a workbench for board games.
#[derive(Parser, Debug)]
#[command(
    name = "plybook",
    version,
    after_help = "Games are named `name` or `name:options`, such as \
    hexapawn:4x5. `plybook games` lists them all; `plybook rules GAME` explains one. \
    A path that ends in .rules, with options behind a colon, is the game of that rules file (docs/rules-files.md)."
)]
pub struct Arguments {
    /// When to use colour and special characters.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, display_order = LAST)]
    pub color: Colour,
    /// What to do; nothing serves the page.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never: plain ASCII.
    Never,
}

/// The jobs.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Serve the page on this machine and print its address; `plybook` alone does the same.
    Serve(Serve),
    /// List all games with their options.
    Games {
        /// List the games that come as rules files.
        #[arg(long)]
        gallery: bool,
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Explain how a game is played; check, format or count a rules file.
    Rules(Rules),
    /// Draw a position, list its moves, explain its evaluation; or replay a recorded game.
    Show(Show),
    /// Play a game at the terminal.
    Play(Play),
    /// Count the move sequences of a given length.
    Perft(Perft),
    /// Search a position and show what the engine thinks of it.
    Analyze(Analyze),
    /// Play a position of a game of dice out many times, and say what it is worth.
    Rollout(Rollout),
    /// The course's parameterised minimax and its report.
    Minimax(Minimax),
    /// Find the exact value of a position and a line that proves it.
    Solve(Solve),
    /// Draw the tree that a search walks, with its windows, values and cuts.
    Tree(Tree),
    /// Measure what each technique of the search is worth in a game.
    Lab(Lab),
    /// Search fixed positions of every game: the search's signature and its speed.
    Bench(Bench),
    /// The engine for front ends that speak UGI, for any game; see docs/protocols.md.
    Ugi(Engine),
    /// The engine for chess front ends that speak UCI.
    Uci(Engine),
    /// The engine for front ends that speak GTP, above all for Othello.
    Gtp(Engine),
    /// The engine for the Othello front end NBoard.
    Nboard(Engine),
    /// Play a match between two agents: Elo with error bars, sequential tests.
    Match(Match),
    /// Play a tournament, or go on with one that was interrupted.
    Tournament(Tournament),
    /// Look at what was played: tournaments, games, transcripts.
    History(History),
    /// See how balanced a game is: the engine against itself.
    Balance(Balance),
    /// Build, check and ask endgame databases: proven values of whole parts of a game.
    Endgame(crate::endgame_arguments::Endgame),
    /// Learn by playing: a play book, matchboxes, the weights of an evaluator, a table of values, Samuel's polynomial.
    Learn(crate::learn_arguments::Learn),
    /// Fit an evaluation's weights, or the margins of the search, to games, and let them play against the old ones.
    Tune(crate::tune_arguments::Tune),
    /// Build, teach, ask and exchange opening books.
    Book(crate::book_arguments::Book),
    /// Do a unit of work, from JSON to JSON: games of a match, a share of a count, a slice of an endgame database.
    Work(Work),
}

/// Do a unit of work.
#[derive(Args, Debug)]
#[command(
    after_help = "The same unit gives the same bytes on every machine. docs/cluster.md says what units are made of."
)]
pub struct Work {
    /// The unit's file; standard input if it is left out or `-`.
    pub file: Option<std::path::PathBuf>,
    /// Write the result to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
    /// Write what was measured meanwhile, times above all, to this file. It is no part of the result.
    #[arg(long, value_name = "FILE")]
    pub measured: Option<std::path::PathBuf>,
}

/// Where the work is done.
#[derive(Args, Clone, Debug, Default)]
pub struct Ray {
    /// Spread the work over a Ray cluster: `auto` for the one that this machine belongs to, `host:port`, or `local`. It
    /// needs Python with `plybook[ray]`; see docs/cluster.md.
    #[arg(long, value_name = "ADDRESS")]
    pub ray: Option<String>,
}

/// Serve the page.
#[derive(Args, Debug)]
pub struct Serve {
    /// The port, 0 for any free one; by default 8017, or any free one where that is taken.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Open the page in a browser.
    #[arg(long)]
    pub open: bool,
    /// Listen at this address. Other machines can reach the server then, and have it search.
    #[arg(long, value_name = "ADDRESS", default_value_t = std::net::Ipv4Addr::LOCALHOST.into())]
    pub address: std::net::IpAddr,
    /// A TOML file of agents that the page's tournaments may use beside the built-in ones: `agents = [...]` as in a
    /// tournament's file, each with a name. The page itself can name no program.
    #[arg(long, value_name = "FILE")]
    pub agents: Option<std::path::PathBuf>,
    /// A folder of rules files that the page shows. They are read anew as they change.
    #[arg(long, value_name = "DIR")]
    pub rules: Option<std::path::PathBuf>,
    /// Where the page's tournaments are kept.
    #[command(flatten)]
    pub archive: Archive,
}

impl Default for Serve {
    fn default() -> Serve {
        let address = std::net::Ipv4Addr::LOCALHOST.into();
        Serve { port: None, open: false, address, agents: None, rules: None, archive: Archive { db: None } }
    }
}

/// Where to begin.
#[derive(Args, Debug)]
pub struct From {
    /// The game, with its options: `tictactoe`, `hexapawn:4x5`. A Toro-Tile board can come from a file:
    /// `tts:board=@FILE,k=3`.
    pub game: String,
    /// Start from this position instead of the game's own.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Play these moves first.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

/// Draw a position.
#[derive(Args, Debug)]
pub struct Show {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// Print the named terms of the evaluation with their values and weights.
    #[arg(long)]
    pub explain: bool,
    /// The evaluator to explain; the strongest one by default.
    #[arg(long, value_name = "NAME", requires = "explain")]
    pub evaluator: Option<String>,
    /// Replay a game of this file instead: PGN, PDN, a record in text or JSON. Where GAME is a file, it is that one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "explain"])]
    pub record: Option<std::path::PathBuf>,
    /// Which game of the file, from 1.
    #[arg(long = "game", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub number: u32,
    /// Show only the position after so many plies; 0 is the start.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Write the record again as text, in the notation of its game.
    #[arg(long, conflicts_with_all = ["json", "ply"])]
    pub text: bool,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Who sits at the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Opponent {
    /// The engine, at some level.
    Engine,
    /// Another person at the same terminal.
    Human,
    /// Any legal move.
    Random,
    /// The best move by its evaluation one ply ahead.
    OnePly,
}

/// Play a game.
#[derive(Args, Debug)]
pub struct Play {
    /// Where to begin.
    #[command(flatten)]
    pub from: From,
    /// You move first (the default).
    #[arg(long, conflicts_with_all = ["second", "watch"])]
    pub first: bool,
    /// You move second.
    #[arg(long, conflicts_with = "watch")]
    pub second: bool,
    /// Let the opponent play against itself.
    #[arg(long)]
    pub watch: bool,
    /// Who plays against you.
    #[arg(long, value_enum, default_value_t = Opponent::Engine)]
    pub opponent: Opponent,
    /// A machine that has learnt plays against you: matchboxes, a table of values or boards learnt by rote that `plybook learn` wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opponent", "level", "time", "book"])]
    pub learnt: Option<std::path::PathBuf>,
    /// How strong the engine plays, from 1 to 10; 5 by default.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,
    /// The engine at its strongest, thinking so long about each move: `2s`, `500ms`.
    #[arg(long, value_name = "TIME", conflicts_with = "level", value_parser = crate::duration::parse)]
    pub time: Option<std::time::Duration>,
    /// Seed of the opponent's choices among equal or near-best moves.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Let the engine play from its opening book; with `=FILE`, from that file of books.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub book: Option<Option<std::path::PathBuf>>,
    /// How the engine chooses among the moves of its book.
    #[arg(long, value_enum, value_name = "HOW", default_value = "weighted", requires = "book")]
    pub book_choice: crate::book_arguments::BookChoice,
    /// Write one JSON object per position; moves are still read from standard input, a line each.
    #[arg(long)]
    pub json: bool,
}

/// What Ctrl-C does to a long job.
const INTERRUPT: &str = "Ctrl-C ends it and shows what was found so far.";

/// Count move sequences.
#[derive(Args, Debug)]
#[command(after_help = INTERRUPT)]
pub struct Perft {
    /// The game, with its options.
    pub game: String,
    /// How many plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: u32,
    /// Start from this position instead of the game's own.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Play these moves first.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
    /// Print the count below each move.
    #[arg(long)]
    pub divide: bool,
    /// Count what lies below a position once, however many paths lead to it: the same numbers, sooner.
    #[arg(long)]
    pub remember: bool,
    /// Where it is counted.
    #[command(flatten)]
    pub place: Ray,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Play a position of a game of dice out many times, and say what it is worth.
#[derive(Args, Debug)]
pub struct Rollout {
    /// The game, with its options.
    pub game: String,
    /// Start from this position instead of the game's own.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Play these moves first.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
    /// How many games each.
    #[arg(long, value_name = "N", default_value_t = 324, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    /// How many of the moves that look best are played out, where a player is to move.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub candidates: u32,
    /// Cut games off after so many plies and evaluate.
    #[arg(long, value_name = "PLIES", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub plies: u32,
    /// Leave luck in the results: the same mean with a larger error.
    #[arg(long)]
    pub plain: bool,
    /// By which evaluator games are played; the strongest by default.
    #[arg(long, value_name = "NAME")]
    pub evaluator: Option<String>,
    /// Decides the dice.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// How far and with what means to search.
#[derive(Args, Debug)]
pub struct Effort {
    /// How many plies deep; 200 without any limit given.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub depth: Option<u32>,
    /// How many positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How long: `2s`, `500ms`, `1.5` (seconds). Three seconds without any limit given.
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    pub time: Option<std::time::Duration>,
    /// How many threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Size of the transposition table in mebibytes; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=65536))]
    pub hash: u32,
    /// Layout of the transposition table: `always`, `depth-preferred`, `later-move`, `two-tier`, `bucketed`,
    /// several of these joined by `+` to stand side by side, or `chained`.
    #[arg(long, value_name = "LAYOUT", default_value = "bucketed")]
    pub layout: plybook_catalog::Layout,
    /// The evaluator; the strongest one by default.
    #[arg(long, value_name = "NAME")]
    pub evaluator: Option<String>,
    /// A play book or a polynomial that `plybook learn` made: evaluate with it. One that cannot be used is named and left out.
    #[arg(long, value_name = "FILE", conflicts_with = "evaluator")]
    pub play_book: Option<std::path::PathBuf>,
    /// A model that `plybook learn` made, or weights of `plybook learn --method td`: evaluate with it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["evaluator", "play_book"])]
    pub weights: Option<std::path::PathBuf>,
    /// The search method with its options, such as `mcts,amaf=grave`; the game's usual one by default.
    #[arg(long, value_name = "NAME[,OPTION=VALUE]", value_parser = method)]
    pub method: Option<plybook_catalog::MethodSetting>,
}

/// Reads a search method with its options.
fn method(text: &str) -> Result<plybook_catalog::MethodSetting, String> {
    let mut parts = text.split(',');
    let name = parts.next().unwrap_or_default();
    let option = |part: &str| match part.split_once('=') {
        Some((option, value)) => Ok((option.to_owned(), value.to_owned())),
        None => Err(format!("`{part}` has no value; write {part}=VALUE")),
    };
    let options = parts.map(option).collect::<Result<_, _>>()?;
    plybook_catalog::MethodSetting::new(name, options).map_err(|error| error.to_string())
}

/// Search a position.
#[derive(Args, Debug)]
pub struct Analyze {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// How far.
    #[command(flatten)]
    pub effort: Effort,
    /// How many of the best lines to show.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub lines: u16,
    /// Only these moves.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub only: Vec<String>,
    /// Print the named terms of the position's own evaluation as well, as `plybook show --explain` does.
    #[arg(long)]
    pub explain: bool,
    /// Write JSON, one object per iteration.
    #[arg(long)]
    pub json: bool,
}

/// The course's parameterised minimax.
#[derive(Args, Debug)]
#[command(after_help = CUTOFFS)]
pub struct Minimax {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// How many plies.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=30))]
    pub depth: u32,
    /// Cut with alpha and beta.
    #[arg(long)]
    pub alpha_beta: bool,
    /// Remember static evaluations by the position's Zobrist key.
    #[arg(long)]
    pub zobrist: bool,
    /// Remember searched positions in a transposition table; its layout as for `analyze --layout`.
    #[arg(long, value_name = "LAYOUT", num_args = 0..=1, require_equals = true, default_missing_value = "bucketed")]
    pub table: Option<plybook_catalog::Layout>,
    /// Use the game's basic evaluation instead of its strongest one.
    #[arg(long)]
    pub basic: bool,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// What a number of the report means.
const CUTOFFS: &str = "N_CUTOFFS counts the positions where alpha and beta met, as the course's programs do: also where \
    that happened at the last move and nothing was left to cut. `plybook tree` marks only those that spared a move.";

/// Find an exact value.
#[derive(Args, Debug)]
pub struct Solve {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// Give up after this long.
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    pub time: Option<std::time::Duration>,
    /// Size of the transposition table in mebibytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,
    /// How many threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// How it is solved.
    #[arg(long, value_enum, default_value_t = SolveMethod::AlphaBeta)]
    pub method: SolveMethod,
    /// Write the proof into this file, so that it can be checked by the rules alone; goes with `--method pns`.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<std::path::PathBuf>,
    /// Check the proof in this file instead of solving anything.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "time", "method"])]
    pub check: Option<std::path::PathBuf>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveMethod {
    /// By the engine's search to the end of the game: with the distance of a win.
    AlphaBeta,
    /// By proof numbers (df-pn): who wins, not how soon; with a proof that can be checked.
    Pns,
}

/// How a tree is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Everything.
    Minimax,
    /// With alpha and beta.
    Alphabeta,
    /// Null windows for all moves but the first.
    Pvs,
    /// Every technique of the engine but iterative deepening.
    Engine,
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// An indented list.
    Text,
    /// Nested JSON objects.
    Json,
    /// A drawing.
    Svg,
}

/// Draw a searched tree.
#[derive(Args, Debug)]
#[command(after_help = INTERRUPT)]
pub struct Tree {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// How many plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: u32,
    /// How to search.
    #[arg(long, value_enum, default_value_t = Method::Alphabeta)]
    pub method: Method,
    /// The evaluator; the strongest one by default.
    #[arg(long, value_name = "NAME")]
    pub evaluator: Option<String>,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write JSON; the same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to this file.
    #[arg(long, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
    /// Show at most about so many positions and fold the others; by default 200 in a text, 80 in a drawing.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: Option<u32>,
}

/// The techniques for the help text.
fn techniques() -> String {
    let line =
        |technique: &plybook_catalog::Technique| format!("\n  {:<18} {}", technique.name, technique.summary);
    let lines: String = plybook_catalog::TECHNIQUES.iter().map(line).collect();
    format!("Techniques, in the order in which the report adds them:{lines}")
}

/// The course report.
#[derive(Args, Debug)]
#[command(after_help = techniques())]
pub struct Lab {
    /// Which position.
    #[command(flatten)]
    pub from: From,
    /// How many plies every search looks ahead; by default a depth that fits the game.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: Option<u32>,
    /// Give every search so long, and compare the depths that they reach.
    #[arg(long, value_name = "TIME", conflicts_with = "depth", value_parser = crate::duration::parse)]
    pub time: Option<std::time::Duration>,
    /// Only these techniques, with commas between them.
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    pub techniques: Vec<String>,
    /// Compare the layouts of the transposition table too; a small `--hash` shows most.
    #[arg(long)]
    pub tables: bool,
    /// Stop a search after so many positions.
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Size of the transposition table in mebibytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,
    /// The evaluator; the strongest one by default.
    #[arg(long, value_name = "NAME")]
    pub evaluator: Option<String>,
    /// Write the report as comma-separated values to a file; `-` for standard output instead of the table.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<std::path::PathBuf>,
    /// Draw the report as a bar chart into a file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,
    /// Write JSON.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
}

/// The engine for front ends of other projects. What is set here can be changed by the front end, where its protocol
/// has options.
#[derive(Args, Debug)]
pub struct Engine {
    /// The game, with its options; chess for UCI, Othello for GTP and NBoard, tic-tac-toe for UGI by default.
    pub game: Option<String>,
    /// Size of the transposition table in mebibytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,
    /// How many threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// A level from 1 to 10 instead of all the engine's strength.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,
    /// Seed of a level's choices among near-best moves.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Fixed positions.
#[derive(Args, Debug)]
pub struct Bench {
    /// Only this game.
    pub game: Option<String>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}
