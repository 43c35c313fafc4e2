//! `POST /api/perft`: how many sequences of moves there are, ply by ply.

use crate::analyse::within;
use crate::game_position::GamePosition;
use crate::listener::{Listener, deliver};
use crate::problem::Problem;
use plybook_catalog::{Count, Session};
use plybook_clock::Instant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Longest sequences, in plies.
const DEEPEST: u32 = 20;
/// Plies where nothing is said.
const DEFAULT: u32 = 5;
/// A depth that would take longer by what the depths before it took is not begun.
const LONGEST: Duration = Duration::from_secs(20);

/// What to count.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerftRequest {
    place: GamePosition,
    #[serde(default)]
    #[schemars(range(min = 1, max = DEEPEST))]
    depth: Option<u32>,
}

/// The count of a depth.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct PerftDepth {
    depth: u32,
    /// Sequences of so many moves.
    leaves: u64,
    /// Games that are over before.
    finished: u64,
    /// The seconds that counting this depth took.
    seconds: f64,
}

/// The end of a count.
#[derive(Serialize, JsonSchema)]
pub struct PerftEnd {
    /// The deepest count.
    depth: u32,
    /// Whether deeper ones were wanted, but would take too long.
    stopped: bool,
}

/// A question that is ready to be worked on.
pub struct Job {
    session: Box<dyn Session>,
    depth: u32,
}

/// Makes a question ready to be worked on.
///
/// # Errors
/// There is no such place, or the depth is out of range.
pub fn prepare(request: PerftRequest) -> Result<Job, Problem> {
    let depth = within("depth", request.depth, DEFAULT, 1..=DEEPEST)?;
    Ok(Job { session: request.place.open()?.session, depth })
}

/// Events `depth` with the count of each depth, and `done` with the end.
///
/// # Errors
/// None; every question may have some.
pub fn work(job: &Job, events: &dyn Listener) -> Result<PerftEnd, Problem> {
    let mut counted: Vec<PerftDepth> = Vec::new();
    for depth in 1..=job.depth {
        if events.closed() || expected(&counted) > LONGEST.as_secs_f64() {
            return Ok(PerftEnd { depth: depth - 1, stopped: true });
        }
        let began = Instant::now();
        let mut sum = Count::default();
        job.session.divide(depth, false, &mut |_, _| ()).iter().for_each(|share| sum.add(share.count));
        let found = PerftDepth {
            depth,
            leaves: sum.leaves,
            finished: sum.finished,
            seconds: began.elapsed().as_secs_f64(),
        };
        deliver(events, "depth", &found);
        counted.push(found);
    }
    Ok(PerftEnd { depth: job.depth, stopped: false })
}

/// The seconds that the next depth will take, if it grows as the last one did.
fn expected(counted: &[PerftDepth]) -> f64 {
    match counted {
        [.., before, last] => last.seconds * (last.leaves as f64 / before.leaves.max(1) as f64).max(1.0),
        [only] => only.seconds * only.leaves as f64,
        [] => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(leaves: u64, seconds: f64) -> PerftDepth {
        PerftDepth { depth: 1, leaves, finished: 0, seconds }
    }

    #[test]
    fn what_a_depth_will_take_follows_from_those_before() {
        assert_eq!(expected(&[]), 0.0);
        assert_eq!(expected(&[depth(20, 0.5)]), 10.0);
        assert_eq!(expected(&[depth(20, 0.1), depth(400, 2.0)]), 40.0);
        // Games that come to their end make fewer sequences, not shorter ones.
        assert_eq!(expected(&[depth(400, 0.1), depth(20, 2.0)]), 2.0);
    }
}
