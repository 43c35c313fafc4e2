//! One game between agents under the referee.
//!
//! The referee owns the true position and the clock. It shows the position to whoever is to move, waits no longer
//! than the clock allows, plays a move only if it is legal, and says why the game ended.

use crate::adjudication::{Adjudication, Prover, by_database};
use crate::clock::{Clock, TimeControl, Tolerance};
use crate::guard;
use crate::openings::Opening;
use crate::record::PlyRecord;
use crate::verdict::{list, outcome_without, win};
use crate::{Outcome, Reason, Verdict};
use plybook_agent::{Action, Agent, Answer, Fault, GameStart, Identity, StallMeter, Turn};
use plybook_catalog::{AnyGame, Player, Random, ReadError, Session, Tablebases};
use std::collections::BTreeSet;
use std::time::Instant;

/// Longest piece of an agent's answer that a sentence quotes, in characters.
const QUOTED: usize = 80;

/// What a game is played under.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What it begins with.
    pub opening: &'a Opening,
    /// What the players may use.
    pub control: TimeControl,
    /// How far each player may overrun, in the order of first moves.
    pub tolerances: &'a [Tolerance],
    /// After how many plies, the opening's among them, the game is a draw; 0 for never.
    pub plies: u32,
    /// When the referee ends it before the rules do.
    pub adjudication: Adjudication,
    /// The endgame databases by which it does so, if any are installed.
    pub knowledge: Option<&'a Tablebases>,
    /// Whether players may think on the opponent's time.
    pub ponder: bool,
    /// Decides what chance decides, in the game and in the agents.
    pub seed: u64,
    /// What the players are called where they do not say it themselves.
    pub names: &'a [&'a str],
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who the players said they are.
    pub identities: Vec<Identity>,
    /// All moves, the opening's first.
    pub plies: Vec<PlyRecord>,
    /// How it ended.
    pub verdict: Verdict,
    /// Which of the agents failed and must not be asked again.
    pub broken: Vec<bool>,
}

/// Watches a game and may have it abandoned.
pub trait GameObserver: Sync {
    /// Told after each move how many were played; true abandons the game, which then never was.
    fn moved(&self, session: &dyn Session) -> bool {
        let _ = session;
        false
    }
}

/// Nobody watches.
pub struct NoGameObserver;

impl GameObserver for NoGameObserver {}

/// Plays a game to its end. `None` if the spectator had it abandoned.
///
/// # Errors
/// The opening does not fit the game, or the agents, tolerances and names are not as many as its players. No agent can
/// cause an error.
pub fn play<'a>(
    conditions: &Conditions<'_>,
    agents: impl Into<Vec<&'a mut dyn Agent>>,
    spectator: &dyn GameObserver,
) -> Result<Option<Played>, ReadError> {
    let name = conditions.game.full_name();
    let (agents, seats) = (agents.into(), conditions.game.player_names().len());
    if [agents.len(), conditions.names.len(), conditions.tolerances.len()] != [seats; 3] {
        let problem = format!("it is for {seats} players, and {} are there", agents.len());
        return Err(ReadError::new("game", &name, problem, format!("let {seats} play")));
    }
    let session = conditions.opening.session(conditions.game)?;
    let prover =
        conditions.adjudication.proven.map(|nodes| Prover::new(conditions.game, nodes)).transpose()?;
    let plies = session.record().iter().map(|text| PlyRecord { text: text.clone(), ..PlyRecord::default() });
    let nameless = |name: &&str| Identity { nickname: (*name).to_owned(), introduction: String::new() };
    let mut referee = Referee {
        conditions,
        plies: plies.collect(),
        session,
        agents,
        identities: conditions.names.iter().map(nameless).collect(),
        clock: Clock::new(conditions.control, conditions.tolerances),
        random: Random::new(conditions.seed),
        prover,
        broken: vec![false; seats],
        remark: String::new(),
    };
    let verdict = match referee.meet(&name) {
        Some(verdict) => verdict,
        None => match referee.run(spectator)? {
            Some(verdict) => verdict,
            None => {
                referee.dismiss();
                return Ok(None);
            }
        },
    };
    referee.dismiss();
    Ok(Some(Played { identities: referee.identities, plies: referee.plies, verdict, broken: referee.broken }))
}

struct Referee<'a, 'b> {
    conditions: &'a Conditions<'a>,
    session: Box<dyn Session>,
    agents: Vec<&'b mut dyn Agent>,
    identities: Vec<Identity>,
    clock: Clock,
    random: Random,
    prover: Option<Prover>,
    plies: Vec<PlyRecord>,
    broken: Vec<bool>,
    /// What was said with the last move.
    remark: String,
}

/// What verdicts call the players: their nicknames, or their names in the tournament where two have the same nickname.
fn told_apart<'a>(identities: &'a [Identity], names: &[&'a str]) -> Vec<&'a str> {
    let nicknames: BTreeSet<&str> = identities.iter().map(|identity| identity.nickname.as_str()).collect();
    if nicknames.len() < identities.len() {
        return names.to_vec();
    }
    identities.iter().map(|identity| identity.nickname.as_str()).collect()
}

/// What decides everything that chance decides in the agent of a seat.
fn seed_of(seed: u64, seat: usize) -> u64 {
    match seat as u32 {
        seat @ 0..2 => seed.rotate_left(32 * seat),
        seat => Random::new(seed.wrapping_add(u64::from(seat))).next(),
    }
}

impl Referee<'_, '_> {
    fn names(&self) -> Vec<&str> {
        told_apart(&self.identities, self.conditions.names)
    }

    /// Introduces the agents to each other and gets them ready; a verdict if one of them is not.
    fn meet(&mut self, game: &str) -> Option<Verdict> {
        let mut faults: Vec<Option<Fault>> = vec![None; self.agents.len()];
        let ready = self.conditions.control.ready;
        let deadline = || Instant::now().checked_add(ready).unwrap_or_else(Instant::now);
        for (side, fault) in faults.iter_mut().enumerate() {
            match guard::identity(&mut *self.agents[side], deadline()) {
                Ok(identity) if identity.nickname.is_empty() => {
                    self.identities[side].introduction = identity.introduction;
                }
                Ok(identity) => self.identities[side] = identity,
                Err(reason) => *fault = Some(reason),
            }
        }
        if faults.iter().all(Option::is_none) {
            for (side, fault) in faults.iter_mut().enumerate() {
                let others = self.identities.iter().enumerate().filter(|&(other, _)| other != side);
                let others: Vec<&str> = others.map(|(_, identity)| identity.nickname.as_str()).collect();
                let meeting = GameStart {
                    game,
                    position: self.conditions.opening.position.as_deref(),
                    opening: &self.conditions.opening.moves,
                    side: Player(side as u8),
                    opponent: &list(&others),
                    seed: seed_of(self.conditions.seed, side),
                    deadline: deadline(),
                };
                *fault = guard::begin(&mut *self.agents[side], &meeting).err();
            }
        }
        self.broken = faults.iter().map(Option::is_some).collect();
        let told = |fault: &Fault| match fault {
            Fault::TimedOut(_) => (Reason::Stall, format!("was not ready in time ({fault})")),
            _ => (reason_of(fault), told(fault)),
        };
        let names = self.names();
        let (mut failed, mut ready, mut reason) = (Vec::new(), Vec::new(), None);
        for (name, fault) in names.iter().copied().zip(&faults) {
            let Some(fault) = fault else {
                ready.push(name);
                continue;
            };
            let (why, what) = told(fault);
            reason = reason.or(Some(why));
            failed.push(format!("{name} {}", what.trim_end_matches('.')));
        }
        let won = if ready.is_empty() { "Nobody wins".to_owned() } else { win(&ready) };
        let sentence = format!("{won}: {}.", failed.join("; "));
        Some(Verdict { outcome: outcome_without(&self.broken), reason: reason?, sentence })
    }

    /// Plays until there is a verdict; none if the game was abandoned.
    fn run(&mut self, spectator: &dyn GameObserver) -> Result<Option<Verdict>, ReadError> {
        loop {
            if let Some(ending) = self.session.ending() {
                return Ok(Some(Verdict::of_rules(&ending)));
            }
            let limit = self.conditions.plies as usize;
            if limit > 0 && self.plies.len() >= limit {
                let sentence = format!("Draw: no end within {limit} plies.");
                let (outcome, reason) = (Some(Outcome::Draw), Reason::PlyLimit);
                return Ok(Some(Verdict { outcome, reason, sentence }));
            }
            if let Some(verdict) = self.adjudicate()? {
                return Ok(Some(verdict));
            }
            match self.session.mover() {
                None => self.chance()?,
                Some(side) => {
                    if let Some(verdict) = self.turn(side) {
                        return Ok(Some(verdict));
                    }
                }
            }
            if spectator.moved(&*self.session) {
                return Ok(None);
            }
        }
    }

    fn adjudicate(&mut self) -> Result<Option<Verdict>, ReadError> {
        let names = &told_apart(&self.identities, self.conditions.names)[..];
        if names.len() != 2 {
            return Ok(None);
        }
        if let Some(verdict) = self.conditions.adjudication.by_scores(&self.plies, names) {
            return Ok(Some(verdict));
        }
        if let Some(knowledge) = self.conditions.knowledge.filter(|_| self.conditions.adjudication.database)
            && let Some(verdict) = by_database(knowledge, &*self.session, names, self.plies_left())
        {
            return Ok(Some(verdict));
        }
        match &mut self.prover {
            Some(prover) => prover.verdict(&*self.session, names),
            None => Ok(None),
        }
    }

    /// Plies until the referee's own limit; none where there is no limit.
    fn plies_left(&self) -> Option<usize> {
        let limit = self.conditions.plies as usize;
        (limit > 0).then(|| limit.saturating_sub(self.plies.len()))
    }

    /// Lets chance decide, by the probabilities of its moves and the game's seed.
    fn chance(&mut self) -> Result<(), ReadError> {
        if let Some(text) = self.session.draw_chance(&mut self.random) {
            self.session.play(&text)?;
            self.plies.push(PlyRecord { text, ..PlyRecord::default() });
        }
        Ok(())
    }

    /// Asks a side for its move and plays it; a verdict if the game ends by what the side did instead.
    fn turn(&mut self, side: Player) -> Option<Verdict> {
        let (began, meter) = (Instant::now(), StallMeter::start());
        let turn = Turn {
            session: &*self.session,
            remark: &self.remark,
            budget: self.clock.budget(),
            deadline: self.clock.deadline(side, began),
        };
        let answer = guard::turn(&mut *self.agents[side.index()], &turn);
        let used = began.elapsed();
        let overrun = self.clock.spend(side, used, meter.stalled());
        let Answer { action, remark, seen } = match answer {
            Ok(answer) => answer,
            Err(fault) => {
                let (reason, what) = match &fault {
                    Fault::TimedOut(_) if self.clock.runs() => (Reason::Timeout, fault.to_string()),
                    fault => (reason_of(fault), told(fault)),
                };
                return Some(self.failure(side, reason, &what));
            }
        };
        if let Err(overrun) = overrun {
            let what = format!(
                "used {} ms of the {} ms it had",
                overrun.used.as_millis(),
                overrun.allowed.as_millis()
            );
            return Some(self.failure(side, Reason::Timeout, &what));
        }
        let text = match action {
            Action::Move(text) => text,
            Action::Resign => {
                return Some(Verdict::loss_of(side, Reason::Resignation, &self.names(), "resigned"));
            }
            Action::NoMoves => {
                let some = self.session.move_texts().into_iter().next().unwrap_or_default();
                let what = format!("claimed to have no move, but {some} was one");
                return Some(self.failure(side, Reason::FalseClaim, &what));
            }
        };
        if self.session.play(&text).is_err() {
            let what = format!("played `{}`, which is not legal there", quoted(&text));
            return Some(self.failure(side, Reason::Illegal, &what));
        }
        self.plies.push(PlyRecord {
            text: self.session.record().last().cloned().unwrap_or(text),
            side: Some(side.0),
            micros: u64::try_from(used.as_micros()).unwrap_or(u64::MAX),
            score: seen.score.map(plybook_catalog::Score::raw),
            depth: seen.depth,
            nodes: seen.nodes,
            proven: seen.proven,
            remark: remark.clone(),
        });
        self.remark = remark;
        if self.conditions.ponder && self.session.ending().is_none() {
            let pondering = guard::ponder(&mut *self.agents[side.index()], &*self.session);
            if let Err(fault) = pondering {
                return Some(self.failure(side, reason_of(&fault), &told(&fault)));
            }
        }
        None
    }

    /// The loss of a side that failed as a program.
    fn failure(&mut self, side: Player, reason: Reason, what: &str) -> Verdict {
        self.broken[side.index()] = true;
        Verdict::loss_of(side, reason, &self.names(), what)
    }

    /// Tells all agents that it is over; one that failed is asked nothing more.
    fn dismiss(&mut self) {
        let ending = self.session.ending();
        for (agent, broken) in self.agents.iter_mut().zip(&mut self.broken) {
            if !*broken {
                *broken = guard::end(&mut **agent, ending.as_ref()).is_err();
            }
        }
    }
}

fn quoted(text: &str) -> String {
    let plain = guard::speech(text);
    if plain.chars().count() > QUOTED {
        plain.chars().take(QUOTED).chain("...".chars()).collect()
    } else {
        plain
    }
}

/// What a fault is called in the records.
fn reason_of(fault: &Fault) -> Reason {
    match fault {
        Fault::NotStarted(_) => Reason::NotStarted,
        Fault::Unsuitable(_) => Reason::Unsuitable,
        Fault::Crashed(_) => Reason::Crash,
        Fault::TimedOut(_) => Reason::Stall,
        Fault::Garbage(_) => Reason::Garbage,
        Fault::Flood(_) => Reason::Flood,
        Fault::Illegal(_) => Reason::Illegal,
    }
}

/// A fault in words that are fit to be kept.
fn told(fault: &Fault) -> String {
    guard::speech(&fault.to_string()).replace('\n', " ")
}
