//! What the engine says with a move.

use super::place::Opened;
use plybook_catalog::{AnalysedLine, Analysis, Value};

/// A value, in units of what is usual in the game, that counts as nearly even.
const NEARLY: f64 = 0.5;
/// A value that counts as clearly better.
const CLEARLY: f64 = 2.5;

/// What is added where a database knows the position.
pub const PROOF: &str = " The endgame database proves it.";

/// A sentence or two about the position as the engine sees it with its move.
pub fn remark(opened: &Opened, analysis: &Analysis, line: Option<&AnalysedLine>) -> String {
    let Some(line) = line else { return String::new() };
    let forced = opened.session.move_texts().len() == 1;
    let mut said = match line.value {
        Value::Win(1) => "And that is the game.".to_owned(),
        Value::Win(plies) => format!("I win in {plies} plies at the latest."),
        Value::Loss(plies) if plies <= 2 => "You have me.".to_owned(),
        Value::Loss(plies) => format!("If you find the moves, I am lost in {plies} plies."),
        Value::Points(_) if analysis.database => "This is a draw with best play.".to_owned(),
        Value::Points(points) if points.abs() < NEARLY => "It looks even to me.".to_owned(),
        Value::Points(points) if points >= CLEARLY => format!("I like my position ({}).", line.text),
        Value::Points(points) if points > 0.0 => format!("I am a little better ({}).", line.text),
        Value::Points(points) if points <= -CLEARLY => format!("You are ahead ({}).", line.text),
        Value::Points(_) => format!("You are a little better ({}).", line.text),
    };
    if analysis.database {
        said += PROOF;
    }
    if forced {
        return format!("That was forced. {said}");
    }
    if let (Some(reply), Value::Points(_)) = (line.moves.get(1), line.value)
        && analysis.depth > 1
        && !analysis.database
    {
        said += &format!(" I expect {reply}.");
    }
    said
}
