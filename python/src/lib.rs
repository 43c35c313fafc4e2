//! The native part of the Python package `plybook`: games, positions, engines, matches and records, and games whose rules
//! are written in Python. What it hands over besides those is plain data; the package's Python files make classes of it.
//!
//! Whoever waits for a search, a count or a match waits without Python's lock, and hears Ctrl-C.
#![forbid(unsafe_code)]

mod agent;
mod counting;
mod driver;
mod engine;
mod error;
mod game;
mod interrupt;
mod limit;
mod matches;
mod position;
mod records;
mod rules;
mod tree;
mod work;

use pyo3::prelude::*;

/// The native part of the package `plybook`.
#[pymodule]
mod _plybook {
    #[pymodule_export]
    use crate::agent::Clock;
    #[pymodule_export]
    use crate::counting::{check, divide, perft};
    #[pymodule_export]
    use crate::driver::Driver;
    #[pymodule_export]
    use crate::engine::{Engine, Iterations};
    #[pymodule_export]
    use crate::game::{Game, game_names, open_game, register_rules, wrap_rules};
    #[pymodule_export]
    use crate::limit::Limit;
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::records::{read_records, stored_games, write_records};
    #[pymodule_export]
    use crate::tree::{find_proof, search_tree};
    #[pymodule_export]
    use crate::work::{endgame_keep, endgame_missing, endgame_unit, perft_sum, perft_units, version, work};
}
