//! Opening books in tournaments: frozen while it lasts, taught at its end, the same after any interruption.

use crate::support::config;
use plybook_agent::AgentSpec;
use plybook_agent::book::{Expansion, expand, find_book, open_book};
use plybook_arena::books::{LearntFrom, TournamentBooks};
use plybook_arena::config::{Config, Entrant, Format};
use plybook_arena::game_store::{DatabaseStore, GameStore};
use plybook_arena::roster::Described;
use plybook_arena::schedule::Assignment;
use plybook_arena::scoring::ScoredGame;
use plybook_arena::tournament::{NoObserver, Tournament, TournamentObserver};
use plybook_catalog::{AnyGame, open};
use plybook_store::book::FrozenBook;
use plybook_store::database::{Database, GameFilter};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How long a game waits before it looks again whether all stop.
const WAIT: Duration = Duration::from_millis(5);

/// A folder with a book and a database, which goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    /// A book of its own that the engine made grow.
    fn new(label: &str) -> Scratch {
        let place =
            Scratch(std::env::temp_dir().join(format!("plybook-arena-books-{}-{label}", std::process::id())));
        place.grow(10);
        place
    }

    fn grow(&self, positions: usize) {
        let game = game();
        let mut book = open_book(&self.books(), &*game, "main").unwrap();
        let plan = Expansion { positions, nodes: 300, plies: 6, ..Expansion::default() };
        expand(&*game, &mut book, &plan, &mut |_| true).unwrap();
    }

    fn books(&self) -> PathBuf {
        self.0.join("books.db")
    }

    fn frozen_file(&self) -> PathBuf {
        self.0.join("frozen.books")
    }

    /// What the book holds.
    fn contents(&self) -> FrozenBook {
        find_book(&self.books(), &*game(), "main").unwrap().unwrap().freeze().unwrap()
    }

    /// Two engines with the book, of which one learns, and one without.
    fn config(&self) -> Config {
        let entrant = |name: &str, words: &str| {
            let spec = AgentSpec::read(&format!("engine:hash=1,nodes=100,name={name}{words}")).unwrap();
            Entrant { name: name.to_owned(), spec }
        };
        let book = format!(",book=main,book-file={}", self.books().display());
        let agents = vec![
            entrant("learner", &book),
            entrant("fixed", &format!("{book},book-choice=exploring,book-learn=no")),
            entrant("plain", ""),
        ];
        Config { agents, plies: 60, ..config("connect4", Format::RoundRobin, &[], 4) }
    }

    /// A run of the tournament, stopped after so many games if a number is given; then the books are taught.
    fn play(&self, stop: Option<usize>) -> Result<(Vec<Vec<String>>, Vec<LearntFrom>), String> {
        let (config, game) = (self.config(), game());
        let mut database = Database::open(&self.0.join("games.db")).unwrap();
        let mut shelf = DatabaseStore::of(&mut database, "test", &config, false).unwrap();
        let (id, progress) = (shelf.tournament(), shelf.progress().unwrap());
        let books = TournamentBooks::open(&config, &*game, &self.frozen_file(), progress)
            .map_err(|error| error.to_string())?;
        let roster = Described { config: &config, game: &*game, books: &books.case };
        let tournament =
            Tournament { config: &config, game: &*game, roster: &roster, knowledge: None, concurrency: 2 };
        let run = match stop {
            Some(games) => tournament.run(&mut shelf, &StopAfter::new(games)).unwrap(),
            None => tournament.run(&mut shelf, &NoObserver).unwrap(),
        };
        let kept = shelf.kept().unwrap().len();
        let filter = GameFilter { tournament: Some(id), ..GameFilter::default() };
        let stored = database.games(&filter).unwrap();
        assert_eq!(stored.len(), kept);
        let learnt = match run.complete {
            true => books.learn(&*game, &run.scored, &stored).map_err(|error| error.to_string())?,
            false => Vec::new(),
        };
        let moves = |one: &ScoredGame| one.record.plies.iter().map(|ply| ply.text.clone()).collect();
        Ok((run.scored.iter().map(moves).collect(), learnt))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn game() -> Arc<dyn AnyGame> {
    open("connect4").unwrap()
}

/// Stops after so many new games: those that begin later wait until everybody knows.
struct StopAfter {
    games: usize,
    started: AtomicUsize,
    finished: AtomicUsize,
    stopped: AtomicBool,
}

impl StopAfter {
    fn new(games: usize) -> StopAfter {
        let count = || AtomicUsize::new(0);
        StopAfter { games, started: count(), finished: count(), stopped: AtomicBool::new(false) }
    }
}

impl TournamentObserver for StopAfter {
    fn started(&self, _: &Assignment) {
        if self.started.fetch_add(1, Ordering::Relaxed) < self.games {
            return;
        }
        while !self.stopped.load(Ordering::Relaxed) {
            std::thread::sleep(WAIT);
        }
        std::thread::sleep(20 * WAIT);
    }

    fn finished(&self, _: &ScoredGame, fresh: bool) {
        self.finished.fetch_add(usize::from(fresh), Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        let stop = self.finished.load(Ordering::Relaxed) >= self.games;
        self.stopped.fetch_or(stop, Ordering::Relaxed);
        stop
    }
}

#[test]
fn an_interrupted_tournament_teaches_what_an_uninterrupted_one_does() {
    let (whole, broken) = (Scratch::new("whole"), Scratch::new("broken"));
    let before = whole.contents();
    assert_eq!(before, broken.contents(), "a book's growth can be repeated");
    let (games, learnt) = whole.play(None).unwrap();
    assert_eq!(games.len(), 12);
    let after = whole.contents();
    assert_ne!(after, before);
    assert_eq!(learnt.len(), 1, "one agent of two learns: {learnt:?}");
    assert!(learnt[0].games > 0 && learnt[0].games <= 12);
    assert!(!whole.frozen_file().exists());

    for stop in [1, 4] {
        let (_, learnt) = broken.play(Some(stop)).unwrap();
        assert!(learnt.is_empty() && broken.frozen_file().exists());
        assert_eq!(broken.contents(), before, "nothing is learnt before the end");
    }
    let (resumed, relearnt) = broken.play(None).unwrap();
    assert_eq!((&resumed, relearnt[0].games), (&games, learnt[0].games));
    assert_eq!(broken.contents(), after);

    // Once more is the same tournament: nothing is played, and nothing counts twice.
    let (again, nothing) = broken.play(None).unwrap();
    assert_eq!((again, nothing[0].games), (games, 0));
    assert_eq!(broken.contents(), after);
}

#[test]
fn a_tournament_goes_on_from_the_books_that_it_began_with() {
    let (whole, broken) = (Scratch::new("steady"), Scratch::new("changed"));
    let (games, _) = whole.play(None).unwrap();
    broken.play(Some(2)).unwrap();
    broken.grow(20);
    let (resumed, _) = broken.play(None).unwrap();
    assert_eq!(resumed, games, "the book grew meanwhile, the games are the same");

    let lost = Scratch::new("lost");
    lost.play(Some(2)).unwrap();
    let bytes = std::fs::read(lost.frozen_file()).unwrap();
    let mut damaged = bytes.clone();
    damaged[40] ^= 1;
    std::fs::write(lost.frozen_file(), damaged).unwrap();
    let error = lost.play(None).unwrap_err();
    assert!(error.contains("frozen.books") && error.contains("damaged"), "{error}");
    std::fs::remove_file(lost.frozen_file()).unwrap();
    let error = lost.play(None).unwrap_err();
    assert!(error.contains("frozen.books") && error.contains("--again"), "{error}");
    std::fs::write(lost.frozen_file(), bytes).unwrap();
    assert_eq!(lost.play(None).unwrap().0, games);
}

#[test]
fn a_book_that_is_not_there_is_told_before_the_first_game() {
    let place = Scratch::new("none");
    std::fs::remove_file(place.books()).unwrap();
    let error = place.play(None).unwrap_err();
    assert!(error.contains("books.db") && error.contains("plybook book build connect4"), "{error}");
}
