//! `plybook solve GAME`.

use super::analyze::Clock;
use crate::arguments::Solve;
use crate::bad_input::BadInput;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use anyhow::{Result, bail};
use plybook_catalog::{Limits, Options, Setup};
use serde::Serialize;

/// Longest game, in plies, that is searched to its end at once.
const AT_ONCE: u32 = 200;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    value: plybook_catalog::Value,
    text: String,
    line: Vec<String>,
    nodes: u64,
}

/// Finds the exact value. Games that end within a known number of plies are searched to their ends; others are
/// deepened until a win or a loss is proven.
pub fn run(output: Output, arguments: &Solve) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    if let Some(ending) = session.ending() {
        return Err(BadInput::new(format!("the game is over here: {}", ending.sentence)).into());
    }
    let bounded = session.longest().is_some_and(|plies| plies <= AT_ONCE);
    let options = Options { iterative: !bounded, path_rules: !bounded, ..Options::EXACT };
    let setup = Setup { options, hash: arguments.hash as usize, ..Setup::default() };
    let mut thinker = game.thinker(&setup).map_err(BadInput::from)?;
    let depth = session.longest().map_or(AT_ONCE, |plies| plies.clamp(1, AT_ONCE));
    let limits = Limits { threads: usize::from(arguments.threads), ..Limits::depth(depth) };
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
