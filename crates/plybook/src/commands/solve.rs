//! `plybook solve GAME`.

use super::analyze::Clock;
use crate::arguments::Solve;
use crate::bad_input::BadInput;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use anyhow::{Result, bail};
use plybook_catalog::{Driver, Limits, Options, Setup};
use serde::Serialize;

/// Deepest search that can be asked for, in plies.
const DEEPEST: u32 = 200;
/// Plies that are searched before the leap to the end of the game: enough to order the root and to guess the value.
const REHEARSAL: u32 = 1;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    value: plybook_catalog::Value,
    text: String,
    line: Vec<String>,
    nodes: u64,
}

/// Finds the exact value. Games that end within a known number of plies are searched to their ends at once, by null
/// windows that start at the guess of a short rehearsal; others are deepened until a win or a loss is proven.
pub fn run(output: Output, arguments: &Solve) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    if let Some(ending) = session.ending() {
        return Err(BadInput::new(format!("the game is over here: {}", ending.sentence)).into());
    }
    // So deep that no entry of the rehearsal looks as if it had seen the end of the game.
    let whole = session.longest().map(|plies| plies.max(1) + REHEARSAL).filter(|&depth| depth <= DEEPEST);
    let bounded = whole.is_some();
    let leap_after = if bounded { REHEARSAL } else { DEEPEST };
    let driver = if bounded { Driver::NullWindows } else { Driver::Aspiration };
    let options = Options { iterative: true, leap_after, driver, path_rules: !bounded, ..Options::EXACT };
    let setup = Setup { options, hash: arguments.hash as usize, ..Setup::default() };
    let mut thinker = game.thinker(&setup).map_err(BadInput::from)?;
    let limits =
        Limits { threads: usize::from(arguments.threads), ..Limits::depth(whole.unwrap_or(DEEPEST)) };
    let clock = Clock::new(arguments.time);
    let analysis = thinker.think(&*session, &limits.into(), &clock).map_err(BadInput::from)?;
    let Some(line) = analysis.lines.first().filter(|_| analysis.proven || (bounded && !analysis.stopped))
    else {
        bail!("not solved: {} positions to depth {}; give it more --time", analysis.nodes, analysis.depth);
    };
    let answer = Answer {
        game: game.full_name(),
        position: session.text(),
        value: line.value,
        text: line.text.clone(),
        line: line.moves.clone(),
        nodes: analysis.nodes,
    };
    if arguments.json {
        return output.json(&answer);
    }
    output.line(format!("{} {}: {} for the side to move", answer.game, answer.position, answer.text))?;
    output.line(format!("line: {}", answer.line.join(" ")))?;
    output.line(format!("{} positions", answer.nodes))
}
