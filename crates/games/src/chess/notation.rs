//! Texts: positions as FEN, moves as UCI; moves are read as SAN too.

use super::{Chess, Move, Position, fen, polyglot};
use cozy_chess::{Color, File, Piece, Square};
use plybook_kernel::{Game, History, Notation, ReadError};

impl Notation for Chess {
    fn text(&self, at: &Position) -> String {
        fen::write(at, self.is_chess960(), 0, 1)
    }

    fn read(&self, text: &str) -> Result<Position, ReadError> {
        fen::read(text, self.is_chess960())
    }

    fn move_text(&self, at: &Position, mv: Move) -> String {
        let mv = Move { to: self.castling_target(at, mv).unwrap_or(mv.to), ..mv };
        mv.to_string()
    }

    fn display_move(&self, at: &Position, mv: Move) -> String {
        self.san(at, mv)
    }

    fn polyglot_key(&self, at: &Position) -> Option<u64> {
        Some(polyglot::key(at))
    }

    fn polyglot_move(&self, _: &Position, mv: Move) -> Option<u16> {
        Some(polyglot::write_move(mv))
    }

    fn read_polyglot_move(&self, at: &Position, written: u16) -> Option<Move> {
        polyglot::read_move(self, at, written)
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let coordinates = read_coordinates(text).and_then(|mv| {
            let moves = self.legal(at);
            let written = |legal: &&Move| {
                Move { to: self.castling_target(at, **legal).unwrap_or(legal.to), ..**legal } == mv
            };
            moves.iter().find(written).or_else(|| moves.iter().find(|&&legal| legal == mv)).copied()
        });
        coordinates.map_or_else(|| self.read_san(at, text), Ok)
    }

    fn counts(&self, text: &str) -> History {
        let mut fields = text.split(' ').skip(1);
        let black = u32::from(fields.next() == Some("b"));
        let mut number = |skip| fields.nth(skip).and_then(|field: &str| field.parse::<u32>().ok());
        let quiet = number(2).unwrap_or(0);
        let moves = number(0).unwrap_or(1);
        History::set_up(quiet, moves.saturating_sub(1).saturating_mul(2).saturating_add(black))
    }

    fn text_with(&self, at: &Position, past: &History) -> String {
        fen::write(at, self.is_chess960(), past.quiet(), past.plies() / 2 + 1)
    }
}

impl Chess {
    /// Where the king is said to go when a move is castling: the rook's square in Chess960, the square where he
    /// arrives otherwise.
    pub(super) fn castling_target(&self, at: &Position, mv: Move) -> Option<Square> {
        let arrival = at.castling(mv)?;
        Some(if self.is_chess960() { mv.to } else { Square::new(arrival, mv.from.rank()) })
    }
}

/// Reads `e2e4` or `e7e8q`, legal or not.
fn read_coordinates(text: &str) -> Option<Move> {
    let square = |range: std::ops::Range<usize>| text.get(range)?.parse::<Square>().ok();
    let promotion = match text.get(4..)? {
        "" => None,
        letter => Some(letter.parse::<Piece>().ok()?),
    };
    Some(Move { from: square(0..2)?, to: square(2..4)?, promotion })
}

/// The English name of a colour.
pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The English name of a kind of piece.
pub(super) const fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// The FEN letter of a man: upper case for White.
pub(super) fn letter(color: Color, piece: Piece) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// The castling rights of a side, short before long, each with the rook's file.
pub(super) fn rights(at: &Position, color: Color) -> impl Iterator<Item = (bool, File)> {
    let rights = at.board().castle_rights(color);
    let short = rights.short.map(|file| (true, file));
    short.into_iter().chain(rights.long.map(|file| (false, file)))
}
