//! `plybook show GAME`, and `plybook show FILE` for a recorded game.

use crate::arguments::Show;
use crate::bad_input::BadInput;
use crate::draw::draw;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use anyhow::Result;
use plybook_catalog::{
    Analysis, AnyGame, Board, DisplayMove, Ending, LegalMove, Marked, Session, Term, Text,
};
use serde::Serialize;

/// Everything there is to say about a position, for programs.
#[derive(Serialize)]
pub struct PositionAnswer {
    game: String,
    position: String,
    key: String,
    /// Who is to move, by name; absent when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    played: Vec<String>,
    /// The same moves as people read them.
    display: Vec<DisplayMove>,
    moves: Vec<LegalMove>,
    board: Board,
    marks: Vec<Marked>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<TermAnswer>>,
    /// What the engine thought before it made the last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
}

/// One term of the evaluation, for programs.
#[derive(Serialize)]
pub struct TermAnswer {
    name: Text,
    value: i32,
    weight: i32,
    contribution: i32,
}

impl PositionAnswer {
    /// The answer about a session's position.
    pub fn new(game: &dyn AnyGame, session: &dyn Session) -> PositionAnswer {
        let ending = session.ending();
        PositionAnswer {
            game: game.full_name(),
            position: session.text(),
            key: format!("{:016x}", session.key()),
            turn: if ending.is_some() { None } else { Some(mover_name(game, session)) },
            ending,
            played: session.record().to_vec(),
            display: session.display_record(),
            moves: session.moves(),
            board: session.board(),
            marks: session.marks(),
            terms: None,
            analysis: None,
        }
    }
}

/// The name of who is to move.
pub fn mover_name(game: &dyn AnyGame, session: &dyn Session) -> String {
    let name = session.mover().and_then(|player| game.player_names().get(player.index()));
    name.map_or_else(|| "chance".to_owned(), Text::to_string)
}

/// Draws a position, lists its moves and explains its evaluation.
pub fn run(output: Output, arguments: &Show) -> Result<()> {
    let from = &arguments.from;
    if let Some((path, wanted)) = super::replay::named(arguments)? {
        return super::replay::run(output, arguments, &path, wanted);
    }
    let game = open_game(&from.game)?;
    let session = start_session(&*game, from.position.as_deref(), &from.moves)?;
    let mut answer = PositionAnswer::new(&*game, &*session);
    let terms = match arguments.explain {
        false => None,
        true if answer.ending.is_some() => {
            return Err(
                BadInput::new("the game is over here: there is nothing to evaluate; drop --explain").into()
            );
        }
        true => Some(session.explain(arguments.evaluator.as_deref()).map_err(BadInput::from)?),
    };
    if arguments.json {
        answer.terms = terms.map(term_answers);
        return output.json(&answer);
    }
    output.line(format!("{}   {}", output.bold(&game.info().title), answer.position))?;
    output.line(draw(&answer.board, &answer.marks, game.player_names(), output))?;
    match &answer.ending {
        Some(ending) => output.line(&ending.sentence)?,
        None => {
            let texts: Vec<&str> = answer.moves.iter().map(|mv| mv.display.as_str()).collect();
            output.line(format!("{} to move: {}", mover_name(&*game, &*session), texts.join(" ")))?;
        }
    }
    for line in terms.iter().flat_map(|terms| explanation(terms)) {
        output.line(line)?;
    }
    Ok(())
}

/// The terms, for programs.
pub fn term_answers(terms: Vec<Term>) -> Vec<TermAnswer> {
    let plain = |term: Term| TermAnswer {
        contribution: term.contribution(),
        name: term.name,
        value: term.value,
        weight: term.weight,
    };
    terms.into_iter().map(plain).collect()
}

/// The terms as a table, in points for the side to move.
pub fn explanation(terms: &[Term]) -> Vec<String> {
    let points = |hundredths: i32| format!("{:+.2}", f64::from(hundredths) / 100.0);
    let width = terms.iter().map(|term| term.name.len()).max().unwrap_or(0).max("sum".len());
    let mut lines =
        vec![String::new(), format!("{:<width$} {:>8} {:>8} {:>10}", "term", "value", "weight", "points")];
    for term in terms {
        let (weight, contribution) = (points(term.weight), points(term.contribution()));
        lines.push(format!("{:<width$} {:>8} {weight:>8} {contribution:>10}", term.name, term.value));
    }
    let sum = terms.iter().map(|term| term.contribution()).sum();
    lines.push(format!("{:<width$} {:>28}", "sum", points(sum)));
    lines
}
