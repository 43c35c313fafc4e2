//! Books with real games.

use super::*;
use crate::{Action, Agent, Budget, EngineAgent, EngineSettings, GameStart, Turn};
use plybook_catalog::{Player, Score, open};
use plybook_store::book::polyglot;
use plybook_store::database::{StoredGame, StoredPlayer};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A file of books that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("plybook-books-{}-{number}", std::process::id())))
    }

    fn open(&self, game: &dyn AnyGame, name: &str) -> Book {
        open_book(&self.0.join("books.db"), game, name).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn stored(game: &str, number: i64, moves: &str, result: &str, details: &str) -> StoredGame {
    StoredGame {
        id: 0,
        tournament: Some(1),
        number,
        round: 0,
        game: game.to_owned(),
        players: ["a", "b"]
            .map(|name| StoredPlayer { name: name.to_owned(), ..StoredPlayer::default() })
            .to_vec(),
        position: None,
        opening: String::new(),
        moves: moves.to_owned(),
        result: result.to_owned(),
        reason: String::new(),
        sentence: String::new(),
        plies: 0,
        began: 5,
        details: details.to_owned(),
    }
}

/// The mover's expectation of each move at the start, by its text.
fn at_start(book: &Book, game: &dyn AnyGame) -> Vec<BookMove> {
    book.moves(game.session(None).unwrap().key()).unwrap()
}

#[test]
fn a_book_grows_where_play_is_best() {
    let scratch = Scratch::new();
    let game = open("hexapawn:4x4").unwrap();
    let mut book = scratch.open(&*game, DEFAULT_BOOK);
    let plan = Expansion { positions: 30, nodes: 3_000, ..Expansion::default() };
    let mut calls = 0;
    let told = expand(&*game, &mut book, &plan, &mut |_| {
        calls += 1;
        true
    })
    .unwrap();
    assert_eq!((told.searched, calls, book.count().unwrap()), (30, 30, 30));
    for position in book.positions().unwrap() {
        let session = game.session(Some(&position.text)).unwrap();
        assert_eq!(session.key(), position.key);
        let legal = session.move_texts();
        let moves = book.moves(position.key).unwrap();
        assert!(!moves.is_empty() && moves.iter().all(|entry| legal.contains(&entry.text)));
    }
    // The first player wins on 4x4, and the best line is longer than one move.
    let best = &at_start(&book, &*game)[0];
    assert!(best.score.is_some_and(Score::is_win), "{best:?}");
    assert!(!book.moves(best.leads).unwrap().is_empty());
    let more = expand(&*game, &mut book, &Expansion { positions: 2, ..plan }, &mut |_| false).unwrap();
    assert_eq!(more.searched, 1, "stopped after the first");
}

#[test]
fn games_make_a_book_and_are_learnt_once() {
    let scratch = Scratch::new();
    let game = open("tictactoe").unwrap();
    let mut book = scratch.open(&*game, DEFAULT_BOOK);
    let texts = game.session(None).unwrap().move_texts();
    let line = |first: usize, second: usize| format!("{} {}", texts[first], texts[second]);
    let games = [
        stored("tictactoe", 0, &line(4, 0), "first", "{}"),
        stored("tictactoe", 1, &line(4, 1), "draw", ""),
        stored("tictactoe", 2, &line(0, 4), "second", "{\"plies\":7}"),
        stored("tictactoe", 3, &line(0, 4), "void", "{}"),
        stored("chess", 4, "e2e4", "first", "{}"),
        stored("tictactoe", 5, "nonsense", "first", "{}"),
    ];
    assert_eq!(add_games(&*game, &mut book, &games, 2).unwrap(), 3);
    assert_eq!(add_games(&*game, &mut book, &games, 2).unwrap(), 0);
    let moves = at_start(&book, &*game);
    let results: Vec<_> =
        moves.iter().map(|entry| (entry.text.as_str(), entry.wins, entry.draws, entry.losses)).collect();
    assert_eq!(results, [(texts[4].as_str(), 1, 1, 0), (texts[0].as_str(), 0, 0, 1)]);
    assert_eq!(book.count().unwrap(), 3);
    assert_eq!(add_games(&*game, &mut book, &games, 1).unwrap(), 0);
}

/// The engine follows a line that looks best and loses; what it saw after the book and the results make it leave the
/// line.
#[test]
fn the_engine_leaves_a_poisoned_line() {
    let scratch = Scratch::new();
    let game = open("chess").unwrap();
    let mut book = scratch.open(&*game, DEFAULT_BOOK);
    let lines = [stored("chess", 0, "e2e4", "first", ""), stored("chess", 1, "f2f3 e7e5 g2g4", "first", "")];
    add_games(&*game, &mut book, &lines, 3).unwrap();
    let start = game.session(None).unwrap();
    book.revalue(&[(start.key(), "f2f3".to_owned(), Score::evaluation(80))]).unwrap();
    let chosen = |book: &Book| {
        let frozen = OpeningBook { moves: Arc::new(book.freeze().unwrap()), choice: Choice::Best };
        let settings = EngineSettings { nodes: Some(200), book: Some(frozen), ..EngineSettings::default() };
        let mut engine = EngineAgent::new(&*game, settings).unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        let meeting = GameStart {
            game: "chess",
            position: None,
            opening: &[],
            side: Player::FIRST,
            opponent: "somebody",
            seed: 1,
            deadline,
        };
        engine.begin(&meeting).unwrap();
        let turn = Turn { session: &*start, remark: "", budget: Budget::default(), deadline };
        let answer = engine.turn(&turn).unwrap();
        assert_eq!(answer.seen.score, None, "the book moved, not the search");
        answer.action
    };
    assert_eq!(chosen(&book), Action::Move("f2f3".to_owned()));
    // Fool's mate, five times; White saw the loss coming only when the book had ended.
    let told = [
        r#"{"side":0}"#,
        r#"{"side":1}"#,
        r#"{"side":0}"#,
        r#"{"side":1,"score":900}"#,
        r#"{"side":0,"score":-900}"#,
    ];
    let details = format!(r#"{{"plies":[{}]}}"#, told.join(","));
    let lost: Vec<StoredGame> =
        (2..7).map(|number| stored("chess", number, "f2f3 e7e5 g2g4 d8h4", "second", &details)).collect();
    let lessons = lessons(&*game, &book, &lost).unwrap();
    assert_eq!(lessons.len(), 5);
    let seen: Vec<Option<u32>> =
        lessons[0].visits.iter().map(|visit| visit.seen.map(|(_, between)| between)).collect();
    assert_eq!(seen, [Some(1), Some(0), Some(0)], "two own moves of White, one of Black");
    assert_eq!(book.learn(&lessons).unwrap(), 5);
    assert_eq!(chosen(&book), Action::Move("e2e4".to_owned()));
    let trap = at_start(&book, &*game).into_iter().find(|entry| entry.text == "f2f3").unwrap();
    assert!(trap.abandoned, "{trap:?}");
}

#[test]
fn chess_books_are_exchanged() {
    let scratch = Scratch::new();
    let game = open("chess").unwrap();
    let mut book = scratch.open(&*game, "ours");
    let lines = [
        stored("chess", 0, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1", "first", ""),
        stored("chess", 1, "d2d4 d7d5", "second", ""),
        stored("chess", 2, "e2e4 c7c5 g1f3", "draw", ""),
    ];
    add_games(&*game, &mut book, &lines, 20).unwrap();
    let entries = export_polyglot(&*game, &book).unwrap();
    assert_eq!(entries.len(), 7 + 2 + 2);
    let bytes = polyglot::write(entries);
    let read = polyglot::read(&bytes).unwrap();
    let mut copy = scratch.open(&*game, "theirs");
    let told = import_polyglot(&*game, &mut copy, &read).unwrap();
    assert_eq!(
        told,
        Imported { positions: book.count().unwrap() as usize, moves: 11, unreached: 0, illegal: 0 }
    );
    let again = polyglot::write(export_polyglot(&*game, &copy).unwrap());
    assert_eq!(again, bytes, "nothing is lost on the way");

    // White's moves alone, a position that cannot be reached, and a move that is not legal.
    let white: Vec<polyglot::Entry> = read
        .iter()
        .copied()
        .filter(|entry| {
            book.positions().unwrap().iter().any(|position| {
                let session = game.session(Some(&position.text)).unwrap();
                position.mover == 0 && session.polyglot_key() == Some(entry.key)
            })
        })
        .chain([polyglot::Entry { key: 1, mv: 0, weight: 1, learn: 0 }])
        .chain([polyglot::Entry { key: 0x463b_9618_1691_fc9c, mv: 0, weight: 1, learn: 0 }])
        .collect();
    let mut half = scratch.open(&*game, "half");
    let told = import_polyglot(&*game, &mut half, &white).unwrap();
    assert_eq!((told.unreached, told.illegal, told.moves), (1, 1, white.len() - 2));
    let other = open("othello").unwrap();
    assert!(matches!(export_polyglot(&*other, &half), Err(BookJobError::NotChess(_))));
    assert!(find_book(&scratch.0.join("none.db"), &*game, DEFAULT_BOOK).unwrap().is_none());
}

/// `testdata/positions/chess/lines.bin`, made with another program: castling, en passant and promotion among its
/// moves.
#[test]
fn a_foreign_chess_book_comes_back_as_it_was() {
    let bytes = include_bytes!("../../../../testdata/positions/chess/lines.bin");
    let scratch = Scratch::new();
    let game = open("chess").unwrap();
    let mut book = scratch.open(&*game, DEFAULT_BOOK);
    let entries = polyglot::read(bytes).unwrap();
    let told = import_polyglot(&*game, &mut book, &entries).unwrap();
    assert_eq!(told, Imported { positions: 77, moves: 86, unreached: 0, illegal: 0 });
    assert_eq!(polyglot::write(export_polyglot(&*game, &book).unwrap()), bytes);
}
