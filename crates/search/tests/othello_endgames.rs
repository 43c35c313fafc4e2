//! Othello endgames to the last disc: scores and best moves of the FFO problems.

use plybook_games::othello::{Othello, OthelloEvaluator};
use plybook_kernel::{HasHints, History, Notation, Score};
use plybook_search::{Driver, Engine, Limits, NeverStop, Options, Table};
use std::sync::Arc;

const PROBLEMS: &str = include_str!("../../../testdata/positions/othello-ffo.txt");
/// The depth that is searched before the leap to the end.
const REHEARSAL: u32 = 1;

#[test]
fn ffo_20_to_25_with_both_drivers() {
    let game = Arc::new(Othello::default());
    let problems = PROBLEMS.lines().filter(|line| !line.starts_with('#'));
    for (number, line) in (1..).zip(problems).filter(|(number, _)| (20..=25).contains(number)) {
        let (position, moves) = line.split_once(';').expect("a problem has moves");
        let at = game.read(position.trim()).expect("a position");
        let empty = position.bytes().filter(|&byte| byte == b'-').count() as u32;
        let entries = moves.split(';').filter_map(|entry| entry.trim().split_once(':'));
        let known: Vec<(String, i32)> =
            entries.map(|(mv, score)| (mv.to_lowercase(), score.parse().expect("a margin"))).collect();
        let best = known.iter().map(|&(_, score)| score).max().expect("a move");
        for driver in [Driver::NullWindows, Driver::Aspiration] {
            let table = Table::with_mebibytes(4);
            let mut engine = Engine::new(Arc::clone(&game), OthelloEvaluator::Positional, game.hints());
            engine.options = Options {
                iterative: true,
                leap_after: REHEARSAL,
                driver,
                path_rules: false,
                ..Options::EXACT
            };
            let limits = Limits::depth(2 * empty + REHEARSAL);
            let finding = engine.search(&at, &History::new(), &limits, Some(&table), &NeverStop);
            let mv = finding.best().map(|mv| game.move_text(&at, mv)).expect("a best move");
            assert_eq!(finding.score(), Some(Score::points(best)), "#{number} by {driver:?}");
            assert!(known.contains(&(mv.clone(), best)), "{mv} in #{number} by {driver:?}");
        }
    }
}
