//! Helpers for the tests of single games.

use plybook_kernel::{Game, Notation, Random};
use plybook_naive::Plain;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The folder with the project's test data.
pub fn testdata() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// Moves played before a random game is given up, where the rules do not end it.
const LONGEST_GAME: usize = 400;

/// Plays random games until `positions` positions were met, and compares in each what the two generators say:
/// the position's text read by the plain one, and the set of (move, position after it).
pub fn agree<G: Game + Notation, P: Plain>(game: &G, plain: &P, positions: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut met = 0;
    while met < positions {
        let mut at = game.start();
        for _ in 0..LONGEST_GAME {
            same_successors(game, plain, &at);
            met += 1;
            match random.pick(&game.legal(&at)) {
                Some(&mv) if met < positions => game.play(&mut at, mv),
                _ => break,
            }
        }
    }
}

/// Compares the successors of one position.
pub fn same_successors<G: Game + Notation, P: Plain>(game: &G, plain: &P, at: &G::Position) {
    let text = game.text(at);
    let twin = plain.read(&text).unwrap_or_else(|| panic!("the plain generator cannot read {text}"));
    assert_eq!(plain.text(&twin), text);
    let fast: BTreeSet<(String, String)> =
        game.legal(at).iter().map(|&mv| (game.move_text(at, mv), game.text(&game.after(at, mv)))).collect();
    let slow: BTreeSet<(String, String)> = plain
        .moves(&twin)
        .iter()
        .map(|mv| (plain.move_text(&twin, mv), plain.text(&plain.play(&twin, mv))))
        .collect();
    if fast != slow {
        let only_fast: Vec<_> = fast.difference(&slow).collect();
        let only_slow: Vec<_> = slow.difference(&fast).collect();
        panic!("in {text}\nonly the fast generator: {only_fast:?}\nonly the plain one: {only_slow:?}");
    }
}
