//! `plybook perft GAME DEPTH`.

use crate::arguments::Perft;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use crate::progress;
use anyhow::Result;
use serde::Serialize;
use std::time::Instant;

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

/// Counts, shows progress on a terminal, prints the sum and what `--divide` asks for.
pub fn run(output: Output, arguments: &Perft) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let session = start_session(&*game, arguments.position.as_deref(), &arguments.moves)?;
    let began = Instant::now();
    let bar = progress::bar("moves");
    let shares = session.divide(arguments.depth, arguments.remember, &mut |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let seconds = began.elapsed().as_secs_f64();
    let over = shares.is_empty();
    let answer = Answer {
        game: game.full_name(),
        position: session.text(),
        depth: arguments.depth,
        leaves: match arguments.depth {
            0 => 1,
            _ => shares.iter().map(|share| share.count.leaves).sum(),
        },
        finished: match arguments.depth {
            0 => 0,
            _ if over => 1,
            _ => shares.iter().map(|share| share.count.finished).sum(),
        },
        seconds,
        moves: (arguments.divide && arguments.depth > 0).then(|| {
            let share = |share: plybook_catalog::Divided| Share {
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
        output.line(format!("{:<12} {:>16}", share.text, share.leaves))?;
    }
    output.line(format!("{}, depth {}: {} leaves", answer.game, answer.depth, answer.leaves))?;
    output.line(format!("games finished earlier: {}", answer.finished))?;
    let rate = answer.leaves as f64 / seconds.max(1e-9) / 1e6;
    output.line(format!("{seconds:.3} s, {rate:.1} million leaves a second"))
}
