//! For unit tests: a search that stands at a chess position and can be asked about its parts.

use crate::depth::Ply;
use crate::engine::ThreadData;
use crate::search::Searcher;
use crate::trace::NoTrace;
use crate::{Engine, Limits, NeverStop, Options};
use plybook_games::chess::{Chess, ChessEvaluator, ChessHints};
use plybook_kernel::{Game, HasHints, History, Notation};
use std::sync::Arc;

/// A search of chess that nobody watches.
pub(crate) type ChessSearcher<'a> = Searcher<'a, Chess, ChessEvaluator, ChessHints, NoTrace>;

/// Tries something with a search that stands at a position whose moves are listed.
pub(crate) fn at_position(fen: &str, options: Options, test: impl FnOnce(&mut ChessSearcher<'_>)) {
    let game = Arc::new(Chess::new());
    let at = game.read(fen).unwrap();
    let hints = game.hints();
    let mut engine = Engine::new(game, ChessEvaluator::Basic, hints);
    engine.options = options;
    let (mut thread, limits, past) = (ThreadData::new(), Limits::depth(1), History::new());
    let mut trace = NoTrace;
    let mut searcher = Searcher::new(&engine, &mut thread, None, &NeverStop, &mut trace, &at, &past, &limits);
    let frame = &mut searcher.stack[Ply::ROOT];
    frame.moves = engine.game.legal(&frame.at);
    test(&mut searcher);
}

/// The number of a move in a ply's list.
pub(crate) fn ordinal(searcher: &ChessSearcher<'_>, ply: Ply, text: &str) -> u16 {
    let frame = &searcher.stack[ply];
    let mv = searcher.engine.game.read_move(&frame.at, text).unwrap();
    frame.moves.iter().position(|&other| other == mv).unwrap() as u16
}
