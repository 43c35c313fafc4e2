//! `plybook play GAME`.

use super::machine::{Machine, strongest, think};
use super::show::{PositionAnswer, mover_name};
use crate::arguments::{Opponent, Play};
use crate::bad_input::BadInput;
use crate::draw::draw;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use anyhow::Result;
use plybook_agent::EngineAgent;
use plybook_catalog::{Analysis, AnyGame, DisplayMove, Random, Session, move_list};
use std::io::{BufRead, IsTerminal, Write, stderr, stdin};
use std::time::Duration;

const HELP: &str = "Type a move, or one of: hint (ask the engine), moves (list them), undo (take back), \
    board (draw it again), text (the position as text), rules, resign, quit.";
/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Moves of a hint's line that are shown.
const HINT_MOVES: usize = 8;

/// What a person at the terminal wants.
enum Command {
    Move(String),
    Again,
    Quit,
}

/// A game at the terminal.
struct TerminalGame<'a> {
    output: Output,
    arguments: &'a Play,
    game: &'a dyn AnyGame,
    session: Box<dyn Session>,
    adviser: Option<EngineAgent>,
}

/// Plays a game to its end, or until the person leaves.
pub fn run(output: Output, arguments: &Play) -> Result<()> {
    let from = &arguments.from;
    let game = open_game(&from.game)?;
    let session = start_session(&*game, from.position.as_deref(), &from.moves)?;
    let mut machine = Machine::new(&*game, arguments)?;
    let mut table = TerminalGame { output, arguments, game: &*game, session, adviser: None };
    if !arguments.json {
        output.line(format!("{}. {HELP}\n", output.bold(&game.info().title)))?;
    }
    table.show(None)?;
    let mut chance = Random::new(arguments.seed);
    while table.session.ending().is_none() {
        let mover = mover_name(&*game, &*table.session);
        if let Some(text) = table.session.draw_chance(&mut chance) {
            let display = table.played(&text)?;
            if !arguments.json {
                output.line(format!("chance plays {}", display.text))?;
            }
            table.show(None)?;
            continue;
        }
        if let Some(machine) = machine.as_mut().filter(|_| !persons_turn(arguments, &*table.session)) {
            let note = Note::new(machine.thinks() && !arguments.json, output);
            let (text, analysis) = machine.choose(&*table.session)?;
            drop(note);
            if text.is_empty() {
                return if arguments.json { Ok(()) } else { output.line(format!("{mover} resigns.")) };
            }
            let display = table.played(&text)?;
            if !arguments.json {
                let known = analysis.as_ref().filter(|analysis| analysis.database);
                let proof = known.and_then(|analysis| analysis.lines.first());
                let proof = proof.map(|line| format!(" ({}, proven by the endgame database)", line.text));
                output.line(format!("{mover} plays {}{}", display.text, proof.unwrap_or_default()))?;
            }
            table.show(analysis)?;
            continue;
        }
        match table.ask()? {
            Command::Move(text) => match table.session.play(&text) {
                Ok(()) => table.show(None)?,
                Err(error) => table.complain(&error.to_string())?,
            },
            Command::Again => table.show(None)?,
            Command::Quit => break,
        }
    }
    Ok(())
}

/// Whether a person moves now. The person is the first player unless told otherwise.
fn persons_turn(arguments: &Play, session: &dyn Session) -> bool {
    let person = u8::from(arguments.second);
    let own = session.mover().is_some_and(|mover| mover.0 == person);
    arguments.opponent == Opponent::Human || (own && !arguments.watch)
}

/// A note on a terminal that the engine thinks; it is removed when the value is dropped.
struct Note(bool);

impl Note {
    fn new(wanted: bool, output: Output) -> Note {
        let shown = wanted && output.fancy && stderr().is_terminal();
        if shown {
            let _ = write!(stderr(), "{}", output.faint("thinking"));
        }
        Note(shown)
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        if self.0 {
            let _ = write!(stderr(), "\r{:8}\r", "");
        }
    }
}

impl TerminalGame<'_> {
    /// Plays a move that nobody typed; gives it back as people read it.
    fn played(&mut self, text: &str) -> Result<DisplayMove> {
        let display = self.session.display_move(text).map_err(BadInput::from)?;
        self.session.play(text).map_err(BadInput::from)?;
        Ok(display)
    }

    fn show(&self, analysis: Option<Analysis>) -> Result<()> {
        let (output, session) = (self.output, &*self.session);
        if self.arguments.json {
            let mut answer = PositionAnswer::new(self.game, session);
            answer.analysis = analysis;
            return output.json_line(&answer);
        }
        output.line(draw(&session.board(), &session.marks(), self.game.player_names(), output))?;
        match session.ending() {
            Some(ending) => output.line(output.bold(&ending.sentence)),
            None => Ok(()),
        }
    }

    fn complain(&self, message: &str) -> Result<()> {
        if self.arguments.json {
            self.output.json_line(&serde_json::json!({ "error": message }))
        } else {
            self.output.line(message)
        }
    }

    /// Asks the person for a line until it is one that does something.
    fn ask(&mut self) -> Result<Command> {
        let output = self.output;
        loop {
            if !self.arguments.json {
                output.prompt(&format!("{}> ", mover_name(self.game, &*self.session)))?;
            }
            let mut bytes = Vec::new();
            if stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                return Ok(Command::Quit);
            }
            match String::from_utf8_lossy(&bytes).trim() {
                "" => {}
                "help" | "?" => output.line(HELP)?,
                "quit" | "exit" => return Ok(Command::Quit),
                "resign" => {
                    output.line(format!("{} resigns.", mover_name(self.game, &*self.session)))?;
                    return Ok(Command::Quit);
                }
                "hint" => self.hint()?,
                "moves" => {
                    let legal = self.session.moves();
                    output.line(legal.iter().map(|mv| mv.display.as_str()).collect::<Vec<_>>().join(" "))?;
                }
                "text" => output.line(self.session.text())?,
                "rules" => output.line(crate::markdown::render(&self.game.info().rules, output))?,
                "board" => return Ok(Command::Again),
                "undo" => {
                    if take_back(self.arguments, &mut *self.session) {
                        return Ok(Command::Again);
                    }
                    self.complain("there is nothing to take back")?;
                }
                text => return Ok(Command::Move(text.to_owned())),
            }
        }
    }

    /// The engine's best move here, with its line and value.
    fn hint(&mut self) -> Result<()> {
        let mut adviser = match self.adviser.take() {
            Some(adviser) => adviser,
            None => strongest(self.game, None)?,
        };
        let note = Note::new(!self.arguments.json, self.output);
        let chosen = think(&mut adviser, &*self.session, Some(HINT_TIME))?;
        drop(note);
        self.adviser = Some(adviser);
        let analysis = chosen.and_then(|chosen| chosen.analysis);
        if self.arguments.json {
            return self.output.json_line(&serde_json::json!({ "hint": analysis }));
        }
        let Some((analysis, line)) = analysis.as_ref().and_then(|found| Some((found, found.lines.first()?)))
        else {
            return self.complain("there is no move to advise");
        };
        let best = line.display.first().map_or_else(String::new, |best| self.output.bold(&best.text));
        let more = if line.display.len() > HINT_MOVES { " ..." } else { "" };
        let moves = move_list(&line.display[..line.display.len().min(HINT_MOVES)]);
        let proven = if analysis.database { ", proven by the endgame database" } else { "" };
        self.output.line(format!("hint: {best} ({}{proven}), line: {moves}{more}", line.text))
    }
}

/// Takes moves back until the person is to move again; keeps everything if that never was.
fn take_back(arguments: &Play, session: &mut dyn Session) -> bool {
    let mut taken = Vec::new();
    while let Some(last) = session.record().last().cloned() {
        session.take_back();
        taken.push(last);
        if persons_turn(arguments, session) {
            return true;
        }
    }
    for text in taken.iter().rev() {
        if session.play(text).is_err() {
            break;
        }
    }
    false
}
