//! The roll call before a tournament: every player that is a program of its own is started once and asked who it is, so
//! that a misspelt path is told at once instead of losing games.

use crate::config::{Config, Entrant};
use crate::guard;
use plybook_agent::{AgentKind, Fault};
use plybook_catalog::AnyGame;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Programs that are asked at once.
const AT_ONCE: usize = 2;
/// Players of a tournament that is not worth playing if one of them fails.
const A_PAIR: usize = 2;

/// What to do about a program that fails and has a single opponent.
const HOPELESS: &str =
    "; so it would lose every game: run it by hand to see why, it must speak the protocol that was named";

/// What a roll call found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollCall {
    /// Players without whom the tournament must not begin, in words with a remedy.
    pub refused: Vec<String>,
    /// Players who are there but fail already. They play, and lose with a reason: one student's broken file does not
    /// stop a class.
    pub failing: Vec<String>,
}

impl RollCall {
    /// Starts the players that are programs of their own and asks who they are, as long as they may take to get ready for
    /// a game. None of them is left running.
    #[must_use]
    pub fn of(config: &Config, game: &dyn AnyGame) -> RollCall {
        let programs: Vec<&Entrant> = config.agents.iter().filter(|entrant| is_program(entrant)).collect();
        let patience = config.time.ready;
        let faults: Vec<Mutex<Option<Fault>>> = programs.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let ask = || {
            while let Some((entrant, fault)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                programs.get(number).zip(faults.get(number))
            } {
                let asked = ask(entrant, game, patience);
                *fault.lock().unwrap_or_else(PoisonError::into_inner) = asked.err();
            }
        };
        thread::scope(|scope| {
            for _ in 0..AT_ONCE.min(programs.len()) {
                scope.spawn(ask);
            }
        });
        let mut call = RollCall::default();
        for (entrant, fault) in programs.iter().zip(faults) {
            let Some(fault) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) else { continue };
            let told = format!("agent {:?} {fault}", entrant.name);
            match remedy(entrant, &fault, config.agents.len()) {
                Some(remedy) => call.refused.push(told + &remedy),
                None => call.failing.push(told),
            }
        }
        call
    }
}

fn is_program(entrant: &Entrant) -> bool {
    matches!(entrant.spec.kind, AgentKind::Program { .. } | AgentKind::Python { .. })
}

fn ask(entrant: &Entrant, game: &dyn AnyGame, patience: Duration) -> Result<(), Fault> {
    let mut agent = guard::made(|| entrant.spec.make(game))?;
    let deadline = Instant::now().checked_add(patience).unwrap_or_else(Instant::now);
    let asked = guard::identity(&mut *agent, deadline);
    guard::dismiss(agent);
    asked.map(|_| ())
}

/// What to do about a player that must not play; nothing if it may try all the same.
fn remedy(entrant: &Entrant, fault: &Fault, players: usize) -> Option<String> {
    match (fault, &entrant.spec.kind) {
        // Their words say what to do.
        (Fault::NotStarted(_) | Fault::Unsuitable(_), _) => Some(String::new()),
        // A busy machine is slow, and a slow program may be in time for its games.
        (Fault::TimedOut(_), _) => None,
        (_, AgentKind::Program { launch, .. }) => match launch.missing_file() {
            Some(file) => Some(format!("; there is no file {file}: name one that is there")),
            None if players <= A_PAIR => Some(HOPELESS.to_owned()),
            None => None,
        },
        _ => None,
    }
}
