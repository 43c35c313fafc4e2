//! What a game counts: as it was played, or forfeited by an agent that was retired.
//!
//! The policy: an agent that fails as a program (crash, timeout, illegal move, ...) so many times in a row, in the
//! order of the schedule, is retired. All its later games are forfeited, also one that had been begun by then and
//! was played; where all agents of a game are retired nobody gets a point. So what counts follows from the games and
//! their order alone, not from when each was finished.

use crate::config::Config;
use crate::record::GameRecord;
use crate::schedule::{Assignment, PastGame, next_games};
use crate::statistics::Verification;
use crate::verdict::{list, outcome_without, win};
use crate::{Reason, Verdict};

/// A game and what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// Its place in the schedule.
    pub assignment: Assignment,
    /// What happened.
    pub record: GameRecord,
    /// What counts. The record's own verdict, unless an agent was retired before.
    pub verdict: Verdict,
}

impl ScoredGame {
    /// What the schedule needs to know of it.
    #[must_use]
    pub fn past(&self) -> PastGame {
        PastGame { assignment: self.assignment.clone(), half_points: self.half_points() }
    }

    /// What counts, in half points of each player.
    #[must_use]
    pub fn half_points(&self) -> Vec<u32> {
        self.verdict.half_points(self.assignment.players.len())
    }

    /// Whether anybody gets a point.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.verdict.outcome.is_none()
    }

    /// The half points of one player against another, if both took part and anybody got a point.
    #[must_use]
    pub fn between(&self, player: usize, other: usize) -> Option<u32> {
        let seat = |wanted: usize| self.assignment.players.iter().position(|&player| player == wanted);
        self.verdict.between(seat(player)?, seat(other)?)
    }
}

/// Scores games in the order of the schedule: counts failures and retires agents.
#[derive(Clone, Debug)]
pub struct Scorer {
    after: u32,
    failures: Vec<u32>,
    retired: Vec<bool>,
}

impl Scorer {
    /// A scorer of so many players that retires one after so many failures in a row; 0 for never.
    #[must_use]
    pub fn new(players: usize, after: u32) -> Scorer {
        Scorer { after, failures: vec![0; players], retired: vec![false; players] }
    }

    /// Whether each player is retired.
    #[must_use]
    pub fn retired(&self) -> &[bool] {
        &self.retired
    }

    /// Scores the next game of the schedule.
    pub fn score(&mut self, assignment: Assignment, record: GameRecord) -> ScoredGame {
        let names: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
        if let Some(verdict) = forfeit(&self.retired, &assignment, &names) {
            return ScoredGame { assignment, record, verdict };
        }
        let failed = record.failed();
        for &player in &assignment.players {
            let failed = failed.contains(&player);
            self.failures[player] = if failed { self.failures[player] + 1 } else { 0 };
            self.retired[player] |= self.after > 0 && self.failures[player] >= self.after;
        }
        let verdict = record.verdict.clone();
        ScoredGame { assignment, record, verdict }
    }
}

/// The verdict of a game that a retired agent should have played, if one of its players is.
#[must_use]
pub fn forfeit(retired: &[bool], assignment: &Assignment, names: &[&str]) -> Option<Verdict> {
    let is_retired: Vec<bool> =
        assignment.players.iter().map(|&player| retired.get(player).copied().unwrap_or(false)).collect();
    let of = |wanted: bool| -> Vec<&str> {
        names
            .iter()
            .zip(&is_retired)
            .filter(|&(_, &retired)| retired == wanted)
            .map(|(&name, _)| name)
            .collect()
    };
    let (gone, left) = (of(true), of(false));
    if gone.is_empty() {
        return None;
    }
    let won = if left.is_empty() { "Nobody wins".to_owned() } else { win(&left) };
    let (were, their) = if gone.len() == 1 { ("was", "its") } else { ("were", "their") };
    let sentence = format!("{won}: {} {were} retired after {their} failures.", list(&gone));
    Some(Verdict { outcome: outcome_without(&is_retired), reason: Reason::Retired, sentence })
}

/// The games that count of a tournament that was kept, as far as they are known in the order of the schedule: until the first one that is
/// missing, or until a sequential test is decided. `records` are in the order of their numbers.
#[must_use]
pub fn score_all(config: &Config, records: Vec<GameRecord>) -> Vec<ScoredGame> {
    let mut records = records.into_iter().peekable();
    let mut scorer = Scorer::new(config.agents.len(), config.retire);
    let mut test = config.sprt.map(Verification::new);
    let mut scored: Vec<ScoredGame> = Vec::new();
    loop {
        let past: Vec<PastGame> = scored.iter().map(ScoredGame::past).collect();
        let batch = next_games(config, &past);
        if batch.is_empty() {
            return scored;
        }
        for assignment in batch {
            let Some(record) = records.next_if(|record| record.number == assignment.number) else {
                return scored;
            };
            let game = scorer.score(assignment, record);
            if let Some(test) = &mut test {
                test.add(&game);
            }
            scored.push(game);
            if test.as_ref().is_some_and(|test| test.decision().is_some()) {
                return scored;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Opening;
    use crate::record::PlayerRecord;
    use crate::{EndRule, Outcome};
    use plybook_catalog::Player;

    const FIRST: Option<Outcome> = Some(Outcome::Win(Player::FIRST));
    const SECOND: Option<Outcome> = Some(Outcome::Win(Player::SECOND));
    const DRAW: Option<Outcome> = Some(Outcome::Draw);
    const POSITION: Reason = Reason::Rule(EndRule::Position);

    fn game(
        number: u32,
        players: &[usize],
        outcome: Option<Outcome>,
        reason: Reason,
    ) -> (Assignment, GameRecord) {
        let assignment =
            Assignment { number, round: 1, opening: number / 2, players: players.to_vec(), seed: 0 };
        let player = |&number| PlayerRecord { number, name: format!("p{number}"), ..PlayerRecord::default() };
        let record = GameRecord {
            number,
            round: 1,
            game: "tictactoe".to_owned(),
            players: players.iter().map(player).collect(),
            opening: Opening::default(),
            seed: 0,
            plies: Vec::new(),
            verdict: Verdict { outcome, reason, sentence: String::new() },
            began: 0,
        };
        (assignment, record)
    }

    #[test]
    fn an_agent_is_retired_after_failures_in_a_row() {
        let mut scorer = Scorer::new(3, 2);
        let mut count = |number, players: [usize; 2], outcome, reason| {
            let (assignment, record) = game(number, &players, outcome, reason);
            let scored = scorer.score(assignment, record);
            (scored.verdict.outcome, scored.verdict.reason)
        };
        assert_eq!(count(0, [0, 1], SECOND, Reason::Crash), (SECOND, Reason::Crash));
        assert_eq!(count(1, [1, 0], DRAW, POSITION), (DRAW, POSITION));
        assert_eq!(count(2, [0, 1], SECOND, Reason::Timeout), (SECOND, Reason::Timeout));
        // A lost game is no failure, but it was played: the count starts anew.
        assert_eq!(count(3, [2, 0], FIRST, POSITION), (FIRST, POSITION));
        assert_eq!(count(4, [2, 0], FIRST, Reason::Illegal), (FIRST, Reason::Illegal));
        assert_eq!(count(5, [0, 2], SECOND, Reason::Stall), (SECOND, Reason::Stall));
        // This one it even won, but too late.
        assert_eq!(count(6, [0, 1], FIRST, POSITION), (SECOND, Reason::Retired));
        let repetition = Reason::Rule(EndRule::Repetition);
        assert_eq!(count(7, [1, 2], DRAW, repetition), (DRAW, repetition));
    }

    #[test]
    fn two_who_cannot_be_started_are_both_retired() {
        let mut scorer = Scorer::new(2, 1);
        let (assignment, record) = game(0, &[0, 1], None, Reason::NotStarted);
        scorer.score(assignment, record);
        assert_eq!(scorer.retired(), [true, true]);
        let (assignment, record) = game(1, &[1, 0], FIRST, POSITION);
        assert_eq!(scorer.score(assignment, record).verdict.outcome, None);
    }

    #[test]
    fn among_three_those_who_are_left_share_a_forfeited_game() {
        let mut scorer = Scorer::new(4, 1);
        let (assignment, record) = game(0, &[2, 0, 1], Some(Outcome::shares([1, 0, 1])), Reason::Crash);
        scorer.score(assignment, record);
        assert_eq!(scorer.retired(), [true, false, false, false]);
        let (assignment, record) = game(1, &[0, 1, 3], FIRST, POSITION);
        let scored = scorer.score(assignment, record);
        assert_eq!(scored.verdict.sentence, "p1 and p3 win: p0 was retired after its failures.");
        assert_eq!(scored.half_points(), [0, 3, 3]);
        assert_eq!(
            (scored.between(1, 0), scored.between(1, 3), scored.between(1, 2)),
            (Some(2), Some(1), None)
        );
    }
}
