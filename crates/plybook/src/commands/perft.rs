//! `plybook perft GAME DEPTH`.

use crate::arguments::Perft;
use crate::bad_input::BadInput;
use crate::cluster::Cluster;
use crate::game_name::{open_game, start_session};
use crate::interrupt::{at_interrupt, leave};
use crate::output::{Output, tell};
use crate::progress;
use anyhow::Result;
use plybook_catalog::{AnyGame, Count, Divided};
use plybook_work::{LineCount, Unit, UnitResult, split};
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Units of a count on a cluster.
const UNITS: usize = 64;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    depth: u32,
    leaves: u64,
    finished: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Share>>,
}

#[derive(Serialize)]
struct Share {
    #[serde(rename = "move")]
    text: String,
    leaves: u64,
    finished: u64,
}

/// What is counted so far.
struct PartialCount {
    shares: Vec<Divided>,
    moves: usize,
}

impl PartialCount {
    /// Tells it when the count is interrupted.
    fn tell(&self) {
        for share in &self.shares {
            tell(row(&share.text, share.count.leaves));
        }
        let (done, all) = (self.shares.len(), self.moves);
        tell(format_args!(
            "interrupted: {done} of {all} moves are counted; choose fewer plies for an answer sooner"
        ));
    }
}

fn locked(so_far: &Mutex<PartialCount>) -> MutexGuard<'_, PartialCount> {
    so_far.lock().unwrap_or_else(PoisonError::into_inner)
}

fn row(text: &str, leaves: u64) -> String {
    format!("{text:<12} {leaves:>16}")
}

/// The counts below each move, done by a cluster; `progress` is told how many units are done, and of how many.
fn elsewhere(
    game: &dyn AnyGame,
    arguments: &Perft,
    address: &str,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<Divided>> {
    let Perft { position, moves, depth, remember, .. } = arguments;
    let units = split(game, position.as_deref(), moves, *depth, *remember, UNITS).map_err(BadInput::from)?;
    let mut cluster = Cluster::connect(address, false)?;
    for (number, unit) in units.iter().enumerate() {
        cluster.send(number as u64, &Unit::Perft(unit.clone()))?;
    }
    let mut counts: Vec<Option<Vec<LineCount>>> = vec![None; units.len()];
    while cluster.outstanding() > 0 {
        let Some(done) = cluster.receive()? else { continue };
        if let (UnitResult::Perft { lines }, Some(place)) = (done.result, counts.get_mut(done.id as usize)) {
            *place = Some(lines);
        }
        progress(counts.iter().flatten().count(), units.len());
    }
    // The lines that begin with the same move stand one after the other.
    let mut shares: Vec<Divided> = Vec::new();
    for (unit, counts) in units.iter().zip(counts) {
        for (line, LineCount { leaves, finished }) in unit.lines.iter().zip(counts.unwrap_or_default()) {
            let Some(text) = line.get(moves.len()) else { continue };
            let count = Count { leaves, finished };
            match shares.last_mut().filter(|last| last.text == *text) {
                Some(last) => last.count.add(count),
                None => shares.push(Divided { text: text.clone(), count }),
            }
        }
    }
    Ok(shares)
}

/// Counts, shows progress on a terminal, prints the sum and what `--divide` asks for; interrupted, what is counted.
pub fn run(output: Output, arguments: &Perft) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let session = start_session(&*game, arguments.position.as_deref(), &arguments.moves)?;
    let began = Instant::now();
    let bar = progress::bar("moves");
    let moves = session.move_texts().len();
    bar.set_length(moves as u64);
    let so_far = Arc::new(Mutex::new(PartialCount { shares: Vec::new(), moves }));
    at_interrupt({
        let (so_far, bar) = (Arc::clone(&so_far), bar.clone());
        move || {
            bar.finish_and_clear();
            locked(&so_far).tell();
            leave();
        }
    });
    let shares = match &arguments.place.ray {
        Some(address) if arguments.depth > 0 && moves > 0 => {
            elsewhere(&*game, arguments, address, &|done, all| {
                bar.set_length(all as u64);
                bar.set_position(done as u64);
            })?
        }
        _ => session.divide(arguments.depth, arguments.remember, &mut |share, moves| {
            bar.set_length(moves as u64);
            bar.inc(1);
            let mut so_far = locked(&so_far);
            so_far.moves = moves;
            so_far.shares.push(share.clone());
        }),
    };
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let over = shares.is_empty();
    let mut sum = Count::default();
    shares.iter().for_each(|share| sum.add(share.count));
    if sum.leaves.max(sum.finished) == u64::MAX {
        let message = format!(
            "depth {}: there are {} sequences or more; choose fewer plies",
            arguments.depth,
            u64::MAX
        );
        return Err(BadInput::new(message).into());
    }
    let answer = Answer {
        game: game.full_name(),
        position: session.text(),
        depth: arguments.depth,
        leaves: match arguments.depth {
            0 => 1,
            _ => sum.leaves,
        },
        finished: match arguments.depth {
            0 => 0,
            _ if over => 1,
            _ => sum.finished,
        },
        seconds,
        moves: (arguments.divide && arguments.depth > 0).then(|| {
            let share = |share: Divided| Share {
                text: share.text,
                leaves: share.count.leaves,
                finished: share.count.finished,
            };
            shares.into_iter().map(share).collect()
        }),
    };
    if arguments.json {
        return output.json(&answer);
    }
    for share in answer.moves.iter().flatten() {
        output.line(row(&share.text, share.leaves))?;
    }
    output.line(format!("{}, depth {}: {} leaves", answer.game, answer.depth, answer.leaves))?;
    output.line(format!("games finished earlier: {}", answer.finished))?;
    let rate = answer.leaves as f64 / seconds.max(1e-9) / 1e6;
    output.line(format!("{seconds:.3} s, {rate:.1} million leaves a second"))
}
