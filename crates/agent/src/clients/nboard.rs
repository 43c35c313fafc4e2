//! NBoard's protocol, version 2, for Othello programs.

use super::client::Client;
use super::foreign::{Foreign, Path, cut};
use crate::process::Launch;
use crate::{Action, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::{AnyGame, Score, Session};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Depth that a program is given before anything is known about its speed, in plies.
const FIRST_DEPTH: u32 = 8;
/// Depths that it is ever given when only time limits it, in plies.
const DEPTHS: [u32; 2] = [1, 26];
/// A turn that took less than this share of its time makes the next one deeper; one over the second, shallower.
const SHARES: [f64; 2] = [0.1, 0.4];
/// Our word for passing, and theirs.
const PASS: [&str; 2] = ["pass", "PA"];

/// An Othello program that speaks NBoard. The protocol has depths but no clock, so a program that is limited by
/// time gets a depth that follows from how long it took before.
pub struct NboardAgent {
    foreign: Foreign,
    path: Path,
    name: Option<String>,
    opponent: String,
    depth: u32,
    told_depth: u32,
    pings: u32,
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
            path: Path::new(game)?,
            name,
            opponent: String::new(),
            depth: FIRST_DEPTH,
            told_depth: 0,
            pings: 0,
        })
    }

    /// Waits until everything before is answered; whatever it says meanwhile is of the past. Its own name is kept.
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
        let (start, moves) = self.path.of(session);
        let start = match start {
            Some(text) => text,
            None => {
                let session = self.path.game.session(None);
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
        let own = self.path.legal(session, own)?;
        seen.score = parts.next().and_then(points).or(seen.score);
        if seen.line.first() != Some(&own) {
            seen.line = vec![own.clone()];
        }
        Ok(Action::Move(own))
    }

    /// A depth for the next turn from the time that this one took.
    fn adapt(&mut self, turn: &Turn<'_>, clock: Option<Duration>, used: Duration) {
        // A clock is divided among thirty moves.
        let time = turn.budget.time.or_else(|| clock.map(|left| left / 30));
        let Some(time) = time.filter(|_| turn.budget.depth.is_none()) else { return };
        let share = used.as_secs_f64() / time.as_secs_f64().max(0.001);
        if share < SHARES[0] {
            self.depth += 1;
        } else if share > SHARES[1] {
            self.depth = self.depth.saturating_sub(if share > 1.0 { 3 } else { 1 });
        }
        self.depth = self.depth.clamp(DEPTHS[0], DEPTHS[1]);
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
        let own = self.synchronise(deadline)?.unwrap_or_else(|| self.foreign.usual_name());
        let introduction = format!("{own}, an Othello program.");
        Ok(Identity { nickname: self.name.clone().unwrap_or(own), introduction })
    }

    fn get_ready(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.path.begin(meeting)?;
        meeting.opponent.clone_into(&mut self.opponent);
        self.introduce(meeting.deadline)?;
        self.synchronise(meeting.deadline).map(|_| ())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let (session, deadline) = (turn.session, turn.deadline);
        let side = session.mover().map_or(0, |mover| mover.index().min(1));
        let clock = turn.budget.clocks.map(|clocks| clocks.left[side]);
        let game = self.game_text(session, clock)?;
        let depth = turn.budget.depth.unwrap_or(self.depth).clamp(1, 60);
        self.set_depth(depth, deadline)?;
        self.foreign.send(&format!("set game {game}"), deadline)?;
        self.synchronise(deadline)?;
        let began = Instant::now();
        self.foreign.send("go", deadline)?;
        let mut seen = SearchInfo { depth: Some(depth), ..SearchInfo::default() };
        loop {
            let line = self.foreign.line(deadline)?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["===", ref answer @ ..] => {
                    let action = self.action(session, &answer.join("/"), &mut seen)?;
                    self.adapt(turn, clock, began.elapsed());
                    return Ok(Answer { action, remark: String::new(), seen });
                }
                ["nodestats", nodes, ..] => seen.nodes = nodes.parse().ok().map(|nodes: f64| nodes as u64),
                ["search" | "book", line, value, _, ..] => {
                    seen.score = points(value);
                    seen.line = moves(line);
                }
                _ => {}
            }
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
