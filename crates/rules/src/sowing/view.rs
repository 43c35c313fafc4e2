//! Two rows of pits with a store each, and what a sowing changed.

use super::{SowingGame, SowingPosition};
use crate::notation::side_letters;
use plybook_kernel::{Cell, Diagram, Game, Mark, Player, Shape, Step, Tally, Text, View};

impl View for SowingGame {
    fn player_names(&self) -> Vec<Text> {
        self.rules.definition.players.iter().cloned().map(Text::Owned).collect()
    }

    /// The diagram's cells have the order of the places.
    fn diagram(&self, at: &SowingPosition) -> Diagram {
        let houses = self.rules.ring.pits;
        let cell = |(place, &seeds): (usize, &u8)| {
            let pit = place % (houses + 1);
            let name = if pit < houses { (pit + 1).to_string() } else { String::new() };
            Cell { name, count: Some(seeds.into()), ..Cell::default() }
        };
        let cells = at.places[..2 * (houses + 1)].iter().enumerate().map(cell).collect();
        Diagram { shape: Shape::Pits { houses }, cells, note: String::new() }
    }

    /// The seeds in the stores.
    fn tally(&self, at: &SowingPosition) -> Option<Tally> {
        Some(Tally::new("seeds", [0, 1].map(|player| self.rules.ring.stored(at, player) as i32)))
    }

    /// Seeds are counted, there are no pieces.
    fn board_text(&self, _: &SowingPosition, cells: &[Cell], mover: Player) -> Option<String> {
        let row = |row: &[Cell]| {
            let counts: Vec<String> = row.iter().map(|cell| cell.count.unwrap_or(0).to_string()).collect();
            let (store, pits) = counts.split_last()?;
            Some(format!("{}:{store}", pits.join(",")))
        };
        let (first, second) = cells.split_at_checked(self.rules.ring.pits + 1)?;
        let letters = side_letters(&self.rules.definition.players);
        Some(format!("{} {} {}", row(first)?, row(second)?, letters[mover.index() & 1]))
    }

    fn path(&self, at: &SowingPosition, pit: u8) -> Vec<Step> {
        vec![Step::Cell(self.rules.ring.pits_of(at.mover.index()).start + usize::from(pit))]
    }

    /// The pit that was sown, and every other place where the number of seeds is not what it was.
    fn marks(&self, before: &SowingPosition, pit: u8) -> Vec<(usize, Mark)> {
        let after = self.after(before, pit);
        let origin = self.rules.ring.pits_of(before.mover.index()).start + usize::from(pit);
        let mark = |place: usize| match place {
            _ if place == origin => Some((place, Mark::From)),
            _ => (before.places[place] != after.places[place]).then_some((place, Mark::Changed)),
        };
        (0..2 * (self.rules.ring.pits + 1)).filter_map(mark).collect()
    }
}
