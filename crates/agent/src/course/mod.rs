//! Course agents in Python: a student's file behind a bridge that provides the course's modules.

mod answer;
mod illegal;

use crate::clients::{Client, Foreign, GameOrigin};
use crate::process::{Launch, printable};
use crate::{Answer, Budget, Fault, GameStart, Identity, Turn};
use answer::TurnAnswer;
use plybook_catalog::{AnyGame, Session, SquareGround};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The script that loads an agent and talks to us in JSON lines.
const BRIDGE: &str = include_str!("bridge.py");
/// The default interpreter.
const PYTHON: &str = "python3";
/// Asks the bridge to quit.
const FAREWELL: &str = r#"{"do":"quit"}"#;
/// The time that an agent is told for a move if nothing limits it: the courses' own defaults.
const DEFAULT_TIME: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(1)];
/// Own moves that a clock is divided among.
const MOVES_TO_GO: u32 = 30;

/// A course's interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Baroque chess: `nickname`, `introduce`, `prepare`, `makeMove`, with the module `BC_state_etc`.
    Baroque,
    /// Toro-Tile Straight: `moniker`, `who_am_i`, `get_ready`, `take_turn`, with the module `TTS_State`.
    ToroTile,
}

impl Course {
    const fn game(self) -> &'static str {
        match self {
            Course::Baroque => "baroque",
            Course::ToroTile => "tts",
        }
    }
}

/// What the bridge answers to anything.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reply<T> {
    Ok(T),
    Error(String),
}

#[derive(Deserialize)]
struct Hello {
    nickname: String,
    introduction: String,
}

/// What the bridge answers to the beginning of a game: nothing.
#[derive(Deserialize)]
struct Ready {}

/// An agent in the course's form. Every game after the first has a new interpreter, so that threads and variables
/// of the last one are gone.
pub struct CourseAgent {
    course: Course,
    file: PathBuf,
    foreign: Foreign,
    origin: GameOrigin,
    name: Option<String>,
    played: bool,
}

impl CourseAgent {
    /// An agent's file. Of `launch`, only the limits, the environment and the folder are used.
    ///
    /// # Errors
    /// The game is not the course's, or the file is not there.
    pub fn new(
        game: &dyn AnyGame,
        course: Course,
        file: &Path,
        python: Option<&str>,
        launch: Launch,
        name: Option<String>,
    ) -> Result<CourseAgent, Fault> {
        if game.info().name != course.game() {
            let reason = format!("agents of this course play {}, not {}", course.game(), game.full_name());
            return Err(Fault::Unsuitable(reason));
        }
        let missing = |why: &str| {
            let named = file.display();
            Fault::NotStarted(format!(
                "{named}: {why}; name the agent's file as seen from the current folder"
            ))
        };
        let found = file.canonicalize().map_err(|error| missing(&error.to_string()))?;
        if found.is_dir() {
            return Err(missing("that is a folder"));
        }
        let file = found;
        let argv = [python.unwrap_or(PYTHON), "-B", "-u", "-c", BRIDGE, course.game()];
        let mut argv: Vec<String> = argv.map(str::to_owned).to_vec();
        argv.push(file.display().to_string());
        let start = game.session(None).map_err(|error| Fault::Unsuitable(error.to_string()))?;
        argv.push(description(course, &game.full_name(), &*start).to_string());
        let folder = launch.folder.clone().or_else(|| file.parent().map(Path::to_owned));
        let foreign = Foreign::new(Launch { argv, folder, ..launch }, Some(FAREWELL));
        let origin = GameOrigin::new(game)?;
        Ok(CourseAgent { course, file, foreign, origin, name, played: false })
    }

    fn ask<T: for<'a> Deserialize<'a>>(&mut self, question: &Value, deadline: Instant) -> Result<T, Fault> {
        self.foreign.send(&question.to_string(), deadline)?;
        let line = self.foreign.line(deadline)?;
        match serde_json::from_str(&line) {
            Ok(Reply::Ok(answer)) => Ok(answer),
            Ok(Reply::Error(error)) => Err(Fault::Crashed(printable(error.as_bytes()))),
            Err(error) => Err(Fault::Garbage(format!("the bridge's answer cannot be read: {error}"))),
        }
    }

    /// The board as the course's rows: letters of pieces, and a sign for what is empty or forbidden.
    fn rows(&self, session: &dyn Session) -> Vec<String> {
        rows(self.course, session)
    }

    fn seconds(&self, budget: &Budget, side: usize) -> f64 {
        let clock =
            budget.clocks.as_ref().map(|clocks| clocks.left[side] / MOVES_TO_GO + clocks.increment[side]);
        let default = DEFAULT_TIME[usize::from(self.course == Course::ToroTile)];
        [budget.time, clock].into_iter().flatten().min().unwrap_or(default).as_secs_f64()
    }
}

/// What the bridge is told of a game: its name, its board, and how many in a row win.
fn description(course: Course, name: &str, session: &dyn Session) -> Value {
    json!({ "name": name, "k": row_length(name), "board": rows(course, session) })
}

/// How many in a row win, from a game's full name, which says so unless the game type does.
fn row_length(name: &str) -> u32 {
    let told = name.split([':', ',']).find_map(|word| word.strip_prefix("k=")?.parse().ok());
    let default = if name.contains("tetra-toro") {
        4
    } else if name.contains("whites-challenge") {
        6
    } else {
        5
    };
    told.unwrap_or(default)
}

fn rows(course: Course, session: &dyn Session) -> Vec<String> {
    let board = session.board();
    let sign = |square: &plybook_catalog::Square| match (&square.piece, course) {
        (Some(piece), _) => piece.letter,
        (None, Course::Baroque) => '-',
        (None, Course::ToroTile) if square.ground == SquareGround::Hole => '-',
        (None, Course::ToroTile) => ' ',
    };
    board.squares.chunks(board.columns.max(1)).map(|row| row.iter().map(sign).collect()).collect()
}

/// Longest nickname that is taken over, in characters.
const LONGEST_NICKNAME: usize = 40;

fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.trim().chars().take(LONGEST_NICKNAME).collect()
}

impl Client for CourseAgent {
    fn foreign(&mut self) -> &mut Foreign {
        &mut self.foreign
    }

    fn greet(&mut self, deadline: Instant) -> Result<Identity, Fault> {
        self.played = false;
        let hello: Hello = self.ask(&json!({ "do": "hello" }), deadline)?;
        let own = match one_line(&hello.nickname) {
            name if name.is_empty() => {
                self.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
            }
            name => name,
        };
        let nickname = self.name.clone().unwrap_or(own);
        let introduction = printable(hello.introduction.trim().as_bytes());
        Ok(Identity { nickname, introduction })
    }

    fn get_ready(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        self.origin.begin(meeting)?;
        if self.played {
            self.foreign.end();
        }
        let greeted = self.introduce(meeting.deadline);
        self.played = true;
        greeted?;
        let wrong = |error: plybook_catalog::ReadError| Fault::Unsuitable(error.to_string());
        let mut session = self.origin.game.session(meeting.position).map_err(wrong)?;
        meeting.opening.iter().try_for_each(|text| session.play(text)).map_err(wrong)?;
        let name = self.origin.game.full_name();
        let mut question = description(self.course, &name, &*session);
        question["do"] = "begin".into();
        question["opponent"] = meeting.opponent.into();
        question["side"] = meeting.side.0.into();
        question["mover"] = session.mover().map_or(0, |mover| mover.0).into();
        let Ready {} = self.ask(&question, meeting.deadline)?;
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let session = turn.session;
        let side = session.mover().map_or(0, |mover| mover.index().min(1));
        let question = json!({
            "do": "turn",
            "board": self.rows(session),
            "side": side,
            "remark": turn.remark,
            "seconds": self.seconds(&turn.budget, side),
        });
        let answer: TurnAnswer = self.ask(&question, turn.deadline)?;
        answer.judge(self.course, &self.origin, session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    #[test]
    fn boards_and_lengths_are_told_as_the_courses_write_them() {
        let baroque = open("baroque").unwrap().session(None).unwrap();
        let board = rows(Course::Baroque, &*baroque);
        assert_eq!((board.len(), board[0].as_str(), board[7].as_str()), (8, "cliwkilf", "FLIWKILC"));
        assert_eq!(board[3], "--------");
        let mut tiles = open("tts:whites-challenge").unwrap().session(None).unwrap();
        tiles.play("a1").unwrap();
        let board = rows(Course::ToroTile, &*tiles);
        assert_eq!((board[1].as_str(), board[6].as_str()), ("    B    ", "W        "));
        assert_eq!(board[3], "  -----  ");
        for (name, length) in
            [("tts", 5), ("tts:tetra-toro", 4), ("tts:whites-challenge", 6), ("tts:board=.../...,k=3", 3)]
        {
            assert_eq!(row_length(&open(name).unwrap().full_name()), length, "{name}");
        }
    }
}
