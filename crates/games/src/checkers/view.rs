//! The board as it is drawn: eight by eight, the dark squares named by their numbers.

use super::board::{SQUARES, bit_of, place_of, square_of};
use super::notation::LETTERS;
use super::path::Move;
use super::{Checkers, Position};
use plybook_kernel::{Cell, Diagram, Ground, Piece, Player, Shape, Step, Tally, Text, Token, View, texts};

/// Rows and columns of the board.
const SIDE: usize = 8;

/// Men and kings of a player as they are drawn.
const fn piece(owner: Player, king: bool) -> Piece {
    let letter = match (owner.index(), king) {
        (0, false) => 'b',
        (0, true) => 'B',
        (_, false) => 'w',
        (_, true) => 'W',
    };
    let (name, token) = if king { ("king", Token::Crowned) } else { ("man", Token::Disc) };
    Piece::new(owner, name, letter, token)
}

/// The cell in the diagram of a bit of the board.
fn cell_of(bit: u32) -> usize {
    let (row, column) = place_of(square_of(bit as usize));
    SIDE * row + column
}

impl View for Checkers {
    fn player_names(&self) -> Vec<Text> {
        texts(["Black", "White"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let unused = Cell { ground: Ground::Unused, ..Cell::default() };
        let mut cells = vec![unused; SIDE * SIDE];
        for square in 0..SQUARES {
            let bit = bit_of(square);
            let stands = |mask: u64| mask >> bit & 1 == 1;
            let owner = [Player::FIRST, Player::SECOND].into_iter().find(|&player| stands(at.pieces(player)));
            cells[cell_of(bit as u32)] = Cell {
                name: (square + 1).to_string(),
                ground: Ground::Dark,
                piece: owner.map(|owner| piece(owner, stands(at.kings(owner)))),
                count: None,
            };
        }
        Diagram { shape: Shape::Grid { rows: SIDE, columns: SIDE }, cells, note: String::new() }
    }

    fn tally(&self, at: &Position) -> Option<Tally> {
        Some(Tally::new("pieces", self.diagram(at).pieces_of(2)))
    }

    fn pieces(&self) -> Vec<Piece> {
        Player::all(2).flat_map(|owner| [false, true].map(|king| piece(owner, king))).collect()
    }

    fn board_text(&self, _: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        let side = |player: Player| {
            let of_side = |square: usize| {
                let piece = cells.get(cell_of(bit_of(square) as u32))?.piece.as_ref()?;
                let crown = if piece.token == Token::Crowned { "K" } else { "" };
                (piece.owner == player).then(|| format!("{crown}{}", square + 1))
            };
            let squares: Vec<String> = (0..SQUARES).filter_map(of_side).collect();
            format!("{}{}", LETTERS[player.index() & 1], squares.join(","))
        };
        Some(format!("{}:{}:{}", LETTERS[mover.index() & 1], side(Player::SECOND), side(Player::FIRST)))
    }

    fn path(&self, _: &Position, mv: Move) -> Vec<Step> {
        mv.stops().map(|bit| Step::Cell(cell_of(bit))).collect()
    }
}
