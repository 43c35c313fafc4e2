//! Boards in plain letters.

use plybook_catalog::{Board, BoardShape, Square, SquareGround};

/// What stands on a square: a letter, capital for the first player, or a sign for what is empty or unused.
pub(super) fn sign(square: &Square, empty: char, hole: char) -> char {
    match &square.piece {
        Some(piece) if piece.owner == 0 => piece.letter.to_ascii_uppercase(),
        Some(piece) => piece.letter.to_ascii_lowercase(),
        None if matches!(square.ground, SquareGround::Hole | SquareGround::Unused) => hole,
        None => empty,
    }
}

/// The rows of a board, the top one first. Boards that are no grid are lists of counts.
pub(super) fn rows(board: &Board) -> Vec<String> {
    if !matches!(board.shape, BoardShape::Grid | BoardShape::Torus) {
        return counts(board);
    }
    let row = |squares: &[Square]| {
        let signs: Vec<String> = squares.iter().map(|square| sign(square, '.', '-').to_string()).collect();
        signs.join(" ")
    };
    board.squares.chunks(board.columns.max(1)).map(row).collect()
}

fn counts(board: &Board) -> Vec<String> {
    let cell = |square: &Square| match square.count {
        Some(count) => count.to_string(),
        None => square.name.clone(),
    };
    let cells: Vec<String> = board.squares.iter().map(cell).collect();
    match board.shape {
        // Each player's houses and store; the second player's run from right to left.
        BoardShape::Pits => {
            let half = cells.len() / 2;
            let mut second = cells[half..].to_vec();
            second.reverse();
            vec![second.join(" "), format!("  {}", cells[..half].join(" "))]
        }
        _ => vec![cells.join(" ")],
    }
}
