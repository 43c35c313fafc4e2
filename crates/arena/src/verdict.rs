//! How a game between agents ended, and why.

use plybook_catalog::{EndRule, Ending, Outcome, Player};
use std::cmp::Ordering;

/// Every way in which a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A rule of the game.
    Rule(EndRule),
    /// Repetition or a limit of moves, which earlier versions of the program did not tell apart.
    RepetitionOrLimit,
    /// A move that is not legal.
    Illegal,
    /// A process that ended, an exception, a panic.
    Crash,
    /// The clock ran out.
    Timeout,
    /// No answer where no clock was running: to a turn limited otherwise, or before the game.
    Stall,
    /// A claim to have no legal move, where there was one.
    FalseClaim,
    /// Given up.
    Resignation,
    /// The referee's limit of plies.
    PlyLimit,
    /// An answer that cannot be understood.
    Garbage,
    /// More output than is allowed.
    Flood,
    /// An agent that could not be started.
    NotStarted,
    /// An agent that does not play this game.
    Unsuitable,
    /// Adjudicated: both saw the same side far ahead for some moves.
    WonByScore,
    /// Adjudicated: both saw an even game for some moves.
    DrawnByScore,
    /// Adjudicated: the referee's own search proved the result.
    Proven,
    /// Adjudicated: an endgame database knows the result.
    Database,
    /// Not played: the agent was retired after too many failures.
    Retired,
    /// A mistake of the referee's own.
    RefereeFailed,
}

impl Reason {
    /// All reasons but the rules of games.
    pub const OTHERS: [Reason; 18] = [
        Reason::RepetitionOrLimit,
        Reason::Illegal,
        Reason::Crash,
        Reason::Timeout,
        Reason::Stall,
        Reason::FalseClaim,
        Reason::Resignation,
        Reason::PlyLimit,
        Reason::Garbage,
        Reason::Flood,
        Reason::NotStarted,
        Reason::Unsuitable,
        Reason::WonByScore,
        Reason::DrawnByScore,
        Reason::Proven,
        Reason::Database,
        Reason::Retired,
        Reason::RefereeFailed,
    ];

    /// The words by which it is stored and shown.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Rule(rule) => rule.words(),
            Reason::RepetitionOrLimit => "repetition or move limit",
            Reason::Illegal => "illegal move",
            Reason::Crash => "crash",
            Reason::Timeout => "timeout",
            Reason::Stall => "stall",
            Reason::FalseClaim => "false claim",
            Reason::Resignation => "resignation",
            Reason::PlyLimit => "ply limit",
            Reason::Garbage => "garbage",
            Reason::Flood => "flood",
            Reason::NotStarted => "not started",
            Reason::Unsuitable => "unsuitable",
            Reason::WonByScore => "won by score",
            Reason::DrawnByScore => "drawn by score",
            Reason::Proven => "proven",
            Reason::Database => "proven by database",
            Reason::Retired => "retired",
            Reason::RefereeFailed => "referee failed",
        }
    }

    /// All reasons.
    pub fn all() -> impl Iterator<Item = Reason> {
        EndRule::ALL.into_iter().map(Reason::Rule).chain(Reason::OTHERS)
    }

    /// The reason of stored words, also of those that earlier versions stored.
    #[must_use]
    pub fn from_words(words: &str) -> Option<Reason> {
        match words {
            "stuck" => Some(Reason::Rule(EndRule::NoMoves)),
            "path" => Some(Reason::RepetitionOrLimit),
            _ => Reason::all().find(|reason| reason.words() == words),
        }
    }

    /// Whether the loser failed as a program, and did not merely play worse.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        match self {
            Reason::Illegal
            | Reason::Crash
            | Reason::Timeout
            | Reason::Stall
            | Reason::FalseClaim
            | Reason::Garbage
            | Reason::Flood
            | Reason::NotStarted
            | Reason::Unsuitable => true,
            Reason::Rule(_)
            | Reason::RepetitionOrLimit
            | Reason::Resignation
            | Reason::PlyLimit
            | Reason::WonByScore
            | Reason::DrawnByScore
            | Reason::Proven
            | Reason::Database
            | Reason::Retired
            | Reason::RefereeFailed => false,
        }
    }
}

/// The end of a game: who gets what, why, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who gets what; none where nobody gets a point because there was no game.
    pub outcome: Option<Outcome>,
    /// Why.
    pub reason: Reason,
    /// The whole story in a sentence.
    pub sentence: String,
}

impl Verdict {
    /// The end that the rules decide.
    #[must_use]
    pub fn of_rules(ending: &Ending) -> Verdict {
        let (outcome, reason) = (Some(ending.outcome), Reason::Rule(ending.rule));
        Verdict { outcome, reason, sentence: ending.sentence.clone() }
    }

    /// A loss of a side: `what` continues a sentence that begins with the loser's name.
    #[must_use]
    pub fn loss_of(side: Player, reason: Reason, names: &[&str], what: &str) -> Verdict {
        let loses: Vec<bool> = (0..names.len()).map(|seat| seat == side.index()).collect();
        let winners = names.iter().zip(&loses).filter(|&(_, &loses)| !loses).map(|(&name, _)| name);
        let sentence = format!(
            "{}: {} {}.",
            win(&winners.collect::<Vec<_>>()),
            names.get(side.index()).copied().unwrap_or("the player"),
            what.trim_end_matches('.')
        );
        Verdict { outcome: outcome_without(&loses), reason, sentence }
    }

    /// Half points of each of so many players: two for every opponent it beat, one for every one it shares its place
    /// with. So a game of two is worth two half points, and one of three six.
    #[must_use]
    pub fn half_points(&self, players: usize) -> Vec<u32> {
        let against = |seat: usize| (0..players).filter(move |&other| other != seat);
        let sum = |seat: usize| against(seat).filter_map(|other| self.between(seat, other)).sum();
        (0..players).map(sum).collect()
    }

    /// Half points of one seat against another; none if nobody gets a point.
    #[must_use]
    pub fn between(&self, seat: usize, other: usize) -> Option<u32> {
        let outcome = self.outcome?;
        let [own, theirs] = [seat, other].map(|seat| outcome.utility(Player(seat as u8)));
        Some(match own.cmp(&theirs) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        })
    }

    /// Who won, in a word: `first` to `sixth`, `draw`, or `void` where nobody gets a point.
    #[must_use]
    pub fn result(&self) -> &'static str {
        match self.outcome {
            None => "void",
            Some(outcome) => outcome.winner().map_or("draw", Player::ordinal),
        }
    }

    /// The points of each of so many players, as results are written under games: `1-0`.
    #[must_use]
    pub fn score_text(&self, players: usize) -> String {
        if players == 2 && self.result() == "draw" {
            return "1/2-1/2".to_owned();
        }
        let points = self.half_points(players).into_iter().map(|half| (f64::from(half) / 2.0).to_string());
        points.collect::<Vec<_>>().join("-")
    }
}

/// What a game is worth in which these seats lose without having played it to its end; none where all do. Those who are
/// left share the first place.
#[must_use]
pub fn outcome_without(losers: &[bool]) -> Option<Outcome> {
    let mut left = (0..).map(Player).zip(losers).filter(|&(_, &loses)| !loses).map(|(player, _)| player);
    match (left.next(), left.next()) {
        (None, _) => None,
        (Some(winner), None) => Some(Outcome::Win(winner)),
        _ => Outcome::of_utilities(&losers.iter().map(|&loses| i32::from(!loses)).collect::<Vec<_>>()),
    }
}

/// `ann wins`, `ann and bob win`.
pub(crate) fn win(names: &[&str]) -> String {
    format!("{} {}", list(names), if names.len() == 1 { "wins" } else { "win" })
}

/// Names in a row: `ann`, `ann and bob`, `ann, bob and eve`.
pub(crate) fn list(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [name] => (*name).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_reasons() {
        for reason in Reason::all() {
            assert_eq!(Reason::from_words(reason.words()), Some(reason));
        }
        assert_eq!(Reason::from_words("stuck"), Some(Reason::Rule(EndRule::NoMoves)));
        assert_eq!(Reason::from_words("path"), Some(Reason::RepetitionOrLimit));
        assert_eq!(Reason::from_words("bad luck"), None);
    }

    #[test]
    fn points_follow_from_places() {
        let verdict = |outcome| Verdict { outcome, reason: Reason::Proven, sentence: String::new() };
        for (outcome, points, result, text) in [
            (Some(Outcome::Win(Player::SECOND)), vec![0, 2], "second", "0-1"),
            (Some(Outcome::Margin(0)), vec![1, 1], "draw", "1/2-1/2"),
            (None, vec![0, 0], "void", "0-0"),
            (Some(Outcome::shares([3, 9, 4])), vec![0, 4, 2], "second", "0-2-1"),
            (Some(Outcome::shares([7, 7, 4, 2])), vec![5, 5, 2, 0], "draw", "2.5-2.5-1-0"),
            (outcome_without(&[false, true, false]), vec![3, 0, 3], "draw", "1.5-0-1.5"),
            (outcome_without(&[true, true, false]), vec![1, 1, 4], "third", "0.5-0.5-2"),
            (outcome_without(&[true, true, true]), vec![0, 0, 0], "void", "0-0-0"),
        ] {
            let verdict = verdict(outcome);
            assert_eq!(verdict.half_points(points.len()), points, "{outcome:?}");
            assert_eq!((verdict.result(), verdict.score_text(points.len()).as_str()), (result, text));
        }
    }

    #[test]
    fn whoever_fails_among_many_is_last_and_the_others_share_the_first_place() {
        let names = ["ann", "bob", "eve"];
        let verdict = Verdict::loss_of(Player::SECOND, Reason::Crash, &names, "crashed.");
        assert_eq!(verdict.sentence, "ann and eve win: bob crashed.");
        assert_eq!(verdict.outcome, Some(Outcome::shares([1, 0, 1])));
        let verdict = Verdict::loss_of(Player::SECOND, Reason::Crash, &names[..2], "crashed");
        assert_eq!(
            (verdict.sentence.as_str(), verdict.outcome),
            ("ann wins: bob crashed.", Some(Outcome::Win(Player::FIRST)))
        );
    }
}
