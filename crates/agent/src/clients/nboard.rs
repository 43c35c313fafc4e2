//! NBoard's protocol, version 2, for Othello programs.

use super::client::Client;
use super::foreign::{Foreign, GameOrigin, cut};
use crate::process::Launch;
use crate::{Action, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::{AnyGame, Score, Session};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Depth with which a program begins a turn before anything is known about its speed, in plies.
const FIRST_DEPTH: u32 = 6;
/// Deepest search that a program is asked for, in plies.
const DEEPEST: u32 = 60;
/// How many plies less deep than the last turn ended the next one begins.
const STEP_BACK: u32 = 2;
/// How much longer a search one ply deeper is taken to last where nothing is known, and the least and most that is believed.
const GROWTH: f64 = 3.0;
const GROWTHS: [f64; 2] = [1.3, 8.0];
/// Share of a turn's time after which the search is ended: the way to the program and back takes some, too.
const TIME_SHARE: f64 = 0.96;
/// Own moves that a clock is divided among.
const MOVES_TO_GO: u32 = 30;
/// How long a program searches before it is tried whether it can be interrupted, and how long its answer may take then.
const TRIAL: Duration = Duration::from_millis(100);
const TRIAL_ANSWER: Duration = Duration::from_secs(1);
/// Our word for passing, and theirs.
const PASS: [&str; 2] = ["pass", "PA"];

/// An Othello program that speaks NBoard. The protocol has depths but no clock: a program that is limited by time is
/// asked for one ply more as long as there is time, and interrupted by a `ping` when there is none left. One that does
/// not answer pings while it searches is asked only for what it will probably finish in time.
pub struct NboardAgent {
    foreign: Foreign,
    origin: GameOrigin,
    name: Option<String>,
    opponent: String,
    /// The depth with which the next turn begins.
    depth: u32,
    told_depth: u32,
    pings: u32,
    /// Whether a ping ends its search; none before that was tried.
    interruptible: Option<bool>,
}

/// An answer to `go`, if it came in time.
enum Reply {
    Move(Action, SearchInfo),
    /// The time was over first.
    Late,
}

impl NboardAgent {
    /// A program for Othello on the usual board.
    ///
    /// # Errors
    /// The game is another one.
    pub fn new(game: &dyn AnyGame, launch: Launch, name: Option<String>) -> Result<NboardAgent, Fault> {
        if game.full_name() != "othello" {
            let reason = format!("NBoard is for othello of eight squares a side, not {}", game.full_name());
            return Err(Fault::Unsuitable(reason));
        }
        Ok(NboardAgent {
            foreign: Foreign::new(launch, Some("quit")),
            origin: GameOrigin::new(game)?,
            name,
            opponent: String::new(),
            depth: FIRST_DEPTH,
            told_depth: 0,
            pings: 0,
            interruptible: None,
        })
    }

    /// Sends a ping and waits for its pong, so that all earlier answers have been read and are dropped. Gives the name that
    /// the program says meanwhile.
    fn synchronise(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.foreign.send(&format!("ping {}", self.pings), deadline)?;
        let mut name = None;
        loop {
            let line = self.foreign.line(deadline)?;
            if let Some(own) = line.trim().strip_prefix("set myname ") {
                name = Some(cut(own.trim()));
            }
            if line.trim() == pong {
                return Ok(name);
            }
        }
    }

    fn set_depth(&mut self, depth: u32, deadline: Instant) -> Result<(), Fault> {
        if depth != self.told_depth {
            self.foreign.send(&format!("set depth {depth}"), deadline)?;
            self.told_depth = depth;
        }
        Ok(())
    }

    /// The game so far in GGF.
    fn game_text(&self, session: &dyn Session, time: Option<Duration>) -> Result<String, Fault> {
        let (start, moves) = self.origin.of(session);
        let start = match start {
            Some(text) => text,
            None => {
                let session = self.origin.game.session(None);
                session.map_err(|error| Fault::Unsuitable(error.to_string()))?.text()
            }
        };
        let board = start.replace('X', "*");
        let mut black = start.ends_with('X');
        let seconds = time.map_or(300, |time| time.as_secs().max(1));
        let mut text = format!(
            "(;GM[Othello]PC[Plybook]PB[first]PW[second]RE[?]TI[{}:{:02}]TY[8]BO[8 {board}]",
            seconds / 60,
            seconds % 60
        );
        for own in &moves {
            let theirs = if own == PASS[0] { PASS[1].to_owned() } else { own.to_ascii_uppercase() };
            // Writing to a string cannot fail.
            let _ = write!(text, "{}[{theirs}]", if black { 'B' } else { 'W' });
            black = !black;
        }
        Ok(text + ";)")
    }

    /// Reads `F5/1.25/0.3`, with as much of it as there is.
    fn action(&self, session: &dyn Session, answer: &str, seen: &mut SearchInfo) -> Result<Action, Fault> {
        let mut parts = answer.split('/');
        let text = parts.next().unwrap_or_default().to_ascii_lowercase();
        if text.is_empty() {
            return Err(Fault::Garbage("`===` without a move".to_owned()));
        }
        let own = if text.eq_ignore_ascii_case(PASS[1]) { PASS[0] } else { text.as_str() };
        let own = self.origin.legal(session, own)?;
        seen.score = parts.next().and_then(points).or(seen.score);
        if seen.line.first() != Some(&own) {
            seen.line = vec![own.clone()];
        }
        Ok(Action::Move(own))
    }

    /// Asks for a move at a depth. The answer may come until `until`.
    fn go(
        &mut self,
        session: &dyn Session,
        depth: u32,
        until: Instant,
        deadline: Instant,
    ) -> Result<Reply, Fault> {
        self.set_depth(depth, deadline)?;
        self.foreign.send("go", deadline)?;
        let mut seen = SearchInfo { depth: Some(depth), ..SearchInfo::default() };
        while let Some(line) = self.foreign.line_until(until.min(deadline))? {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["===", ref answer @ ..] => {
                    let action = self.action(session, &answer.join("/"), &mut seen)?;
                    return Ok(Reply::Move(action, seen));
                }
                ["nodestats", nodes, ..] => seen.nodes = nodes.parse().ok().map(|nodes: f64| nodes as u64),
                ["search" | "book", line, value, _, ..] => {
                    seen.score = points(value);
                    seen.line = moves(line);
                }
                _ => {}
            }
        }
        Ok(Reply::Late)
    }

    /// Finds out once, while no clock runs, whether a ping ends the program's search. One that goes on searching is
    /// started anew.
    fn try_interruption(&mut self, deadline: Instant) -> Result<(), Fault> {
        if self.interruptible.is_some() {
            return Ok(());
        }
        let start = self.origin.game.session(None).map_err(|error| Fault::Unsuitable(error.to_string()))?;
        let game = self.game_text(&*start, None)?;
        self.foreign.send(&format!("set game {game}"), deadline)?;
        let until = (Instant::now() + TRIAL).min(deadline);
        self.go(&*start, DEEPEST, until, deadline)?;
        let answered = self.synchronise((Instant::now() + TRIAL_ANSWER).min(deadline));
        self.interruptible = Some(answered.is_ok());
        if answered.is_err() {
            self.foreign.end();
            self.introduce(deadline)?;
        }
        Ok(())
    }

    /// Searches one ply deeper after the other until the time is over.
    fn deepen(
        &mut self,
        session: &dyn Session,
        began: Instant,
        time: Duration,
        deadline: Instant,
    ) -> Result<Reply, Fault> {
        let until = began + time.mul_f64(TIME_SHARE);
        let empty = session.text().bytes().filter(|&byte| byte == b'-').count() as u32;
        let last = empty.clamp(1, DEEPEST);
        let mut depth = self.depth.clamp(1, last);
        let (mut found, mut growth) = (Reply::Late, GROWTH);
        let mut before: Option<Duration> = None;
        loop {
            let asked = Instant::now();
            // Some answer must come; only what is deeper can be given up.
            let patience = if matches!(found, Reply::Late) { deadline } else { until };
            match self.go(session, depth, patience, deadline)? {
                Reply::Late => {
                    if matches!(found, Reply::Move(..)) {
                        self.synchronise(deadline)?;
                    }
                    break;
                }
                answer => found = answer,
            }
            let took = asked.elapsed();
            if let Some(before) = before.filter(|before| !before.is_zero()) {
                growth = (took.as_secs_f64() / before.as_secs_f64()).clamp(GROWTHS[0], GROWTHS[1]);
            }
            before = Some(took);
            let next = if self.interruptible == Some(true) { Duration::ZERO } else { took.mul_f64(growth) };
            if depth >= last || Instant::now() + next >= until {
                break;
            }
            depth += 1;
        }
        self.depth = depth.saturating_sub(STEP_BACK).max(1);
        Ok(found)
    }
}

/// A value in discs; of a pair the first.
fn points(text: &str) -> Option<Score> {
    let text = text.trim_start_matches('(').split(',').next()?;
    let discs: f64 = text.parse().ok().filter(|discs: &f64| discs.is_finite())?;
    Some(Score::evaluation((discs * f64::from(Score::POINT)) as i32))
}

/// The moves of a line such as `F5d6C3` or `F5-D6-C3`.
fn moves(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().filter(char::is_ascii_alphanumeric).collect();
    let own = |pair: &[char]| match pair.iter().collect::<String>().to_ascii_lowercase() {
        text if text == "pa" => PASS[0].to_owned(),
        text => text,
    };
    letters.chunks_exact(2).map(own).collect()
}

impl Client for NboardAgent {
    fn foreign(&mut self) -> &mut Foreign {
        &mut self.foreign
    }

    fn greet(&mut self, deadline: Instant) -> Result<Identity, Fault> {
        self.told_depth = 0;
        self.foreign.send("nboard 2", deadline)?;
        self.set_depth(self.depth, deadline)?;
        let own = self.synchronise(deadline)?.unwrap_or_else(|| self.foreign.short_name());
        let introduction = format!("{own}, an Othello program.");
        Ok(Identity { nickname: self.name.clone().unwrap_or(own), introduction })
    }

    fn get_ready(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.origin.begin(meeting)?;
        meeting.opponent.clone_into(&mut self.opponent);
        self.introduce(meeting.deadline)?;
        self.synchronise(meeting.deadline)?;
        self.depth = FIRST_DEPTH;
        self.try_interruption(meeting.deadline)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let began = Instant::now();
        let (session, deadline) = (turn.session, turn.deadline);
        let side = session.mover().map_or(0, |mover| mover.index().min(1));
        let clock = turn.budget.clocks.as_ref().map(|clocks| (clocks.left[side], clocks.increment[side]));
        let game = self.game_text(session, clock.map(|(left, _)| left))?;
        self.foreign.send(&format!("set game {game}"), deadline)?;
        self.synchronise(deadline)?;
        let share = clock.map(|(left, increment)| (left / MOVES_TO_GO + increment).min(left));
        let reply = match (turn.budget.depth, turn.budget.time.into_iter().chain(share).min()) {
            (None, Some(time)) => self.deepen(session, began, time, deadline)?,
            (depth, _) => {
                let depth = depth.unwrap_or(self.depth).clamp(1, DEEPEST);
                self.go(session, depth, deadline, deadline)?
            }
        };
        match reply {
            Reply::Move(action, seen) => Ok(Answer { action, remark: String::new(), seen }),
            Reply::Late => Err(Fault::TimedOut(began.elapsed())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_lines_are_read_in_all_their_forms() {
        assert_eq!(points("-1.00"), Some(Score::points(-1)));
        assert_eq!(points("(2.5,3)"), Some(Score::evaluation(250)));
        assert_eq!(points("x").or(points("NaN")).or(points("")), None);
        assert!(points("1e300").unwrap() <= Score::HIGHEST_EVALUATION);
        assert_eq!(moves("\u{fffd}f"), [""; 0]);
        assert_eq!(moves("F5d6-C3PA"), ["f5", "d6", "c3", "pass"]);
    }
}
