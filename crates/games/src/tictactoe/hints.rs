//! Nine squares need no advice.

use super::TicTacToe;
use plybook_kernel::{HasHints, NoHints};

impl HasHints for TicTacToe {
    type SearchHints = NoHints;

    fn hints(&self) -> NoHints {
        NoHints
    }
}
