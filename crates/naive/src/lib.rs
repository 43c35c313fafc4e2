//! Second, slow move generators, one per game, written straight from the rules by someone who had not
//! seen the fast ones. Tests compare the two on random positions; benchmarks use them as plain rivals.
//! [`samuel`] is the same for the 38 terms of Samuel's evaluation.
//!
//! Nothing here is clever on purpose: arrays of squares, nested loops, fresh vectors. The crate uses no
//! other crate of the project, so that a mistake cannot be shared.

pub mod backgammon;
pub mod baroque;
pub mod black_and_white;
pub mod breakthrough;
pub mod checkers;
pub mod chinese_checkers;
pub mod go;
pub mod kalah;
pub mod lines;
pub mod othello;
pub mod samuel;
pub mod toro_tile;

use std::fmt::Debug;

/// The whole contract of a plain generator.
pub trait Plain {
    /// A position; everything the rules need, nothing about the path to it.
    type Position: Clone + Eq + Debug;
    /// A move, small and without text.
    type Move: Clone + Debug;

    /// The position a game starts from.
    fn start(&self) -> Self::Position;
    /// Reads a position text; `None` if it is malformed.
    fn read(&self, text: &str) -> Option<Self::Position>;
    /// Writes the position text that `read` takes.
    fn text(&self, at: &Self::Position) -> String;
    /// All legal moves; empty when the game is over or the side to move is stuck.
    fn moves(&self, at: &Self::Position) -> Vec<Self::Move>;
    /// The position after a legal move.
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position;
    /// The text of a legal move.
    fn move_text(&self, at: &Self::Position, mv: &Self::Move) -> String;
}

/// Leaves at exactly `depth` plies; a finished game has no children. The last ply is counted, not played.
pub fn perft<P: Plain>(rules: &P, at: &P::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = rules.moves(at);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(rules, &rules.play(at, mv), depth - 1)).sum()
}
