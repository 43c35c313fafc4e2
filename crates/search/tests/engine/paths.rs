//! Repetition inside the search.

use plybook_games::chess::{Chess, ChessEvaluator};
use plybook_kernel::{Game, History, NoHints, Notation, Score};
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
    let (at, past) = play(&game, PERPETUAL, &ROUND);
    for depth in 1..=DEPTH {
        let limits = Limits::depth(depth);
        let mut fresh = engine(Options::SOUND);
        let expected =
            fresh.search(&at, &History::new(), &limits, Some(&Table::with_mebibytes(1)), &NeverStop);
        assert!(expected.score() < Some(Score::DRAW));
        let table = Table::with_mebibytes(1);
        let mut engine = engine(Options::SOUND);
        engine.search(&at, &past, &limits, Some(&table), &NeverStop);
        let finding = engine.search(&at, &History::new(), &limits, Some(&table), &NeverStop);
        assert_eq!(finding.score(), expected.score(), "at {depth}");
    }
}
