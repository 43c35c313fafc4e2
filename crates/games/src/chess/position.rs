//! A chess position: the board of `cozy-chess`, compared as the rules compare positions.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};

/// The squares of one colour.
const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);

/// A position. Two are equal if the same men stand on the same squares, the same side is to move and the same
/// moves are possible now and later: castling rights count, and an en passant square if somebody can really
/// capture there. The board's own move counters count for nothing here; the path's are in `History`.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
}

/// `Board::same_position` of cozy-chess 0.3.4 is not used: it takes any man that can go to the en passant square
/// for one that can capture there.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let (mine, theirs) = (&self.board, &other.board);
        mine.hash_without_ep() == theirs.hash_without_ep()
            && mine.side_to_move() == theirs.side_to_move()
            && Piece::ALL.iter().all(|&piece| mine.pieces(piece) == theirs.pieces(piece))
            && Color::ALL.iter().all(|&color| mine.colors(color) == theirs.colors(color))
            && Color::ALL.iter().all(|&color| mine.castle_rights(color) == theirs.castle_rights(color))
            && self.en_passant() == other.en_passant()
    }
}

impl Eq for Position {}

impl Position {
    pub(super) const fn new(board: Board) -> Position {
        Position { board }
    }

    /// The board. Its counters mean nothing, and its en passant file is set after every double step: use
    /// `en_passant` and `key` of the position instead.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
    }

    /// The square on which a pawn can be taken en passant by a legal move.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        let board = &self.board;
        let mover = board.side_to_move();
        let to = Square::new(board.en_passant()?, Rank::Sixth.relative_to(mover));
        let takers = get_pawn_attacks(to, !mover) & board.colored_pieces(mover, Piece::Pawn);
        let legal = takers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }));
        legal.then_some(to)
    }

    /// The key: equal for equal positions.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        if self.board.en_passant().is_none() || self.en_passant().is_some() {
            self.board.hash()
        } else {
            self.board.hash_without_ep()
        }
    }

    /// The file where the king arrives, if a legal move is castling.
    pub(super) fn castling(&self, mv: Move) -> Option<File> {
        let own = self.board.colors(self.board.side_to_move());
        own.has(mv.to).then_some(if mv.from.file() < mv.to.file() { File::G } else { File::C })
    }

    /// Whether no sequence of moves can end in mate for want of material: bare kings, one minor piece, or
    /// bishops that all stand on squares of one colour.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let board = &self.board;
        let bishops = board.pieces(Piece::Bishop);
        let men = board.occupied().len();
        match men {
            2 => true,
            3 => !(bishops | board.pieces(Piece::Knight)).is_empty(),
            _ => bishops.len() + 2 == men && ((bishops & DARK).is_empty() || (bishops & !DARK).is_empty()),
        }
    }
}
