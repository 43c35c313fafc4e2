//! The course of a tournament: which games are still to be played, which count, and when it is over.
//!
//! It plays nothing and keeps nothing, so that whoever does, with threads here or with machines elsewhere, comes to the
//! same table: games may come in any order and are counted in that of the schedule.

use crate::config::Config;
use crate::game_store::{GameStore, GameStoreError};
use crate::record::GameRecord;
use crate::schedule::{Assignment, PastGame, next_games};
use crate::scoring::{ScoredGame, Scorer, forfeit};
use crate::statistics::{Decision, Verification};
use crate::tournament::{ArenaError, Run, TournamentObserver};
use crate::{Reason, Verdict};
use std::collections::BTreeMap;

/// The games of a tournament so far, in the order of its schedule.
#[derive(Debug)]
pub struct Ledger {
    config: Config,
    scorer: Scorer,
    scored: Vec<ScoredGame>,
    /// Games that are kept, but not counted yet because earlier ones are missing; whether they are of this run.
    waiting: BTreeMap<u32, (GameRecord, bool)>,
    test: Option<Verification>,
    decision: Option<Decision>,
    /// The games that the schedule asks for now, and how many were counted before them.
    batch: Vec<Assignment>,
    begin: usize,
}

impl Ledger {
    /// The course of a tournament of which a store keeps some games.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn open(config: &Config, store: &mut dyn GameStore) -> Result<Ledger, GameStoreError> {
        let waiting = store.kept()?.into_iter().map(|game| (game.number, (game, false))).collect();
        Ok(Ledger {
            config: config.clone(),
            scorer: Scorer::new(config.agents.len(), config.retire),
            scored: Vec::new(),
            waiting,
            test: config.sprt.map(Verification::new),
            decision: None,
            batch: Vec::new(),
            begin: 0,
        })
    }

    /// What decides the games.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Asks the schedule for the next games once those of the last time are counted; counts what is kept of them. False
    /// if the tournament is over.
    ///
    /// # Errors
    /// What is kept does not belong to the schedule.
    pub fn next_batch(&mut self, watcher: &dyn TournamentObserver) -> Result<bool, ArenaError> {
        while self.batch_is_over() {
            let past: Vec<PastGame> = self.scored.iter().map(ScoredGame::past).collect();
            self.batch = if self.decision.is_some() { Vec::new() } else { next_games(&self.config, &past) };
            self.begin = self.scored.len();
            if self.batch.is_empty() {
                return Ok(false);
            }
            watcher.planned(self.begin + self.batch.len());
            self.advance(watcher)?;
        }
        Ok(true)
    }

    /// Whether all games that the schedule asked for are counted, or a sequential test needs no more.
    #[must_use]
    pub fn batch_is_over(&self) -> bool {
        self.decision.is_some() || self.scored.len() == self.begin + self.batch.len()
    }

    /// How many games are known to be played in all.
    #[must_use]
    pub fn planned(&self) -> usize {
        self.begin + self.batch.len()
    }

    /// The games of the batch that nobody has played yet, in order.
    #[must_use]
    pub fn missing(&self) -> Vec<Assignment> {
        let open = self.batch.iter().skip(self.scored.len() - self.begin);
        open.filter(|game| !self.waiting.contains_key(&game.number)).cloned().collect()
    }

    /// Whether each player is retired by what is counted so far.
    #[must_use]
    pub fn retired(&self) -> &[bool] {
        self.scorer.retired()
    }

    /// The record of a game that need not be played, because a retired player should have played it.
    #[must_use]
    pub fn forfeited(&self, assignment: &Assignment) -> Option<GameRecord> {
        let names: Vec<&str> = assignment.players.iter().map(|&player| name(&self.config, player)).collect();
        let verdict = forfeit(self.retired(), assignment, &names)?;
        Some(GameRecord::unplayed(&self.config, assignment, verdict))
    }

    /// Counts and reports kept games, and what they make ready to be counted. A game that was counted already changes
    /// nothing: two machines may have played it.
    ///
    /// # Errors
    /// A game is not one of the schedule.
    pub fn add(
        &mut self,
        games: Vec<GameRecord>,
        watcher: &dyn TournamentObserver,
    ) -> Result<(), ArenaError> {
        for game in games {
            if self.is_wanted(game.number) {
                self.waiting.insert(game.number, (game, true));
            }
        }
        self.advance(watcher)
    }

    /// Whether a game of the batch is neither counted nor kept.
    #[must_use]
    pub fn is_wanted(&self, number: u32) -> bool {
        // The numbers of a batch follow each other.
        let open = self.batch.get(self.scored.len() - self.begin..).unwrap_or_default();
        let within = open
            .first()
            .zip(open.last())
            .is_some_and(|(first, last)| (first.number..=last.number).contains(&number));
        within && !self.waiting.contains_key(&number)
    }

    /// Counts and reports what is next in order, as far as it is kept.
    fn advance(&mut self, watcher: &dyn TournamentObserver) -> Result<(), ArenaError> {
        while let Some(assignment) = self.batch.get(self.scored.len() - self.begin)
            && self.decision.is_none()
            && let Some((record, fresh)) = self.waiting.remove(&assignment.number)
        {
            let players = record.players.iter().map(|player| &player.number);
            if !players.eq(&assignment.players) || record.seed != assignment.seed {
                return Err(ArenaError::OtherSchedule(assignment.number));
            }
            let scored = self.scorer.score(assignment.clone(), record);
            watcher.finished(&scored, fresh);
            if let Some(test) = &mut self.test {
                test.add(&scored);
                self.decision = test.decision();
            }
            self.scored.push(scored);
        }
        Ok(())
    }

    /// The games that count so far.
    #[must_use]
    pub fn scored(&self) -> &[ScoredGame] {
        &self.scored
    }

    /// How the tournament stands; `complete` says whether it is over.
    #[must_use]
    pub fn into_run(self, complete: bool) -> Run {
        Run { scored: self.scored, complete, decision: self.decision }
    }
}

/// What a configuration calls a player.
pub(crate) fn name(config: &Config, player: usize) -> &str {
    config.agents.get(player).map_or("", |agent| &agent.name)
}

/// The verdict of a game that our own mistake ended.
pub(crate) fn failed(names: &[&str]) -> Verdict {
    Verdict {
        outcome: None,
        reason: Reason::RefereeFailed,
        sentence: format!("Nobody wins: the referee failed in the game of {}.", crate::verdict::list(names)),
    }
}
