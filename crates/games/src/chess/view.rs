//! The board as people see and click it.

use super::notation::{color_name, letter, piece_name, rights};
use super::{Chess, Move, Position, player};
use cozy_chess::{Color, Rank, Square};
use plybook_kernel::rows::write_cells;
use plybook_kernel::{
    Cell, Diagram, Notation, Piece, Player, Step, Tally, Text, Token, View, cell_number, texts,
};

/// The kinds of pieces, in the order in which they are offered.
const KINDS: [cozy_chess::Piece; 6] = [
    cozy_chess::Piece::King,
    cozy_chess::Piece::Queen,
    cozy_chess::Piece::Rook,
    cozy_chess::Piece::Bishop,
    cozy_chess::Piece::Knight,
    cozy_chess::Piece::Pawn,
];

/// What a piece counts in the tally, in pawns.
const fn plain_value(kind: cozy_chess::Piece) -> i32 {
    match kind {
        cozy_chess::Piece::King => 0,
        cozy_chess::Piece::Queen => 9,
        cozy_chess::Piece::Rook => 5,
        cozy_chess::Piece::Bishop | cozy_chess::Piece::Knight => 3,
        cozy_chess::Piece::Pawn => 1,
    }
}

/// A piece as it is drawn.
fn figure(color: Color, kind: cozy_chess::Piece) -> Piece {
    Piece::new(player(color), piece_name(kind), letter(color, kind), Token::Figure)
}

impl View for Chess {
    fn player_names(&self) -> Vec<Text> {
        texts(["White", "Black"])
    }

    fn diagram(&self, at: &Position) -> Diagram {
        let board = at.board();
        let mut diagram = Diagram::grid(8, 8, |row, column| {
            let square = Square::index(8 * row + column);
            let (color, piece) = (board.color_on(square)?, board.piece_on(square)?);
            Some(figure(color, piece))
        })
        .chequered();
        diagram.note = self.note(at);
        diagram
    }

    /// The material, with the weights that players learn first.
    fn tally(&self, at: &Position) -> Option<Tally> {
        let board = at.board();
        let men = |color: Color, kind: cozy_chess::Piece| {
            i32::try_from((board.colors(color) & board.pieces(kind)).len()).unwrap_or(0)
        };
        let material =
            |color: Color| KINDS.iter().map(|&kind| men(color, kind) * plain_value(kind)).sum::<i32>();
        Some(Tally::new("points", [material(Color::White), material(Color::Black)]))
    }

    fn pieces(&self) -> Vec<Piece> {
        Color::ALL.into_iter().flat_map(|color| KINDS.map(|kind| figure(color, kind))).collect()
    }

    /// Rights to castle are kept where king and rook stand as they did. A pawn that just went two squares can be taken
    /// in passing on the same board only.
    fn board_text(&self, base: &Position, cells: &[Cell], mover: Player) -> Option<String> {
        let men = write_cells(cells, 8);
        let text = self.text(base);
        let (before, rest) = text.split_once(' ')?;
        if before == men && player(base.board().side_to_move()) == mover {
            return Some(text);
        }
        let stands = |square: Square, color: Color, kind: cozy_chess::Piece| {
            let piece = cells.get(cell(square)).and_then(|cell| cell.piece.as_ref());
            piece.is_some_and(|piece| *piece == figure(color, kind))
        };
        let all =
            Color::ALL.into_iter().flat_map(|color| rights(base, color).map(move |right| (color, right)));
        let letters = rest.split(' ').nth(1)?.chars();
        let kept = all.zip(letters).filter(|&((color, (_, file)), _)| {
            let rook = Square::new(file, Rank::First.relative_to(color));
            let king = base.board().king(color);
            stands(king, color, cozy_chess::Piece::King) && stands(rook, color, cozy_chess::Piece::Rook)
        });
        let castling: String = kept.map(|(_, letter)| letter).collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        Some(format!("{men} {} {castling} - 0 1", ["w", "b"][mover.index() & 1]))
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
