//! The command line, in one place: help texts are made from it.

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Rules in, master out: a workbench for board games.
#[derive(Parser, Debug)]
#[command(
    name = "plybook",
    version,
    after_help = "Games are named `name` or `name:options`, such as \
    hexapawn:4x5. `plybook games` lists them all; `plybook rules GAME` explains one."
)]
pub struct Arguments {
    /// When to use colour and special characters.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
    /// What to do; nothing lists the games and says how to play.
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
    /// List all games with their options.
    Games {
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Explain how a game is played.
    Rules {
        /// The game.
        game: String,
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Draw a position, list its moves, explain its evaluation.
    Show(Show),
    /// Play a game at the terminal.
    Play(Play),
    /// Count the move sequences of a given length.
    Perft(Perft),
}

/// Where to begin.
#[derive(Args, Debug)]
pub struct From {
    /// The game, with its options: `tictactoe`, `hexapawn:4x5`. A Toro-Tile board can come from a file:
    /// `tts:board=@FILE,k=3`.
    pub game: String,
    /// Start from this position instead of the game's own.
    #[arg(long, value_name = "TEXT")]
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
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Who sits at the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Opponent {
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
    #[arg(long, value_enum, default_value_t = Opponent::OnePly)]
    pub opponent: Opponent,
    /// Seed of the opponent's choices among equal moves.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write one JSON object per position; moves are still read from standard input, a line each.
    #[arg(long)]
    pub json: bool,
}

/// Count move sequences.
#[derive(Args, Debug)]
pub struct Perft {
    /// The game, with its options.
    pub game: String,
    /// How many plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: u32,
    /// Start from this position instead of the game's own.
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Play these moves first.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
    /// Print the count below each move.
    #[arg(long)]
    pub divide: bool,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}
