//! `plybook tree GAME --depth N`.

use crate::arguments::{Format, Method, Tree};
use crate::bad_input::BadInput;
use crate::draw::{tree_svg, tree_text};
use crate::file;
use crate::game_name::{open_game, start_session};
use crate::interrupt::{at_interrupt, leave};
use crate::output::{Output, tell};
use crate::progress;
use anyhow::Result;
use plybook_catalog::{SearchObserver, TreeMethod, TreeRequest};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Default number of positions that a text shows.
const TEXT_LIMIT: usize = 200;
/// Default number of positions that a drawing shows.
const DRAWING_LIMIT: usize = 80;

/// Stops a search at Ctrl-C.
struct Interrupted(Arc<AtomicBool>);

impl SearchObserver for Interrupted {
    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Searches a position and writes the tree that was searched.
pub fn run(output: Output, arguments: &Tree) -> Result<()> {
    let game = open_game(&arguments.from.game)?;
    let session = start_session(&*game, arguments.from.position.as_deref(), &arguments.from.moves)?;
    if let Some(ending) = session.ending() {
        let message = format!("the game is over here ({}): there is nothing to search", ending.sentence);
        return Err(BadInput::new(message).into());
    }
    arguments.output.as_deref().map(file::prepare).transpose()?;
    let format = if arguments.json { Format::Json } else { arguments.format };
    let default = match format {
        Format::Text => TEXT_LIMIT,
        Format::Svg => DRAWING_LIMIT,
        Format::Json => usize::MAX,
    };
    let line = progress::stopwatch("searching");
    let interrupted = Arc::new(AtomicBool::new(false));
    at_interrupt({
        let interrupted = Arc::clone(&interrupted);
        move || interrupted.store(true, Ordering::Relaxed)
    });
    let request = TreeRequest {
        depth: arguments.depth,
        method: match arguments.method {
            Method::Minimax => TreeMethod::Minimax,
            Method::Alphabeta => TreeMethod::AlphaBeta,
            Method::Pvs => TreeMethod::Pvs,
            Method::Engine => TreeMethod::Engine,
        },
        evaluator: arguments.evaluator.clone(),
        limit: arguments.limit.map_or(default, |limit| limit as usize),
        nodes: None,
    };
    let tree = session.tree(&request, &Interrupted(interrupted));
    line.finish_and_clear();
    let tree = tree.map_err(BadInput::from)?;
    // A file is for anybody: it gets no colours.
    let style = Output { fancy: output.fancy && arguments.output.is_none() };
    let name = game.full_name();
    let text = match format {
        Format::Text => tree_text::write(&name, &tree, style),
        Format::Json => serde_json::to_string_pretty(&tree)? + "\n",
        Format::Svg => tree_svg::draw(&name, &tree),
    };
    match &arguments.output {
        Some(path) => file::write(path, &text)?,
        None => output.line(text.trim_end())?,
    }
    if tree.stopped {
        tell("interrupted: that is the tree as far as it was searched; choose fewer plies for the whole");
        leave();
    }
    Ok(())
}
