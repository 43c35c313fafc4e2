//! What UCI and UGI have in common, which is nearly everything.

use super::go::Go;
use super::options::Set;
use super::search_thread::{SearchOutcome, Task};
use super::{Context, Flow, Protocol, info, say};
use plybook_agent::{Observer, Plan, SearchTask};
use plybook_catalog::{Score, Session};
use std::time::Instant;

/// What sets a protocol apart.
pub struct Dialect {
    /// The first word of the front end, and the engine's last word in return.
    pub greeting: [&'static str; 2],
    /// The word for a new game.
    pub new_game: &'static str,
    /// The words for both players' time and increments.
    pub clocks: [&'static str; 4],
    /// How a value is written.
    pub score: fn(Score) -> String,
    /// Whether hits in the table are told.
    pub hits: bool,
    /// Options of this protocol alone.
    pub options: fn(&Context) -> Vec<String>,
    /// Sets one of them.
    pub set: fn(&mut Context, &str, &str) -> Set,
    /// Answers commands of this protocol alone.
    pub command: fn(&Context, &[&str]),
}

/// The engine's side of UCI or UGI.
pub struct Universal {
    dialect: &'static Dialect,
    /// Why there is no position to search: the front end sent one that was refused, and no other since.
    refused: Option<String>,
    /// The plan of a turn that begins when the expected move is played.
    pondering: Option<Plan>,
    /// The plan of the running turn, and when it began.
    turn: Option<(Plan, Instant)>,
}

/// Says something for people.
fn tell(text: &str) {
    say(&format!("info string {text}"));
}

impl Universal {
    /// The engine's side of a protocol.
    pub fn new(dialect: &'static Dialect) -> Universal {
        Universal { dialect, refused: None, pondering: None, turn: None }
    }

    fn greet(&self, context: &Context) {
        say(&format!("id name Plybook {}", env!("CARGO_PKG_VERSION")));
        say("id author the Plybook authors");
        for option in context.options.declarations(context.current.game()).into_iter().chain((self
            .dialect
            .options)(
            context
        )) {
            say(&format!("option name {option}"));
        }
        say(self.dialect.greeting[1]);
    }

    /// Ends a running search, and tells what it found.
    fn settle(&mut self, context: &mut Context) {
        context.search.stop();
        if let Some(found) = context.search.collect(None) {
            self.found(found, context);
        }
    }

    fn set_option(&mut self, words: &[&str], context: &mut Context) {
        let ["name", rest @ ..] = words else { return tell("setoption: write `setoption name N value V`") };
        let split = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let (name, value) = (rest[..split].join(" "), rest.get(split + 1..).unwrap_or(&[]).join(" "));
        self.settle(context);
        let mut set = (self.dialect.set)(context, &name, &value);
        if set == Set::Unknown {
            set = context.options.set(&name, &value, context.current.game());
        } else if set == Set::Done {
            // Another game begins at its own start.
            self.refused = None;
        }
        match set {
            Set::Done => {}
            Set::Changed(reason) | Set::Refused(reason) => tell(&reason),
            Set::Unknown => tell(&format!("there is no option {name:?}")),
            Set::ClearHash => context.search.new_game(),
        }
    }

    fn ready(&self, context: &mut Context) {
        if let Err(error) = context.search.prepare(context.current.game(), &context.options) {
            tell(&error);
        }
        say("readyok");
    }

    fn go(&mut self, words: &[&str], context: &mut Context) {
        let began = Instant::now();
        self.settle(context);
        let mut go = Go::read(words, self.dialect.clocks);
        go.complaints.iter().for_each(|complaint| tell(complaint));
        let session = match self.searchable(context) {
            Ok(session) => session,
            Err(error) => {
                tell(&error);
                say("bestmove (none)");
                return;
            }
        };
        let legal = session.move_texts();
        let (moves, unknown): (Vec<String>, Vec<String>) =
            go.moves.drain(..).partition(|text| legal.contains(text));
        if !unknown.is_empty() {
            tell(&format!("searchmoves: not legal here: {}", unknown.join(" ")));
        }
        let plan = context.search.time_manager().map_or(Plan::ENDLESS, |manager| go.plan(manager, &*session));
        let held = go.infinite || go.ponder;
        self.pondering = go.ponder.then_some(plan);
        self.turn = (!held).then_some((plan, began));
        let Dialect { score, hits, .. } = *self.dialect;
        let observer: Observer = Box::new(move |analysis, spent| {
            for line in info::lines(analysis, spent, score, hits) {
                say(&line);
            }
        });
        let search = SearchTask { depth: go.depth, nodes: go.nodes, lines: context.options.lines, moves };
        let plan = if go.ponder { Plan::ENDLESS } else { plan };
        let task = Task { session, search, plan, began, held, observer };
        if let Err(error) = context.search.start(task) {
            tell(&error);
            say(&format!("bestmove {}", legal.first().map_or("(none)", String::as_str)));
        }
    }

    /// A copy of the game in progress, with the engine ready to search it.
    fn searchable(&self, context: &mut Context) -> Result<Box<dyn Session>, String> {
        if let Some(reason) = &self.refused {
            return Err(format!("there is no position to search, the last one was refused: {reason}"));
        }
        context.search.prepare(context.current.game(), &context.options)?;
        context.current.copy().map_err(|error| error.to_string())
    }

    fn position(&mut self, words: &[&str], context: &mut Context) {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let moves = words.get(split + 1..).unwrap_or(&[]).iter().copied();
        let set = match &words[..split] {
            ["startpos"] => context.current.set(None, moves),
            ["fen", text @ ..] => context.current.set(Some(&text.join(" ")), moves),
            _ => {
                let remedy = "write `position startpos moves ...` or `position fen F moves ...`";
                self.refused = Some(remedy.to_owned());
                return tell(&format!("position: {remedy}"));
            }
        };
        self.refused = set.err().map(|error| error.to_string());
        if let Some(reason) = &self.refused {
            tell(&format!("the position is refused, and nothing is searched before another one: {reason}"));
        }
    }
}

impl Protocol for Universal {
    fn line(&mut self, line: &str, context: &mut Context) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, rest @ ..] = words.as_slice() else { return Flow::Continue };
        match *command {
            "quit" => return Flow::Quit,
            "isready" => self.ready(context),
            "setoption" => self.set_option(rest, context),
            "position" => self.position(rest, context),
            "go" => self.go(rest, context),
            "stop" => context.search.stop(),
            "ponderhit" => {
                if let Some(plan) = self.pondering.take() {
                    self.turn = Some((plan, Instant::now()));
                    context.search.release(plan);
                }
            }
            word if word == self.dialect.greeting[0] => self.greet(context),
            word if word == self.dialect.new_game => {
                self.settle(context);
                context.search.new_game();
            }
            _ => (self.dialect.command)(context, &words),
        }
        Flow::Continue
    }

    fn found(&mut self, found: SearchOutcome, context: &mut Context) {
        self.pondering = None;
        if let (Some((plan, began)), Some(manager)) = (self.turn.take(), context.search.time_manager()) {
            manager.finished(plan, began.elapsed(), found.stalled);
        }
        if let Some(failure) = &found.failure {
            tell(failure);
        }
        if let Some(score) = found.ended {
            say(&format!("info depth 0 score {}", (self.dialect.score)(score)));
        }
        let mut reply = String::new();
        if let (Some(analysis), Some(best)) = (&found.analysis, &found.best) {
            for line in info::lines(analysis, found.spent, self.dialect.score, self.dialect.hits) {
                say(&line);
            }
            let line = analysis.lines.iter().find(|line| line.moves.first() == Some(best));
            if let Some(expected) = line.and_then(|line| line.moves.get(1))
                && context.options.ponder
            {
                reply = format!(" ponder {expected}");
            }
        }
        say(&format!("bestmove {}{reply}", found.best.as_deref().unwrap_or("(none)")));
    }
}
