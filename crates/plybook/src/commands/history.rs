//! `plybook history`.

use super::contest;
use crate::arena_arguments::History;
use crate::bad_input::{BadInput, bad_input};
use crate::database_file;
use crate::file;
use crate::game_name::open_game;
use crate::output::Output;
use crate::stored_tournament::{scored, title, tournament};
use crate::table;
use anyhow::Result;
use plybook_arena::game_store::{from_stored, now};
use plybook_arena::standard::standard;
use plybook_arena::transcript;
use plybook_arena::verify::{Doubt, Findings};
use plybook_catalog::Player;
use plybook_store::database::{Database, GameFilter, StoredGame, StoredTournament};
use serde_json::{Value, json};

/// Lists tournaments or games, shows and exports them.
pub fn run(output: Output, arguments: &History) -> Result<()> {
    let database = database_file::open_existing(&arguments.archive)?;
    if arguments.verify {
        return verify(output, arguments, &database);
    }
    if let Some(id) = arguments.game {
        let missing =
            || BadInput::new(format!("there is no game {id}; `plybook history --games` lists them"));
        let stored = database.game(id).map_err(bad_input)?.ok_or_else(missing)?;
        return whole(output, arguments, &[stored]);
    }
    let complete = arguments.transcripts || arguments.records;
    let choosy = arguments.player.is_some() || arguments.of.is_some() || arguments.last.is_some();
    if arguments.games || complete || choosy {
        let filter = GameFilter {
            tournament: arguments.tournament,
            game: arguments.of.as_deref().map(full_name).transpose()?,
            player: arguments.player.clone(),
            most: arguments.last,
            ..GameFilter::default()
        };
        if let Some(id) = arguments.tournament {
            tournament(&database, id)?;
        }
        let games = database.games(&filter).map_err(bad_input)?;
        return if complete { whole(output, arguments, &games) } else { list(output, arguments, &games) };
    }
    match arguments.tournament {
        Some(id) => {
            let (config, scored) = scored(&database, &tournament(&database, id)?)?;
            if arguments.json {
                let value = contest::table_json(&database, id, &config, &scored, &[])?;
                return write_json(output, arguments, &value);
            }
            write(output, arguments, &contest::table_text(output, &database, id, &config, &scored)?)
        }
        None => tournaments(output, arguments, &database.tournaments().map_err(bad_input)?),
    }
}

/// Verifies what is stored; whatever is in doubt is told, and makes the command fail.
fn verify(output: Output, arguments: &History, database: &Database) -> Result<()> {
    let chosen = arguments.tournament.map(|id| tournament(database, id)).transpose()?;
    let findings = plybook_arena::verify::verify(database, chosen.as_ref()).map_err(bad_input)?;
    if arguments.json {
        write_json(output, arguments, &serde_json::to_value(&findings)?)?;
    } else {
        let Findings { games, intact, without_checksum, doubts } = &findings;
        let mut lines: Vec<String> = doubts.iter().map(doubt).collect();
        lines.push(format!("{games} games replayed, {intact} as their checksums say, {without_checksum} of a version without."));
        if doubts.is_empty() {
            lines.push("Nothing is in doubt.".to_owned());
        }
        write(output, arguments, &lines.join("\n"))?;
    }
    match findings.doubts.len() {
        0 => Ok(()),
        1 => {
            Err(BadInput::new("1 thing is in doubt: the database was changed by other hands, or is damaged")
                .into())
        }
        many => Err(BadInput::new(format!(
            "{many} things are in doubt: the database was changed by other hands, or is damaged"
        ))
        .into()),
    }
}

/// A doubt on one line.
fn doubt(doubt: &Doubt) -> String {
    let Doubt { tournament, game, problem } = doubt;
    let of = tournament.map_or_else(String::new, |id| format!("tournament {id}"));
    let which = match game {
        Some(game) if of.is_empty() => format!("game {game}"),
        Some(game) => format!("{of}, game {game}"),
        None if of.is_empty() => "the file".to_owned(),
        None => of,
    };
    format!("{which}: {problem}")
}

fn full_name(name: &str) -> Result<String> {
    Ok(open_game(name)?.full_name())
}

/// Writes to the file that was asked for, or to standard output.
fn write(output: Output, arguments: &History, text: &str) -> Result<()> {
    match &arguments.output {
        Some(path) => file::write(path, format!("{}\n", text.trim_end())),
        None => output.line(text.trim_end()),
    }
}

fn write_json(output: Output, arguments: &History, value: &Value) -> Result<()> {
    match &arguments.output {
        Some(path) => file::write(path, format!("{}\n", serde_json::to_string_pretty(value)?)),
        None => output.json(value),
    }
}

/// How long ago something was.
fn ago(milliseconds: i64) -> String {
    let seconds = (i64::try_from(now()).unwrap_or(i64::MAX) - milliseconds).max(0) / 1000;
    match seconds {
        0..=119 => format!("{seconds} s ago"),
        120..=7199 => format!("{} min ago", seconds / 60),
        7200..=172_799 => format!("{} h ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

fn tournaments(output: Output, arguments: &History, all: &[StoredTournament]) -> Result<()> {
    if arguments.json {
        let plain = |one: &StoredTournament| -> Value {
            json!({
                "tournament": one.id, "name": one.name, "run": one.run, "game": one.game, "format": one.format,
                "games": one.games, "began": one.began, "finished": one.finished,
                "config": serde_json::from_str::<Value>(&one.config).unwrap_or_default(),
            })
        };
        return write_json(output, arguments, &all.iter().map(plain).collect());
    }
    if all.is_empty() {
        return write(
            output,
            arguments,
            "no tournaments yet; `plybook match` and `plybook tournament` play some",
        );
    }
    let mut table = table::lined(output);
    table.set_header(["number", "name", "game", "format", "games", "began", "state"]);
    for one in all {
        let state = if one.finished.is_some() { "finished" } else { "to be continued" };
        table.add_row([
            one.id.to_string(),
            title(one),
            one.game.clone(),
            one.format.clone(),
            one.games.to_string(),
            ago(one.began),
            state.to_owned(),
        ]);
    }
    write(output, arguments, &table.to_string())
}

fn list(output: Output, arguments: &History, games: &[StoredGame]) -> Result<()> {
    if arguments.json {
        let plain = |one: &StoredGame| -> Value {
            json!({
                "id": one.id, "tournament": one.tournament, "number": one.number, "round": one.round,
                "game": one.game, "players": one.names(), "result": one.result, "reason": one.reason,
                "sentence": one.sentence, "plies": one.plies, "began": one.began, "milliseconds": one.players.iter().map(|player| player.used).collect::<Vec<_>>(),
                "position": one.position, "opening": one.opening, "moves": one.moves,
            })
        };
        return write_json(output, arguments, &games.iter().map(plain).collect());
    }
    let mut table = table::lined(output);
    let seats = games.iter().map(|one| one.players.len()).max().unwrap_or(0).max(2);
    let mut head = vec!["id", "tournament", "game"];
    head.extend((0..seats).map(|seat| Player(seat as u8).ordinal()));
    head.extend(["result", "plies", "how it ended"]);
    table.set_header(head);
    for one in games {
        let mut row = vec![
            one.id.to_string(),
            one.tournament.map_or_else(String::new, |id| id.to_string()),
            one.game.clone(),
        ];
        row.extend(
            (0..seats).map(|seat| one.players.get(seat).map_or_else(String::new, |one| one.name.clone())),
        );
        row.extend([one.result.clone(), one.plies.to_string(), format!("{}: {}", one.reason, one.sentence)]);
        table.add_row(row);
    }
    write(output, arguments, &table.to_string())
}

/// Whole games, as transcripts, as standard records or as JSON.
fn whole(output: Output, arguments: &History, games: &[StoredGame]) -> Result<()> {
    let mut texts = Vec::new();
    let mut values = Vec::new();
    for stored in games {
        let record = from_stored(stored).map_err(bad_input)?;
        let game = open_game(&record.game)?;
        if arguments.records && arguments.json {
            values.push(serde_json::to_value(standard(&record))?);
        } else if arguments.records {
            texts.push(standard(&record).to_text().map_err(|error| BadInput::new(error.to_string()))?);
        } else if arguments.json {
            values.push(transcript::json(&*game, &record));
        } else {
            texts.push(transcript::text(&*game, &record).map_err(BadInput::from)?);
        }
    }
    match (arguments.json, arguments.game) {
        (true, Some(_)) => write_json(output, arguments, values.first().unwrap_or(&Value::Null)),
        (true, None) => write_json(output, arguments, &Value::Array(values)),
        (false, _) => write(output, arguments, &texts.join("\n")),
    }
}
