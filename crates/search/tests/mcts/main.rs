//! Monte Carlo tree search: what it finds, what its options change, and that it keeps to its limits.

mod limits;
mod options;
mod values;

use plybook_kernel::written::{WrittenEvaluations, WrittenTree};
use plybook_kernel::{Evaluated, Game, HasHints, History, ListedGame, NoHints, Notation};
use plybook_search::mcts::{Mcts, MctsOptions, MctsResult};
use plybook_search::{Limits, NeverStop};
use std::sync::Arc;

/// A search of a written tree.
fn of_tree(tree: WrittenTree, options: MctsOptions) -> Mcts<WrittenTree, WrittenEvaluations, NoHints> {
    let mut mcts = Mcts::new(Arc::new(tree), WrittenEvaluations, NoHints);
    mcts.options = options;
    mcts.new_game();
    mcts
}

/// A search of a listed game with its strongest evaluator and its hints.
fn of_game<G: ListedGame>(
    game: G,
    options: MctsOptions,
) -> Mcts<G, <G as Evaluated>::Evaluator, <G as HasHints>::SearchHints> {
    let evaluator = game.evaluator(&game.evaluators()[0].name).expect("a listed evaluator");
    let hints = game.hints();
    let mut mcts = Mcts::new(Arc::new(game), evaluator, hints);
    mcts.options = options;
    mcts.new_game();
    mcts
}

/// What it finds in a position without a past.
fn find<G: Game, E: plybook_kernel::Evaluator<G>, H: plybook_kernel::SearchHints<G>>(
    mcts: &mut Mcts<G, E, H>,
    at: &G::Position,
    limits: &Limits,
) -> MctsResult<G::Move> {
    mcts.search(at, &History::new(), limits, &NeverStop, &mut |_| false)
}

/// A position of a game by its text.
fn position<G: ListedGame>(game: &G, text: &str) -> G::Position {
    Notation::read(game, text).expect("a position")
}
