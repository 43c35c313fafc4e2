//! Repetition inside the search.

use plybook_games::chess::{Chess, ChessEvaluator};
use plybook_kernel::{Evaluated, Game, HasHints, History, NoHints, Notation, Score};
use plybook_search::{Engine, Limits, NeverStop, Options, Table};
use std::sync::Arc;

/// White has a queen against a queen and two rooks and is about to be mated; but the checks on e8 and h5 never end.
const PERPETUAL: &str = "6k1/6p1/5p2/7Q/8/8/rq3r2/7K w - - 0 1";
/// One round of the checks.
const ROUND: [&str; 4] = ["h5e8", "g8h7", "e8h5", "h7g8"];
/// One round and a ply.
const DEPTH: u32 = 5;

fn engine(options: Options) -> Engine<Chess, ChessEvaluator, NoHints> {
    let mut engine = Engine::new(Arc::new(Chess::new()), ChessEvaluator::Basic, NoHints);
    engine.options = options;
    engine
}

/// The position after the moves, and the path to it.
fn play(game: &Chess, from: &str, moves: &[&str]) -> (<Chess as Game>::Position, History) {
    let (mut at, mut past) = (game.read(from).expect("a position"), History::new());
    for text in moves {
        let mv = game.read_move(&at, text).expect("a legal move");
        past.push(game.key(&at), game.resets(&at, mv));
        game.play(&mut at, mv);
    }
    (at, past)
}

#[test]
fn a_perpetual_check_is_found() {
    let game = Chess::new();
    let (at, past) = play(&game, PERPETUAL, &ROUND);
    for (path_rules, drawn) in [(true, true), (false, false)] {
        let table = Table::with_mebibytes(1);
        let options = Options { path_rules, ..Options::SOUND };
        let finding = engine(options).search(&at, &past, &Limits::depth(DEPTH), Some(&table), &NeverStop);
        assert_eq!(finding.score() == Some(Score::DRAW), drawn, "{:?}", finding.lines);
        if drawn {
            let round: Vec<_> = finding.lines[0].moves.iter().map(|mv| mv.to_string()).collect();
            assert_eq!(round, ROUND);
        }
    }
}

#[test]
fn what_the_path_decided_is_not_remembered_for_other_paths() {
    let game = Chess::new();
    // Every position of the round has stood twice, so that the next ply ends the game; without that past it does not,
    // and a line shorter than a round repeats nothing.
    let (at, past) = play(&game, PERPETUAL, &[ROUND, ROUND].concat());
    for depth in 1..ROUND.len() as u32 {
        let limits = Limits::depth(depth);
        let mut fresh = engine(Options::SOUND);
        let expected =
            fresh.search(&at, &History::new(), &limits, Some(&Table::with_mebibytes(1)), &NeverStop);
        assert!(expected.score() < Some(Score::DRAW));
        let table = Table::with_mebibytes(1);
        let mut engine = engine(Options::SOUND);
        let drawn = engine.search(&at, &past, &limits, Some(&table), &NeverStop);
        assert_eq!(drawn.score(), Some(Score::DRAW), "at {depth}");
        let finding = engine.search(&at, &History::new(), &limits, Some(&table), &NeverStop);
        assert_eq!(finding.score(), expected.score(), "at {depth}");
    }
}

/// A game against a weaker program that was won and then drawn by repetition: the table knew the position after d5c5
/// as good and hid that the reply brings a position back for the third time.
#[test]
fn a_won_game_is_not_repeated_away() {
    const MOVES: &str = "d2d4 g8f6 c2c4 e7e5 d4e5 f6g4 c1f4 b8c6 g1f3 f8b4 b1c3 d8e7 d1d5 b4c3 b2c3 e7a3 a1c1 a3a2 h2h3 \
                         g4h6 e2e4 e8h8 f1d3 c6e7 d5c5 e7c6 e1h1 f8e8 c5d5 c6e7 d5c5 e7c6 c5d5 c6e7";
    let moves: Vec<&str> = MOVES.split_whitespace().collect();
    let game = Chess::new();
    let evaluator = game.evaluator("positional").expect("a listed evaluator");
    let mut engine = Engine::new(Arc::new(game), evaluator, Chess::new().hints());
    let table = Table::with_mebibytes(64);
    let mut last = String::new();
    for plies in [24, 26, 28, 30, 32, 34] {
        let (at, past) = play(&Chess::new(), &Chess::new().text(&Chess::new().start()), &moves[..plies]);
        let found = engine.search(&at, &past, &Limits::nodes(100_000), Some(&table), &NeverStop);
        last = found.best().expect("a move").to_string();
    }
    assert_ne!(last, "d5c5", "the reply is the third occurrence of its position");
}
