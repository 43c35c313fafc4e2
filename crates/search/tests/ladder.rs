//! Every sound technique gives the value of plain minimax.

use plybook_games::tictactoe::{OpenLines, TicTacToe};
use plybook_kernel::{Game, History, NoHints};
use plybook_search::reference::{Method, search};
use plybook_search::{Driver, Engine, Limits, NeverStop, Options, Table};
use std::sync::Arc;

#[test]
fn tictactoe_every_depth_every_method() {
    let game = Arc::new(TicTacToe);
    let at = game.start();
    for depth in 0..=7 {
        let plain = search(Method::Minimax, &*game, &OpenLines, &at, depth);
        for method in [Method::AlphaBeta, Method::Negamax, Method::AlphaBetaNegamax] {
            let other = search(method, &*game, &OpenLines, &at, depth);
            assert_eq!((other.score, &other.line), (plain.score, &plain.line), "{method:?} at {depth}");
        }
        if depth == 0 {
            continue;
        }
        for options in
            [Options::PLAIN, Options::SOUND, Options { driver: Driver::NullWindows, ..Options::SOUND }]
        {
            let table = Table::with_mebibytes(1);
            let mut engine = Engine::new(Arc::clone(&game), OpenLines, NoHints);
            engine.options = options.verifying();
            let finding =
                engine.search(&at, &History::new(), &Limits::depth(depth), Some(&table), &NeverStop);
            assert_eq!(finding.score(), Some(plain.score), "{options:?} at {depth}");
        }
    }
}
