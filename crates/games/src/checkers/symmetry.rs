//! Half a turn of the board exchanges the sides; nothing else keeps the rules.

use super::{Checkers, Position};
use plybook_kernel::Symmetric;

impl Symmetric for Checkers {
    fn swapped(&self, at: &Position) -> Option<Position> {
        Some(at.swapped())
    }
}
