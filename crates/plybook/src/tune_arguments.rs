//! The command line of `plybook tune`.

use clap::Args;
use std::path::PathBuf;

/// Tune an evaluation made by hand, or the margins by which a game's search prunes.
#[derive(Args, Debug)]
pub struct Tune {
    /// The game, with its options.
    pub game: String,
    /// Tune the weights of the evaluation's terms, by regression on what came of games. A game that tells its phases apart
    /// gets weights for its opening and for its ending. With --margins: the file of the evaluation to measure them for.
    #[arg(long, value_name = "FILE", num_args = 0..=1, required_unless_present = "margins")]
    #[expect(clippy::option_option, reason = "left out, without a file, and with one")]
    pub weights: Option<Option<PathBuf>>,
    /// Measure the margins by which the search prunes: how far values move in searches of positions from games.
    #[arg(long)]
    pub margins: bool,
    /// The evaluator; for weights the strongest made by hand, for margins the game's usual one by default.
    #[arg(long, value_name = "NAME")]
    pub evaluator: Option<String>,
    /// The folder of a training by `plybook learn`, whose games are learnt from. Without one games are played first.
    /// Margins keep their refinement there, so that it goes on where it was ended; an empty folder will do for that.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// How many games to play, and at most so many of a folder. If nothing is said: 4,000 for weights, 200 for margins, all
    /// of a folder.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    pub games: Option<u32>,
    /// Positions that the engine searches for a move, in the games and in the match: 300 for weights and 1,000 for margins
    /// if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How much the result of a game counts beside what its searches said: 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share, conflicts_with = "margins")]
    pub result: f32,
    /// With --margins: how many positions to draw from the games; each is searched with two near it.
    #[arg(long, value_name = "N", requires = "margins", value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    pub samples: Option<u32>,
    /// With --margins: games by which the measured margins are refined (SPSA), 16 for each step. None if nothing is said.
    #[arg(long, value_name = "GAMES", requires = "margins", value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub spsa: Option<u32>,
    /// Pairs of games of the match between what is new and what was before, from the same openings at equal positions.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub pairs: u64,
    /// Where to write what was found: GAME.weights or GAME.margins if nothing is said.
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
