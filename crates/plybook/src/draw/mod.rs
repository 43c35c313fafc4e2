//! Boards for people: with colour on a terminal, in plain ASCII elsewhere.

pub mod chart;
mod grid;
mod paint;
mod pits;
mod points;
mod star;
mod svg;
pub mod tree_svg;
pub mod tree_text;

use crate::output::Output;
use paint::Paint;
use plybook_catalog::{Board, BoardShape, Marked, Text};

/// The board as lines of text, without a last line end. `players` are the players' names, which decide colours.
pub fn draw(board: &Board, marks: &[Marked], players: &[Text], output: Output) -> String {
    let paint = Paint::new(players, output);
    let mut lines = match board.shape {
        BoardShape::Pits => pits::lines(board, players, marks),
        BoardShape::Piles | BoardShape::Branches => piles(board),
        BoardShape::Points => points::lines(board, marks),
        BoardShape::Star => star::lines(board, marks, paint),
        BoardShape::Grid | BoardShape::Torus => grid::lines(board, marks, paint),
    };
    if !board.note.is_empty() {
        lines.push(board.note.clone());
    }
    lines.join("\n")
}

/// Longest pile that is drawn counter by counter.
const LONGEST_ROW: usize = 60;

/// Piles, or the branches of a written tree: a line each.
fn piles(board: &Board) -> Vec<String> {
    let width = board.squares.iter().map(|square| square.name.len()).max().unwrap_or(0);
    let line = |square: &plybook_catalog::Square| match square.count {
        Some(count) => {
            let row = if count as usize <= LONGEST_ROW {
                "o".repeat(count as usize)
            } else {
                "o".repeat(56) + " ..."
            };
            format!("  {:>width$}  {count:>5}  {row}", square.name)
        }
        None => format!("  {:>width$}", square.name),
    };
    board.squares.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_catalog::open;

    fn drawn(name: &str, moves: &[&str]) -> String {
        let game = open(name).unwrap();
        let mut session = game.session(None).unwrap();
        moves.iter().for_each(|text| session.play(text).unwrap());
        draw(&session.board(), &session.marks(), game.player_names(), Output { fancy: false })
    }

    #[test]
    fn numbered_columns_are_labelled_once() {
        let drawn = drawn("connect4", &["4"]);
        let lines: Vec<&str> = drawn.lines().map(str::trim).collect();
        assert!(!lines[lines.len() - 2].contains(|c: char| c.is_ascii_digit()), "{drawn}");
        assert_eq!(lines[lines.len() - 1], "1  2  3  4  5  6  7");
    }

    #[test]
    fn squares_with_numbers_of_their_own_keep_them() {
        let drawn = drawn("checkers", &["9-14"]);
        assert!(drawn.contains(" 13 ") && drawn.contains(" 18 "), "{drawn}");
    }

    #[test]
    fn a_grid_has_coordinates_and_marks() {
        assert_eq!(drawn("tictactoe", &["b2", "a1"]), "3  .  .  . \n2  .  X  . \n1 [O] .  . \n   a  b  c");
    }
}
