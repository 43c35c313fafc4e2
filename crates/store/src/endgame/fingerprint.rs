//! A number that stands for a game's rules and numbering, as far as a slice is concerned.

use plybook_format::checksum::Checksum;
use plybook_kernel::{Indexed, Slice};

/// Numbers of a slice that are looked at.
const SAMPLES: u64 = 96;

/// The fingerprint of a slice: what the rules and the numbering say about numbers spread evenly over it. A file
/// built under other rules, or with another numbering, has another fingerprint; rules about the path (repetition,
/// move limits) do not enter, nor do they enter the values.
pub fn fingerprint<G: Indexed>(game: &G, slice: Slice) -> u64 {
    let mut sum = Checksum::new();
    let mut add = |number: u64| sum.add(&number.to_le_bytes());
    let size = game.size(slice);
    add(slice.0);
    add(size);
    for sample in 0..SAMPLES.min(size) {
        let index = (u128::from(size) * u128::from(sample) / u128::from(SAMPLES.min(size))) as u64;
        add(index);
        let Some(at) = game.unrank(slice, index) else {
            add(u64::MAX);
            continue;
        };
        let mover = game.turn(&at).player().map_or(u64::MAX, |player| u64::from(player.0));
        if let (Some(outcome), Some(player)) = (game.verdict(&at), game.turn(&at).player()) {
            add(outcome.wdl(player) as u64);
            continue;
        }
        for mv in game.legal(&at) {
            let next = game.after(&at, mv);
            let same = game.turn(&next).player().map(|player| u64::from(player.0)) == Some(mover);
            add(u64::from(same));
            match game.slice(&next) {
                Some(slice) => {
                    add(slice.0);
                    add(game.rank(&next));
                }
                None => add(u64::MAX - 1),
            }
        }
    }
    sum.sum()
}
