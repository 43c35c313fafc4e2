//! The builder's values, against plain value iteration.

use crate::graph::{Graph, Plan};
use crate::support::{Scratch, built, iterate, options};
use plybook_games::black_and_white::{BlackAndWhite, Position};
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::{Game, HasInfo, Indexed, Notation, Random, Score, Slice, Window};
use plybook_store::endgame::{
    BuildOptions, Database, EndgameError, NoBuildObserver, SliceReport, TablebaseValue, build, fingerprint,
    verify_installed,
};
use std::time::Duration;

pub fn black_and_white(options: &str) -> BlackAndWhite {
    BlackAndWhite::default().variant(options).unwrap()
}

/// Builds a graph and compares every value.
fn check_graph(graph: &Graph, threads: usize) -> u32 {
    let (scratch, reports) = built(graph, "graph", threads);
    let database = Database::open(graph, "graph", &scratch.0).unwrap();
    assert!(database.refused().is_empty());
    for (at, worth) in iterate(graph) {
        assert_eq!(database.worth(graph, &at), Some(worth), "{at} of {graph:?}");
    }
    reports.iter().map(|report| report.longest).max().unwrap()
}

#[test]
fn graphs_of_every_kind() {
    let mut longest = 0;
    for seed in 0..240 {
        let bit = |place: u32| seed >> place & 1 == 1;
        let plan = Plan {
            slices: 1 + seed % 4,
            per_slice: 20 + seed * 2,
            unmoves: bit(0),
            strict: bit(1),
            cyclic: !seed.is_multiple_of(5),
            margins: bit(2),
            seed,
        };
        longest = longest.max(check_graph(&Graph::new(plan), 1 + (seed % 2) as usize));
    }
    assert!(longest > 12, "long wins come about: {longest}");
}

#[test]
fn distances_beyond_a_byte() {
    for unmoves in [true, false] {
        assert_eq!(check_graph(&Graph::line(300, unmoves), 2), 299);
    }
}

#[test]
fn tictactoe_is_a_draw() {
    let (scratch, reports) = built(&TicTacToe, "tictactoe", 1);
    let database = Database::open(&TicTacToe, "tictactoe", &scratch.0).unwrap();
    assert_eq!(database.worth(&TicTacToe, &TicTacToe.start()), Some(TablebaseValue::Draw));
    assert_eq!(reports.len(), 10);
    let position = TicTacToe.read("XX1/OO1/3 X").unwrap();
    assert_eq!(database.worth(&TicTacToe, &position).unwrap().score(), Score::win_in(1));
}

/// Every value of the moving phase with two discs each, which the builder finds by its shortcut over numbers, against
/// value iteration over positions; the same without the memory for counting moves.
#[test]
fn small_black_and_white() {
    let game = black_and_white("discs=2");
    let values = iterate(&game);
    let counting = built(&game, "black-and-white", 2);
    let tight = Scratch::new();
    let memory = game.size(Slice(0)) * 3 / 2;
    let narrow = BuildOptions { memory, ..options(1) };
    let reports = build(&game, "black-and-white", &tight.0, &narrow, &NoBuildObserver).unwrap();
    let signatures =
        |reports: &[SliceReport]| -> Vec<u64> { reports.iter().map(|report| report.signature).collect() };
    assert_eq!(signatures(&reports), signatures(&counting.1));
    let database = Database::open(&game, "black-and-white", &counting.0.0).unwrap();
    for (at, worth) in values {
        assert_eq!(database.worth(&game, &at), Some(worth), "{at:?}");
    }
}

/// Ten thousand positions drawn by lot with three discs each: an alpha-beta search of some plies finds exactly the
/// wins and losses that the database says are that near, and no others.
#[test]
fn black_and_white_agrees_with_plain_search() {
    const POSITIONS: usize = 10_000;
    const DEPTH: u32 = 6;
    let game = black_and_white("discs=3");
    let (scratch, _) = built(&game, "black-and-white", 2);
    let database = Database::open(&game, "black-and-white", &scratch.0).unwrap();
    let mut random = Random::new(5);
    let (mut near, mut looked) = (0, 0);
    while looked < POSITIONS {
        let slices = game.slices();
        let slice = slices[if random.next().is_multiple_of(4) { random.next() as usize % 4 } else { 0 }];
        let Some(at) = game.unrank(slice, random.next() % game.size(slice)) else { continue };
        looked += 1;
        let worth = database.worth(&game, &at).unwrap();
        let plain = search(&game, &at, DEPTH, Window::FULL);
        let expected =
            if worth.distance().is_some_and(|plies| plies <= DEPTH) { worth } else { TablebaseValue::Draw };
        assert_eq!(plain, expected.score(), "{}", game.text(&at));
        near += usize::from(expected != TablebaseValue::Draw);
    }
    assert!(near > POSITIONS / 20, "{near}");
}

/// Alpha-beta, with nothing beyond the horizon.
fn search(game: &BlackAndWhite, at: &Position, depth: u32, mut window: Window) -> Score {
    if let Some(outcome) = game.verdict(at) {
        return outcome.score(game.turn(at).player().unwrap());
    }
    if depth == 0 {
        return Score::DRAW;
    }
    let mut best = -Score::INFINITY;
    for mv in game.legal(at) {
        let score = (-search(game, &game.after(at, mv), depth - 1, window.down().flipped())).up();
        best = best.max(score);
        window.alpha = window.alpha.max(score);
        if window.is_empty() {
            break;
        }
    }
    best
}

/// Both sides play by the database: every move keeps the value, wins come one ply nearer with each, and draws never
/// end otherwise.
#[test]
fn play_by_the_database_never_leaves_the_value() {
    let game = black_and_white("discs=3");
    let (scratch, _) = built(&game, "black-and-white", 2);
    let database = Database::open(&game, "black-and-white", &scratch.0).unwrap();
    let slice = Slice(0);
    let mut random = Random::new(6);
    let (mut games, mut decided) = (0, 0);
    while games < 500 {
        let Some(mut at) = game.unrank(slice, random.next() % game.size(slice)) else { continue };
        games += 1;
        let mut worth = database.worth(&game, &at).unwrap();
        decided += usize::from(worth != TablebaseValue::Draw);
        for _ in 0..120 {
            if game.verdict(&at).is_some() {
                break;
            }
            let moves = game.legal(&at);
            let value = |&mv: &<BlackAndWhite as Game>::Move| {
                let next = game.after(&at, mv);
                -database.worth(&game, &next).unwrap().score()
            };
            let best = *moves.iter().max_by_key(|mv| value(mv)).unwrap();
            assert_eq!(value(&best).up(), worth.score());
            game.play(&mut at, best);
            worth = database.worth(&game, &at).unwrap();
        }
        assert_eq!(game.verdict(&at).is_some(), worth != TablebaseValue::Draw);
    }
    assert!(decided > 100 && decided < 450, "{decided}");
}

#[test]
fn limits_and_names_are_respected() {
    let game = black_and_white("discs=2");
    let scratch = Scratch::new();
    let tight = BuildOptions { memory: 1000, ..options(1) };
    let error = build(&game, "black-and-white", &scratch.0, &tight, &NoBuildObserver).unwrap_err();
    assert!(matches!(error, EndgameError::Memory { .. }), "{error}");
    let unknown = BuildOptions { slices: vec!["nowhere".to_owned()], ..options(1) };
    let error = build(&game, "black-and-white", &scratch.0, &unknown, &NoBuildObserver).unwrap_err();
    assert!(error.to_string().contains("nowhere") && error.to_string().contains("placing-1"), "{error}");
    let some = BuildOptions { slices: vec!["placing-2".to_owned()], ..options(1) };
    let reports = build(&game, "black-and-white", &scratch.0, &some, &NoBuildObserver).unwrap();
    let names: Vec<&str> = reports.iter().map(|report| report.name.as_str()).collect();
    assert_eq!(names, ["moving", "placing-1", "placing-2"]);
    let again = build(&game, "black-and-white", &scratch.0, &options(1), &NoBuildObserver).unwrap();
    assert_eq!(again.iter().filter(|report| report.time.is_some()).count(), 2);
    let checked =
        verify_installed(&game, "black-and-white", &scratch.0, (&[], 2, 1 << 30), &NoBuildObserver).unwrap();
    assert_eq!(checked.len(), 5);
    // With hardly any memory, earlier slices are read from disk block by block.
    let checked =
        verify_installed(&game, "black-and-white", &scratch.0, (&[], 1, 0), &NoBuildObserver).unwrap();
    assert_eq!(checked.len(), 5);
}

#[test]
fn other_rules_have_another_fingerprint() {
    let print = |options: &str| fingerprint(&black_and_white(options), Slice(0));
    assert_eq!(print("discs=2"), print("discs=2,cap=60,repetition=off"));
    assert_ne!(print("discs=2"), print("discs=3"));
    let stopwatch = Duration::from_secs(60);
    assert_eq!(BuildOptions::default().checkpoint, stopwatch);
}
