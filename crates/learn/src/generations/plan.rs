//! What is to be learnt and how, and what the outside does for it.

use super::Shape;

/// What the first generation's games are played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// A model with random weights: nothing is known but the rules.
    Rules,
    /// The game's own evaluation.
    Hand,
    /// An evaluation that was learnt before.
    Learnt,
}

/// How a game is played to be learnt: what differs from game to game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// The fewest and the most random plies at the start of a game.
    pub opening: [usize; 2],
    /// Plies after which a game is called a draw.
    pub longest: usize,
    /// Hundredths of a point: a player so far ahead for some plies has won.
    pub resign: Option<i32>,
    /// Hundredths of a point: games that begin with a larger difference are left out.
    pub lopsided: Option<i32>,
    /// The weight of a game's result in the targets; the rest is what the searches said. From the rules alone the first
    /// generation hears nothing but results, because its values mean nothing.
    pub result_share: f32,
    /// How far the searches of later moves reach back: see `Selection::later`.
    pub later: f32,
    /// Minutes of a generation where time limits the training: games of many moves and models of many weights need more.
    pub minutes: f64,
    /// What is learnt.
    pub shape: Shape,
    /// How much more a position costs that a learnt evaluation values than one that the hand-made one values. It was
    /// measured once for the game and is written down, so that no clock decides a match.
    pub cost: f64,
}

/// Everything that decides what is learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct MasterPlan {
    /// How the game is played, and the shape of the model.
    pub play: Play,
    /// What the first generation begins with.
    pub from: From,
    /// Positions searched for a move in the games to learn from.
    pub nodes: u64,
    /// Generations, and games of each; with a limit of time the most of both.
    pub generations: u32,
    /// See `generations`.
    pub games: u64,
    /// Passes over the positions.
    pub epochs: u32,
    /// Most pairs of games in a match.
    pub pairs: u64,
    /// Decides everything random.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
    /// The commit of the program, for the model's file.
    pub commit: String,
}

/// Where a training is kept: a name, its bytes.
pub trait TrainingStore: Sync {
    /// The bytes under a name; `None` if there are none.
    ///
    /// # Errors
    /// They cannot be read.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String>;

    /// Keeps bytes under a name, all of them or none.
    ///
    /// # Errors
    /// They cannot be written.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Told which shards of games are about to be played: may have them played elsewhere, by `Master::shard`, and hands the
    /// bytes of each to `keep` as soon as they are there. Those that it leaves out are played here.
    ///
    /// # Errors
    /// They should have been played elsewhere and were not, or cannot be kept.
    fn play_elsewhere(&self, wanted: &WantedShards<'_>, keep: &mut KeepShard<'_>) -> Result<(), String> {
        let _ = (wanted, keep);
        Ok(())
    }
}

/// Keeps the bytes of the shard of a number.
pub type KeepShard<'a> = dyn FnMut(u64, Vec<u8>) -> Result<(), String> + 'a;

/// Shards of games that a generation is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedShards<'a> {
    /// The generation.
    pub generation: u32,
    /// Their numbers, in order.
    pub shards: &'a [u64],
    /// The file of the model that plays them; none for what the first generation begins with.
    pub model: Option<&'a [u8]>,
}

/// The time that is left, and whether to stop.
pub trait Time: Sync {
    /// The seconds until the result must be there; `None` without a limit.
    fn left(&self) -> Option<f64>;

    /// Whether to end at once; what was done is kept.
    fn stopped(&self) -> bool;
}
