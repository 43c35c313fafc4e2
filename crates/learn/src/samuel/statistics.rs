//! What Samuel reports of a series, counted in the same way.

use super::series::{GameRecord, Verdict};
use std::collections::BTreeSet;

/// Leading terms that are compared.
pub const LEADING: usize = 12;
/// Games that are counted together.
pub const GROUP: usize = 7;

/// The figures of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Alpha's wins, losses and even games.
    pub score: [u32; 3],
    /// The same by groups of seven games; the last may be shorter.
    pub groups: Vec<[u32; 3]>,
    /// Terms that were replaced.
    pub replaced: usize,
    /// How many different terms had the largest coefficient at some time.
    pub leaders: usize,
    /// The number of the last game in which a leading term had another sign than after the game before; 0 if none had.
    pub settled: usize,
    /// Adjustments of the polynomial.
    pub adjustments: u32,
}

/// The figures of these games.
#[must_use]
pub fn statistics(games: &[GameRecord]) -> Statistics {
    let score = |games: &[GameRecord]| {
        let count = |wanted| games.iter().filter(|game| game.verdict == wanted).count() as u32;
        [count(Verdict::Alpha), count(Verdict::Beta), count(Verdict::Even)]
    };
    let leaders: BTreeSet<usize> = games.iter().flat_map(|game| &game.leaders).copied().collect();
    let turned = |pair: &[GameRecord]| {
        pair[1].standings.iter().take(LEADING).any(|now| {
            let before = pair[0].standings.iter().find(|before| before.term == now.term);
            before.is_some_and(|before| before.correlation * now.correlation < 0.0)
        })
    };
    Statistics {
        score: score(games),
        groups: games.chunks(GROUP).map(score).collect(),
        replaced: games.iter().map(|game| game.replaced.len()).sum(),
        leaders: leaders.len(),
        settled: games.windows(2).rposition(turned).map_or(0, |place| place + 2),
        adjustments: games.iter().map(|game| game.adjustments).sum(),
    }
}
