//! `4,4,4,4,4,4:0 4,4,4,4,4,4:0 1`: for each player the houses from the player's left and the store, then the
//! number of the player to move.

use super::{Kalah, Position, lanes};
use plybook_kernel::rows::{fields, side};
use plybook_kernel::{Game, Notation, ReadError};

impl Notation for Kalah {
    fn text(&self, at: &Position) -> String {
        let row = |row: u64| {
            let houses: Vec<String> =
                (0..self.houses()).map(|house| lanes::get(row, house).to_string()).collect();
            format!("{}:{}", houses.join(","), self.sowing.store(row))
        };
        format!("{} {} {}", row(at.rows[0]), row(at.rows[1]), at.mover + 1)
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let shape = self.text(&self.start());
        let [first, second, mover] = fields(text, &shape)?;
        let first_row = self.read_row(text, 0, first)?;
        let second_row = self.read_row(text, first.len() + 1, second)?;
        let at = Position { rows: [first_row, second_row], mover: side(text, mover, &["1", "2"])?.0 };
        let refuse = |problem: String, remedy: String| Err(ReadError::new("position", text, problem, remedy));
        // No lane holds more than the total, so the sums of two rows cannot be too large for the numbers.
        let seeds: u64 =
            at.rows.iter().flat_map(|&row| (0..=self.houses()).map(move |lane| lanes::get(row, lane))).sum();
        if seeds != u64::from(self.total()) {
            let remedy = format!("the game has {} in all", self.total());
            return refuse(format!("{seeds} seeds on the board"), remedy);
        }
        let [first_empty, second_empty] = at.rows.map(|row| self.sowing.in_houses(row) == 0);
        if first_empty != second_empty {
            let (empty, rest) = if first_empty { (1, 2) } else { (2, 1) };
            let problem = format!("all houses of player {empty} are empty, but not those of player {rest}");
            return refuse(
                problem,
                "the game is over then: put all seeds into their owners' stores".to_owned(),
            );
        }
        Ok(at)
    }

    fn move_text(&self, _: &Position, house: u8) -> String {
        (house + 1).to_string()
    }
}

impl Kalah {
    /// Reads the houses and the store of one player, which begin at byte `start` of the text.
    fn read_row(&self, text: &str, start: usize, row: &str) -> Result<u64, ReadError> {
        let fail = |byte: usize, problem: String, remedy: String| {
            Err(ReadError::new("position", text, problem, remedy).at(byte))
        };
        let Some((houses, store)) = row.split_once(':') else {
            let remedy = "write the houses with commas between them, a colon and the store".to_owned();
            return fail(start, format!("`{row}` has no store"), remedy);
        };
        let found = houses.split(',').count();
        if found != self.houses() {
            return fail(start, format!("`{houses}` has {found} houses"), format!("write {}", self.houses()));
        }
        let mut word = 0;
        let mut byte = start;
        for (lane, number) in houses.split(',').chain([store]).enumerate() {
            match read_number(number) {
                Some(seeds) if seeds <= self.total() => word |= lanes::only(lane, u64::from(seeds)),
                _ => {
                    let remedy = format!("write 0 to {}", self.total());
                    return fail(byte, format!("`{number}` is no number of seeds"), remedy);
                }
            }
            byte += number.len() + 1;
        }
        Ok(word)
    }
}

/// Reads a number as it is written: digits only, without zeros in front.
fn read_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}
