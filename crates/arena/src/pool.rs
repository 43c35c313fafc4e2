//! Agents that wait for their next game.

use crate::clock::Tolerance;
use crate::guard;
use plybook_agent::{Agent, Fault};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Makes the players of a tournament.
pub trait Roster: Sync {
    /// A player of this number, in a state of its own.
    ///
    /// # Errors
    /// It cannot be made; it loses the game it was needed for.
    fn make(&self, player: usize) -> Result<Box<dyn Agent>, Fault>;

    /// How far this player may overrun its time.
    fn tolerance(&self, player: usize) -> Tolerance {
        let _ = player;
        Tolerance::OWN
    }

    /// Whether a player may go from one game to the next. One that may not is made anew for each.
    fn is_reusable(&self, player: usize) -> bool {
        let _ = player;
        true
    }
}

/// Idle agents, the longest idle first. No more are kept than are likely to be needed at once.
pub(crate) struct Pool<'a> {
    roster: &'a dyn Roster,
    most: usize,
    idle: Mutex<VecDeque<(usize, Box<dyn Agent>)>>,
}

impl<'a> Pool<'a> {
    /// A pool for so many games at once.
    pub(crate) fn new(roster: &'a dyn Roster, concurrency: usize) -> Pool<'a> {
        Pool { roster, most: 2 * concurrency, idle: Mutex::new(VecDeque::new()) }
    }

    /// An agent that plays for this player: an idle one, or a new one.
    pub(crate) fn take(&self, player: usize) -> Result<Box<dyn Agent>, Fault> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found =
            idle.iter().position(|(number, _)| *number == player).and_then(|place| idle.remove(place));
        drop(idle);
        match found {
            Some((_, agent)) => Ok(agent),
            None => guard::made(|| self.roster.make(player)),
        }
    }

    /// Takes an agent back after a game.
    pub(crate) fn put_back(&self, player: usize, agent: Box<dyn Agent>, broken: bool) {
        if broken || !self.roster.is_reusable(player) {
            return guard::dismiss(agent);
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push_back((player, agent));
        let surplus = if idle.len() > self.most { idle.pop_front() } else { None };
        drop(idle);
        if let Some((_, agent)) = surplus {
            guard::dismiss(agent);
        }
    }
}

impl Drop for Pool<'_> {
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        idle.into_iter().for_each(|(_, agent)| guard::dismiss(agent));
    }
}

/// Stands in for an agent that could not be made.
pub(crate) struct Absent(pub(crate) Fault);

impl Agent for Absent {
    fn identity(&mut self, _: std::time::Instant) -> Result<plybook_agent::Identity, Fault> {
        Err(self.0.clone())
    }

    fn begin(&mut self, _: &plybook_agent::GameStart<'_>) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn turn(&mut self, _: &plybook_agent::Turn<'_>) -> Result<plybook_agent::Answer, Fault> {
        Err(self.0.clone())
    }
}
