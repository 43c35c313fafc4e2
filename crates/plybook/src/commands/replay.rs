//! `plybook show FILE`: a recorded game, board by board.

use super::show::{PositionAnswer, mover_name};
use crate::arguments::Show;
use crate::bad_input::BadInput;
use crate::draw::draw;
use crate::game_name::is_rules_file;
use crate::output::Output;
use anyhow::Result;
use plybook_catalog::{
    AnyGame, GameRecord, GameResult, RecordError, RecordedMove, Records, Session, open, read_json,
};
use std::path::{Path, PathBuf};

/// Largest file of records that is read, in bytes.
const LARGEST_FILE: u64 = 256 << 20;

/// The file to replay, if one is meant, and the game it should be of.
pub fn named(arguments: &Show) -> Result<Option<(PathBuf, Option<&str>)>> {
    let name = arguments.from.game.as_str();
    let known = || is_rules_file(name) || open(name.split(':').next().unwrap_or_default()).is_ok();
    if let Some(path) = &arguments.record {
        return Ok(Some((path.clone(), Some(name))));
    }
    if !known() && Path::new(name).is_file() {
        if arguments.from.position.is_some() || !arguments.from.moves.is_empty() || arguments.explain {
            let message =
                "a recorded game has its own position and moves; drop --position, --moves and --explain";
            return Err(BadInput::new(message).into());
        }
        return Ok(Some((PathBuf::from(name), None)));
    }
    if !known() && name.contains(['.', '/']) && !name.contains(':') {
        let message = format!("{name:?} is neither a file nor a game; `plybook games` lists the games");
        return Err(BadInput::new(message).into());
    }
    if arguments.ply.is_some() || arguments.number != 1 || arguments.text {
        let message = format!(
            "--ply, --game and --text are for recorded games, and {name:?} is no file; write `plybook show FILE` \
             or add --record FILE"
        );
        return Err(BadInput::new(message).into());
    }
    Ok(None)
}

/// Replays a game of a file.
pub fn run(output: Output, arguments: &Show, path: &Path, wanted: Option<&str>) -> Result<()> {
    let record = read(path, wanted, arguments.number as usize)?;
    let complain = |error: RecordError| BadInput::new(format!("{}: {error}", path.display()));
    if arguments.text {
        return output.line(record.to_text().map_err(complain)?.trim_end());
    }
    let (game, mut session) = record.open().map_err(complain)?;
    if let Some(ply) = arguments.ply.filter(|&ply| ply > record.moves.len()) {
        let plies = record.moves.len();
        let message = format!("--ply {ply}: the game has {plies} plies; write a number up to {plies}");
        return Err(BadInput::new(message).into());
    }
    if arguments.json {
        return json(output, &record, &*game, session, arguments.ply);
    }
    let shown = |ply: usize| arguments.ply.is_none_or(|wanted| wanted == ply);
    head(output, &record, &*game)?;
    if shown(0) {
        position(output, &*game, &*session)?;
    }
    for (number, mv) in record.moves.iter().enumerate() {
        let mover = mover_name(&*game, &*session);
        let display = session.display_move(&mv.text).map_err(BadInput::from)?;
        session.play(&mv.text).map_err(BadInput::from)?;
        if shown(number + 1) {
            let number = display.number_text(true).map_or_else(String::new, |number| number + " ");
            output.line(format!("\n{number}{mover} plays {}", output.bold(&display.text)))?;
            said(output, mv)?;
            position(output, &*game, &*session)?;
        }
    }
    if arguments.ply.is_none_or(|ply| ply == record.moves.len()) {
        output.line(format!("\n{}", conclusion(&record, &*game, &*session)))?;
    }
    Ok(())
}

/// The wanted game of a file.
fn read(path: &Path, wanted: Option<&str>, number: usize) -> Result<GameRecord> {
    let text = crate::file::read(path, LARGEST_FILE)?;
    let complain = |error: RecordError| BadInput::new(format!("{}: {error}", path.display()));
    let too_few = |count: usize| {
        let games = if count == 1 { "one game".to_owned() } else { format!("{count} games") };
        BadInput::new(format!("--game {number}: {} holds {games}", path.display()))
    };
    if is_json(&text) {
        let mut records = read_json(&text).map_err(complain)?;
        if number > records.len() {
            return Err(too_few(records.len()).into());
        }
        let record = records.swap_remove(number - 1);
        return match wanted.filter(|wanted| !same_game(wanted, &record.game)) {
            Some(wanted) => {
                let message = format!("{}: game {number} is {}, not {wanted}", path.display(), record.game);
                Err(BadInput::new(message).into())
            }
            None => Ok(record),
        };
    }
    let mut count = 0;
    for record in Records::new(&text, wanted) {
        count += 1;
        if count == number {
            return Ok(record.map_err(complain)?);
        }
    }
    Err(too_few(count).into())
}

/// Whether two names choose the same game, options aside.
fn same_game(one: &str, other: &str) -> bool {
    one.split(':').next() == other.split(':').next()
}

/// Whether a text is JSON and not PGN, in which tags have names without quotes.
fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let inside = |mark: char| text.strip_prefix(mark).map(str::trim_start);
    inside('{').is_some_and(|inside| inside.starts_with(['"', '}']))
        || inside('[').is_some_and(|inside| inside.starts_with(['{', ']']))
}

fn head(output: Output, record: &GameRecord, game: &dyn AnyGame) -> Result<()> {
    let sides = game.player_names().iter().zip(&record.players);
    let names: Vec<String> = sides
        .map(|(side, name)| if name.is_empty() { side.to_string() } else { format!("{name} ({side})") })
        .collect();
    let date = if record.date.is_empty() { String::new() } else { format!(", {}", record.date) };
    output.line(format!("{}: {}{date}", output.bold(&game.info().title), names.join(" - ")))?;
    for (name, value) in &record.tags {
        output.line(format!("{name}: {value}"))?;
    }
    if record.comment.is_empty() { Ok(()) } else { output.line(&record.comment) }
}

fn position(output: Output, game: &dyn AnyGame, session: &dyn Session) -> Result<()> {
    output.line(draw(&session.board(), &session.marks(), game.player_names(), output))
}

/// What was said and thought about a move.
fn said(output: Output, mv: &RecordedMove) -> Result<()> {
    if !mv.remark.is_empty() {
        output.line(format!("  \"{}\"", mv.remark))?;
    }
    if !mv.comment.is_empty() {
        output.line(format!("  {}", mv.comment))?;
    }
    let seconds = |milliseconds: u64| format!("{}.{:03} s", milliseconds / 1000, milliseconds % 1000);
    let mut facts = Vec::new();
    facts.extend(mv.value.map(|value| format!("value {value}")));
    facts.extend(mv.depth.map(|depth| format!("depth {depth}")));
    facts.extend(mv.nodes.map(|nodes| format!("{nodes} positions")));
    facts.extend(mv.spent_ms.map(|spent| format!("{} used", seconds(spent))));
    facts.extend(mv.clock_ms.map(|clock| format!("{} left", seconds(clock))));
    if facts.is_empty() { Ok(()) } else { output.line(output.faint(&format!("  {}", facts.join(", ")))) }
}

/// How the game ended by the record, and by the board if that says otherwise.
fn conclusion(record: &GameRecord, game: &dyn AnyGame, session: &dyn Session) -> String {
    let winner = |player: usize| {
        let side = game.player_names().get(player).map_or("the player", |name| &**name);
        match record.players.get(player).filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} ({side}) wins"),
            None => format!("{side} wins"),
        }
    };
    let told = match record.result {
        GameResult::Win(player) => winner(player.index()),
        GameResult::Draw => "Draw".to_owned(),
        GameResult::Unfinished => "Not finished".to_owned(),
    };
    let reason = if record.reason.is_empty() { String::new() } else { format!(": {}", record.reason) };
    let told = format!("{}.", format!("{told}{reason}").trim_end_matches('.'));
    match session.ending() {
        Some(ending) if GameResult::from(&ending) != record.result => {
            format!("{told} (By the board: {})", ending.sentence)
        }
        _ => told,
    }
}

/// The record for programs, with the texts of all positions (readers pass over them); or one position with everything about it.
fn json(
    output: Output,
    record: &GameRecord,
    game: &dyn AnyGame,
    mut session: Box<dyn Session>,
    ply: Option<usize>,
) -> Result<()> {
    let mut positions = vec![session.text()];
    for mv in record.moves.iter().take(ply.unwrap_or(usize::MAX)) {
        session.play(&mv.text).map_err(BadInput::from)?;
        positions.push(session.text());
    }
    match ply {
        Some(_) => output.json(&PositionAnswer::new(game, &*session)),
        None => {
            let mut answer = serde_json::to_value(record)?;
            answer["positions"] = positions.into();
            output.json(&answer)
        }
    }
}
