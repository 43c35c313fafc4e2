//! Two rows of houses with a store each, and what a sowing changed.

use super::{Kalah, Position, lanes};
use plybook_kernel::{Cell, Diagram, Mark, Player, Shape, Step, Tally, Text, View, texts};

impl Kalah {
    /// The cell of a player's house; the store comes after the last house.
    fn cell(&self, player: u8, house: usize) -> usize {
        usize::from(player) * (self.houses() + 1) + house
    }
}

impl View for Kalah {
    fn player_names(&self) -> Vec<Text> {
        texts(["South", "North"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let houses = self.houses();
        let cell = |row: u64, place: usize| Cell {
            name: if place < houses { (place + 1).to_string() } else { String::new() },
            count: Some(lanes::get(row, place) as u32),
            ..Cell::default()
        };
        let cells = at.rows.iter().flat_map(|&row| (0..=houses).map(move |place| cell(row, place))).collect();
        Diagram { shape: Shape::Pits { houses }, cells, note: String::new() }
    }

    /// The seeds in the stores.
    fn tally(&self, at: &Position) -> Option<Tally> {
        let stores = at.rows.map(|row| i32::try_from(lanes::get(row, self.houses())).unwrap_or(i32::MAX));
        Some(Tally::new("seeds", stores))
    }

    /// Seeds are counted, there are no pieces.
    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        let row = |row: &[Cell]| {
            let counts: Vec<String> = row.iter().map(|cell| cell.count.unwrap_or(0).to_string()).collect();
            let (store, houses) = counts.split_last()?;
            Some(format!("{}:{store}", houses.join(",")))
        };
        let (first, second) = cells.split_at_checked(self.houses() + 1)?;
        Some(format!("{} {} {}", row(first)?, row(second)?, mover.index() + 1))
    }

    fn path(&self, at: &Position, house: u8) -> Vec<Step> {
        vec![Step::Cell(self.cell(at.mover, usize::from(house)))]
    }

    /// The house that was sown, and every other place where the number of seeds is not what it was.
    fn marks(&self, before: &Position, house: u8) -> Vec<(usize, Mark)> {
        let mut after = *before;
        self.sowing.play(&mut after, house);
        let origin = self.cell(before.mover, usize::from(house));
        let mut marks = Vec::new();
        for player in [0, 1] {
            for place in 0..=self.houses() {
                let cell = self.cell(player, place);
                let [old, new] = [before, &after].map(|at| lanes::get(at.rows[usize::from(player)], place));
                if cell == origin {
                    marks.push((cell, Mark::From));
                } else if old != new {
                    marks.push((cell, Mark::Changed));
                }
            }
        }
        marks
    }
}
