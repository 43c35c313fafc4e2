//! What a course agent answered, and which legal move that is.

use super::illegal::Illegal;
use super::{Course, rows};
use crate::clients::GameOrigin;
use crate::ponder::rebuild;
use crate::process::printable;
use crate::{Action, Answer, Fault, SearchInfo};
use plybook_catalog::Session;
use serde::Deserialize;
use serde_json::Value;

/// `[[move, new_state], remark]` as the bridge passes it on.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TurnAnswer {
    /// The answer has another form altogether.
    odd: Option<String>,
    remark: String,
    /// The move is `None` or `False`.
    none: bool,
    /// The move as Python writes it.
    #[serde(rename = "move")]
    text: String,
    /// The move as numbers, if it is some.
    squares: Option<Value>,
    /// The rows of the new board, if there is one.
    board: Option<Vec<String>>,
}

impl TurnAnswer {
    /// The legal move that leads to the new board. The reported move counts only where there is no board: real
    /// agents report moves in varying ways.
    pub fn judge(self, course: Course, origin: &GameOrigin, session: &dyn Session) -> Result<Answer, Fault> {
        if let Some(odd) = self.odd {
            return Err(Fault::Garbage(format!("it returned {odd}")));
        }
        let legal = session.move_texts();
        let found = match &self.board {
            Some(board) => by_board(board, course, origin, session, &legal),
            None => self.squares.as_ref().and_then(|squares| by_squares(squares, course, session, &legal)),
        };
        let action = match (found, self.none) {
            (Some(text), _) => Action::Move(text),
            (None, true) => Action::NoMoves,
            (None, false) => {
                let reported = self.squares.as_ref().and_then(|squares| named(squares, course, session));
                let (board, reported) = (self.board.as_deref(), reported.as_deref());
                let why = Illegal { course, origin, session, board, reported }.explain();
                return Err(Fault::Illegal(format!("{}: {why}", self.text)));
            }
        };
        let line = if let Action::Move(text) = &action { vec![text.clone()] } else { Vec::new() };
        Ok(Answer {
            action,
            remark: printable(self.remark.as_bytes()),
            seen: SearchInfo { line, ..SearchInfo::default() },
        })
    }
}

fn by_board(
    board: &[String],
    course: Course,
    origin: &GameOrigin,
    session: &dyn Session,
    legal: &[String],
) -> Option<String> {
    let mut copy = rebuild(&*origin.game, origin.position.as_deref(), session)?;
    legal.iter().find_map(|text| {
        copy.play(text).ok()?;
        let same = rows(course, &*copy) == board;
        copy.take_back();
        same.then(|| text.clone())
    })
}

/// The legal move between reported squares.
fn by_squares(squares: &Value, course: Course, session: &dyn Session, legal: &[String]) -> Option<String> {
    let text = named(squares, course, session)?;
    let mut fitting = legal.iter().filter(|known| **known == text || known.split('=').next() == Some(&text));
    fitting.next().cloned()
}

/// A move from its squares as rows and columns from the top left: `[[6, 0], [5, 0]]`, or `[2, 3]` for a tile.
fn named(squares: &Value, course: Course, session: &dyn Session) -> Option<String> {
    let board = session.board();
    let name = |square: &Value| {
        let place =
            |number: usize| square.get(number)?.as_u64().and_then(|place| usize::try_from(place).ok());
        let (row, column) = (place(0)?, place(1)?);
        (column < board.columns).then_some(())?;
        Some(board.squares.get(row * board.columns + column)?.name.clone())
    };
    match course {
        Course::Baroque => Some(name(squares.get(0)?)? + &name(squares.get(1)?)?),
        Course::ToroTile => name(squares),
    }
}
