//! UGI for any game, and UCI for chess: the same conversation in slightly different words.
//!
//! An agent without rules of its own may ask during its turn, and while it gets ready: `query legalmoves`,
//! `query position`, `query gameover`, `query p1turn`, `query result` and `query remark` (what the opponent said) are
//! answered by `response ...`.

use super::client::Client;
use super::foreign::{Foreign, GameOrigin, cut};
use crate::process::Launch;
use crate::{Action, Answer, Budget, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::{AnyGame, Player, Score, Session};
use std::collections::BTreeMap;
use std::time::Instant;

/// Time for a move in milliseconds if nothing limits it.
const UNLIMITED: u64 = 1000;
/// Longest remark that is passed on, in characters.
const LONGEST_REMARK: usize = 500;
/// The usual start of chess, which has a word of its own.
const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The words in which the two languages differ.
struct Dialect {
    hello: &'static str,
    hello_back: &'static str,
    new_game: &'static str,
    clock: [&'static str; 4],
    /// Plies of a proven win: from the number after its word.
    win: [&'static str; 2],
    moves_not_plies: bool,
}

const UGI: Dialect = Dialect {
    hello: "ugi",
    hello_back: "ugiok",
    new_game: "uginewgame",
    clock: ["p1time", "p2time", "p1inc", "p2inc"],
    win: ["win", "loss"],
    moves_not_plies: false,
};

const UCI: Dialect = Dialect {
    hello: "uci",
    hello_back: "uciok",
    new_game: "ucinewgame",
    clock: ["wtime", "btime", "winc", "binc"],
    win: ["mate", "mate"],
    moves_not_plies: true,
};

/// A program that speaks UGI or UCI.
pub struct InterfaceAgent {
    dialect: &'static Dialect,
    foreign: Foreign,
    origin: GameOrigin,
    name: Option<String>,
    settings: BTreeMap<String, String>,
    /// What the opponent said last.
    heard: String,
}

impl InterfaceAgent {
    /// A program that speaks UGI, for a game. `settings` are options to set before the first game.
    ///
    /// # Errors
    /// The game cannot be opened by its name.
    pub fn ugi(
        game: &dyn AnyGame,
        launch: Launch,
        name: Option<String>,
        settings: BTreeMap<String, String>,
    ) -> Result<InterfaceAgent, Fault> {
        InterfaceAgent::new(game, launch, name, settings, &UGI)
    }

    /// A chess program that speaks UCI. `settings` are options to set before the first game.
    ///
    /// # Errors
    /// The game is not chess.
    pub fn uci(
        game: &dyn AnyGame,
        launch: Launch,
        name: Option<String>,
        settings: BTreeMap<String, String>,
    ) -> Result<InterfaceAgent, Fault> {
        if game.info().name != "chess" {
            return Err(Fault::Unsuitable(format!("UCI is for chess, not {}", game.full_name())));
        }
        InterfaceAgent::new(game, launch, name, settings, &UCI)
    }

    fn new(
        game: &dyn AnyGame,
        launch: Launch,
        name: Option<String>,
        settings: BTreeMap<String, String>,
        dialect: &'static Dialect,
    ) -> Result<InterfaceAgent, Fault> {
        let foreign = Foreign::new(launch, Some("quit"));
        let origin = GameOrigin::new(game)?;
        Ok(InterfaceAgent { dialect, foreign, origin, name, settings, heard: String::new() })
    }

    /// Sends `isready` and drops all lines before `readyok`: an answer to an earlier question is no answer to the next
    /// one.
    fn synchronise(&mut self, session: Option<&dyn Session>, deadline: Instant) -> Result<(), Fault> {
        self.foreign.send("isready", deadline)?;
        loop {
            let line = self.foreign.line(deadline)?;
            match line.trim() {
                "readyok" => return Ok(()),
                line => self.respond(line, session, deadline)?,
            }
        }
    }

    /// Answers a question of a program that has no rules of its own.
    fn respond(&mut self, line: &str, session: Option<&dyn Session>, deadline: Instant) -> Result<(), Fault> {
        let (Some(question), Some(session)) = (line.strip_prefix("query "), session) else { return Ok(()) };
        let ending = session.ending();
        let answer = match question.trim() {
            "legalmoves" => session.move_texts().join(" "),
            "position" => session.text(),
            "remark" => self.heard.clone(),
            "gameover" => ending.is_some().to_string(),
            "p1turn" => session.mover().is_some_and(|mover| mover.index() == 0).to_string(),
            "result" => match ending.map(|ending| ending.winner()) {
                Some(Some(Player::FIRST)) => "p1win",
                Some(Some(_)) => "p2win",
                Some(None) => "draw",
                None => "none",
            }
            .to_owned(),
            _ => return Ok(()),
        };
        self.foreign.send(format!("response {answer}").trim_end(), deadline)
    }

    /// The position as the program is told it.
    fn position(&self, session: &dyn Session) -> String {
        let (start, moves) = self.origin.of(session);
        let start = match start {
            None if self.dialect.moves_not_plies => {
                self.origin.game.session(None).ok().map(|session| session.text())
            }
            start => start,
        };
        let start = match start.filter(|text| text != CHESS_START) {
            None => "startpos".to_owned(),
            Some(text) => format!("fen {text}"),
        };
        if moves.is_empty() {
            format!("position {start}")
        } else {
            format!("position {start} moves {}", moves.join(" "))
        }
    }

    fn go(&self, budget: &Budget) -> String {
        let mut words = vec!["go".to_owned()];
        if let Some(clocks) = &budget.clocks {
            let times = [clocks.left[0], clocks.left[1], clocks.increment[0], clocks.increment[1]];
            for (word, time) in self.dialect.clock.iter().zip(times) {
                words.push(format!("{word} {}", time.as_millis()));
            }
        }
        words.extend(budget.time.map(|time| format!("movetime {}", time.as_millis().max(1))));
        words.extend(budget.depth.map(|depth| format!("depth {depth}")));
        words.extend(budget.nodes.map(|nodes| format!("nodes {nodes}")));
        if words.len() == 1 {
            words.push(format!("movetime {UNLIMITED}"));
        }
        words.join(" ")
    }

    fn action(&self, session: &dyn Session, text: &str) -> Result<Action, Fault> {
        match self.origin.legal(session, text) {
            Ok(text) => Ok(Action::Move(text)),
            Err(_) if text == "resign" => Ok(Action::Resign),
            Err(_) if matches!(text, "(none)" | "none" | "0000" | "null") => Ok(Action::NoMoves),
            Err(fault) => Err(fault),
        }
    }
}

impl Dialect {
    /// Takes in what an `info` line says; a line about another than the best move, or a bound, is passed over.
    fn take_info(&self, words: &str, seen: &mut SearchInfo) {
        let words: Vec<&str> = words.split_whitespace().collect();
        let after = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1).copied()
        };
        if after("multipv").is_some_and(|number| number != "1")
            || words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound"))
        {
            return;
        }
        if let Some(nodes) = after("nodes").and_then(|word| word.parse().ok()) {
            seen.nodes = Some(nodes);
        }
        if let Some(depth) = after("depth").and_then(|word| word.parse().ok()) {
            seen.depth = Some(depth);
        }
        if let Some(place) = words.iter().position(|word| *word == "score")
            && let [_, kind, number, ..] = words[place..]
            && let Some(score) = self.score(kind, number)
        {
            seen.score = Some(score);
        }
        if let Some(place) = words.iter().position(|word| *word == "pv") {
            seen.line = words[place + 1..].iter().map(|word| (*word).to_owned()).collect();
        }
    }

    fn score(&self, kind: &str, number: &str) -> Option<Score> {
        let number: i32 = number.parse().ok()?;
        let size = number.unsigned_abs();
        match kind {
            "cp" => Some(Score::evaluation(number)),
            "mate" => {
                let plies = size.saturating_mul(2);
                Some(if number > 0 { Score::win_in(plies.saturating_sub(1)) } else { Score::loss_in(plies) })
            }
            kind if kind == self.win[0] => Some(Score::win_in(size)),
            kind if kind == self.win[1] => Some(Score::loss_in(size)),
            _ => None,
        }
    }
}

impl Client for InterfaceAgent {
    fn foreign(&mut self) -> &mut Foreign {
        &mut self.foreign
    }

    fn greet(&mut self, deadline: Instant) -> Result<Identity, Fault> {
        self.foreign.send(self.dialect.hello, deadline)?;
        let (mut name, mut author, mut words, mut options) = (None, None, None, Vec::new());
        loop {
            let line = self.foreign.line(deadline)?;
            let line = line.trim();
            if line == self.dialect.hello_back {
                break;
            } else if let Some(text) = line.strip_prefix("id name ") {
                name = Some(cut(text.trim()));
            } else if let Some(text) = line.strip_prefix("id author ") {
                author = Some(cut(text.trim()));
            } else if let Some(text) = line.strip_prefix("id introduction ") {
                words = Some(text.trim().chars().take(LONGEST_REMARK).collect::<String>());
            } else if let Some(text) = line.strip_prefix("option name ") {
                options.push(text.split(" type ").next().unwrap_or_default().trim().to_owned());
            }
        }
        let full_name = self.origin.game.full_name();
        if options.iter().any(|option| option == "Game") {
            self.foreign.send(&format!("setoption name Game value {full_name}"), deadline)?;
        }
        if self.dialect.moves_not_plies && full_name.contains("960") {
            self.foreign.send("setoption name UCI_Chess960 value true", deadline)?;
        }
        for (option, value) in &self.settings {
            if !options.iter().any(|known| known.eq_ignore_ascii_case(option)) {
                let reason = format!("it has no option `{option}`; it has: {}", options.join(", "));
                return Err(Fault::Unsuitable(reason));
            }
            self.foreign.send(&format!("setoption name {option} value {value}"), deadline)?;
        }
        let own = name.unwrap_or_else(|| self.foreign.short_name());
        let introduction = words.unwrap_or_else(|| match author {
            Some(author) => format!("{own} by {author}."),
            None => format!("{own}."),
        });
        Ok(Identity { nickname: self.name.clone().unwrap_or(own), introduction })
    }

    fn get_ready(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.origin.begin(meeting)?;
        self.introduce(meeting.deadline)?;
        self.foreign.send(self.dialect.new_game, meeting.deadline)?;
        self.synchronise(None, meeting.deadline)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let (session, deadline) = (turn.session, turn.deadline);
        self.heard = turn.remark.chars().take(LONGEST_REMARK).collect();
        self.foreign.send(&self.position(session), deadline)?;
        self.synchronise(Some(session), deadline)?;
        let go = self.go(&turn.budget);
        self.foreign.send(&go, deadline)?;
        let (mut seen, mut remark) = (SearchInfo::default(), String::new());
        loop {
            let line = self.foreign.line(deadline)?;
            let line = line.trim();
            if let Some(words) = line.strip_prefix("info ") {
                match words.strip_prefix("string ") {
                    Some(text) => remark = text.trim().chars().take(LONGEST_REMARK).collect(),
                    None => self.dialect.take_info(words, &mut seen),
                }
            } else if let Some(words) = line.strip_prefix("bestmove") {
                let Some(text) = words.split_whitespace().next() else {
                    return Err(Fault::Garbage(format!("`{}` without a move", cut(line))));
                };
                let action = self.action(session, text)?;
                if let (Action::Move(own), true) = (&action, seen.line.is_empty()) {
                    seen.line.push(own.clone());
                }
                return Ok(Answer { action, remark, seen });
            } else {
                self.respond(line, Some(session), deadline)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::Random;

    #[test]
    fn info_lines_fill_what_was_seen() {
        let mut seen = SearchInfo::default();
        UCI.take_info("depth 9 seldepth 12 multipv 1 score cp -31 nodes 1234 pv e2e4 e7e5", &mut seen);
        assert_eq!(seen.score, Some(Score::evaluation(-31)));
        assert_eq!((seen.depth, seen.nodes, seen.line.len()), (Some(9), Some(1234), 2));
        UCI.take_info("depth 10 multipv 2 score cp 900 pv a2a3", &mut seen);
        UCI.take_info("depth 10 score cp 900 upperbound pv a2a3", &mut seen);
        assert_eq!(seen.depth, Some(9));
        UCI.take_info("depth 11 score mate 2", &mut seen);
        assert_eq!(seen.score, Some(Score::win_in(3)));
        UCI.take_info("depth 11 score mate -1", &mut seen);
        assert_eq!(seen.score, Some(Score::loss_in(2)));
        UGI.take_info("depth 11 score win 5", &mut seen);
        assert_eq!(seen.score, Some(Score::win_in(5)));
        UGI.take_info("score loss", &mut seen);
        UGI.take_info("score cp x depth y", &mut seen);
        assert_eq!(seen.score, Some(Score::win_in(5)));
    }

    #[test]
    fn no_line_can_break_the_reader() {
        let words = [
            "depth",
            "score",
            "cp",
            "mate",
            "win",
            "loss",
            "pv",
            "nodes",
            "multipv",
            "1",
            "2",
            "-1",
            "0",
            "99999999999999999999",
            "-2147483648",
            "\u{fffd}",
            "lowerbound",
            "e2e4",
            "",
            "string",
        ];
        let mut random = Random::new(7);
        for _ in 0..10_000 {
            let count = random.below(12);
            let line: Vec<&str> = (0..count).map(|_| words[random.below(words.len())]).collect();
            let mut seen = SearchInfo::default();
            for dialect in [&UCI, &UGI] {
                dialect.take_info(&line.join(" "), &mut seen);
            }
            assert!(seen.line.len() <= count);
        }
    }
}
