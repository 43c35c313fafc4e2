//! `POST /api/state`: the board and everything that can be done on it.

use crate::game_position::{GamePosition, Opened};
use crate::problem::Problem;
use plybook_catalog::{
    Board, DisplayMove, Ending, LegalMove, Marked, Score, Session, Tally, Term, Text, Value,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lines in one request.
const MOST_LINES: usize = 64;

/// A position as the page draws it.
#[derive(Serialize, JsonSchema)]
pub struct StateAnswer {
    game: String,
    title: Text,
    variant: String,
    players: Vec<Text>,
    position: String,
    mover: Option<u8>,
    played: Vec<String>,
    /// The same moves as people read them.
    display: Vec<DisplayMove>,
    board: Board,
    marks: Vec<Marked>,
    alarms: Vec<usize>,
    moves: Vec<LegalMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    /// The cells that show why the game is over, such as the row that won.
    deciding: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Option<TallyAnswer>,
}

/// How the players stand in what the game counts.
#[derive(Serialize, JsonSchema)]
struct TallyAnswer {
    /// What is counted, in the plural.
    unit: Text,
    /// The number of each player.
    counts: Vec<i32>,
}

impl StateAnswer {
    /// The position where a game stands.
    pub fn new(opened: &Opened) -> StateAnswer {
        let session = &*opened.session;
        StateAnswer {
            game: opened.game.full_name(),
            title: opened.game.info().title.clone(),
            variant: opened.game.options_in_words(),
            players: opened.game.player_names().to_vec(),
            position: session.text(),
            mover: session.mover().map(|player| player.0),
            played: session.record().to_vec(),
            display: session.display_record(),
            board: session.board(),
            marks: session.marks(),
            alarms: session.checks(),
            moves: session.moves(),
            ending: session.ending(),
            deciding: session.deciding_cells(),
            tally: session.tally().map(|Tally { unit, counts }| TallyAnswer { unit, counts }),
        }
    }
}

/// The position at a place.
///
/// # Errors
/// There is no such place.
pub fn state(place: GamePosition) -> Result<StateAnswer, Problem> {
    Ok(StateAnswer::new(&place.open()?))
}

/// A place, and whose turn it is to be.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBackRequest {
    place: GamePosition,
    /// The players of whom one is to be on move; any player if none is named.
    #[serde(default)]
    players: Vec<u8>,
}

/// The position after moves were taken back: at least one, and as many as it takes until one of the players is to move.
///
/// # Errors
/// There is no such place.
pub fn take_back(request: TakeBackRequest) -> Result<StateAnswer, Problem> {
    let mut opened = request.place.open()?;
    let session = &mut opened.session;
    while session.take_back() {
        let wanted = |player: u8| request.players.is_empty() || request.players.contains(&player);
        if session.mover().is_some_and(|mover| wanted(mover.0)) {
            break;
        }
    }
    Ok(StateAnswer::new(&opened))
}

/// Lines of one game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinesRequest {
    /// The game with its options.
    game: String,
    /// The position that all lines begin at; the game's own if absent.
    #[serde(default)]
    position: Option<String>,
    /// The lines, each with the texts of its moves.
    #[schemars(length(max = MOST_LINES))]
    lines: Vec<Vec<String>>,
}

/// The same lines as people read them.
#[derive(Serialize, JsonSchema)]
pub struct LinesAnswer {
    lines: Vec<Vec<DisplayMove>>,
}

/// Lines of play as people read them.
///
/// # Errors
/// A line cannot be played, or there are too many.
pub fn lines(request: LinesRequest) -> Result<LinesAnswer, Problem> {
    let LinesRequest { game, position, lines } = request;
    if lines.len() > MOST_LINES {
        let message = format!("{} lines are too many; at most {MOST_LINES} are taken", lines.len());
        return Err(Problem::unusable(message));
    }
    let display = |moves: Vec<String>| {
        let place = GamePosition { game: game.clone(), position: position.clone(), moves };
        Ok(place.open()?.session.display_record())
    };
    Ok(LinesAnswer { lines: lines.into_iter().map(display).collect::<Result<_, Problem>>()? })
}

/// Whose evaluation of which place.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TermsRequest {
    place: GamePosition,
    #[serde(default)]
    evaluator: Option<String>,
}

/// One named term of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TermAnswer {
    /// What is counted.
    pub name: Text,
    /// How much of it there is, for the first player.
    pub value: f64,
    /// What it contributes, in points of the first player.
    pub points: f64,
}

/// What a learnt evaluation loses without a piece.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PieceValue {
    /// The cell on which it stands.
    pub cell: usize,
    /// What it is worth here, in points of the first player.
    pub points: f64,
}

/// An evaluation in its terms.
#[derive(Serialize, JsonSchema)]
pub struct TermsAnswer {
    evaluator: String,
    evaluators: Vec<Text>,
    terms: Vec<TermAnswer>,
    /// What each piece is worth, if the evaluation was learnt.
    pieces: Vec<PieceValue>,
    sum: Value,
}

/// The named terms of a position's evaluation, from the first player's view.
///
/// # Errors
/// There is no such evaluator.
pub fn terms(session: &dyn Session, evaluator: Option<&str>) -> Result<Vec<TermAnswer>, Problem> {
    let sign = sign(session);
    let term = |term: Term| {
        let points = f64::from(term.value) * f64::from(term.weight) / f64::from(Score::POINT);
        TermAnswer { name: term.name, value: sign * f64::from(term.value), points: sign * points }
    };
    Ok(session.explain(evaluator)?.into_iter().map(term).collect())
}

/// What turns the values of the player to move into those of the first player.
fn sign(session: &dyn Session) -> f64 {
    if session.mover().is_none_or(|player| player.0 == 0) { 1.0 } else { -1.0 }
}

/// What each piece is worth to the first player, if the evaluator was learnt.
fn pieces(session: &dyn Session, evaluator: Option<&str>) -> Result<Vec<PieceValue>, Problem> {
    let points = |value: i32| sign(session) * f64::from(value) / f64::from(Score::POINT);
    let values = session.piece_values(evaluator)?.into_iter();
    Ok(values.map(|(cell, value)| PieceValue { cell, points: points(value) }).collect())
}

/// The terms of an evaluator at a place.
///
/// # Errors
/// There is no such place or evaluator.
pub fn evaluation(request: TermsRequest) -> Result<TermsAnswer, Problem> {
    let Opened { game, session } = request.place.open()?;
    let evaluators: Vec<Text> = game.evaluators().iter().map(|info| info.name.clone()).collect();
    let strongest = evaluators.first().map(Text::to_string).unwrap_or_default();
    let terms = terms(&*session, request.evaluator.as_deref())?;
    let sum = terms.iter().map(|term| term.points).sum();
    let pieces = pieces(&*session, request.evaluator.as_deref())?;
    let evaluator = request.evaluator.unwrap_or(strongest);
    Ok(TermsAnswer { evaluator, evaluators, terms, pieces, sum: Value::Points(sum) })
}
