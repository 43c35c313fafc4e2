//! Known values, and the values of alpha-beta to the end of the game in random positions.

use crate::{result, solved};
use plybook_games::breakthrough::Breakthrough;
use plybook_games::checkers::Checkers;
use plybook_games::chess::Chess;
use plybook_games::connect4::Connect4;
use plybook_games::hexapawn::Hexapawn;
use plybook_games::kalah::Kalah;
use plybook_games::nim::SplitNim;
use plybook_games::tictactoe::TicTacToe;
use plybook_kernel::{Game, HasInfo, History, ListedGame, Notation, Random, Score};
use plybook_search::pns::{Goal, Pns, Verdict, check};
use plybook_search::{Engine, Limits, NeverStop, Options, Table};
use std::sync::Arc;

const TABLE: usize = 1 << 24;

/// The value by alpha-beta, so deep that the game has ended.
fn by_alpha_beta<G: ListedGame>(game: &Arc<G>, at: &G::Position) -> Score {
    let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
    let mut engine = Engine::new(Arc::clone(game), evaluator, game.hints());
    engine.options = Options { path_rules: false, ..Options::EXACT };
    let table = Table::with_mebibytes(16);
    let found = engine.search(at, &History::new(), &Limits::depth(200), Some(&table), &NeverStop);
    found.score().expect("a value")
}

#[test]
fn small_games_have_their_known_values() {
    fn value<G: ListedGame>(game: G, margins: bool) -> i64 {
        let game = Arc::new(game);
        result(solved(&game, &game.start(), TABLE, margins).0.score)
    }
    assert_eq!(value(TicTacToe, false), 0);
    let hexapawn = |size: &str| value(Hexapawn::default().variant(size).unwrap(), false);
    // The second player wins 3x3 (Gardner 1962), the first one 4x4.
    assert_eq!((hexapawn("3x3"), hexapawn("4x4")), (i64::MIN, i64::MAX));
    let connect = |size: &str| value(Connect4::default().variant(size).unwrap(), false);
    // J. Tromp's table of small boards: 4x4 and 5x4 are draws.
    assert_eq!((connect("4x4"), connect("5x4")), (0, 0));
}

#[test]
fn values_equal_those_of_alpha_beta() {
    fn compare<G: ListedGame>(game: G, plies: usize, positions: usize, margins: bool) {
        let game = Arc::new(game);
        let mut random = Random::new(5);
        let mut done = 0;
        while done < positions {
            let mut at = game.start();
            for _ in 0..plies + random.below(4) {
                match random.pick(&game.legal(&at)) {
                    Some(&mv) if game.verdict(&at).is_none() => game.play(&mut at, mv),
                    _ => break,
                }
            }
            if game.verdict(&at).is_some() {
                continue;
            }
            done += 1;
            let (found, _) = solved(&game, &at, TABLE, margins);
            let expected = by_alpha_beta(&game, &at);
            assert_eq!(result(found.score), result(expected), "{} {}", game.full_name(), game.text(&at));
        }
    }
    compare(TicTacToe, 1, 60, false);
    compare(Hexapawn::default().variant("4x5").unwrap(), 2, 60, false);
    compare(Connect4::default().variant("5x5").unwrap(), 9, 40, false);
    compare(Connect4::default(), 26, 60, false);
    compare(SplitNim::default(), 0, 3, false);
    compare(Kalah::default().variant("3,2").unwrap(), 3, 30, true);
    compare(Breakthrough::default().variant("5x5").unwrap(), 16, 30, false);
}

/// Mates, found and played against every defence.
#[test]
fn mates_are_proven() {
    let game = Arc::new(Chess::default());
    for (text, mates) in [
        // Mate in two by Sam Loyd's kind of key moves: back rank, smothered, and a promotion race.
        ("6k1/5ppp/8/8/8/8/8/R3K2R w - - 0 1", true),
        ("r5rk/6pp/8/4N3/8/1Q6/6PP/6K1 w - - 0 1", true),
        ("7k/8/5K2/6P1/8/8/8/8 b - - 0 1", false),
        ("8/8/8/8/8/k7/8/1KR5 w - - 0 1", true),
    ] {
        let at = game.read(text).expect("a position");
        let mover = game.turn(&at).player().expect("a player");
        let mut pns = Pns::new(Arc::clone(&game), TABLE);
        let verdict = pns.ask(Goal::win(mover), &at, &History::new(), 300_000, &NeverStop);
        assert_eq!(verdict == Verdict::Proven, mates, "{text}");
        if mates {
            let strategy =
                pns.strategy(verdict, &at, &History::new(), 1 << 20, &NeverStop).expect("a strategy");
            let checked = check(&*game, &at, &History::new(), &strategy, 1 << 24);
            assert!(checked.as_ref().is_ok_and(|checked| checked.ends > 0), "{text}: {checked:?}");
        }
    }
}

/// Two kings against one, which has a way round the board unless it is caught: circles at every turn.
#[test]
fn endings_with_kings_are_solved_through_circles() {
    let game = Arc::new(Checkers::default());
    let at = game.read("W:WK15,K19,K23:BK8").or_else(|_| game.read("W:WK15,K19,K23:BK8:H0:F1"));
    let at = at.expect("a position");
    let mover = game.turn(&at).player().expect("a player");
    let mut pns = Pns::new(Arc::clone(&game), TABLE);
    let verdict = pns.ask(Goal::win(mover), &at, &History::new(), 3_000_000, &NeverStop);
    assert_eq!(verdict, Verdict::Proven);
    let strategy = pns.strategy(verdict, &at, &History::new(), 1 << 20, &NeverStop).expect("a strategy");
    let checked = check(&*game, &at, &History::new(), &strategy, 1 << 24);
    assert!(checked.is_ok(), "{checked:?}");
}
