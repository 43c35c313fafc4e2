//! What a sowing brings at once, told without sowing.

use super::{Kalah, lanes};

/// What the last seed of a sowing does. Sowings of more than a round are taken to do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Harvest {
    /// It falls into the own store.
    ExtraTurn,
    /// It captures: so many seeds are stored, itself included.
    Capture(i32),
    /// Neither.
    Nothing,
}

impl Kalah {
    /// What sowing a house of `own`, which must not be empty, brings against `other`.
    #[inline]
    pub(super) fn harvest(&self, own: u64, other: u64, house: usize) -> Harvest {
        let houses = self.houses();
        let round = 2 * houses + 1;
        let end = house + lanes::get(own, house) as usize;
        if end == houses {
            Harvest::ExtraTurn
        } else if end < houses && lanes::get(own, end) == 0 {
            self.takes(lanes::get(other, houses - 1 - end))
        } else if (round..=round + house).contains(&end)
            && (lanes::get(own, end - round) == 0 || end - round == house)
        {
            self.takes(lanes::get(other, houses - 1 - (end - round)) + 1)
        } else {
            Harvest::Nothing
        }
    }

    /// A capture with this many seeds opposite.
    fn takes(&self, prey: u64) -> Harvest {
        let captures = prey > 0 || self.sowing.empty_capture();
        if captures { Harvest::Capture(prey as i32 + 1) } else { Harvest::Nothing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, Random};

    /// A harvest is what really happens, in random games; longer sowings are left out.
    #[test]
    fn harvests_come_true() {
        for game in [Kalah::default(), Kalah::new(4, 7, true)] {
            let mut random = Random::new(6);
            for _ in 0..300 {
                let mut at = game.start();
                while let Some(&house) = random.pick(&game.legal(&at)) {
                    check(&game, &at, house);
                    game.play(&mut at, house);
                }
            }
        }
    }

    fn check(game: &Kalah, at: &crate::kalah::Position, house: u8) {
        let (mover, round) = (usize::from(at.mover), 2 * game.houses() + 1);
        let [own, other] = [at.rows[mover], at.rows[1 - mover]];
        let seeds = lanes::get(own, usize::from(house)) as usize;
        let after = game.after(at, house);
        if seeds > round || game.outcome(&after).is_some() {
            return;
        }
        let again = after.mover == at.mover;
        let stored = game.sowing.store(after.rows[mover]) - game.sowing.store(own);
        let passed = u64::from(usize::from(house) + seeds >= game.houses());
        let expected = match stored - passed {
            _ if again => Harvest::ExtraTurn,
            0 => Harvest::Nothing,
            taken => Harvest::Capture(taken as i32),
        };
        assert_eq!(game.harvest(own, other, usize::from(house)), expected, "{at:?} {house}");
    }
}
