//! The numbers of seeds as planes: a cell for each house and store, a plane for each number.

use super::{Kalah, Position, lanes};
use plybook_kernel::planes::MOST_PLANES;
use plybook_kernel::{PlaneLayout, Planes, Player, Text};

/// Phases of a game, by the number of seeds in the houses.
const PHASES: usize = 6;
/// Bits of a lane.
const LANE: usize = 8;

impl Kalah {
    /// The largest number of seeds that is told apart from larger ones: more than half of all seeds, in a store,
    /// win the game.
    fn most_told(&self) -> usize {
        (self.total() as usize / 2 + 1).min(MOST_PLANES)
    }
}

impl Planes for Kalah {
    /// The viewer's houses and store are the first row. The other player's houses lie opposite, so that a house and
    /// the one from which it captures share a column; the stores share the last.
    fn plane_layout(&self) -> Option<PlaneLayout> {
        let (houses, most) = (self.houses(), self.most_told());
        let names = (1..=most).map(|seeds| match seeds {
            1 => "1 seed".to_owned(),
            _ if seeds == most => format!("{seeds} seeds or more"),
            _ => format!("{seeds} seeds"),
        });
        let opposite = |column| if column < houses { houses - 1 - column } else { houses };
        let layout = PlaneLayout::grid(2, houses + 1, &[]);
        let squares = layout.squares;
        let layout = layout
            .with_squares(squares, |row, column| match row {
                0 => column,
                _ => houses + 1 + opposite(column),
            })
            .with_turn(|row, column| (1 - row, opposite(column)));
        let exchanged = (0..most as u8).collect();
        Some(PlaneLayout { names: names.map(Text::Owned).collect(), exchanged, complete: false, ..layout })
    }

    #[inline]
    fn planes(&self, at: &Position, viewer: Player, out: &mut [u64]) {
        let houses = self.houses();
        let (own, other) = (at.rows[viewer.index()], at.rows[viewer.other().index()]);
        let opposite = self.sowing.in_houses(other).swap_bytes() >> (LANE * (LANE - houses));
        let opposite = opposite | lanes::only(houses, self.sowing.store(other));
        out.fill(0);
        for (row, mut seeds) in [own, opposite].into_iter().enumerate() {
            for cell in row * (houses + 1)..(row + 1) * (houses + 1) {
                let number = lanes::get(seeds, 0) as usize;
                seeds >>= LANE;
                if number > 0 {
                    out[number.min(out.len()) - 1] |= 1 << cell;
                }
            }
        }
    }

    fn phases(&self) -> usize {
        PHASES
    }

    #[inline]
    fn phase(&self, at: &Position) -> usize {
        let stored: u64 = at.rows.iter().map(|&row| self.sowing.store(row)).sum();
        stored as usize * PHASES / (self.total() as usize + 1)
    }
}
