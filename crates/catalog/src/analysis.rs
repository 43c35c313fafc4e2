//! What a search found, in plain data.

use crate::DisplayMove;
use crate::session::GameSession;
use plybook_kernel::{ListedGame, Score};
use plybook_search::{Counts, Line};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Proven: the side to move wins in so many plies.
    Win(u32),
    /// Proven: the side to move loses in so many plies.
    Loss(u32),
    /// An evaluation or an exact margin, in points.
    Points(f64),
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        match score.distance() {
            Some(plies) if score.is_win() => Value::Win(plies),
            Some(plies) => Value::Loss(plies),
            None => Value::Points(f64::from(score.raw()) / f64::from(Score::POINT)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "win in {plies}"),
            Value::Loss(plies) => write!(f, "loss in {plies}"),
            Value::Points(points) => write!(f, "{points:+.2}"),
        }
    }
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysedLine {
    /// Its value for the side to move.
    pub value: Value,
    /// The value in words: `+0.35`, `win in 3`.
    pub text: String,
    /// Its moves in the game's notation.
    pub moves: Vec<String>,
    /// The same moves as people read them.
    pub display: Vec<DisplayMove>,
    /// The value as a number that orders all values.
    #[serde(skip)]
    pub score: Score,
}

/// What a search found so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The depth that was searched completely.
    pub depth: u32,
    /// The best lines, the best first.
    pub lines: Vec<AnalysedLine>,
    /// Positions entered.
    pub nodes: u64,
    /// How many of a thousand table entries are in use.
    pub table_fill: u32,
    /// Whether the best line's value is proven, not estimated.
    pub proven: bool,
    /// Whether an endgame database knows the position: then the value is proven, a draw too.
    pub database: bool,
    /// Whether the search was stopped before it was done.
    pub stopped: bool,
    /// All counters by name; while the search is running only `deepest` and `hits`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<&'static str, u64>,
}

impl Analysis {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }
}

/// Lines of typed moves from a session's position, in plain data.
pub(crate) fn plain_lines<G: ListedGame>(
    session: &GameSession<G>,
    lines: &[Line<G::Move>],
) -> Vec<AnalysedLine> {
    let (game, at, counter) = (&*session.game, &session.at, session.counter());
    let texts = |moves: &[G::Move]| {
        let mut at = at.clone();
        let write = |&mv: &G::Move| {
            let text = game.move_text(&at, mv);
            game.play(&mut at, mv);
            text
        };
        moves.iter().map(write).collect()
    };
    let plain = |line: &Line<G::Move>| AnalysedLine {
        value: line.score.into(),
        text: line.score.to_string(),
        moves: texts(&line.moves),
        display: counter.display(game, at, &line.moves),
        score: line.score,
    };
    lines.iter().map(plain).collect()
}

/// The counters by name.
pub(crate) fn plain_counts(counts: &Counts) -> BTreeMap<&'static str, u64> {
    counts.named().into_iter().collect()
}
