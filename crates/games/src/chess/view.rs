//! The board as people see and click it.

use super::notation::{color_name, letter, piece_name, rights};
use super::{Chess, Move, Position, player};
use cozy_chess::{Color, Rank, Square};
use plybook_kernel::{Diagram, Piece, Step, Text, Token, View, cell_number, texts};

impl View for Chess {
    fn player_names(&self) -> Vec<Text> {
        texts(["White", "Black"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let board = at.board();
        let mut diagram = Diagram::grid(8, 8, |row, column| {
            let square = Square::index(8 * row + column);
            let (color, piece) = (board.color_on(square)?, board.piece_on(square)?);
            let (name, letter) = (piece_name(piece), letter(color, piece));
            Some(Piece::new(player(color), name, letter, Token::Figure))
        })
        .chequered();
        diagram.note = self.note(at);
        diagram
    }

    fn path(&self, at: &Position, mv: Move) -> Vec<Step> {
        let to = self.castling_target(at, mv).unwrap_or(mv.to);
        let mut path = vec![Step::Cell(cell(mv.from)), Step::Cell(cell(to))];
        path.extend(mv.promotion.map(|piece| Step::Choice(piece_name(piece).to_owned())));
        path
    }

    fn checks(&self, at: &Position) -> Vec<usize> {
        let board = at.board();
        let checked = !board.checkers().is_empty();
        checked.then(|| cell(board.king(board.side_to_move()))).into_iter().collect()
    }
}

impl Chess {
    /// The castling rights and the en passant square in words; empty if there are none.
    fn note(&self, at: &Position) -> String {
        let mut sides = Vec::new();
        for color in Color::ALL {
            let described: Vec<String> = rights(at, color)
                .map(|(short, file)| {
                    let side = if short { "short" } else { "long" };
                    let rook = Square::new(file, Rank::First.relative_to(color));
                    if self.is_chess960() { format!("{side} with {rook}") } else { side.to_owned() }
                })
                .collect();
            if !described.is_empty() {
                sides.push(format!("{} {}", color_name(color), described.join(" and ")));
            }
        }
        let mut notes = Vec::new();
        if !sides.is_empty() {
            notes.push(format!("Castling: {}.", sides.join(", ")));
        }
        notes.extend(at.en_passant().map(|square| format!("En passant: {square}.")));
        notes.join(" ")
    }
}

/// The number of a square's cell in the diagram.
fn cell(square: Square) -> usize {
    cell_number(8, 8, square.rank() as usize, square.file() as usize)
}
