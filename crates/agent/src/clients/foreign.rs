//! What all foreign programs have in common: starting late, ending for sure, and the path of the game.

use crate::ponder::rebuild;
use crate::process::{Launch, Process};
use crate::{Fault, GameStart, Identity};
use plybook_catalog::{AnyGame, Session, open};
use std::sync::Arc;
use std::time::Instant;

/// A program that is started when it is needed, and anew after a fault.
pub(crate) struct Foreign {
    launch: Launch,
    farewell: Option<&'static str>,
    process: Option<Process>,
    /// Who the running program is, once it has said so.
    identity: Option<Identity>,
}

impl Foreign {
    pub(crate) fn new(launch: Launch, farewell: Option<&'static str>) -> Foreign {
        Foreign { launch, farewell, process: None, identity: None }
    }

    /// A name for a program that says none.
    pub(crate) fn short_name(&self) -> String {
        self.launch.short_name()
    }

    /// Who it is, if it is running and has said so.
    pub(crate) fn identity(&self) -> Option<Identity> {
        self.identity.clone()
    }

    /// It has said who it is.
    pub(crate) fn meet(&mut self, identity: Identity) {
        self.identity = Some(identity);
    }

    /// Starts it anew.
    pub(crate) fn start(&mut self, deadline: Instant) -> Result<(), Fault> {
        self.end();
        self.process = Some(Process::start(&self.launch, self.farewell, deadline)?);
        Ok(())
    }

    /// Ends it.
    pub(crate) fn end(&mut self) {
        self.process = None;
        self.identity = None;
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Fault> {
        // A line end inside would be two commands.
        let line = line.replace(['\n', '\r'], " ");
        match &mut self.process {
            Some(process) => process.send(&line, deadline),
            None => Err(Fault::Crashed("it is not running".to_owned())),
        }
    }

    /// The next line of its output.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<String, Fault> {
        match &mut self.process {
            Some(process) => process.line(deadline),
            None => Err(Fault::Crashed("it is not running".to_owned())),
        }
    }

    /// The same, and nothing where none comes until then: the program may go on.
    pub(crate) fn line_until(&mut self, until: Instant) -> Result<Option<String>, Fault> {
        match &mut self.process {
            Some(process) => process.line_until(until),
            None => Err(Fault::Crashed("it is not running".to_owned())),
        }
    }

    /// Stops it until it is sent something.
    pub(crate) fn rest(&mut self) {
        self.process.iter_mut().for_each(Process::rest);
    }

    /// Lets it go on.
    pub(crate) fn wake(&mut self) {
        self.process.iter_mut().for_each(Process::wake);
    }

    /// Whatever a call gave; after a fault that leaves the program in an unknown state it is ended.
    pub(crate) fn settle<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault) = &result
            && !matches!(fault, Fault::Illegal(_) | Fault::Unsuitable(_))
        {
            self.end();
        }
        result
    }
}

/// Where a game began: what a program must be told besides the moves.
pub(crate) struct GameOrigin {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) position: Option<String>,
}

impl GameOrigin {
    pub(crate) fn new(game: &dyn AnyGame) -> Result<GameOrigin, Fault> {
        let game = open(&game.full_name()).map_err(|error| Fault::Unsuitable(error.to_string()))?;
        Ok(GameOrigin { game, position: None })
    }

    /// Begins a game; refuses one of another kind.
    pub(crate) fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        let wanted = open(meeting.game).map_err(|error| Fault::Unsuitable(error.to_string()))?;
        if wanted.full_name() != self.game.full_name() {
            let reason = format!("it is set up for {}, not {}", self.game.full_name(), meeting.game);
            return Err(Fault::Unsuitable(reason));
        }
        self.position = meeting.position.map(str::to_owned);
        Ok(())
    }

    /// The position that a session's record starts from, and the record; the session's own position and no moves
    /// if the record does not lead there.
    pub(crate) fn of(&self, session: &dyn Session) -> (Option<String>, Vec<String>) {
        let copy = rebuild(&*self.game, self.position.as_deref(), session);
        match copy {
            Some(copy) if copy.record().len() == session.record().len() => {
                (self.position.clone(), session.record().to_vec())
            }
            _ => (Some(session.text()), Vec::new()),
        }
    }

    /// A move as our notation writes it, if it is legal.
    pub(crate) fn legal(&self, session: &dyn Session, text: &str) -> Result<String, Fault> {
        let texts = session.move_texts();
        if let Some(found) = texts.iter().find(|known| *known == text) {
            return Ok(found.clone());
        }
        // Some notations have more than one way to write a move.
        let read = || {
            let mut copy = rebuild(&*self.game, self.position.as_deref(), session)?;
            copy.play(text).ok()?;
            copy.record().last().cloned().filter(|read| texts.contains(read))
        };
        read().ok_or_else(|| Fault::Illegal(cut(text)))
    }
}

/// Longest piece of a foreign answer that a fault repeats, in characters.
const SHOWN: usize = 120;

/// The beginning of a text, for messages.
pub(crate) fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
