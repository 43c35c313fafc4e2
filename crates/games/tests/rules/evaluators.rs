//! What holds for every evaluator.

use plybook_kernel::{Evaluated, Evaluator, Notation, Random, Symmetric, Text, sum};

/// Plays random games until `positions` positions were met. In each, every evaluator of the game must give
/// the sum of its terms, and the same value with the players exchanged and in every image.
pub fn check<G: Evaluated + Notation + Symmetric>(game: &G, positions: usize) {
    let mut random = Random::new(1);
    let mut at = game.start();
    for _ in 0..positions {
        if game.verdict(&at).is_some() {
            at = game.start();
        }
        for info in game.evaluators() {
            let evaluator = game.evaluator(&info.name).expect(&info.name);
            let evaluate = |at: &G::Position| evaluator.evaluate(game, at, &evaluator.accumulate(game, at));
            let context = || format!("{} in {}", info.name, game.text(&at));
            let value = evaluate(&at);
            assert_eq!(value, sum(&evaluator.terms(game, &at)), "{}", context());
            let swapped = game.swapped(&at).expect("players can be exchanged");
            assert_eq!(value, evaluate(&swapped), "{}, exchanged", context());
            assert_eq!(game.swapped(&swapped), Some(at.clone()), "{}, exchanged twice", context());
            for symmetry in 1..game.symmetries() {
                assert_eq!(value, evaluate(&game.image(&at, symmetry)), "{}, image {symmetry}", context());
            }
        }
        if let Some(&mv) = random.pick(&game.legal(&at)) {
            game.play(&mut at, mv);
        }
    }
}

/// The terms of an evaluator in a position: what is counted and how much of it there is.
pub fn values<G: Evaluated + Notation>(game: &G, evaluator: &str, text: &str) -> Vec<(Text, i32)> {
    let at = game.read(text).expect(text);
    let terms = game.evaluator(evaluator).expect(evaluator).terms(game, &at);
    terms.into_iter().map(|term| (term.name, term.value)).collect()
}

/// What an evaluator says about a position, in hundredths of a point.
pub fn value<G: Evaluated>(game: &G, evaluator: &str, at: &G::Position) -> i32 {
    let evaluator = game.evaluator(evaluator).expect(evaluator);
    evaluator.evaluate(game, at, &evaluator.accumulate(game, at)).raw()
}
