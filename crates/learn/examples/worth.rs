//! What learning was worth in checkers: the table of docs/samuel.md. Everybody plays the evaluation made by hand at equal
//! positions: `cargo run --release -p plybook-learn --example worth`.

use plybook_games::checkers::Checkers;
use plybook_kernel::{Evaluated, Evaluator, Game, HasHints, HasInfo, ReadError};
use plybook_learn::Learner;
use plybook_learn::data::{DuelPlan, Pairs, play_pairs};
use plybook_learn::samuel::{Series, Settings};
use plybook_learn::temporal::{FirstWeights, TdConfig, TdLearner, WeightedTerms};
use plybook_search::Engine;
use std::sync::Arc;

/// The evaluation made by hand.
const HAND: &str = "positional";
/// Positions searched for a move, by both sides.
const NODES: u64 = 1_000;
/// Pairs of games of a match.
const PAIRS: u64 = 200;
/// Seeds of a series over which a match is shared out.
const SEEDS: u64 = 5;
/// Plies after which a game is a draw.
const LONGEST: usize = 300;
/// Games of TD-leaf.
const TD_GAMES: usize = 400;

fn missing(name: &str) -> ReadError {
    ReadError::new("evaluator", name, "checkers has none of that name", "name one")
}

/// The pairs of some numbers against the evaluation made by hand.
fn matched<E: Evaluator<Checkers>>(evaluator: &E, pairs: std::ops::Range<u64>) -> Result<Pairs, ReadError> {
    let game = Arc::new(Checkers::default().variant("")?);
    let hand = game.evaluator(HAND).ok_or_else(|| missing(HAND))?;
    let plan = DuelPlan { nodes: [NODES; 2], opening: [6, 8], longest: LONGEST, seed: 1 };
    let engines = (
        || Engine::new(Arc::clone(&game), evaluator.clone(), game.hints()),
        || Engine::new(Arc::clone(&game), hand, game.hints()),
    );
    let played = play_pairs(engines, &[game.start()], &plan, pairs, 1, &|| false);
    Ok(played.unwrap_or_default())
}

fn tell(name: &str, pairs: &Pairs) {
    let (elo, error) = pairs.elo();
    println!("{name} | {:.1} % | {elo:+.0} ± {error:.0} | {}", 100.0 * pairs.score(), pairs.games());
}

/// What Alpha has learnt after so many games of a second series, pooled over some seeds.
fn samuel(games: usize, seeds: u64) -> Result<Pairs, ReadError> {
    let game = Checkers::default();
    let mut all = Pairs::default();
    for seed in 0..seeds {
        let mut series = Series::new(&game, Settings::second_series(seed + 1));
        (0..games).for_each(|_| series.play(&game));
        let coefficients: Vec<i32> = series.coefficients(&game).iter().map(|&size| size as i32).collect();
        let evaluator = game.evaluator_weighted("samuel", &coefficients).ok_or_else(|| missing("samuel"))?;
        let share = PAIRS / seeds;
        all = all.with(&matched(&evaluator, seed * share..(seed + 1) * share)?);
    }
    Ok(all)
}

fn main() -> Result<(), ReadError> {
    println!("who | share | Elo | games, against {HAND} at {NODES} positions a move");
    let game = Arc::new(Checkers::default().variant("")?);
    for name in ["basic", "samuel"] {
        let evaluator = game.evaluator(name).ok_or_else(|| missing(name))?;
        tell(name, &matched(&evaluator, 0..PAIRS)?);
    }
    for games in [0, 42] {
        tell(&format!("Samuel's program after {games} games, {SEEDS} seeds"), &samuel(games, SEEDS)?);
    }
    let own = game.evaluator(HAND).ok_or_else(|| missing(HAND))?;
    let mut learner = TdLearner::new(Arc::clone(&game), HAND, FirstWeights::Zero, TdConfig::leaf(), None, 1)?;
    for mark in [0, TD_GAMES] {
        while learner.games().len() < mark {
            learner.step()?;
        }
        let learnt = WeightedTerms::new(own, learner.weights(), &[]);
        tell(&format!("TD-leaf on the terms of {HAND}, {mark} games"), &matched(&learnt, 0..PAIRS)?);
    }
    tell("Samuel's program after 1000 games, 2 seeds", &samuel(1_000, 2)?);
    Ok(())
}
