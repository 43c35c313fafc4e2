//! What a search should know about Kalah.

use super::harvest::Harvest;
use super::{Kalah, Position};
use plybook_kernel::{HasHints, Margins, SearchHints};

/// Extra turns first, then captures.
#[derive(Clone, Copy, Debug)]
pub struct KalahHints;

/// Puts extra turns before captures; no capture brings as many seeds.
const EXTRA_TURN: i32 = 1 << 10;

fn harvest(game: &Kalah, at: &Position, house: u8) -> Harvest {
    let mover = usize::from(at.mover);
    game.harvest(at.rows[mover], at.rows[1 - mover], usize::from(house))
}

/// How far values move, in hundredths of a point: in self-play values two plies apart differ by less than 3 seeds
/// nine times in ten.
const SWING: i32 = 200;

impl SearchHints<Kalah> for KalahHints {
    type NodeHints = ();

    fn margins(&self) -> Option<Margins> {
        Some(Margins::of_swing(SWING))
    }

    fn has_noise(&self) -> bool {
        true
    }

    #[inline]
    fn noisy(&self, game: &Kalah, at: &Position, house: u8) -> bool {
        harvest(game, at, house) != Harvest::Nothing
    }

    /// An extra turn costs nothing, and the one next to the store spoils no other. Then captures by their seeds.
    #[inline]
    fn order(&self, game: &Kalah, at: &Position, house: u8, (): &()) -> i32 {
        match harvest(game, at, house) {
            Harvest::ExtraTurn => EXTRA_TURN + i32::from(house),
            Harvest::Capture(seeds) => seeds,
            Harvest::Nothing => 0,
        }
    }
}

impl HasHints for Kalah {
    type SearchHints = KalahHints;

    fn hints(&self) -> KalahHints {
        KalahHints
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes;
    use super::*;
    use plybook_kernel::Game;

    #[test]
    fn the_extra_turn_of_the_start_comes_first() {
        let game = Kalah::default();
        let at = game.start();
        let opinions: Vec<i32> =
            game.legal(&at).iter().map(|&house| KalahHints.order(&game, &at, house, &())).collect();
        assert_eq!(opinions, [0, 0, EXTRA_TURN + 2, 0, 0, 0]);
    }

    #[test]
    fn captures_count_their_seeds() {
        let game = Kalah::default();
        let own = lanes::only(1, 2) + lanes::only(2, 2) + lanes::only(5, 3);
        let at = Position { rows: [own, lanes::only(2, 5) + lanes::only(1, 9)], mover: 0 };
        let opinions: Vec<(u8, i32)> =
            game.legal(&at).iter().map(|&house| (house, KalahHints.order(&game, &at, house, &()))).collect();
        assert_eq!(opinions, [(1, 6), (2, 10), (5, 0)]);
        assert_eq!([1, 2, 5].map(|house| KalahHints.noisy(&game, &at, house)), [true, true, false]);
    }
}
