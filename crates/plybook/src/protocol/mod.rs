//! The engine in other people's front ends: UGI for any game, UCI for chess, GTP and NBoard for Othello.
//!
//! A thread reads standard input, another searches; this one answers. Whatever comes in is an `Event`, so that
//! `isready`, `stop` and `quit` are answered while a search is running.

mod current_game;
mod ggf;
mod go;
mod gtp;
mod info;
mod lines;
mod nboard;
mod options;
mod search_thread;
mod uci;
mod ugi;
mod universal;

use crate::arguments::Engine;
use anyhow::Result;
use current_game::CurrentGame;
use lines::read_lines;
use options::Options;
use search_thread::{SearchOutcome, SearchThread};
use std::collections::VecDeque;
use std::io::{Write, stdout};
use std::sync::mpsc::channel;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface.
    Uci,
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of the Othello front end NBoard.
    Nboard,
}

/// What happens to a running engine.
enum Event {
    /// The front end sent a line.
    Line(String),
    /// The front end sends nothing more.
    End,
    /// The search of this number is done.
    Done(u64),
}

/// What to do after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// Wait for the next one.
    Continue,
    /// End the process.
    Quit,
}

/// The engine's side of a conversation.
trait Protocol {
    /// Answers a line.
    fn line(&mut self, line: &str, context: &mut Context) -> Flow;

    /// Told what a search found that is done or was stopped.
    fn found(&mut self, found: SearchOutcome, context: &mut Context);

    /// Whether lines wait until a running search is done.
    fn waits_for_search(&self) -> bool {
        false
    }
}

/// What every protocol works with.
struct Context {
    /// The game in progress.
    current: CurrentGame,
    /// The engine's options.
    options: Options,
    /// The search.
    search: SearchThread,
    /// The front end is about to leave: nothing is searched longer than it must.
    closing: bool,
}

/// Writes a line at once. This fails where the front end has ended; then the end of the input follows.
fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Speaks a protocol on standard input and output until the front end ends it.
pub fn run(kind: Kind, arguments: &Engine) -> Result<()> {
    let current = CurrentGame::new(kind, arguments.game.as_deref())?;
    let (events, incoming) = channel();
    read_lines(events.clone());
    let options = Options::new(arguments);
    let mut context = Context { current, options, search: SearchThread::new(events), closing: false };
    let mut protocol: Box<dyn Protocol> = match kind {
        Kind::Ugi => Box::new(universal::Universal::new(&ugi::UGI)),
        Kind::Uci => Box::new(universal::Universal::new(&uci::UCI)),
        Kind::Gtp => Box::new(gtp::Gtp::new()),
        Kind::Nboard => Box::new(nboard::Nboard::new()),
    };
    let mut queued: VecDeque<Option<String>> = VecDeque::new();
    loop {
        let free = !protocol.waits_for_search() || !context.search.is_running();
        let line = match if free { queued.pop_front() } else { None } {
            Some(line) => line,
            None => match incoming.recv() {
                Ok(Event::Done(number)) => {
                    if let Some(found) = context.search.collect(Some(number)) {
                        protocol.found(found, &mut context);
                    }
                    continue;
                }
                Ok(Event::Line(line)) => Some(line),
                Ok(Event::End) | Err(_) => None,
            },
        };
        if !free {
            // A GTP command may have a number before it.
            let ends = |line: &str| line.split_whitespace().take(2).any(|word| word == "quit");
            if line.as_deref().is_none_or(ends) {
                context.closing = true;
                context.search.stop();
            }
            queued.push_back(line);
            continue;
        }
        let flow = line.map_or(Flow::Quit, |line| protocol.line(&line, &mut context));
        if flow == Flow::Quit {
            context.search.stop();
            if let Some(found) = context.search.collect(None) {
                protocol.found(found, &mut context);
            }
            return Ok(());
        }
    }
}
