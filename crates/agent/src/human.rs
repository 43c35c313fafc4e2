//! A person at a terminal, or at anything else that has lines.

use crate::{Action, Agent, Answer, Fault, GameStart, Identity, SearchInfo, Turn};
use plybook_catalog::{BoardShape, Ending, Session, SquareGround};
use std::io::{BufRead, BufReader, Write, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// What a person may type.
const HELP: &str = "Type a move, or one of: moves (list them), board (draw it again), text (the position as \
                    text), say WORDS (a remark for the opponent), resign.";

/// Draws a position for a person.
pub type Draw = Box<dyn Fn(&dyn Session) -> String + Send>;

/// Lines that a person types. They are read in a thread of their own, so that a deadline holds whatever the person
/// does. People who play at the same terminal share its lines: a second reader would take lines from the first.
#[derive(Clone)]
pub struct Lines(Arc<Mutex<Receiver<String>>>);

impl Lines {
    /// The lines of some input. What is no UTF-8 is replaced, so that a slip of the keyboard is no more than that.
    #[must_use]
    pub fn of(mut input: impl BufRead + Send + 'static) -> Lines {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while input.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        Lines(Arc::new(Mutex::new(lines)))
    }

    /// The lines of standard input, of which there is one reader however many agents ask.
    #[must_use]
    pub fn of_terminal() -> Lines {
        static TERMINAL: OnceLock<Lines> = OnceLock::new();
        TERMINAL.get_or_init(|| Lines::of(BufReader::new(stdin()))).clone()
    }
}

/// A person who reads what is written to `output` and answers in lines.
pub struct HumanAgent<W> {
    name: String,
    lines: Lines,
    output: W,
    draw: Draw,
    opponent: String,
    remark: String,
    began: Option<Instant>,
}

impl<W: Write + Send> HumanAgent<W> {
    /// A person of some name. `draw` makes the board; `plain_board` will do.
    #[must_use]
    pub fn new(name: &str, lines: Lines, output: W, draw: Draw) -> HumanAgent<W> {
        HumanAgent {
            name: name.to_owned(),
            lines,
            output,
            draw,
            opponent: String::new(),
            remark: String::new(),
            began: None,
        }
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        let written = writeln!(self.output, "{text}").and_then(|()| self.output.flush());
        written.map_err(|error| Fault::Crashed(format!("the terminal is gone: {error}")))
    }

    /// The next line, or why there is none.
    fn line(&mut self, deadline: Instant) -> Result<String, Fault> {
        let wait = deadline.saturating_duration_since(Instant::now());
        let lines = self.lines.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                Fault::TimedOut(self.began.map(|began| began.elapsed()).unwrap_or(wait))
            }
            RecvTimeoutError::Disconnected => Fault::Crashed("the person left".to_owned()),
        })
    }
}

impl<W: Write + Send> Agent for HumanAgent<W> {
    fn identity(&mut self, _: Instant) -> Result<Identity, Fault> {
        Ok(Identity { nickname: self.name.clone(), introduction: format!("{} is a person.", self.name) })
    }

    fn begin(&mut self, meeting: &GameStart<'_>) -> Result<(), Fault> {
        meeting.opponent.clone_into(&mut self.opponent);
        self.write(&format!("{}, you play {} against {}.", self.name, meeting.game, meeting.opponent))?;
        self.write(HELP)
    }

    fn turn(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.began = Some(Instant::now());
        let board = (self.draw)(turn.session);
        self.write(&board)?;
        if !turn.remark.is_empty() {
            self.write(&format!("{} says: {}", self.opponent, turn.remark))?;
        }
        self.remark.clear();
        let legal = turn.session.moves();
        let listed = legal.iter().map(|mv| mv.display.as_str()).collect::<Vec<_>>().join(" ");
        let action = loop {
            self.write("Your move:")?;
            let line = self.line(turn.deadline)?;
            let text = line.trim();
            match text.split_once(' ').unwrap_or((text, "")) {
                ("", _) => {}
                ("help" | "?", "") => self.write(HELP)?,
                ("moves", "") => self.write(&listed)?,
                ("board", "") => self.write(&board)?,
                ("text", "") => self.write(&turn.session.text())?,
                ("say", words) => words.trim().clone_into(&mut self.remark),
                ("resign", "") => break Action::Resign,
                _ => match legal.iter().find(|mv| mv.text == text || mv.display == text) {
                    Some(mv) => break Action::Move(mv.text.clone()),
                    None => self.write(&format!("`{text}` is not a legal move here; legal: {listed}"))?,
                },
            }
        };
        Ok(Answer { action, remark: std::mem::take(&mut self.remark), seen: SearchInfo::default() })
    }

    fn end(&mut self, ending: Option<&Ending>) {
        let sentence = ending.map_or("The game is over.", |ending| ending.sentence.as_str()).to_owned();
        // If the terminal is closed, there is nothing to do about it here.
        let _ = self.write(&sentence);
    }
}

/// A board in letters: rows of a grid from the top, or the position's text for boards of other shapes.
#[must_use]
pub fn plain_board(session: &dyn Session) -> String {
    let board = session.board();
    if !matches!(board.shape, BoardShape::Grid | BoardShape::Torus) || board.columns == 0 {
        return session.text();
    }
    let letter = |square: &plybook_catalog::Square| match (&square.piece, square.ground) {
        (Some(piece), _) => piece.letter,
        (None, SquareGround::Hole) => '#',
        (None, SquareGround::Unused) => ' ',
        (None, _) => '.',
    };
    let row = |squares: &[plybook_catalog::Square]| {
        squares.iter().map(|square| letter(square).to_string()).collect::<Vec<_>>().join(" ")
    };
    let rows: Vec<String> = board.squares.chunks(board.columns).map(row).collect();
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use plybook_catalog::{Player, open};
    use std::io::Cursor;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    /// Somewhere to write that can be read later.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn turn(session: &dyn Session) -> Turn<'_> {
        let deadline = Instant::now() + Duration::from_secs(20);
        Turn { session, remark: "Hello.", budget: Budget::default(), deadline }
    }

    #[test]
    fn a_person_types_asks_and_moves() {
        let paper = Paper::default();
        let input = Cursor::new("\nmoves\nnonsense\nsay Good luck!\nb2\nresign\n");
        let mut person = HumanAgent::new("Eva", Lines::of(input), paper.clone(), Box::new(plain_board));
        let session = open("tictactoe").unwrap().session(None).unwrap();
        let meeting = GameStart {
            game: "tictactoe",
            position: None,
            opening: &[],
            side: Player::FIRST,
            opponent: "Bert",
            seed: 0,
            deadline: Instant::now(),
        };
        person.begin(&meeting).unwrap();
        let answer = person.turn(&turn(&*session)).unwrap();
        assert_eq!((answer.action, answer.remark.as_str()), (Action::Move("b2".to_owned()), "Good luck!"));
        assert_eq!(person.turn(&turn(&*session)).unwrap().action, Action::Resign);
        let fault = person.turn(&turn(&*session)).unwrap_err();
        assert_eq!(fault, Fault::Crashed("the person left".to_owned()));
        let written = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
        for part in [". . .", "Bert says: Hello.", "`nonsense` is not a legal move", "a1 b1"] {
            assert!(written.contains(part), "{part}: {written}");
        }
    }

    #[test]
    fn whoever_shares_lines_loses_none_and_odd_bytes_are_no_farewell() {
        let lines = Lines::of(Cursor::new(b"\xff\xfe\nb2\na1\n".to_vec()));
        let seat = || HumanAgent::new("Eva", lines.clone(), Paper::default(), Box::new(plain_board));
        let session = open("tictactoe").unwrap().session(None).unwrap();
        drop(seat());
        for text in ["b2", "a1"] {
            assert_eq!(seat().turn(&turn(&*session)).unwrap().action, Action::Move(text.to_owned()));
        }
    }

    #[test]
    fn a_person_who_says_nothing_times_out() {
        let (keep, input) = std::os::unix::net::UnixStream::pair().unwrap();
        let lines = Lines::of(BufReader::new(input));
        let mut person = HumanAgent::new("Eva", lines, Paper::default(), Box::new(plain_board));
        let session = open("nim").unwrap().session(None).unwrap();
        let deadline = Instant::now() + Duration::from_millis(50);
        let fault = person.turn(&Turn { deadline, ..turn(&*session) }).unwrap_err();
        assert!(matches!(fault, Fault::TimedOut(_)), "{fault}");
        drop(keep);
    }
}
