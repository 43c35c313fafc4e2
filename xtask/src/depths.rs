//! How deep the engine looks in a given time, or with a given number of positions.

use crate::positions::middle_games;
use anyhow::{Result, bail};
use plybook_catalog::{EngineConfig, Limits, SearchObserver, open};
use std::fmt;
use std::time::{Duration, Instant};

/// Deepest search, in plies.
const DEEPEST: u32 = 200;
/// Mebibytes of the table.
const HASH: usize = 128;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The game with its options.
    pub game: String,
    /// How many positions.
    pub positions: usize,
    /// After how many plies they stand.
    pub plies: usize,
    /// Decides them.
    pub seed: u64,
    /// How long each is thought about.
    pub time: Duration,
    /// How many positions the engine may enter, instead of a time: for busy machines.
    pub nodes: Option<u64>,
}

/// What the engine saw in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The position's text.
    pub position: String,
    /// The depth that was searched completely, in plies.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// The value in words.
    pub value: String,
    /// Whether a proven value ended the search before its time: its depth says nothing.
    pub settled: bool,
}

/// Stops at a time.
struct Alarm(Option<Instant>);

impl SearchObserver for Alarm {
    fn stop(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

impl Measurement {
    /// Measures with one thread and an empty table for each position, and tells every position as soon as it is done.
    ///
    /// # Errors
    /// There is no such game, or hardly any of its games lasts so long.
    pub fn run(&self, tell: &mut dyn FnMut(&Reach)) -> Result<Vec<Reach>> {
        let game = open(&self.game)?;
        let mut reaches = Vec::new();
        for session in middle_games(&*game, self.positions, self.plies, self.seed)? {
            let mut thinker = game.thinker(&EngineConfig { hash: HASH, ..EngineConfig::default() })?;
            let limits = Limits { nodes: self.nodes, ..Limits::depth(DEEPEST) };
            let alarm = Alarm(self.nodes.is_none().then(|| Instant::now() + self.time));
            let analysis = thinker.think(&*session, &limits.into(), &alarm)?;
            let reach = Reach {
                position: session.text(),
                depth: analysis.depth,
                nodes: analysis.nodes,
                value: analysis.lines.first().map(|line| line.text.clone()).unwrap_or_default(),
                settled: !analysis.stopped,
            };
            tell(&reach);
            reaches.push(reach);
        }
        Ok(reaches)
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reach { position, depth, nodes, value, settled } = self;
        let depth = if *settled { format!("{depth}, settled") } else { depth.to_string() };
        write!(f, "| {position} | {depth} | {nodes} | {value} |")
    }
}

/// The least and the median depth of the positions that took all their time.
///
/// # Errors
/// Every position was settled.
pub fn summary(reaches: &[Reach]) -> Result<String> {
    let mut depths: Vec<u32> =
        reaches.iter().filter(|reach| !reach.settled).map(|reach| reach.depth).collect();
    depths.sort_unstable();
    let [Some(least), Some(median)] = [depths.first(), depths.get(depths.len() / 2)] else {
        bail!("every position was settled before its time; ask for earlier ones");
    };
    let settled = reaches.len() - depths.len();
    Ok(format!(
        "{} positions: depth at least {least}, median {median}; {settled} more were settled",
        depths.len()
    ))
}
