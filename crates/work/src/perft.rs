//! Shares of a count of leaves.

use crate::{WorkError, game};
use plybook_catalog::{AnyGame, Count, ReadError, Session};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// Lines for each unit, so that units are about equally large.
const LINES_PER_UNIT: usize = 4;
/// The longest lines: after them the shares are small enough.
const LONGEST_LINE: usize = 2;

/// A share of a count of leaves: below some lines of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftUnit {
    /// The game, with its options.
    pub game: String,
    /// Where it is counted from; the game's start if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there, below which is counted.
    pub lines: Vec<Vec<String>>,
    /// How many plies from the position.
    pub depth: u32,
    /// Whether what lies below a position is counted only once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub remember: bool,
}

/// What was counted below a line of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineCount {
    /// Games of the whole length.
    pub leaves: u64,
    /// Games that ended before.
    pub finished: u64,
}

impl PerftUnit {
    fn start(&self) -> Result<Box<dyn Session>, WorkError> {
        Ok(game(&self.game)?.session(self.position.as_deref())?)
    }

    /// Counts below each line.
    ///
    /// # Errors
    /// There is no such game, position or move, a line is longer than the depth, or `stop` was set between two lines.
    pub fn run(&self, stop: &AtomicBool) -> Result<Vec<LineCount>, WorkError> {
        let mut session = self.start()?;
        let mut counts = Vec::new();
        for line in &self.lines {
            if stop.load(Ordering::Relaxed) {
                return Err(WorkError::Stopped);
            }
            let Some(left) = u32::try_from(line.len()).ok().and_then(|plies| self.depth.checked_sub(plies))
            else {
                let (text, depth) = (line.join(" "), self.depth);
                let problem = format!("it is longer than the depth of {depth}");
                return Err(ReadError::new("line", &text, problem, "write fewer moves").into());
            };
            for text in line {
                session.play(text)?;
            }
            counts.push(below(&*session, left, self.remember));
            for _ in line {
                session.take_back();
            }
        }
        Ok(counts)
    }
}

/// The leaves so many plies below a position.
fn below(session: &dyn Session, depth: u32, remember: bool) -> LineCount {
    if depth == 0 {
        return LineCount { leaves: 1, finished: 0 };
    }
    let shares = session.divide(depth, remember, &mut |_, _| ());
    if shares.is_empty() {
        return LineCount { leaves: 0, finished: 1 };
    }
    let mut sum = Count::default();
    shares.iter().for_each(|share| sum.add(share.count));
    LineCount { leaves: sum.leaves, finished: sum.finished }
}

/// What was counted in all; it stays at the largest number where there is more.
#[must_use]
pub fn sum(counts: &[LineCount]) -> LineCount {
    counts.iter().fold(LineCount::default(), |sum, count| LineCount {
        leaves: sum.leaves.saturating_add(count.leaves),
        finished: sum.finished.saturating_add(count.finished),
    })
}

/// A count in about so many units, which together are the whole: below the first moves, or below the first two where
/// these are too few.
///
/// # Errors
/// There is no such position or move.
pub fn split(
    game: &dyn AnyGame,
    position: Option<&str>,
    moves: &[String],
    depth: u32,
    remember: bool,
    units: usize,
) -> Result<Vec<PerftUnit>, ReadError> {
    let mut session = game.session(position)?;
    for text in moves {
        session.play(text)?;
    }
    let wanted = units.max(1) * LINES_PER_UNIT;
    let mut lines = vec![moves.to_vec()];
    for ply in 0..LONGEST_LINE.min(depth as usize) {
        if lines.len() >= wanted {
            break;
        }
        let mut longer = Vec::new();
        for line in lines {
            // A line that is shorter than the others ended before.
            let further = if line.len() == moves.len() + ply {
                children(&mut *session, &line[moves.len()..])?
            } else {
                Vec::new()
            };
            if further.is_empty() {
                longer.push(line);
                continue;
            }
            longer.extend(further.into_iter().map(|text| [&line[..], &[text]].concat()));
        }
        lines = longer;
    }
    let size = lines.len().div_ceil(units.max(1)).max(1);
    let unit = |lines: &[Vec<String>]| PerftUnit {
        game: game.full_name(),
        position: position.map(str::to_owned),
        lines: lines.to_vec(),
        depth: depth + moves.len() as u32,
        remember,
    };
    Ok(lines.chunks(size).map(unit).collect())
}

/// The moves after a line that are counted; none where no session can play them, because a rule about the path ended it.
fn children(session: &mut dyn Session, line: &[String]) -> Result<Vec<String>, ReadError> {
    for text in line {
        session.play(text)?;
    }
    let playable = session.ending().is_none();
    let shares = if playable { session.divide(1, false, &mut |_, _| ()) } else { Vec::new() };
    for _ in line {
        session.take_back();
    }
    Ok(shares.into_iter().map(|share| share.text).collect())
}
