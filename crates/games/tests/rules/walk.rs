//! Random positions for the tests of single games.

use plybook_kernel::{Game, Random};

/// Moves played before a random game is given up, where the rules do not end it.
const LONGEST_GAME: usize = 400;

/// How many times more positions the long form of the test run looks at.
const LONGER: usize = 10;

/// The number of positions to look at: `PLYBOOK_LONG=1` asks for more than usual.
pub fn positions(usual: usize) -> usize {
    if std::env::var_os("PLYBOOK_LONG").is_some() { LONGER * usual } else { usual }
}

/// Plays random games and shows `look` every position that is not finished, `positions` in all.
pub fn random_positions<G: Game>(game: &G, positions: usize, seed: u64, mut look: impl FnMut(&G::Position)) {
    let mut random = Random::new(seed);
    let mut left = positions;
    while left > 0 {
        let mut at = game.start();
        for _ in 0..LONGEST_GAME.min(left) {
            let Some(&mv) = random.pick(&game.legal(&at)) else { break };
            look(&at);
            left -= 1;
            game.play(&mut at, mv);
        }
    }
}
