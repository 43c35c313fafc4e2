//! The database under good and bad conditions.

use super::*;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plybook-database-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("games.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TOURNAMENT: NewTournament<'_> = NewTournament {
    name: "spring",
    game: "tictactoe",
    format: "match",
    config: "{\"seed\":1}",
    config_hash: "abc",
    began: 1_700_000_000_000,
};

fn player(number: i64, name: &str, used: i64) -> StoredPlayer {
    let (nickname, introduction) = (name.to_uppercase(), format!("I am {name}."));
    StoredPlayer { number, name: name.to_owned(), nickname, introduction, utility: Some(0), used }
}

fn game(tournament: i64, number: i64) -> StoredGame {
    StoredGame {
        id: 0,
        tournament: Some(tournament),
        number,
        round: 1,
        game: "tictactoe".to_owned(),
        players: vec![player(0, "ann", 10), player(1, "bob", 20)],
        position: None,
        opening: "b2".to_owned(),
        moves: "b2 a1 c3".to_owned(),
        result: "draw".to_owned(),
        reason: "position".to_owned(),
        sentence: "Draw.".to_owned(),
        plies: 3,
        began: 1,
        details: "{}".to_owned(),
    }
}

#[test]
fn what_is_stored_is_read_back() {
    let scratch = Scratch::new();
    let mut database = Database::open(&scratch.file()).unwrap();
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    let ids = database.add_games(&[game(id, 1), game(id, 0)]).unwrap();
    drop(database);
    let mut database = Database::open(&scratch.file()).unwrap();
    let found = database.latest_run(TOURNAMENT.config, "abc").unwrap().unwrap();
    assert_eq!((found.id, found.run, found.games, found.finished), (id, 1, 2, None));
    assert_eq!(database.latest_run("{\"seed\":2}", "abc").unwrap(), None, "a hash alone does not decide");
    let all = database.games(&GameFilter { tournament: Some(id), ..GameFilter::default() }).unwrap();
    assert_eq!(all, [StoredGame { id: ids[1], ..game(id, 0) }, StoredGame { id: ids[0], ..game(id, 1) }]);
    assert_eq!(database.game(ids[0]).unwrap().unwrap(), all[1]);
    let of = |player: &str| GameFilter { player: Some(player.to_owned()), ..GameFilter::default() };
    assert_eq!(database.games(&of("bob")).unwrap().len(), 2);
    assert_eq!(database.games(&of("eve")).unwrap().len(), 0);
    database.finish_tournament(id, 77).unwrap();
    database.finish_tournament(id, 99).unwrap();
    assert_eq!(database.tournament(id).unwrap().unwrap().finished, Some(77));
    let again = database.add_tournament(&TOURNAMENT).unwrap();
    assert_eq!(database.latest_run(TOURNAMENT.config, "abc").unwrap().unwrap().run, 2);
    assert_eq!(database.tournaments().unwrap().iter().map(|one| one.id).collect::<Vec<_>>(), [id, again]);
    database.check().unwrap();
}

#[test]
fn games_of_many_players_are_read_back() {
    let scratch = Scratch::new();
    let mut database = Database::open(&scratch.file()).unwrap();
    let mut players: Vec<StoredPlayer> =
        (0..6).map(|number| player(number, &format!("p{number}"), number)).collect();
    players[4].utility = Some(12);
    let six = StoredGame { players, result: "fifth".to_owned(), ..game(1, 0) };
    let void = StoredPlayer { utility: None, ..player(1, "p1", 0) };
    let two = StoredGame { players: vec![player(0, "p0", 1), void], result: "void".to_owned(), ..game(1, 1) };
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    let ids = database.add_games(&[six.clone(), two.clone()]).unwrap();
    assert_eq!(database.game(ids[0]).unwrap().unwrap(), StoredGame { id: ids[0], ..six });
    let of = |player: &str| GameFilter {
        tournament: Some(id),
        player: Some(player.to_owned()),
        ..GameFilter::default()
    };
    assert_eq!(database.games(&of("p1")).unwrap().len(), 2);
    assert_eq!(database.games(&of("p5")).unwrap().len(), 1);
    assert_eq!(database.games(&of("p0")).unwrap()[1], StoredGame { id: ids[1], ..two });
}

#[test]
fn games_are_read_page_by_page() {
    let scratch = Scratch::new();
    let mut database = Database::open(&scratch.file()).unwrap();
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    database.add_games(&(0..7).map(|number| game(id, number)).collect::<Vec<_>>()).unwrap();
    let page = |before: Option<i64>| -> Vec<i64> {
        let filter = GameFilter { tournament: Some(id), before, most: Some(3), ..GameFilter::default() };
        database.games(&filter).unwrap().iter().map(|game| game.number).collect()
    };
    assert_eq!((page(None), page(Some(4)), page(Some(1))), (vec![4, 5, 6], vec![1, 2, 3], vec![0]));
    assert!(page(Some(0)).is_empty());
}

#[test]
fn a_game_is_never_stored_twice() {
    let scratch = Scratch::new();
    let mut database = Database::open(&scratch.file()).unwrap();
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    database.add_games(&[game(id, 0)]).unwrap();
    // The group fails as a whole.
    assert!(database.add_games(&[game(id, 1), game(id, 0)]).is_err());
    assert_eq!(database.games(&GameFilter::default()).unwrap().len(), 1);
}

#[test]
fn an_old_file_is_brought_up_to_date_with_everything_in_it() {
    let scratch = Scratch::new();
    let old = Connection::open(scratch.file()).unwrap();
    old.execute_batch(schema::MIGRATIONS[0]).unwrap();
    old.execute_batch(
        "INSERT INTO tournaments VALUES (5, 'old', 'nim', 'match', '{}', 'x', 1, 10, 20);
        INSERT INTO games VALUES (9, 5, 0, 'nim', 0, 1, 'ann', 'bob', NULL, '', '1', 'first', 'position', 'First wins.',
            1, 11, 2, 3, '{}');
        PRAGMA application_id = 1347180866; PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(old);
    let database = Database::open(&scratch.file()).unwrap();
    let kept = database.game(9).unwrap().unwrap();
    assert_eq!((kept.tournament, kept.round, kept.sentence.as_str()), (Some(5), 0, "First wins."));
    let players: Vec<_> =
        kept.players.iter().map(|one| (one.number, &*one.name, one.utility, one.used)).collect();
    assert_eq!(players, [(0, "ann", Some(1), 2), (1, "bob", Some(-1), 3)]);
    assert_eq!(kept.players[1].nickname, "bob", "nothing was kept of what it called itself");
    assert_eq!(database.tournament(5).unwrap().unwrap().finished, Some(20));
    drop(database);
    let version: i64 = Connection::open(scratch.file())
        .unwrap()
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, VERSION);
}

#[test]
fn files_of_newer_versions_and_of_other_programs_are_refused_untouched() {
    let scratch = Scratch::new();
    drop(Database::open(&scratch.file()).unwrap());
    let newer = Connection::open(scratch.file()).unwrap();
    newer.pragma_update(None, "user_version", VERSION + 1).unwrap();
    drop(newer);
    let before = fs::read(scratch.file()).unwrap();
    let error = Database::open(&scratch.file()).unwrap_err();
    assert_eq!(error, DatabaseError::Newer { path: scratch.file(), found: VERSION + 1, known: VERSION });
    assert!(error.to_string().contains("newer version"), "{error}");
    assert_eq!(fs::read(scratch.file()).unwrap(), before);

    let foreign = scratch.0.join("notes.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE notes (text)").unwrap();
    let before = fs::read(&foreign).unwrap();
    assert_eq!(Database::open(&foreign).unwrap_err(), DatabaseError::Foreign(foreign.clone()));
    assert_eq!(fs::read(&foreign).unwrap(), before);
}

#[test]
fn a_file_that_is_no_database_is_refused_untouched() {
    let scratch = Scratch::new();
    let text = "This is a letter, not a database. ".repeat(100);
    fs::write(scratch.file(), &text).unwrap();
    let error = Database::open(&scratch.file()).unwrap_err();
    assert!(matches!(error, DatabaseError::Damaged { .. }), "{error}");
    assert_eq!(fs::read_to_string(scratch.file()).unwrap(), text);
    assert!(matches!(Database::open(&scratch.0).unwrap_err(), DatabaseError::Unusable { .. }));
}

/// Every truncation at a block of 512 bytes, and overwritten bytes everywhere: an error or an answer, no panic.
#[test]
fn damaged_files_give_errors() {
    let scratch = Scratch::new();
    let mut database = Database::open(&scratch.file()).unwrap();
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    database.add_games(&(0..40).map(|number| game(id, number)).collect::<Vec<_>>()).unwrap();
    drop(database);
    let whole = fs::read(scratch.file()).unwrap();
    let damaged = scratch.0.join("damaged.db");
    let ask = |bytes: &[u8]| -> Result<usize, DatabaseError> {
        for end in ["damaged.db-wal", "damaged.db-shm"] {
            let _ = fs::remove_file(scratch.0.join(end));
        }
        fs::write(&damaged, bytes).unwrap();
        let database = Database::open(&damaged)?;
        database.check()?;
        database.tournaments()?;
        Ok(database.games(&GameFilter::default())?.len())
    };
    assert_eq!(ask(&whole), Ok(40));
    let mut refused = 0;
    for length in (512..whole.len()).step_by(512) {
        refused += usize::from(ask(&whole[..length]).is_err());
    }
    assert!(refused > 0);
    for place in (0..whole.len()).step_by(whole.len() / 200) {
        let mut bytes = whole.clone();
        let end = (place + 16).min(bytes.len());
        bytes[place..end].fill(0xa5);
        refused += usize::from(ask(&bytes).is_err());
    }
    assert!(refused > 20, "only {refused} damages were noticed");
}

#[test]
fn a_held_file_is_named() {
    let scratch = Scratch::new();
    let mut database = Database::open_patiently(&scratch.file(), Duration::from_millis(20)).unwrap();
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    let other = Connection::open(scratch.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(database.add_games(&[game(id, 0)]), Err(DatabaseError::Locked(scratch.file())));
    other.execute_batch("COMMIT").unwrap();
    database.add_games(&[game(id, 0)]).unwrap();
}

#[test]
fn a_full_disk_loses_nothing_that_was_stored() {
    let scratch = Scratch::new();
    let mut database = Database::open(&scratch.file()).unwrap();
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    let pages: i64 = database.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    database.connection.query_row(&format!("PRAGMA max_page_count = {}", pages + 4), [], |_| Ok(())).unwrap();
    let mut stored = 0;
    let error = loop {
        match database.add_games(&[game(id, stored)]) {
            Ok(_) => stored += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(error, DatabaseError::Full(scratch.file()));
    assert!(stored > 0);
    database.check().unwrap();
    database.connection.query_row("PRAGMA max_page_count = 100000", [], |_| Ok(())).unwrap();
    database.add_games(&[game(id, stored)]).unwrap();
    let numbers: Vec<i64> =
        database.games(&GameFilter::default()).unwrap().iter().map(|game| game.number).collect();
    assert_eq!(numbers, (0..=stored).collect::<Vec<_>>());
}

/// A file that the program wrote before games had any number of players: five tournaments that are over and one that was
/// interrupted.
const BEFORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/databases/schema-2.db");

#[test]
fn a_file_of_the_version_before_shows_all_its_games() {
    let scratch = Scratch::new();
    fs::copy(BEFORE, scratch.file()).unwrap();
    let rows = |sql: &str| -> Vec<String> {
        let old = Connection::open(scratch.file()).unwrap();
        let mut rows = old.prepare(sql).unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let before = rows(
        "SELECT format('%d %d %s %s %s %s %s %d %d %s %s %s', id, number, first_name, second_name, moves, result, reason,
        first_ms, second_ms, details ->> '$.nicknames[0]', details ->> '$.introductions[1]', details ->> '$.plies')
        FROM games ORDER BY id",
    );
    let database = Database::open(&scratch.file()).unwrap();
    database.check().unwrap();
    let games = database.games(&GameFilter::default()).unwrap();
    let after: Vec<String> = games
        .iter()
        .map(|game| {
            let [first, second] = &game.players[..] else { panic!("{game:?}") };
            assert_eq!(
                [first.utility, second.utility],
                match game.result.as_str() {
                    "first" => [Some(1), Some(-1)],
                    "second" => [Some(-1), Some(1)],
                    "draw" => [Some(0); 2],
                    _ => [None; 2],
                }
            );
            let plies = game.details.split_once("\"plies\":").unwrap().1.strip_suffix('}').unwrap();
            format!(
                "{} {} {} {} {} {} {} {} {} {} {} {plies}",
                game.id,
                game.number,
                first.name,
                second.name,
                game.moves,
                game.result,
                game.reason,
                first.used,
                second.used,
                first.nickname,
                second.introduction
            )
        })
        .collect();
    assert_eq!((before.len(), &after), (28, &before));
    let tournaments = database.tournaments().unwrap();
    assert_eq!(tournaments.iter().map(|one| one.games).collect::<Vec<_>>(), [8, 6, 2, 2, 4, 6]);
    assert_eq!(tournaments.iter().filter(|one| one.finished.is_none()).count(), 1);
}

#[test]
fn a_trigger_in_the_file_does_nothing() {
    let scratch = Scratch::new();
    let mut database = Database::open(&scratch.file()).unwrap();
    let id = database.add_tournament(&TOURNAMENT).unwrap();
    drop(database);
    let stranger = Connection::open(scratch.file()).unwrap();
    let trigger = "CREATE TRIGGER thief AFTER INSERT ON games BEGIN DELETE FROM games; END";
    stranger.execute_batch(trigger).unwrap();
    drop(stranger);
    let mut database = Database::open(&scratch.file()).unwrap();
    database.add_games(&[game(id, 0), game(id, 1)]).unwrap();
    let filter = GameFilter { tournament: Some(id), ..GameFilter::default() };
    assert_eq!(database.games(&filter).unwrap().len(), 2);
}
