//! The command line of `plybook learn`.

use crate::arguments::Ray;
use clap::{Args, ValueEnum};
use plybook_catalog::{Correction, EmptyBox, FirstWeights, Sides};
use std::path::PathBuf;

/// What is learnt, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// An evaluation of what stands where, generation by generation: games of the engine against itself, training, and a
    /// match that decides whether the new one is kept.
    Master,
    /// What every configuration of an edge or corner is worth, from the engine's games against itself.
    PlayBook,
    /// A box of beads for every position (MENACE, HER), for small games.
    Matchboxes,
    /// The weights of an evaluator's terms, by temporal differences: TD(lambda).
    Td,
    /// The same at the leaves of searches: TD-leaf(lambda).
    TdLeaf,
    /// A value for every move of every position, for small games: Q-learning.
    Q,
    /// Which of 38 terms matter and how much, as Samuel's program of 1959 learnt it: checkers.
    Samuel,
    /// Boards with what came of them, as the same program learnt by rote: checkers.
    Rote,
}

/// Learn a game.
#[derive(Args, Debug)]
pub struct Learn {
    /// The game, with its options.
    pub game: String,
    /// Where to write what was learnt. An evaluation (--method master) is written to GAME.model if nothing is said;
    /// the other methods need a file.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What is learnt, and how.
    #[arg(long, value_enum, default_value_t = Method::Master)]
    pub method: Method,
    /// How many games to learn from: as many as the time allows for an evaluation, 20,000 for a play book or a table, 220
    /// for matchboxes, 1,000 for weights, 42 for Samuel's program, 100 by rote by default. With --resume, so many more.
    #[arg(long, value_name = "N", conflicts_with = "db", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Positions that the engine searches for a move, playing against itself or as the opponent.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Decides everything that chance decides.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
    /// An evaluation's.
    #[command(flatten)]
    pub master: Master,
    /// A play book's.
    #[command(flatten)]
    pub play_book: PlayBook,
    /// Those of the machines that learn game by game.
    #[command(flatten)]
    pub machine: Machine,
    /// Those of matchboxes.
    #[command(flatten)]
    pub boxes: Boxes,
    /// Those of values and weights.
    #[command(flatten)]
    pub values: Values,
    /// Those of Samuel's program.
    #[command(flatten)]
    pub samuel: crate::samuel_arguments::Samuel,
}

/// Evaluations learnt from play.
#[derive(Args, Debug)]
#[command(next_help_heading = "Evaluations (master)")]
pub struct Master {
    /// Minutes until the result is there: 30 if neither they nor --games are given. With --games alone the same command
    /// gives the same file on every machine.
    #[arg(long, value_name = "N", value_parser = minutes)]
    pub minutes: Option<f64>,
    /// What the first games are played with: the evaluation made by hand, nothing but the rules, or the program's learnt
    /// evaluation.
    #[arg(long, value_enum)]
    pub from: Option<LearnFrom>,
    /// A net, or tables of what stands in windows of the board; which of them depends on the game by default.
    #[arg(long, value_enum)]
    pub family: Option<Family>,
    /// Hidden values of a net for each player's view: 16, 32, 64 or 128.
    #[arg(long, value_name = "N", value_parser = clap::builder::PossibleValuesParser::new(["16", "32", "64", "128"]))]
    pub hidden: Option<String>,
    /// How many generations; with --minutes one for every five to fifteen minutes by default, as suits the game, otherwise
    /// two.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub generations: Option<u32>,
    /// Where the training is kept, so that the same command goes on after an end: GAME.training if nothing is said.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Where the games are played. On a cluster --games says how many, not the time.
    #[command(flatten)]
    pub place: Ray,
}

/// What the first generation's games are played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LearnFrom {
    /// The game's own evaluation.
    Hand,
    /// An evaluation by random weights.
    Rules,
    /// The learnt evaluation that is part of the program, to make a better one.
    Learnt,
}

/// The families of learnt evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Family {
    /// A net with one hidden layer.
    Net,
    /// Tables of what stands in windows of the board.
    Tuples,
}

/// A time in minutes.
fn minutes(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is no time; write minutes, 0.1 to 100000");
    text.parse().ok().filter(|minutes: &f64| (0.1..=100_000.0).contains(minutes)).ok_or_else(wrong)
}

impl Learn {
    /// The file to write, where there is no usual one.
    pub fn out(&self) -> anyhow::Result<&std::path::Path> {
        let missing =
            || crate::bad_input::BadInput::new("--out is missing: name the file to write".to_owned());
        Ok(self.out.as_deref().ok_or_else(missing)?)
    }
}

/// Play books.
#[derive(Args, Debug)]
#[command(next_help_heading = "Play books")]
pub struct PlayBook {
    /// From stored games; without them the engine plays against itself.
    #[command(flatten)]
    pub stored: crate::book_arguments::Games,
    /// Random plies at the start of each game.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub plies: u16,
    /// How many threads, also of an evaluation's games and training.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
}

/// Machines that learn game by game.
#[derive(Args, Debug)]
#[command(next_help_heading = "Machines that learn game by game")]
pub struct Machine {
    /// Who plays against it: `itself`, `random`, `perfect`, `seeker` (looks into the matchboxes for a weakness), or any
    /// agent, such as `engine:level=3`. Matchboxes play against `random` by default, the others against
    /// themselves.
    #[arg(long, value_name = "WHO")]
    pub against: Option<String>,
    /// Go on with this file: its settings, its seed and its games. The opponent is named again.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "seed", "side", "preset", "beads", "rewards", "correct", "empty", "alpha", "lambda", "epsilon", "discount",
        "depth", "opening", "evaluator", "start", "boards",
    ])]
    pub resume: Option<PathBuf>,
    /// Write all games as comma-separated values.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw the course of the results, and of the weights.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Which side it plays against somebody else.
    #[arg(long, value_enum)]
    pub side: Option<Side>,
}

/// Matchboxes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Matchboxes")]
pub struct Boxes {
    /// The settings of a famous machine: `menace` (tic-tac-toe) or `her` (hexapawn).
    #[arg(long, value_name = "NAME", value_parser = plybook_catalog::MatchboxConfig::PRESETS)]
    pub preset: Option<String>,
    /// Beads of each colour in a new box, for the machine's first move of a game, its second and so on: `4,3,2,1`.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub beads: Option<Vec<u32>>,
    /// Beads added after a win, a draw and a loss: `3,1,-1`.
    #[arg(long, value_name = "W,D,L", allow_hyphen_values = true, value_parser = rewards)]
    pub rewards: Option<[i32; 3]>,
    /// Which boxes are corrected after a game.
    #[arg(long, value_enum)]
    pub correct: Option<Corrected>,
    /// What happens when a box is empty.
    #[arg(long, value_enum)]
    pub empty: Option<Empty>,
}

/// Values and weights.
#[derive(Args, Debug)]
#[command(next_help_heading = "Values and weights (td, td-leaf, q)")]
pub struct Values {
    /// How far a value or weight moves: 0.3 for q, 0.05 for td and td-leaf by default.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub alpha: Option<f64>,
    /// How far an error reaches back, 0 to 1 (td, td-leaf): 0.7 by default.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub lambda: Option<f64>,
    /// How often any move is played instead of the best: 0.1 for q, 0.05 for td and td-leaf by default.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub epsilon: Option<f64>,
    /// What a later value is worth now (q): 1 by default.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub discount: Option<f64>,
    /// Plies searched for a move: 1 for td, 2 for td-leaf by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: Option<u32>,
    /// Random plies at the start of each game (td, td-leaf): 4 by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub opening: Option<u32>,
    /// The evaluator whose terms are weighted; the strongest by default.
    #[arg(long, value_name = "NAME")]
    pub evaluator: Option<String>,
    /// What the weights are at first.
    #[arg(long, value_enum)]
    pub start: Option<Start>,
}

/// A share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is no share; write a number from 0 to 1");
    text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share)).ok_or_else(wrong)
}

/// Beads after a win, a draw and a loss.
fn rewards(text: &str) -> Result<[i32; 3], String> {
    let wrong = || format!("`{text}` are no rewards; write three numbers, such as 3,1,-1");
    let numbers: Result<Vec<i32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    numbers.ok().and_then(|numbers| numbers.try_into().ok()).ok_or_else(wrong)
}

/// Which side a machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Both, in turn.
    Both,
}

impl From<Side> for Sides {
    fn from(side: Side) -> Sides {
        match side {
            Side::First => Sides::First,
            Side::Second => Sides::Second,
            Side::Both => Sides::Both,
        }
    }
}

/// Which boxes are corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Corrected {
    /// All that were used.
    All,
    /// The one of the last bead.
    Last,
}

impl From<Corrected> for Correction {
    fn from(corrected: Corrected) -> Correction {
        match corrected {
            Corrected::All => Correction::All,
            Corrected::Last => Correction::Last,
        }
    }
}

/// What happens when a box is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Empty {
    /// The machine resigns.
    Resign,
    /// The box is filled again.
    Refill,
}

impl From<Empty> for EmptyBox {
    fn from(empty: Empty) -> EmptyBox {
        match empty {
            Empty::Resign => EmptyBox::Resign,
            Empty::Refill => EmptyBox::Refill,
        }
    }
}

/// What weights are at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Start {
    /// All are zero.
    Zero,
    /// Those of the evaluator.
    Own,
}

impl From<Start> for FirstWeights {
    fn from(start: Start) -> FirstWeights {
        match start {
            Start::Zero => FirstWeights::Zero,
            Start::Own => FirstWeights::Own,
        }
    }
}
