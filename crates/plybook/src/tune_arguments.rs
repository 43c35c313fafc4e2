//! The command line of `plybook tune`.

use clap::Args;
use std::path::PathBuf;

/// Tune an evaluation made by hand.
#[derive(Args, Debug)]
pub struct Tune {
    /// The game, with its options.
    pub game: String,
    /// What is tuned: the weights of the evaluation's terms, by regression on what came of games. A game that tells its
    /// phases apart gets weights for its opening and for its ending.
    #[arg(long, required = true)]
    pub weights: bool,
    /// The evaluator; the strongest made by hand by default.
    #[arg(long, value_name = "NAME")]
    pub evaluator: Option<String>,
    /// The folder of a training by `plybook learn`, whose games are learnt from. Without one games are played first.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// How many games to play, and at most so many of a folder: 4,000 and all if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    pub games: Option<u32>,
    /// Positions that the engine searches for a move, in the games and in the match.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// How much the result of a game counts beside what its searches said: 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    pub result: f32,
    /// Pairs of games of the match between the new weights and the old ones, from the same openings at equal positions.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub pairs: u64,
    /// Where to write the evaluator with its new weights: GAME.weights if nothing is said.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Decides everything that chance decides.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads; the result does not depend on them.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// A share of the whole.
fn share(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| "that is no number".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("it must be from 0 to 1".to_owned()) }
}
