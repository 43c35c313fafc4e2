//! The Go Text Protocol as Go programs such as `gnugo` and Othello programs such as `gtp-rhino` speak it.

use super::client::Client;
use super::foreign::{Foreign, GameOrigin, cut};
use crate::process::Launch;
use crate::{Action, Answer, Budget, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::AnyGame;
use std::time::{Duration, Instant};

/// The players as the protocol calls them, in the order of first moves.
const COLOURS: [&str; 2] = ["black", "white"];
/// The games that such programs play.
const OTHELLO: &str = "othello";
const GO: &str = "go";
/// Our word for passing, and theirs.
const PASS: &str = "pass";

/// A Go or Othello program that speaks GTP.
pub struct GtpAgent {
    foreign: Foreign,
    origin: GameOrigin,
    name: Option<String>,
    commands: Vec<String>,
    /// The number of the last command.
    number: u32,
    /// The moves that the program knows of.
    told: Vec<String>,
    /// The time limits that the program knows of.
    settings: Option<String>,
}

impl GtpAgent {
    /// A program for Go or Othello.
    ///
    /// # Errors
    /// The game is another one.
    pub fn new(game: &dyn AnyGame, launch: Launch, name: Option<String>) -> Result<GtpAgent, Fault> {
        if !matches!(&*game.info().name, OTHELLO | GO) {
            return Err(Fault::Unsuitable(format!(
                "GTP programs play go and othello here, not {}",
                game.full_name()
            )));
        }
        Ok(GtpAgent {
            foreign: Foreign::new(launch, Some("quit")),
            origin: GameOrigin::new(game)?,
            name,
            commands: Vec::new(),
            number: 0,
            told: Vec::new(),
            settings: None,
        })
    }

    /// Sends a command and waits for its answer: `Ok` after `=`, `Err` after `?`.
    fn ask(&mut self, command: &str, deadline: Instant) -> Result<Result<String, String>, Fault> {
        self.number += 1;
        let number = self.number.to_string();
        self.foreign.send(&format!("{number} {command}"), deadline)?;
        loop {
            let line = self.foreign.line(deadline)?;
            let Some(sign) = line.chars().next().filter(|sign| "=?".contains(*sign)) else { continue };
            let rest = &line[1..];
            let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
            // An answer without a number counts; one with another number is an answer to an earlier question.
            let (theirs, text) = rest.split_at(digits);
            let mut text = text.trim().to_owned();
            loop {
                let line = self.foreign.line(deadline)?;
                if line.trim().is_empty() {
                    break;
                }
                text = text + "\n" + &line;
            }
            if theirs.is_empty() || theirs == number {
                return Ok(if sign == '=' { Ok(text) } else { Err(text) });
            }
        }
    }

    /// A command that must succeed.
    fn must(&mut self, command: &str, deadline: Instant) -> Result<String, Fault> {
        let refused = |reason: String| Fault::Garbage(cut(&format!("`{command}` was refused: {reason}")));
        self.ask(command, deadline)?.map_err(refused)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// An empty board.
    fn set_up(&mut self, deadline: Instant) -> Result<(), Fault> {
        let start = self.origin.game.session(None).map_err(|error| Fault::Unsuitable(error.to_string()))?;
        let size = start.board().rows;
        let is_go = self.origin.game.info().name == GO;
        if !is_go
            && self.knows("set_game")
            && let Err(reason) = self.ask("set_game Othello", deadline)?
        {
            return Err(Fault::Unsuitable(format!("it does not play Othello: {}", cut(&reason))));
        }
        if let Err(reason) = self.ask(&format!("boardsize {size}"), deadline)? {
            return Err(Fault::Unsuitable(format!("no board of {size} squares a side: {}", cut(&reason))));
        }
        if is_go {
            // Whoever does not know komi plays without.
            self.ask(&format!("komi {}", komi(&*self.origin.game, size)), deadline)?.ok();
        }
        self.must("clear_board", deadline)?;
        self.told.clear();
        self.settings = None;
        Ok(())
    }

    /// Tells the program all moves that it does not know.
    fn catch_up(&mut self, record: &[String], deadline: Instant) -> Result<(), Fault> {
        if !record.starts_with(&self.told) {
            self.set_up(deadline)?;
        }
        for number in self.told.len()..record.len() {
            let (colour, text) = (COLOURS[number % 2], &record[number]);
            let told = self.ask(&format!("play {colour} {text}"), deadline)?;
            // Some programs pass by themselves and want to hear nothing about it.
            if let (Err(reason), false) = (told, text == PASS) {
                return Err(Fault::Garbage(cut(&format!("it refused the legal move {text}: {reason}"))));
            }
            self.told.push(text.clone());
        }
        Ok(())
    }

    /// Tells the program its time, in whole seconds as the protocol has it.
    fn tell_time(&mut self, budget: &Budget, colour: usize, deadline: Instant) -> Result<(), Fault> {
        let seconds = |time: Duration| time.as_secs_f64().ceil().max(1.0) as u64;
        let settings = match (&budget.clocks, budget.time) {
            (Some(clocks), _) => format!("time_settings {} 0 0", seconds(clocks.left[colour])),
            (None, Some(time)) => format!("time_settings 0 {} 1", seconds(time)),
            (None, None) => return Ok(()),
        };
        if self.knows("time_settings") && (self.settings.is_none() || budget.clocks.is_none()) {
            self.ask(&settings, deadline)?.ok();
            self.settings = Some(settings);
        }
        if let (true, Some(clocks)) = (self.knows("time_left"), &budget.clocks) {
            let left = clocks.left[colour].as_secs();
            self.ask(&format!("time_left {} {left} 0", COLOURS[colour]), deadline)?.ok();
        }
        Ok(())
    }
}

/// The komi of a game of Go: what its name says, or what is usual on a board of so many lines.
fn komi(game: &dyn AnyGame, lines: usize) -> u32 {
    let name = game.full_name();
    let said = name.split([':', ',']).find_map(|option| option.strip_prefix("komi="));
    said.and_then(|komi| komi.parse().ok()).unwrap_or(if lines <= 5 { 0 } else { 7 })
}

impl Client for GtpAgent {
    fn foreign(&mut self) -> &mut Foreign {
        &mut self.foreign
    }

    fn greet(&mut self, deadline: Instant) -> Result<Identity, Fault> {
        let own = self.must("name", deadline)?;
        let own = if own.is_empty() {
            self.foreign.short_name()
        } else {
            cut(own.lines().next().unwrap_or_default())
        };
        let version = self.ask("version", deadline)?.unwrap_or_default();
        let commands = self.ask("list_commands", deadline)?.unwrap_or_default();
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        let introduction = cut(format!("{own} {version}").trim()) + ".";
        Ok(Identity { nickname: self.name.clone().unwrap_or(own), introduction })
    }

    fn get_ready(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.origin.begin(meeting)?;
        if meeting.position.is_some() {
            let reason = "GTP has no way to tell a set-up position; use moves as an opening";
            return Err(Fault::Unsuitable(reason.to_owned()));
        }
        self.introduce(meeting.deadline)?;
        self.set_up(meeting.deadline)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let (session, deadline) = (turn.session, turn.deadline);
        let record = session.record();
        self.catch_up(record, deadline)?;
        let colour = record.len() % 2;
        let plain = |action| Answer { action, remark: String::new(), seen: SearchInfo::default() };
        // A forced pass is not a question: programs differ in how they answer it.
        if session.move_texts() == [PASS] {
            return Ok(plain(Action::Move(PASS.to_owned())));
        }
        self.tell_time(&turn.budget, colour, deadline)?;
        let answer = self.must(&format!("genmove {}", COLOURS[colour]), deadline)?;
        let text = answer.trim().to_ascii_lowercase();
        if text == "resign" {
            return Ok(plain(Action::Resign));
        }
        let legal = session.move_texts();
        let text = legal.into_iter().find(|legal| legal.eq_ignore_ascii_case(&text)).unwrap_or(text);
        let text = self.origin.legal(session, &text)?;
        self.told.push(text.clone());
        Ok(plain(Action::Move(text)))
    }
}
