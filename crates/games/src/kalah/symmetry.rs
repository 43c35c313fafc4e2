//! The board has no symmetry but the exchange of the players, each of whom sees the own side alike.

use super::{Kalah, Position};
use plybook_kernel::Symmetric;

impl Symmetric for Kalah {
    fn swapped(&self, at: &Position) -> Option<Position> {
        Some(Position { rows: [at.rows[1], at.rows[0]], mover: at.mover ^ 1 })
    }
}
