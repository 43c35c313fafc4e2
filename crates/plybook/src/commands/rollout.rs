//! `plybook rollout GAME`.

use crate::arguments::Rollout;
use crate::bad_input::BadInput;
use crate::game_name::{open_game, start_session};
use crate::output::Output;
use crate::progress;
use anyhow::Result;
use plybook_catalog::{AnyGame, Player, RolloutPlan, Session};
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    /// For whom the results count.
    player: String,
    results: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    /// Nothing where chance is to move, so that the position itself is played out.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Points of the player on average.
    mean: f64,
    error: f64,
    deviation: f64,
    /// In a hundred.
    wins: f64,
    games: u32,
}

/// Plays out the moves that look best, or the position itself where chance is to move, and lists what they are worth.
pub fn run(output: Output, arguments: &Rollout) -> Result<()> {
    let game = open_game(&arguments.game)?;
    let session = start_session(&*game, arguments.position.as_deref(), &arguments.moves)?;
    let player = session.mover().unwrap_or(Player::FIRST);
    let plan = RolloutPlan {
        games: arguments.games,
        plies: arguments.plies,
        seed: arguments.seed,
        reduction: !arguments.plain,
    };
    let mut results = Vec::new();
    for text in candidates(&*session, arguments.candidates as usize) {
        results.push(row(&*game, &*session, text, player, plan, arguments)?);
    }
    results.sort_by(|one, other| other.mean.total_cmp(&one.mean));
    let name = game.player_names().get(player.index()).map_or_else(String::new, ToString::to_string);
    let answer = Answer { game: game.full_name(), position: session.text(), player: name, results };
    if arguments.json {
        return output.json(&answer);
    }
    output.line(format!("{}: points of {} a game", answer.game, answer.player))?;
    for row in &answer.results {
        output.line(format!(
            "{:<24} {:>+7.3} +- {:.3}   {:.1} % won, {} games",
            row.text.as_deref().unwrap_or("this position"),
            row.mean,
            row.error,
            row.wins,
            row.games
        ))?;
    }
    Ok(())
}

/// The moves to play out, the best by a single look first; only the position itself where no player is to move.
fn candidates(session: &dyn Session, most: usize) -> Vec<Option<String>> {
    if session.mover().is_none() {
        return vec![None];
    }
    let mut moves: Vec<_> = session.one_ply().into_iter().zip(session.move_texts()).collect();
    moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    let texts = moves.into_iter().take(most).map(|(_, text)| Some(text));
    let texts: Vec<Option<String>> = texts.collect();
    // A finished game has no moves: playing it out says so.
    if texts.is_empty() { vec![None] } else { texts }
}

/// Plays out a move, or the position itself.
fn row(
    game: &dyn AnyGame,
    session: &dyn Session,
    text: Option<String>,
    player: Player,
    plan: RolloutPlan,
    arguments: &Rollout,
) -> Result<Row> {
    let mut after = game.session(Some(&session.text())).map_err(BadInput::from)?;
    if let Some(text) = &text {
        after.play(text).map_err(BadInput::from)?;
    }
    // A move that ends the game needs no dice.
    if let (Some(_), Some(ending)) = (&text, after.ending()) {
        let mean = f64::from(ending.outcome.utility(player));
        let wins = if mean > 0.0 { 100.0 } else { 0.0 };
        return Ok(Row { text, mean, error: 0.0, deviation: 0.0, wins, games: 0 });
    }
    let bar = progress::bar("games");
    bar.set_length(plan.games.into());
    let found = after
        .rollout(arguments.evaluator.as_deref(), player, plan, &mut |_| {
            bar.inc(1);
            false
        })
        .map_err(BadInput::from)?;
    bar.finish_and_clear();
    let (mean, error, deviation, wins) = (found.mean, found.error, found.deviation, found.wins);
    Ok(Row { text, mean, error, deviation, wins, games: found.games })
}
