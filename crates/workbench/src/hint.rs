//! `POST /api/hint`: a move, and why.

use crate::cancellation::Cancellation;
use crate::databases::consulting;
use crate::game_position::{GamePosition, Opened};
use crate::problem::Problem;
use crate::state::{TermAnswer, terms};
use crate::stopwatch::Stopwatch;
use plybook_catalog::{
    AnalysedLine, DisplayMove, EngineConfig, Limits, Session, Text, Value, move_list, think_evenly,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long a hint is thought about, in milliseconds, where nothing is said.
const DEFAULT: u64 = 1000;
/// The longest that can be asked for, in milliseconds.
const LONGEST: u64 = 20_000;
/// Size of the table, in mebibytes.
const TABLE: usize = 32;
/// Moves of a line that are told.
const LINE: usize = 10;
/// A difference in points that is worth telling.
const WORTH_TELLING: f64 = 0.05;

/// What is added where a database knows the position.
const PROOF: &str = " The endgame database proves it.";

/// Where a hint is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {
    place: GamePosition,
    #[serde(default)]
    #[schemars(range(min = 1, max = LONGEST))]
    milliseconds: Option<u64>,
}

/// A line of play as a hint tells it.
#[derive(Serialize, JsonSchema)]
struct HintLine {
    value: Value,
    text: String,
    moves: Vec<String>,
    /// The same moves as people read them.
    display: Vec<DisplayMove>,
}

impl From<&AnalysedLine> for HintLine {
    fn from(line: &AnalysedLine) -> HintLine {
        let moves = line.moves.iter().take(LINE).cloned().collect();
        HintLine { value: line.value, text: line.text.clone(), moves, display: beginning(line).to_vec() }
    }
}

/// As much of a line as is told.
fn beginning(line: &AnalysedLine) -> &[DisplayMove] {
    &line.display[..line.display.len().min(LINE)]
}

/// A hint: a move, the line it leads to, and what it is better than.
#[derive(Serialize, JsonSchema)]
pub struct HintAnswer {
    #[serde(rename = "move")]
    text: String,
    reason: String,
    line: HintLine,
    /// The next best move and what happens after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<HintLine>,
    depth: u32,
}

/// A hint at a place.
///
/// # Errors
/// There is no such place, or nothing to search there.
pub fn hint(request: HintRequest, cancelled: &Cancellation) -> Result<HintAnswer, Problem> {
    let milliseconds = crate::analyse::within("milliseconds", request.milliseconds, DEFAULT, 1..=LONGEST)?;
    let opened = request.place.open_to_search()?;
    let Opened { game, session } = &opened;
    let deepest = crate::analyse::DEEPEST;
    let depth = session.max_plies().unwrap_or(deepest).clamp(1, deepest);
    let limits = Limits { lines: 2, ..Limits::depth(depth) };
    let setup = consulting(EngineConfig { hash: TABLE, ..EngineConfig::default() }, &**game);
    let mut thinker = game.thinker(&setup)?;
    let watch = Stopwatch::new(Duration::from_millis(milliseconds), cancelled);
    let analysis = think_evenly(&mut *thinker, &**session, &limits.into(), &watch)?;
    let best = analysis.lines.first().ok_or_else(Problem::internal)?;
    let other = analysis.lines.get(1);
    let text = best.moves.first().cloned().ok_or_else(Problem::internal)?;
    let mut reason = reason(&request.place, &**session, best, other);
    if analysis.database {
        reason += PROOF;
    }
    Ok(HintAnswer {
        reason,
        line: best.into(),
        instead: other.map(HintLine::from),
        depth: analysis.depth,
        text,
    })
}

/// Why the best move is better than the next best: what it wins or prevents, by the line that shows it.
fn reason(
    place: &GamePosition,
    session: &dyn Session,
    best: &AnalysedLine,
    other: Option<&AnalysedLine>,
) -> String {
    let line = |line: &AnalysedLine| move_list(beginning(line));
    let Some(other) = other else {
        return if session.move_texts().len() == 1 {
            "It is the only legal move.".to_owned()
        } else {
            format!("It leads to {}.", line(best))
        };
    };
    let tried = other.display.first().map_or("another move", |tried| &tried.text);
    let answer = move_list(beginning(other).get(1..).unwrap_or_default());
    let against = if answer.is_empty() { String::new() } else { format!(": {answer}") };
    match (best.value, other.value) {
        (Value::Win(1), _) => "It wins at once.".to_owned(),
        (Value::Win(plies), Value::Win(longer)) if longer > plies => {
            format!(
                "It wins in {plies} plies by force: {}. After {tried} it would take {longer}.",
                line(best)
            )
        }
        (Value::Win(plies), Value::Win(_)) => {
            format!("It wins in {plies} plies by force: {}. So does {tried}.", line(best))
        }
        (Value::Win(plies), _) => {
            format!(
                "It wins in {plies} plies by force: {}. After {tried} the win is gone{against}.",
                line(best)
            )
        }
        (Value::Loss(plies), Value::Loss(sooner)) if sooner < plies => format!(
            "Everything loses, but this holds out longest: {plies} plies. {tried} loses in {sooner}{against}."
        ),
        (Value::Loss(plies), _) => {
            format!("Everything loses; this in {plies} plies, as any other move does.")
        }
        (_, Value::Loss(plies)) => {
            format!("It prevents a loss: {tried}, the next best, loses in {plies} plies{against}.")
        }
        (Value::Points(own), Value::Points(others)) => {
            compare(place, own - others, tried, &line(best), best, other)
        }
        (Value::Points(_), Value::Win(_)) => format!("It leads to {}.", line(best)),
    }
}

/// Two undecided lines: which counts differ at their ends.
fn compare(
    place: &GamePosition,
    difference: f64,
    tried: &str,
    told: &str,
    best: &AnalysedLine,
    other: &AnalysedLine,
) -> String {
    if difference < WORTH_TELLING {
        return format!("It leads to {told}. {tried} is as good.");
    }
    let mut text = format!("It is {difference:.2} points better than {tried}: {told}.");
    let ends = (ending_terms(place, best), ending_terms(place, other));
    let first_moves =
        place.open().is_ok_and(|opened| opened.session.mover().is_some_and(|player| player.0 == 0));
    if let (Some(own), Some(others)) = ends
        && let Some((name, gain)) = largest_gain(&own, &others, first_moves)
    {
        text += &format!(" At the end of that line \"{name}\" counts {gain:.2} more.");
    }
    text
}

/// The terms at the end of a line; none where the game is over there.
fn ending_terms(place: &GamePosition, line: &AnalysedLine) -> Option<Vec<TermAnswer>> {
    let mut session = place.open().ok()?.session;
    for text in &line.moves {
        session.play(text).ok()?;
    }
    if session.ending().is_some() {
        return None;
    }
    terms(&*session, None).ok()
}

/// The term that speaks most for one's own line.
fn largest_gain(own: &[TermAnswer], others: &[TermAnswer], first_moves: bool) -> Option<(Text, f64)> {
    let sign = if first_moves { 1.0 } else { -1.0 };
    let gain = |term: &TermAnswer| {
        let before = others.iter().find(|other| other.name == term.name).map_or(0.0, |other| other.points);
        (term.name.clone(), sign * (term.points - before))
    };
    let gains = own.iter().map(gain).filter(|(_, gain)| *gain >= WORTH_TELLING);
    gains.max_by(|one, other| one.1.total_cmp(&other.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(game: &str, position: &str) -> GamePosition {
        GamePosition { game: game.to_owned(), position: Some(position.to_owned()), moves: Vec::new() }
    }

    fn hint_at(place: &GamePosition) -> (String, String) {
        let opened = place.open_to_search().unwrap();
        let mut thinker = opened.game.thinker(&EngineConfig { hash: 1, ..EngineConfig::default() }).unwrap();
        let limits = Limits { lines: 2, ..Limits::depth(6) };
        let analysis = thinker.think(&*opened.session, &limits.into(), &plybook_catalog::NoObserver).unwrap();
        let (best, other) = (&analysis.lines[0], analysis.lines.get(1));
        (best.moves[0].clone(), reason(place, &*opened.session, best, other))
    }

    #[test]
    fn a_win_a_defence_and_an_only_move_say_so() {
        let (text, why) = hint_at(&place("tictactoe", "2X/OXO/3 X"));
        assert_eq!((text.as_str(), why.as_str()), ("a1", "It wins at once."));
        let (text, why) = hint_at(&place("tictactoe", "XX1/1O1/3 O"));
        assert_eq!(text, "c3");
        assert!(why.starts_with("It prevents a loss"), "{why}");
        let (_, why) = hint_at(&place("tictactoe", "XOX/XOO/O1X X"));
        assert!(why.contains("wins at once") || why.contains("only legal move"), "{why}");
    }

    #[test]
    fn undecided_lines_are_compared_by_their_counts() {
        let (_, why) = hint_at(&place("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"));
        assert!(why.contains("points better") || why.contains("wins"), "{why}");
    }
}
