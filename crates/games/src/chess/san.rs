//! Moves in standard algebraic notation: `e4`, `Nbd2`, `exd8=Q+`, `O-O-O#`.

use super::notation::piece_name;
use super::{Chess, Move, Position};
use cozy_chess::{BitBoard, File, Piece, Rank, Square};
use plybook_kernel::{Game, Notation, ReadError};

/// What may follow a move without being part of it.
const SUFFIXES: [char; 4] = ['+', '#', '!', '?'];

/// What a SAN text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// Castling on the king's side, or on the queen's.
    Castling { short: bool },
    /// A man goes to a square.
    Plain { piece: Piece, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Piece> },
}

impl Chess {
    /// The move in standard algebraic notation, with as little disambiguation as the legal moves allow, `+` for
    /// check and `#` for mate. The move must be legal.
    #[must_use]
    pub fn san(&self, at: &Position, mv: Move) -> String {
        let mut text = match at.castling(mv) {
            Some(File::G) => "O-O".to_owned(),
            Some(_) => "O-O-O".to_owned(),
            None => plain(at, mv),
        };
        let after = self.after(at, mv);
        if !after.board().checkers().is_empty() {
            text.push(if after.board().generate_moves(|_| true) { '+' } else { '#' });
        }
        text
    }

    /// Reads a move in standard algebraic notation. Missing or superfluous `x`, `+`, `#`, `=`, `!` and `?` are
    /// forgiven, `0-0` is castling, and more of the starting square may be given than is needed.
    ///
    /// # Errors
    /// The text is no such move, no legal move fits it, or several do.
    pub fn read_san(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let Some(said) = read(text) else {
            let mut error = self.no_such_move(at, text);
            error.problem = format!("neither UCI such as `e2e4` nor SAN such as `Nf3`: {}", error.problem);
            return Err(error);
        };
        let mut fitting: Vec<Move> = Vec::new();
        at.board().generate_moves_for(candidates(at, said), |moves| {
            fitting.extend(moves.into_iter().filter(|&mv| fits(at, mv, said)));
            false
        });
        match *fitting {
            [mv] => Ok(mv),
            [] => {
                let mut error = self.no_such_move(at, text);
                let what = match said {
                    Said::Castling { short: true } => {
                        "castling on the king's side is not possible".to_owned()
                    }
                    Said::Castling { short: false } => {
                        "castling on the queen's side is not possible".to_owned()
                    }
                    Said::Plain { piece, to, .. } => format!("no such {} move to {to}", piece_name(piece)),
                };
                error.problem = format!("{}: {what}", error.problem);
                Err(error)
            }
            _ => {
                let all: Vec<String> = fitting.iter().map(|&mv| self.san(at, mv)).collect();
                let problem = format!("{} moves could be meant", fitting.len());
                Err(ReadError::new("move", text, problem, format!("write {}", all.join(" or "))))
            }
        }
    }
}

/// Writes a move that is not castling, without the mark for check.
fn plain(at: &Position, mv: Move) -> String {
    let board = at.board();
    let mover = board.side_to_move();
    let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
    let captures =
        board.colors(!mover).has(mv.to) || (piece == Piece::Pawn && mv.from.file() != mv.to.file());
    let mut text = String::with_capacity(8);
    if piece == Piece::Pawn {
        if captures {
            text.push(char::from(mv.from.file()));
        }
    } else {
        text.push(char::from(piece).to_ascii_uppercase());
        let mut rivals = BitBoard::EMPTY;
        let others = board.colored_pieces(mover, piece) - mv.from.bitboard();
        if piece != Piece::King && !others.is_empty() {
            board.generate_moves_for(others, |moves| {
                if moves.to.has(mv.to) {
                    rivals |= moves.from.bitboard();
                }
                false
            });
        }
        let on_file = !(rivals & mv.from.file().bitboard()).is_empty();
        let on_rank = !(rivals & mv.from.rank().bitboard()).is_empty();
        if !rivals.is_empty() && (!on_file || on_rank) {
            text.push(char::from(mv.from.file()));
        }
        if on_file {
            text.push(char::from(mv.from.rank()));
        }
    }
    if captures {
        text.push('x');
    }
    text.push(char::from(mv.to.file()));
    text.push(char::from(mv.to.rank()));
    if let Some(promotion) = mv.promotion {
        text.push('=');
        text.push(char::from(promotion).to_ascii_uppercase());
    }
    text
}

/// Reads what the text says, whatever the position.
fn read(text: &str) -> Option<Said> {
    let text = text.trim_end_matches(SUFFIXES);
    match text {
        "O-O" | "0-0" | "o-o" => return Some(Said::Castling { short: true }),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(Said::Castling { short: false }),
        _ => {}
    }
    let (piece, rest) = match text.chars().next()? {
        letter @ ('P' | 'N' | 'B' | 'R' | 'Q' | 'K') => {
            (Piece::try_from(letter.to_ascii_lowercase()).ok()?, &text[1..])
        }
        _ => (Piece::Pawn, text),
    };
    let (rest, promotion) = match rest.chars().last()? {
        letter @ ('N' | 'B' | 'R' | 'Q' | 'n' | 'b' | 'r' | 'q') => {
            let rest = &rest[..rest.len() - 1];
            (rest.strip_suffix('=').unwrap_or(rest), Piece::try_from(letter.to_ascii_lowercase()).ok())
        }
        _ => (rest, None),
    };
    let to = rest.len().checked_sub(2).and_then(|split| rest.get(split..))?;
    let from = &rest[..rest.len() - 2];
    let from = from.strip_suffix(['x', ':', '-']).unwrap_or(from);
    let mut letters = from.chars().peekable();
    let file = letters.next_if(|letter| letter.is_ascii_lowercase()).map(File::try_from).transpose().ok()?;
    let rank = letters.next_if(char::is_ascii_digit).map(Rank::try_from).transpose().ok()?;
    if letters.next().is_some() {
        return None;
    }
    Some(Said::Plain { piece, file, rank, to: to.parse().ok()?, promotion })
}

/// The men that could make the move, as far as it says.
fn candidates(at: &Position, said: Said) -> BitBoard {
    let board = at.board();
    match said {
        Said::Castling { .. } => board.colored_pieces(board.side_to_move(), Piece::King),
        Said::Plain { piece, file, rank, to, .. } => {
            // A pawn whose file is not named stays on its file.
            let file = if piece == Piece::Pawn { file.or(Some(to.file())) } else { file };
            board.colored_pieces(board.side_to_move(), piece)
                & file.map_or(BitBoard::FULL, File::bitboard)
                & rank.map_or(BitBoard::FULL, Rank::bitboard)
        }
    }
}

/// Whether a legal move of a candidate is what was said. A promotion without its piece fits all four, so that
/// the error can list them.
fn fits(at: &Position, mv: Move, said: Said) -> bool {
    match (said, at.castling(mv)) {
        (Said::Castling { short }, Some(arrival)) => short == (arrival == File::G),
        (Said::Plain { to, promotion, .. }, None) => {
            mv.to == to && (promotion.is_none() || mv.promotion == promotion)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart_whatever_the_position() {
        let plain = |piece, file, rank, to, promotion| Some(Said::Plain { piece, file, rank, to, promotion });
        for (text, said) in [
            ("e4", plain(Piece::Pawn, None, None, Square::E4, None)),
            ("e4!?", plain(Piece::Pawn, None, None, Square::E4, None)),
            ("exd5", plain(Piece::Pawn, Some(File::E), None, Square::D5, None)),
            ("ed5", plain(Piece::Pawn, Some(File::E), None, Square::D5, None)),
            ("bxa8=Q+", plain(Piece::Pawn, Some(File::B), None, Square::A8, Some(Piece::Queen))),
            ("b8b", plain(Piece::Pawn, None, None, Square::B8, Some(Piece::Bishop))),
            ("Nf3", plain(Piece::Knight, None, None, Square::F3, None)),
            ("N1xf3", plain(Piece::Knight, None, Some(Rank::First), Square::F3, None)),
            ("Bb5", plain(Piece::Bishop, None, None, Square::B5, None)),
            ("Qa1-b2#", plain(Piece::Queen, Some(File::A), Some(Rank::First), Square::B2, None)),
            ("0-0", Some(Said::Castling { short: true })),
            ("O-O-O#", Some(Said::Castling { short: false })),
        ] {
            assert_eq!(read(text), said, "{text}");
        }
        for text in [
            "", "+", "N", "Nf", "Nf9", "Ni3", "e", "4", "xe", "é4", "Né", "Nxx3", "Nabc3", "=Q", "Q", "O-O-",
            "N11f3",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
