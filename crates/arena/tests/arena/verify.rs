//! What is stored proves itself: whatever is changed later is found.

use crate::support::{Makers, Scripted, config};
use plybook_arena::config::{Config, Format};
use plybook_arena::game_store::DatabaseStore;
use plybook_arena::tournament::{NoObserver, Tournament};
use plybook_arena::verify::{Findings, verify};
use plybook_catalog::{Random, open};
use plybook_store::database::{Database, GameFilter, NewTournament, StoredGame};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::path::PathBuf;

/// Changes that are tried.
const CHANGES: usize = 1_000;

/// A folder of its own that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("plybook-verify-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("games.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Plays a tournament into a database.
fn played(config: &Config, database: &mut Database) {
    let game = open(&config.game).unwrap();
    let roster = Makers(|player: usize| {
        let names = ["ann", "bob", "eve", "dan"];
        Ok(Box::new(if player == 0 { Scripted::one_ply(names[0]) } else { Scripted::random(names[player]) })
            as _)
    });
    let mut store = DatabaseStore::of(database, "verified", config, false).unwrap();
    Tournament { config, game: &*game, roster: &roster, knowledge: None, concurrency: 2 }
        .run(&mut store, &NoObserver)
        .unwrap();
}

fn problems(findings: &Findings) -> Vec<&str> {
    findings.doubts.iter().map(|doubt| doubt.problem.as_str()).collect()
}

#[test]
fn tournaments_of_all_formats_are_as_they_were_played() {
    let scratch = Scratch::new("formats");
    let mut database = Database::open(&scratch.file()).unwrap();
    let players = ["ann", "bob", "eve", "dan"];
    for format in [Format::Match, Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout] {
        let names = if format == Format::Match { &players[..2] } else { &players[..] };
        played(&config("tictactoe", format, names, 4), &mut database);
    }
    let three = config("tictactoe:players=3", Format::Match, &players[..3], 6);
    played(&Config { seats: 3, ..three }, &mut database);
    let findings = verify(&database, None).unwrap();
    assert_eq!(problems(&findings), [""; 0]);
    assert!(findings.games > 40 && findings.intact == findings.games as u64, "{findings:?}");
    let third = database.tournament(3).unwrap().unwrap();
    let findings = verify(&database, Some(&third)).unwrap();
    assert_eq!((findings.games as i64, problems(&findings).len()), (third.games, 0));
}

/// Changes one value a little.
fn changed(value: &Value, random: &mut Random) -> Value {
    match value {
        Value::Null => Value::Integer(1),
        Value::Integer(number) => Value::Integer(number ^ (1 << random.below(3))),
        Value::Real(number) => Value::Real(number + 1.0),
        Value::Text(text) if text.is_empty() => Value::Text("x".to_owned()),
        Value::Text(text) => {
            let mut bytes: Vec<u8> = text.clone().into_bytes();
            let place = random.below(bytes.len());
            bytes[place] = if bytes[place] == b'a' { b'b' } else { b'a' };
            String::from_utf8(bytes).map_or_else(|_| Value::Text("x".to_owned()), Value::Text)
        }
        Value::Blob(bytes) => {
            let mut bytes = bytes.clone();
            let place = random.below(bytes.len());
            bytes[place] ^= 1 << random.below(8);
            Value::Blob(bytes)
        }
    }
}

#[test]
fn every_change_of_any_column_of_any_game_is_found() {
    let scratch = Scratch::new("changes");
    let mut database = Database::open(&scratch.file()).unwrap();
    played(&config("tictactoe", Format::RoundRobin, &["ann", "bob", "eve"], 2), &mut database);
    drop(database);
    let connection = Connection::open(scratch.file()).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.pragma_update(None, "synchronous", "OFF").unwrap();
    let columns: Vec<(String, String)> = connection
        .prepare(
            "SELECT tables.name, columns.name FROM sqlite_schema tables, pragma_table_info(tables.name) columns
            WHERE tables.name IN ('games', 'players', 'checksums', 'chains')",
        )
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(columns.len() > 25, "{columns:?}");
    let keys = |table: &str| -> &[&str] {
        match table {
            "games" => &["id"],
            "players" => &["game", "seat"],
            "checksums" => &["game"],
            _ => &["tournament"],
        }
    };
    let (mut random, mut made, mut tried) = (Random::new(11), 0, 0);
    while made < CHANGES {
        let (table, column) = &columns[tried % columns.len()];
        tried += 1;
        assert!(tried < 10 * CHANGES, "{made} changes");
        let keys = keys(table);
        let rows: i64 =
            connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        let offset = random.below(rows as usize);
        let select = format!("SELECT {column}, {} FROM {table} LIMIT 1 OFFSET {offset}", keys.join(", "));
        let row: Vec<Value> = connection
            .query_row(&select, [], |row| (0..=keys.len()).map(|place| row.get(place)).collect())
            .unwrap();
        let (old, place) = (row[0].clone(), row[1..].to_vec());
        let new = changed(&old, &mut random);
        let condition: Vec<String> =
            keys.iter().enumerate().map(|(number, key)| format!("{key} = ?{}", number + 2)).collect();
        let sql = format!("UPDATE {table} SET {column} = ?1 WHERE {}", condition.join(" AND "));
        let update = |value: &Value, place: &[Value]| {
            connection.execute(&sql, params_from_iter([value].into_iter().chain(place)))
        };
        // What the schema itself refuses is no change.
        if update(&new, &place).is_err() {
            continue;
        }
        made += 1;
        let found = verify(&Database::open(&scratch.file()).unwrap(), None);
        let what = format!("{table}.{column} from {old:?} to {new:?}");
        assert!(found.as_ref().is_ok_and(|found| !found.doubts.is_empty()), "{what}: {found:?}");
        let mut changed_place = place.clone();
        if let Some(number) = keys.iter().position(|key| key == column) {
            changed_place[number] = new;
        }
        assert_eq!(update(&old, &changed_place), Ok(1), "{what}");
        assert_eq!(
            problems(&verify(&Database::open(&scratch.file()).unwrap(), None).unwrap()),
            [""; 0],
            "{what}"
        );
    }
}

/// Whoever forges the checksums too is found where a game contradicts itself, the rules or the schedule.
#[test]
fn forged_games_are_found_by_replaying_them() {
    let scratch = Scratch::new("forged");
    let mut database = Database::open(&scratch.file()).unwrap();
    played(&config("tictactoe", Format::Match, &["ann", "bob"], 4), &mut database);
    let original = database.tournament(1).unwrap().unwrap();
    let games = database.games(&GameFilter { tournament: Some(1), ..GameFilter::default() }).unwrap();
    let forged = |change: &dyn Fn(&mut Vec<StoredGame>), finished: bool| {
        let scratch = Scratch::new("forgery");
        let mut database = Database::open(&scratch.file()).unwrap();
        let hash = "0";
        let id = database
            .add_tournament(&NewTournament {
                name: "forged",
                game: &original.game,
                format: &original.format,
                config: &original.config,
                config_hash: hash,
                began: original.began,
            })
            .unwrap();
        let mut games = games.clone();
        games.iter_mut().for_each(|game| game.tournament = Some(id));
        change(&mut games);
        database.add_games(&games).unwrap();
        if finished {
            database.finish_tournament(id, 1).unwrap();
        }
        let findings = verify(&database, None).unwrap();
        let all: Vec<String> = findings.doubts.iter().map(|doubt| doubt.problem.clone()).collect();
        all.join("; ")
    };
    let detail = |game: &mut StoredGame, from: &str, to: &str| {
        assert!(game.details.contains(from), "{}", game.details);
        game.details = game.details.replacen(from, to, 1);
    };
    assert_eq!(forged(&|_| (), true), "");
    let last = |game: &StoredGame| game.moves.split(' ').next_back().unwrap().to_owned();
    let winner = games.iter().position(|game| game.result != "draw").expect("somebody won a game");
    for (what, words, change) in [
        (
            "a result",
            "outcome",
            &(|games: &mut Vec<StoredGame>| {
                let game = &mut games[winner];
                game.players
                    .iter_mut()
                    .for_each(|player| player.utility = player.utility.map(|utility| -utility));
                game.result = if game.result == "first" { "second" } else { "first" }.to_owned();
            }) as &dyn Fn(&mut Vec<StoredGame>),
        ),
        ("a result's word alone", "the result is", &|games| games[winner].result = "draw".to_owned()),
        ("a reason", "the rules", &|games| games[winner].reason = "resignation".to_owned()),
        ("a move that is not legal", "not legal", &|games| {
            let old = last(&games[0]);
            detail(&mut games[0], &format!("\"text\":\"{old}\""), "\"text\":\"z9\"");
            games[0].moves = games[0].moves.replace(&old, "z9");
        }),
        ("the list of moves alone", "list of moves", &|games| games[0].moves.push_str(" a1")),
        ("the number of plies", "number of plies", &|games| games[0].plies += 1),
        ("the time that was used", "time that a player used", &|games| games[0].players[0].used += 5),
        ("a player", "the schedule says", &|games| games[0].players.reverse()),
        ("a player's name", "calls player", &|games| games[0].players[0].name = "dan".to_owned()),
        ("a seed", "has the seed", &|games| {
            let seed = games[1].details.split(',').next().unwrap().to_owned();
            detail(&mut games[1], &seed, "{\"seed\":77");
        }),
        ("a round", "is of round", &|games| games[1].round = 9),
        ("a missing game", "is missing", &|games| drop(games.remove(2))),
        ("a game too many", "not in the schedule", &|games| {
            let more = StoredGame { number: 40, ..games[0].clone() };
            games.push(more);
        }),
        ("another game's game", "the tournament's is", &|games| {
            games[0].game = "tictactoe:players=3".to_owned()
        }),
    ] {
        let told = forged(change, true);
        assert!(told.contains(words), "{what}: {told:?}");
    }
    assert_eq!(forged(&|games| games.truncate(2), false), "", "a tournament that is not over");
}
