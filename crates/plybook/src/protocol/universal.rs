//! What UCI and UGI have in common, which is nearly everything.

use super::go::Go;
use super::options::{Options, Set};
use super::thinking::{Found, Task};
use super::{Desk, Flow, Protocol, info, say};
use plybook_agent::{Observer, Plan, TimeManager};
use plybook_catalog::Score;
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
    /// Whether the expected reply is told even if pondering is off.
    pub always_ponder: bool,
    /// Options of this protocol alone.
    pub options: fn(&Desk) -> Vec<String>,
    /// Sets one of them.
    pub set: fn(&mut Desk, &str, &str) -> Set,
    /// Answers commands of this protocol alone.
    pub command: fn(&Desk, &[&str]),
}

/// The engine's side of UCI or UGI.
pub struct Universal {
    dialect: &'static Dialect,
    manager: TimeManager,
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
    pub fn new(dialect: &'static Dialect, options: &Options) -> Universal {
        Universal { dialect, manager: options.time_manager(), pondering: None, turn: None }
    }

    fn greet(&self, desk: &Desk) {
        say(&format!("id name Plybook {}", env!("CARGO_PKG_VERSION")));
        say("id author the Plybook authors");
        for option in
            desk.options.declarations(desk.table.game()).into_iter().chain((self.dialect.options)(desk))
        {
            say(&format!("option name {option}"));
        }
        say(self.dialect.greeting[1]);
    }

    /// Ends a running search, and tells what it found.
    fn settle(&mut self, desk: &mut Desk) {
        desk.thinking.stop();
        if let Some(found) = desk.thinking.collect(None) {
            self.found(found, desk);
        }
    }

    fn set_option(&mut self, words: &[&str], desk: &mut Desk) {
        let ["name", rest @ ..] = words else { return tell("setoption: write `setoption name N value V`") };
        let split = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let (name, value) = (rest[..split].join(" "), rest.get(split + 1..).unwrap_or(&[]).join(" "));
        self.settle(desk);
        let before = desk.options.overhead;
        let mut set = (self.dialect.set)(desk, &name, &value);
        if set == Set::Unknown {
            set = desk.options.set(&name, &value, desk.table.game());
        }
        match set {
            Set::Done => {}
            Set::Changed(reason) | Set::Refused(reason) => tell(&reason),
            Set::Unknown => tell(&format!("there is no option {name:?}")),
            Set::ClearHash => desk.thinking.forget(),
        }
        if desk.options.overhead != before {
            self.manager = desk.options.time_manager();
        }
    }

    fn ready(&self, desk: &mut Desk) {
        if let Err(error) = desk.thinking.prepare(desk.table.game(), &desk.options) {
            tell(&error.to_string());
        }
        say("readyok");
    }

    fn go(&mut self, words: &[&str], desk: &mut Desk) {
        let began = Instant::now();
        self.settle(desk);
        let mut go = Go::read(words, self.dialect.clocks);
        go.complaints.iter().for_each(|complaint| tell(complaint));
        let prepared = desk.thinking.prepare(desk.table.game(), &desk.options);
        let session = match prepared.and_then(|()| desk.table.copy()) {
            Ok(session) => session,
            Err(error) => {
                tell(&error.to_string());
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
        let plan = go.plan(&mut self.manager, &*session);
        let held = go.infinite || go.ponder;
        self.pondering = go.ponder.then_some(plan);
        self.turn = (!held).then_some((plan, began));
        let Dialect { score, hits, .. } = *self.dialect;
        let observer: Observer = Box::new(move |analysis, spent| {
            for line in info::lines(analysis, spent, score, hits) {
                say(&line);
            }
        });
        let task = Task {
            session,
            depth: go.depth,
            nodes: go.nodes,
            moves,
            lines: desk.options.lines,
            plan: if go.ponder { Plan::ENDLESS } else { plan },
            began,
            held,
            observer,
        };
        if let Err(error) = desk.thinking.start(task, desk.options.threads) {
            tell(&error);
            say(&format!("bestmove {}", legal.first().map_or("(none)", String::as_str)));
        }
    }

    fn position(&self, words: &[&str], desk: &mut Desk) {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let moves = words.get(split + 1..).unwrap_or(&[]).iter().copied();
        let set = match &words[..split] {
            ["startpos"] => desk.table.set(None, moves),
            ["fen", text @ ..] => desk.table.set(Some(&text.join(" ")), moves),
            _ => return tell("position: write `position startpos moves ...` or `position fen F moves ...`"),
        };
        if let Err(error) = set {
            tell(&format!("the position stays as it was: {error}"));
        }
    }
}

impl Protocol for Universal {
    fn line(&mut self, line: &str, desk: &mut Desk) -> Flow {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [command, rest @ ..] = words.as_slice() else { return Flow::Continue };
        match *command {
            "quit" => return Flow::Quit,
            "isready" => self.ready(desk),
            "setoption" => self.set_option(rest, desk),
            "position" => self.position(rest, desk),
            "go" => self.go(rest, desk),
            "stop" => desk.thinking.stop(),
            "ponderhit" => {
                if let Some(plan) = self.pondering.take() {
                    self.turn = Some((plan, Instant::now()));
                    desk.thinking.release(plan);
                }
            }
            word if word == self.dialect.greeting[0] => self.greet(desk),
            word if word == self.dialect.new_game => {
                self.settle(desk);
                self.manager.new_game();
                desk.thinking.forget();
            }
            _ => (self.dialect.command)(desk, &words),
        }
        Flow::Continue
    }

    fn found(&mut self, found: Found, desk: &mut Desk) {
        self.pondering = None;
        if let Some((plan, began)) = self.turn.take() {
            self.manager.finished(plan, began.elapsed());
        }
        if let Some(failure) = &found.failure {
            tell(failure);
        }
        let mut reply = String::new();
        if let (Some(analysis), Some(best)) = (&found.analysis, &found.best) {
            for line in info::lines(analysis, found.spent, self.dialect.score, self.dialect.hits) {
                say(&line);
            }
            let line = analysis.lines.iter().find(|line| line.moves.first() == Some(best));
            if let Some(expected) = line.and_then(|line| line.moves.get(1))
                && (self.dialect.always_ponder || desk.options.ponder)
            {
                reply = format!(" ponder {expected}");
            }
        }
        say(&format!("bestmove {}{reply}", found.best.as_deref().unwrap_or("(none)")));
    }
}
