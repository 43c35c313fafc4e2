//! `go` and its limits, as UCI and UGI have them.

use plybook_agent::{Budget, Clocks, Plan, TimeManager};
use plybook_catalog::{Player, Session};
use std::time::Duration;

/// Share of an increment that is spent at once where the front end says how many moves are left.
const INCREMENT_SHARE: f64 = 0.7;
/// Most that such a move may cost in terms of what it should, and of the clock.
const STRETCH: f64 = 3.0;
const LARGEST_SHARE: f64 = 0.5;
/// The same where it is the last move before the clock is wound up.
const LAST_SHARE: f64 = 0.8;
/// Least time for a move.
const LEAST: Duration = Duration::from_millis(1);
/// Longest time that is believed: a year, in milliseconds.
const LONGEST: u64 = 366 * 86_400_000;
/// Words that end the list of moves to search.
const WORDS: [&str; 9] =
    ["searchmoves", "ponder", "infinite", "movetime", "depth", "nodes", "mate", "movestogo", "perft"];

/// A request to think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// What is left to the first and to the second player.
    pub left: [Option<Duration>; 2],
    /// What each gains with every move.
    pub increment: [Duration; 2],
    /// Moves until the clock is wound up.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
    /// Until `stop`, whatever happens.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// Only these moves.
    pub moves: Vec<String>,
    /// What could not be understood.
    pub complaints: Vec<String>,
}

impl Go {
    /// Reads what comes after `go`. `clocks` are the words for both players' time and increments.
    pub fn read(words: &[&str], clocks: [&str; 4]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let known = |word: &str| WORDS.contains(&word) || clocks.contains(&word);
                    while let Some(text) = words.next_if(|word| !known(word)) {
                        go.moves.push(text.to_owned());
                    }
                }
                "movetime" | "depth" | "nodes" | "mate" | "movestogo" => go.limit(word, words.next()),
                _ => match clocks.iter().position(|clock| *clock == word) {
                    Some(clock) => {
                        let value = words.next();
                        let Some(time) = go.number(word, value).map(milliseconds) else { continue };
                        match clock {
                            0 | 1 => go.left[clock] = Some(time),
                            _ => go.increment[clock - 2] = time,
                        }
                    }
                    None => go.complaints.push(format!("go: `{word}` is not understood")),
                },
            }
        }
        go
    }

    fn limit(&mut self, word: &str, value: Option<&str>) {
        let Some(number) = self.number(word, value) else { return };
        let small = u32::try_from(number).unwrap_or(u32::MAX).max(1);
        match word {
            "movetime" => self.time = Some(milliseconds(number)),
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(number.max(1)),
            // A mate in so many moves lies that many plies deep at most.
            "mate" => self.depth = Some(small.saturating_mul(2).saturating_sub(1)),
            _ => self.moves_to_go = Some(small),
        }
    }

    /// A number that may not be missing; negative ones, such as an overdrawn clock, count as nothing.
    fn number(&mut self, word: &str, value: Option<&str>) -> Option<u64> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.and_then(|value| match value.strip_prefix('-') {
            Some(rest) => digits(rest).then_some(0),
            // More digits than a number holds mean no limit at all.
            None => digits(value).then(|| value.parse().unwrap_or(u64::MAX)),
        });
        if number.is_none() {
            self.complaints.push(format!("go: `{word} {}` has no number", value.unwrap_or_default()));
        }
        number
    }

    fn clocks(&self) -> Option<Clocks> {
        let [first, second] = self.left;
        let left = vec![first.or(second)?, second.or(first)?];
        Some(Clocks { left, increment: self.increment.to_vec() })
    }

    /// How long the turn may take, its own clock running from its beginning.
    pub fn plan(&self, manager: &mut TimeManager, session: &dyn Session) -> Plan {
        if self.infinite {
            return Plan::ENDLESS;
        }
        let side = session.mover().unwrap_or(Player::FIRST);
        let clocks = self.clocks();
        let budget = Budget { time: self.time, clocks: clocks.clone(), depth: self.depth, nodes: self.nodes };
        // Asked in any case: the manager learns from the clock.
        let plan = manager.plan(&budget, side, session, None);
        match (&clocks, self.moves_to_go) {
            (Some(clocks), Some(moves)) if self.time.is_none() => divided(clocks, side, moves, manager),
            _ if clocks.is_none()
                && self.time.is_none()
                && (self.depth.is_some() || self.nodes.is_some()) =>
            {
                Plan::ENDLESS
            }
            _ => plan,
        }
    }
}

/// A clock divided among as many moves as it must last for.
fn divided(clocks: &Clocks, side: Player, moves: u32, manager: &TimeManager) -> Plan {
    let (left, increment) = clocks.of(side);
    let usable = left.saturating_sub(manager.overhead() * 2);
    // One more, because a clock at zero is lost before it is wound up.
    let soft = usable / moves.saturating_add(1) + increment.mul_f64(INCREMENT_SHARE);
    let share = if moves == 1 { LAST_SHARE } else { LARGEST_SHARE };
    let hard = soft.mul_f64(STRETCH).min(usable.mul_f64(share)).max(LEAST);
    Plan { soft: Some(soft.clamp(LEAST, hard)), hard: Some(hard) }
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    const CLOCKS: [&str; 4] = ["wtime", "btime", "winc", "binc"];

    fn read(text: &str) -> Go {
        Go::read(&text.split_whitespace().collect::<Vec<_>>(), CLOCKS)
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let go = read("wtime 1000 binc 20 btime -5 searchmoves e2e4 d2d4 depth 7 ponder");
        assert_eq!(go.left, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(go.increment, [Duration::ZERO, Duration::from_millis(20)]);
        assert_eq!((go.moves.len(), go.depth, go.ponder, go.complaints.len()), (2, Some(7), true, 0));
        assert_eq!(read("mate 3").depth, Some(5));
        assert_eq!(read("nodes 99999999999999999999999").nodes, Some(u64::MAX));
    }

    #[test]
    fn nonsense_is_named_and_left_out() {
        for text in ["depth", "depth x", "depth 1.5", "movetime --3", "sideways", "nodes +", "wtime"] {
            let go = read(text);
            assert_eq!(Go { complaints: Vec::new(), ..go.clone() }, Go::default(), "{text}");
            assert_eq!(go.complaints.len(), 1, "{text}");
        }
    }

    #[test]
    fn no_plan_exceeds_the_clock() {
        let session = open("chess").unwrap().session(None).unwrap();
        for left in [0, 1, 50, 1000, 100_000] {
            for moves in ["", "movestogo 1", "movestogo 2", "movestogo 40", "movestogo 0"] {
                let go = read(&format!("wtime {left} btime 7 winc 0 binc 0 {moves}"));
                let plan = go.plan(&mut TimeManager::new(), &*session);
                assert!(plan.hard.unwrap() <= Duration::from_millis(left).max(LEAST), "{left} {moves}");
                assert!(plan.soft.unwrap() <= plan.hard.unwrap());
            }
        }
        assert_eq!(read("infinite wtime 5").plan(&mut TimeManager::new(), &*session), Plan::ENDLESS);
        assert_eq!(read("depth 3").plan(&mut TimeManager::new(), &*session), Plan::ENDLESS);
    }
}
