//! The protocol of NBoard, an Othello front end, in version 2.

use super::current_game::PASS;
use super::ggf;
use super::search_thread::{SearchOutcome, Task};
use super::{Context, Flow, Protocol, say};
use plybook_agent::{Budget, Observer, Plan, SearchTask};
use plybook_catalog::{Analysis, Player, Value};
use std::time::Instant;

/// Plies beyond the wanted depth from which on the rest of the game is searched to its end.
const SOLVE_EARLIER: u32 = 4;
/// Most lines of a hint.
const MOST_HINTS: usize = 60;
/// Deepest search that can be set, in plies.
const DEEPEST: u32 = 60;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    Hint,
}

/// The engine's side of the protocol.
pub struct Nboard {
    depth: Option<u32>,
    purpose: Purpose,
}

/// A move as NBoard writes it: two letters.
fn square(text: &str) -> String {
    if text == PASS { "PA".to_owned() } else { text.to_ascii_uppercase() }
}

/// A value in discs.
fn discs(value: Value) -> String {
    match value {
        Value::Points(points) => format!("{points:.2}"),
        Value::Win(_) => "64.00".to_owned(),
        Value::Loss(_) => "-64.00".to_owned(),
    }
}

fn status(text: &str) {
    say(format!("status {text}").trim_end());
}

/// Tells the lines found so far.
fn tell(analysis: &Analysis, spent: std::time::Duration) {
    for line in &analysis.lines {
        let moves: Vec<String> = line.moves.iter().map(|text| square(text)).collect();
        say(&format!("search {} {} 0 {}", moves.join("-"), discs(line.value), analysis.depth));
    }
    say(&format!("nodestats {} {:.2}", analysis.nodes, spent.as_secs_f64()));
}

impl Nboard {
    /// The engine's side of the protocol.
    pub fn new() -> Nboard {
        Nboard { depth: None, purpose: Purpose::Move }
    }

    fn set(&mut self, words: &[&str], line: &str, context: &mut Context) {
        match words {
            ["depth", depth, ..] => match depth.parse::<u32>() {
                Ok(depth) => {
                    self.depth = Some(depth.clamp(1, DEEPEST));
                    say(&format!("set myname Plybook{}", depth.clamp(1, DEEPEST)));
                }
                Err(_) => status(&format!("set depth: {depth:?} is no number")),
            },
            ["game", ..] => {
                let game = line.split_once("game").map_or("", |(_, game)| game.trim());
                self.settle(context);
                if let Err(error) = ggf::set_up(&mut context.current, game) {
                    status(&format!("the game stays as it was: {error}"));
                }
                // The table is made here, where no clock runs.
                if let Err(error) = context.search.prepare(context.current.game(), &context.options) {
                    status(&error);
                }
            }
            // Draws are worth the same to both sides here, so contempt changes nothing.
            _ => {}
        }
    }

    /// Ends a running search, and tells what it found.
    fn settle(&mut self, context: &mut Context) {
        context.search.stop();
        if let Some(found) = context.search.collect(None) {
            self.found(found, context);
        }
    }

    fn start(&mut self, purpose: Purpose, lines: usize, context: &mut Context) {
        let began = Instant::now();
        self.settle(context);
        self.purpose = purpose;
        if let Err(error) = context.search.prepare(context.current.game(), &context.options) {
            return status(&error);
        }
        let session = match context.current.copy() {
            Ok(session) => session,
            Err(error) => return status(&error.to_string()),
        };
        if let Some(ending) = session.ending() {
            return status(&format!("the game is over: {}", ending.sentence));
        }
        let empty = session.text().bytes().filter(|&byte| byte == b'-').count() as u32;
        let depth = self.depth.filter(|depth| empty > depth + SOLVE_EARLIER);
        let plan = match (self.depth, context.search.time_manager()) {
            (None, Some(manager)) => manager.plan(&Budget::default(), Player::FIRST, &*session, None),
            _ => Plan::ENDLESS,
        };
        let observer: Observer = Box::new(tell);
        let search = SearchTask { depth, lines, ..SearchTask::default() };
        let task = Task { session, search, plan, began, held: false, observer };
        status("Plybook is thinking");
        if let Err(error) = context.search.start(task) {
            status(&error);
        }
    }
}

impl Protocol for Nboard {
    fn line(&mut self, line: &str, context: &mut Context) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, rest @ ..] = words.as_slice() else { return Flow::Continue };
        match *command {
            "quit" => return Flow::Quit,
            "nboard" => match rest {
                ["1" | "2", ..] => say("set myname Plybook"),
                _ => status(&format!("protocol version {} is not known; 2 is spoken", rest.join(" "))),
            },
            "set" => self.set(rest, line, context),
            "move" => {
                self.settle(context);
                let text = ggf::move_text(rest.first().copied().unwrap_or_default());
                if let Err(error) = context.current.play(&text) {
                    status(&error.to_string());
                }
            }
            "hint" => {
                let lines = rest.first().and_then(|number| number.parse().ok()).unwrap_or(1);
                self.start(Purpose::Hint, usize::clamp(lines, 1, MOST_HINTS), context);
            }
            "go" => self.start(Purpose::Move, 1, context),
            "ping" => {
                self.settle(context);
                say(format!("pong {}", rest.first().copied().unwrap_or_default()).trim_end());
            }
            // Every game is played anew from what the engine knows; there is nothing to keep.
            "learn" => say("learned"),
            _ => {}
        }
        Flow::Continue
    }

    fn found(&mut self, found: SearchOutcome, _: &mut Context) {
        if let Some(failure) = &found.failure {
            status(failure);
        }
        if let Some(analysis) = &found.analysis {
            tell(analysis, found.spent);
        }
        if let (Purpose::Move, Some(best)) = (self.purpose, &found.best) {
            let line = found
                .analysis
                .as_ref()
                .and_then(|analysis| analysis.lines.iter().find(|line| line.moves.first() == Some(best)));
            let value = line.map(|line| discs(line.value)).unwrap_or_default();
            say(&format!("=== {}/{value}/{:.2}", square(best), found.spent.as_secs_f64()));
        }
        status("Plybook is waiting");
    }
}
