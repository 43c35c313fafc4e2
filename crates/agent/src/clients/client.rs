//! How every foreign program is asked, whatever it speaks: a failed answer ends the program, and a time-out counts from
//! the beginning of the turn. While it is not its turn a program is stopped, unless the opponent's time may be used.

use super::foreign::Foreign;
use crate::{Agent, Answer, Fault, GameStart, Identity, Turn};
use plybook_catalog::Session;
use std::time::Instant;

/// A protocol that foreign programs speak. Everything that implements it is an `Agent`.
pub(crate) trait Client: Send {
    /// The program.
    fn foreign(&mut self) -> &mut Foreign;

    /// Learns who the program is, which was just started.
    ///
    /// # Errors
    /// It does not say so in time.
    fn greet(&mut self, deadline: Instant) -> Result<Identity, Fault>;

    /// Gets the program ready for a game.
    ///
    /// # Errors
    /// It does not play this game, or is not ready in time.
    fn get_ready(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault>;

    /// Has the program choose.
    ///
    /// # Errors
    /// It failed to answer.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// Who the program is; it is started and asked if it is not running.
    ///
    /// # Errors
    /// It cannot be started, or does not say who it is in time.
    fn introduce(&mut self, deadline: Instant) -> Result<Identity, Fault> {
        if let Some(identity) = self.foreign().identity() {
            return Ok(identity);
        }
        self.foreign().start(deadline)?;
        let identity = self.greet(deadline)?;
        self.foreign().meet(identity.clone());
        Ok(identity)
    }
}

impl<C: Client> Agent for C {
    fn identity(&mut self, deadline: Instant) -> Result<Identity, Fault> {
        let result = self.introduce(deadline);
        self.foreign().settle(result)
    }

    fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        let result = self.get_ready(meeting);
        let result = self.foreign().settle(result);
        self.foreign().rest();
        result
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let began = Instant::now();
        let result = self.think(turn).map_err(|fault| match fault {
            Fault::TimedOut(_) => Fault::TimedOut(began.elapsed()),
            fault => fault,
        });
        let result = self.foreign().settle(result);
        self.foreign().rest();
        result
    }

    /// A program may go on thinking where the opponent's time may be used. Nothing is sent: what it does with it is its own
    /// affair.
    fn ponder(&mut self, _: &dyn Session) {
        self.foreign().wake();
    }
}
