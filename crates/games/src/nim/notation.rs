//! How piles are written, drawn and clicked.

use super::{Move, PILE, Position, SplitNim};
use plybook_kernel::rows::{fields, side};
use plybook_kernel::{Cell, Diagram, Mark, Notation, ReadError, Shape, Step, Text, View, texts};

const SIDES: [&str; 2] = ["1", "2"];

/// The piles with commas between them, the largest first.
pub(super) fn list(at: &Position) -> String {
    let sizes: Vec<String> = at.piles().map(|size| size.to_string()).collect();
    sizes.join(",")
}

/// The parts of a split, the larger first.
fn parts(mv: Move) -> String {
    format!("{}+{}", mv.larger, mv.smaller())
}

/// A number without sign or leading zeros within the bounds of a pile.
fn read_pile(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let size: u16 = text.parse().ok()?;
    (plain && PILE.contains(&u32::from(size))).then_some(size)
}

impl Notation for SplitNim {
    fn text(&self, at: &Position) -> String {
        format!("{} {}", list(at), SIDES[at.mover.index()])
    }

    /// Takes the piles in any order. Fewer counters than the game has are a set-up; more cannot be.
    fn read(&self, text: &str) -> Result<Position, ReadError> {
        let [piles, mover] = fields(text, &self.text(&self.start))?;
        let mut sizes = Vec::new();
        let mut counters = 0;
        let mut start = 0;
        for pile in piles.split(',') {
            let Some(size) = read_pile(pile) else {
                let remedy =
                    format!("write sizes from {} to {} with one comma between", PILE.start(), PILE.end());
                let problem = format!("`{pile}` is no pile");
                return Err(ReadError::new("position", text, problem, remedy).at(start));
            };
            counters += u32::from(size);
            if counters > self.counters {
                let problem = format!("`{pile}` makes it {counters} counters");
                let remedy = format!("this game has {}: choose one with larger piles", self.counters);
                return Err(ReadError::new("position", text, problem, remedy).at(start));
            }
            sizes.push(size);
            start += pile.len() + 1;
        }
        Ok(Position::new(sizes, side(text, mover, &SIDES)?))
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        format!("{}={}", mv.pile, parts(mv))
    }
}

impl View for SplitNim {
    fn player_names(&self) -> Vec<Text> {
        texts(["First", "Second"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let cell = |size: u16| Cell { name: size.to_string(), count: Some(size.into()), ..Cell::default() };
        Diagram { shape: Shape::Piles, cells: at.piles().map(cell).collect(), note: String::new() }
    }

    fn path(&self, at: &Position, mv: Move) -> Vec<Step> {
        vec![Step::Cell(at.index_of(mv.pile)), Step::Choice(parts(mv))]
    }

    /// The two new piles where they stand after the move; the others only shifted.
    fn marks(&self, before: &Position, mv: Move) -> Vec<(usize, Mark)> {
        let mut after = before.clone();
        after.split(mv);
        [mv.larger, mv.smaller()].map(|size| (after.index_of(size), Mark::Changed)).to_vec()
    }
}
