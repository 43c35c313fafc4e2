//! What a game counts: as it was played, or forfeited by an agent that was retired.
//!
//! The policy: an agent that fails as a program (crash, timeout, illegal move, ...) so many times in a row, in the
//! order of the schedule, is retired. All its later games are forfeited, also one that had been begun by then and
//! was played; where both agents are retired nobody gets a point. So what counts follows from the games and their
//! order alone, not from when each was finished.

use crate::record::GameRecord;
use crate::schedule::{Assignment, Past};
use crate::{Outcome, Reason, Verdict};

/// A game and what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Its place in the schedule.
    pub assignment: Assignment,
    /// What happened.
    pub record: GameRecord,
    /// What counts. The record's own verdict, unless an agent was retired before.
    pub verdict: Verdict,
}

impl Counted {
    /// What the schedule needs to know of it.
    #[must_use]
    pub fn past(&self) -> Past {
        Past { assignment: self.assignment, outcome: self.verdict.outcome }
    }
}

/// Counts failures and retires agents.
#[derive(Clone, Debug)]
pub struct Ruling {
    after: u32,
    failures: Vec<u32>,
    retired: Vec<bool>,
}

impl Ruling {
    /// A ruling over so many players that retires after so many failures in a row; 0 for never.
    #[must_use]
    pub fn new(players: usize, after: u32) -> Ruling {
        Ruling { after, failures: vec![0; players], retired: vec![false; players] }
    }

    /// Whether each player is retired.
    #[must_use]
    pub fn retired(&self) -> &[bool] {
        &self.retired
    }

    /// Counts the next game of the schedule.
    pub fn count(&mut self, assignment: Assignment, record: GameRecord) -> Counted {
        let names = [record.players[0].name.as_str(), record.players[1].name.as_str()];
        if let Some(verdict) = forfeit(&self.retired, &assignment, names) {
            return Counted { assignment, record, verdict };
        }
        let both = record.outcome() == Outcome::Void && record.reason().is_failure();
        for player in assignment.players {
            let failed = both || record.failed() == Some(player);
            self.failures[player] = if failed { self.failures[player] + 1 } else { 0 };
            self.retired[player] |= self.after > 0 && self.failures[player] >= self.after;
        }
        let verdict = record.verdict.clone();
        Counted { assignment, record, verdict }
    }
}

/// The verdict of a game that a retired agent should have played, if one of the two is.
#[must_use]
pub fn forfeit(retired: &[bool], assignment: &Assignment, names: [&str; 2]) -> Option<Verdict> {
    let is_retired = assignment.players.map(|player| retired.get(player).copied().unwrap_or(false));
    let outcome = match is_retired {
        [false, false] => return None,
        [true, true] => Outcome::Void,
        [true, false] => Outcome::Second,
        [false, true] => Outcome::First,
    };
    let sentence = match outcome {
        Outcome::Void => {
            format!("Nobody wins: {} and {} were retired after their failures.", names[0], names[1])
        }
        Outcome::First => format!("{} wins: {} was retired after its failures.", names[0], names[1]),
        _ => format!("{} wins: {} was retired after its failures.", names[1], names[0]),
    };
    Some(Verdict { outcome, reason: Reason::Retired, sentence })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Opening;
    use crate::record::PlayerRecord;

    fn game(number: u32, players: [usize; 2], outcome: Outcome, reason: Reason) -> (Assignment, GameRecord) {
        let assignment = Assignment { number, round: 1, opening: number / 2, players, seed: 0 };
        let player = |number| PlayerRecord { number, name: format!("p{number}"), ..PlayerRecord::default() };
        let record = GameRecord {
            number,
            round: 1,
            game: "tictactoe".to_owned(),
            players: players.map(player),
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
        let mut ruling = Ruling::new(3, 2);
        let mut count = |number, players, outcome, reason| {
            let (assignment, record) = game(number, players, outcome, reason);
            let counted = ruling.count(assignment, record);
            (counted.verdict.outcome, counted.verdict.reason)
        };
        assert_eq!(count(0, [0, 1], Outcome::Second, Reason::Crash), (Outcome::Second, Reason::Crash));
        assert_eq!(count(1, [1, 0], Outcome::Draw, Reason::Position), (Outcome::Draw, Reason::Position));
        assert_eq!(count(2, [0, 1], Outcome::Second, Reason::Timeout), (Outcome::Second, Reason::Timeout));
        // A lost game is no failure, but it was played: the count starts anew.
        assert_eq!(count(3, [2, 0], Outcome::First, Reason::Position), (Outcome::First, Reason::Position));
        assert_eq!(count(4, [2, 0], Outcome::First, Reason::Illegal), (Outcome::First, Reason::Illegal));
        assert_eq!(count(5, [0, 2], Outcome::Second, Reason::Stall), (Outcome::Second, Reason::Stall));
        // This one it even won, but too late.
        assert_eq!(count(6, [0, 1], Outcome::First, Reason::Position), (Outcome::Second, Reason::Retired));
        assert_eq!(count(7, [1, 2], Outcome::Draw, Reason::Path), (Outcome::Draw, Reason::Path));
    }

    #[test]
    fn two_who_cannot_be_started_are_both_retired() {
        let mut ruling = Ruling::new(2, 1);
        let (assignment, record) = game(0, [0, 1], Outcome::Void, Reason::NotStarted);
        ruling.count(assignment, record);
        assert_eq!(ruling.retired(), [true, true]);
        let (assignment, record) = game(1, [1, 0], Outcome::First, Reason::Position);
        assert_eq!(ruling.count(assignment, record).verdict.outcome, Outcome::Void);
    }
}
