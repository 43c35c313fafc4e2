//! Tournaments: in order, kept before they are told, and the same after any interruption.

use crate::support::{Makers, Scripted, config, says};
use plybook_agent::{Agent, Fault};
use plybook_arena::config::{Config, Format, Sprt};
use plybook_arena::game_store::{
    DatabaseStore, GameStore, GameStoreError, MemoryStore, from_stored, to_stored,
};
use plybook_arena::openings::Openings;
use plybook_arena::record::GameRecord;
use plybook_arena::report::Report;
use plybook_arena::scoring::ScoredGame;
use plybook_arena::scoring::score_all;
use plybook_arena::statistics::Decision;
use plybook_arena::tournament::{ArenaError, NoObserver, Run, Tournament, TournamentObserver};
use plybook_arena::{Outcome, Reason};
use plybook_catalog::open;
use plybook_store::database::{Database, DatabaseError};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const FORMATS: [Format; 5] =
    [Format::Match, Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout];

/// Players of different strength: every other one looks a ply ahead.
fn mixed(player: usize) -> Result<Box<dyn Agent>, Fault> {
    Ok(Box::new(if player.is_multiple_of(2) { Scripted::one_ply("even") } else { Scripted::random("odd") }))
}

fn play(
    config: &Config,
    maker: impl Fn(usize) -> Result<Box<dyn Agent>, Fault> + Sync,
    concurrency: usize,
    store: &mut dyn GameStore,
    watcher: &dyn TournamentObserver,
) -> Result<Run, ArenaError> {
    let game = open(&config.game).unwrap();
    let roster = Makers(maker);
    Tournament { config, game: &*game, roster: &roster, knowledge: None, concurrency }.run(store, watcher)
}

/// What must be the same in every run: everything but times.
fn essence(scored: &[ScoredGame]) -> Vec<(u32, Vec<String>, Option<Outcome>, Reason)> {
    let texts = |game: &ScoredGame| game.record.plies.iter().map(|ply| ply.text.clone()).collect();
    scored
        .iter()
        .map(|game| (game.assignment.number, texts(game), game.verdict.outcome, game.verdict.reason))
        .collect()
}

fn of_format(format: Format) -> Config {
    let players = ["a", "b", "c", "d", "e"];
    let players = if format == Format::Match { &players[..2] } else { &players[..] };
    let openings = Openings::Random { plies: 2, balance: 9.0, nodes: 50 };
    Config { openings, ..config("tictactoe", format, players, 4) }
}

/// Stops after so many games.
struct StopAfter(usize, AtomicUsize);

impl TournamentObserver for StopAfter {
    fn finished(&self, _: &ScoredGame, fresh: bool) {
        self.1.fetch_add(usize::from(fresh), Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

#[test]
fn a_tournament_gives_the_same_games_however_it_is_played() {
    let mut interruptions = 0;
    for format in FORMATS {
        let config = of_format(format);
        let whole = play(&config, mixed, 1, &mut MemoryStore::default(), &NoObserver).unwrap();
        assert!(whole.complete && whole.scored.len() >= 4, "{format:?}");
        let beside = play(&config, mixed, 4, &mut MemoryStore::default(), &NoObserver).unwrap();
        assert_eq!(essence(&beside.scored), essence(&whole.scored), "{format:?}");
        // Interrupted again and again.
        let mut store = MemoryStore::default();
        let resumed = loop {
            let watcher = StopAfter(3, AtomicUsize::new(0));
            let run = play(&config, mixed, 2, &mut store, &watcher).unwrap();
            if run.complete {
                break run;
            }
            interruptions += 1;
            assert!(interruptions < 100);
        };
        assert_eq!(essence(&resumed.scored), essence(&whole.scored), "{format:?}");
        let mut numbers: Vec<u32> = store.0.iter().map(|game| game.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..whole.scored.len() as u32).collect::<Vec<_>>(), "lost or doubled");
        let tables = |run: &Run| {
            let report = Report::new(&config, &run.scored);
            report.standings.iter().map(|row| (row.player, row.points, row.losses)).collect::<Vec<_>>()
        };
        assert_eq!(tables(&resumed), tables(&whole));
        assert_eq!(score_all(&config, store.kept().unwrap()), resumed.scored);
    }
    // Quick games come in one group, but the rounds of two formats never do.
    assert!(interruptions > 1);
}

/// Notes what is kept and what is told.
struct Diary<'a>(&'a Mutex<Vec<String>>, MemoryStore);

impl GameStore for Diary<'_> {
    fn kept(&mut self) -> Result<Vec<GameRecord>, GameStoreError> {
        self.1.kept()
    }

    fn keep(&mut self, games: &[GameRecord]) -> Result<(), GameStoreError> {
        let mut notes = self.0.lock().unwrap();
        notes.extend(games.iter().map(|game| format!("kept {}", game.number)));
        self.1.keep(games)
    }

    fn finish(&mut self) -> Result<(), GameStoreError> {
        self.0.lock().unwrap().push("finished".to_owned());
        Ok(())
    }
}

struct Teller<'a>(&'a Mutex<Vec<String>>);

impl TournamentObserver for Teller<'_> {
    fn finished(&self, scored: &ScoredGame, _: bool) {
        self.0.lock().unwrap().push(format!("told {}", scored.assignment.number));
    }
}

#[test]
fn games_are_told_in_order_and_only_when_they_are_kept() {
    let notes = Mutex::new(Vec::new());
    let config = config("tictactoe", Format::Match, &["a", "b"], 200);
    play(&config, mixed, 4, &mut Diary(&notes, MemoryStore::default()), &Teller(&notes)).unwrap();
    let notes = notes.into_inner().unwrap();
    let told: Vec<&String> = notes.iter().filter(|note| note.starts_with("told")).collect();
    assert_eq!(told.len(), 200);
    for (number, note) in told.iter().enumerate() {
        assert_eq!(**note, format!("told {number}"));
        let place = |text: &str| notes.iter().position(|note| note == text).unwrap();
        assert!(place(&format!("kept {number}")) < place(&format!("told {number}")));
    }
    assert_eq!(notes.last().unwrap(), "finished");
}

#[test]
fn a_failing_agent_is_retired_the_same_way_with_any_number_of_workers() {
    let maker = |player: usize| -> Result<Box<dyn Agent>, Fault> {
        match player {
            1 => Ok(Box::new(Scripted::new("bad", |_, _| Err(Fault::Crashed("again".to_owned()))))),
            2 => Err(Fault::NotStarted("there is no such file".to_owned())),
            3 => panic!("a bug in a maker"),
            player => mixed(player),
        }
    };
    let config = config("tictactoe", Format::RoundRobin, &["a", "bad", "absent", "bug", "e"], 4);
    let alone = play(&config, maker, 1, &mut MemoryStore::default(), &NoObserver).unwrap();
    let beside = play(&config, maker, 4, &mut MemoryStore::default(), &NoObserver).unwrap();
    let points = |run: &Run| {
        run.scored.iter().map(|game| (game.verdict.outcome, game.verdict.reason)).collect::<Vec<_>>()
    };
    assert_eq!(points(&alone), points(&beside));
    assert_eq!(alone.scored.len(), 40);
    let report = Report::new(&config, &beside.scored);
    let retired: Vec<&str> =
        report.standings.iter().filter(|row| row.retired).map(|row| row.name.as_str()).collect();
    assert_eq!(retired.len(), 3, "{retired:?}");
    for row in report.standings.iter().filter(|row| row.retired) {
        assert!(row.losses_by_reason.values().sum::<u32>() == row.losses && row.points == 0.0, "{row:?}");
        assert!(row.losses_by_reason.contains_key("retired"), "{row:?}");
    }
    assert!(report.summary.endings.contains_key("not started"), "{:?}", report.summary.endings);
}

#[test]
fn a_sequential_test_ends_a_match_at_the_same_game() {
    let sprt = Some(Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 });
    let config = Config { sprt, ..config("tictactoe", Format::Match, &["a", "b"], 10_000) };
    let alone = play(&config, mixed, 1, &mut MemoryStore::default(), &NoObserver).unwrap();
    assert_eq!((alone.complete, alone.decision), (true, Some(Decision::Elo1)));
    assert!(alone.scored.len() < 1000);
    let mut store = MemoryStore::default();
    let beside = play(&config, mixed, 4, &mut store, &NoObserver).unwrap();
    assert_eq!(essence(&beside.scored), essence(&alone.scored));
    // What was finished beyond the decision is kept, but does not count, also when it is looked at again.
    let again = play(&config, mixed, 4, &mut store, &NoObserver).unwrap();
    assert_eq!(essence(&again.scored), essence(&alone.scored));
    assert_eq!(score_all(&config, store.kept().unwrap()), again.scored);
}

/// Fails after so many games.
struct Full(usize, MemoryStore);

impl GameStore for Full {
    fn kept(&mut self) -> Result<Vec<GameRecord>, GameStoreError> {
        self.1.kept()
    }

    fn keep(&mut self, games: &[GameRecord]) -> Result<(), GameStoreError> {
        if self.1.0.len() >= self.0 {
            return Err(DatabaseError::Full(PathBuf::from("games.db")).into());
        }
        self.1.keep(games)
    }

    fn finish(&mut self) -> Result<(), GameStoreError> {
        Ok(())
    }
}

#[test]
fn a_full_disk_stops_the_tournament_with_its_name() {
    let config = config("tictactoe", Format::Match, &["a", "b"], 5000);
    let mut store = Full(20, MemoryStore::default());
    let error = play(&config, mixed, 2, &mut store, &NoObserver).unwrap_err();
    assert!(error.to_string().contains("games.db") && error.to_string().contains("full"), "{error}");
    // With room again it goes on.
    let Full(_, mut memory) = store;
    let run = play(&config, mixed, 2, &mut memory, &NoObserver).unwrap();
    assert_eq!(run.scored.len(), 5000);
}

#[test]
fn stored_games_come_back_whole_and_strange_ones_are_refused() {
    let folder = std::env::temp_dir().join(format!("plybook-arena-{}", std::process::id()));
    let mut database = Database::open(&folder.join("games.db")).unwrap();
    let talk = |_: usize| -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(Scripted::new("talker", |turn, _| {
            Ok(says(&turn.session.move_texts()[0], "Oh \"là\" là,\nhow fine."))
        })))
    };
    let config = of_format(Format::RoundRobin);
    let mut shelf = DatabaseStore::of(&mut database, "test", &config, false).unwrap();
    let run = play(&config, talk, 2, &mut shelf, &NoObserver).unwrap();
    let id = shelf.tournament();
    let mut same = DatabaseStore::of(&mut database, "test", &config, false).unwrap();
    assert_eq!(same.tournament(), id);
    let records: Vec<GameRecord> = run.scored.iter().map(|game| game.record.clone()).collect();
    assert_eq!(same.kept().unwrap(), records);
    let other =
        DatabaseStore::of(&mut database, "test", &Config { seed: 6, ..config.clone() }, false).unwrap();
    assert_ne!(other.tournament(), id);
    let again = DatabaseStore::of(&mut database, "test", &config, true).unwrap();
    assert_ne!(again.tournament(), id);
    assert!(database.tournament(id).unwrap().unwrap().finished.is_some());
    database.check().unwrap();

    let mut stored = to_stored(&records[0], None);
    assert_eq!(from_stored(&stored).unwrap(), records[0]);
    stored.details = "{".to_owned();
    assert!(from_stored(&stored).unwrap_err().to_string().contains("stored game"));
    let strange = plybook_store::database::StoredGame { number: -1, ..to_stored(&records[0], None) };
    assert!(from_stored(&strange).is_err());
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn games_of_another_schedule_are_noticed() {
    let config = of_format(Format::Match);
    let mut store = MemoryStore::default();
    play(&config, mixed, 1, &mut store, &NoObserver).unwrap();
    store.0[2].seed ^= 1;
    let error = play(&config, mixed, 1, &mut store, &NoObserver).unwrap_err();
    assert!(matches!(error, ArenaError::OtherSchedule(2)), "{error}");
}
