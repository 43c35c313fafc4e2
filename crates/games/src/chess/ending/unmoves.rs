//! Moves taken back: all positions of the numbering from which one move leads to a position.

use super::super::Position;
use super::kings::touch;
use super::material::Material;
use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

/// The most men that can give check at once.
const MOST_CHECKERS: u32 = 2;
/// What can be taken.
const VICTIMS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
/// What a pawn may have become.
const PROMOTED: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The board with these men, if the rules allow it: no castling rights, nobody to be taken en passant.
pub(super) fn build(builder: &BoardBuilder) -> Option<Position> {
    let board = builder.build().ok()?;
    let [white, black] = Color::ALL.map(|color| board.king(color) as usize);
    (!touch(white, black) && board.checkers().len() <= MOST_CHECKERS).then(|| Position::new(board))
}

/// The side that moved last, about to take its move back.
pub(super) struct Regret<'a> {
    board: &'a Board,
    men: BoardBuilder,
    last: Color,
}

impl<'a> Regret<'a> {
    pub(super) fn new(at: &'a Position) -> Regret<'a> {
        let board = at.board();
        let last = !board.side_to_move();
        let mut men = BoardBuilder::from_board(board);
        men.en_passant = None;
        men.halfmove_clock = 0;
        men.side_to_move = last;
        Regret { board, men, last }
    }

    /// Appends the positions before moves that took nothing and promoted nobody.
    pub(super) fn quiet(&self, out: &mut Vec<Position>) {
        for to in self.board.colors(self.last) {
            let Some(piece) = self.board.piece_on(to) else { continue };
            for from in self.origins(piece, to) {
                out.extend(build(&self.before(from, to, piece, None)));
            }
        }
    }

    /// Appends the positions before captures and promotions.
    pub(super) fn loud(&self, out: &mut Vec<Position>) {
        let last_rank = Rank::Eighth.relative_to(self.last);
        for to in self.board.colors(self.last) {
            let Some(piece) = self.board.piece_on(to) else { continue };
            let takers = if piece == Piece::Pawn { self.pawn_takers(to) } else { self.origins(piece, to) };
            self.captures(piece, to, takers, out);
            if PROMOTED.contains(&piece) && to.rank() == last_rank {
                for from in self.pawn_steps(to) {
                    self.keep(from, to, Piece::Pawn, None, out);
                }
                self.captures(Piece::Pawn, to, self.pawn_takers(to), out);
            }
        }
    }

    fn captures(&self, piece: Piece, to: Square, origins: BitBoard, out: &mut Vec<Position>) {
        for from in origins {
            for victim in VICTIMS {
                let on_edge = matches!(to.rank(), Rank::First | Rank::Eighth);
                if victim != Piece::Pawn || !on_edge {
                    self.keep(from, to, piece, Some(victim), out);
                }
            }
        }
    }

    /// The free squares from which a man can have come without taking.
    fn origins(&self, piece: Piece, to: Square) -> BitBoard {
        let men = self.board.occupied();
        let reached = match piece {
            Piece::Pawn => return self.pawn_steps(to),
            Piece::Knight => get_knight_moves(to),
            Piece::Bishop => get_bishop_moves(to, men),
            Piece::Rook => get_rook_moves(to, men),
            Piece::Queen => get_bishop_moves(to, men) | get_rook_moves(to, men),
            Piece::King => get_king_moves(to) & !get_king_moves(self.board.king(!self.last)),
        };
        reached & !men
    }

    /// The free squares from which a pawn can have stepped here.
    fn pawn_steps(&self, to: Square) -> BitBoard {
        let men = self.board.occupied();
        let behind = to.try_offset(0, if self.last == Color::White { -1 } else { 1 });
        let home = Rank::Second.relative_to(self.last);
        let single = behind.filter(|square| square.rank() != Rank::First.relative_to(self.last));
        let single = single.map_or(BitBoard::EMPTY, Square::bitboard) & !men;
        let double = Square::new(to.file(), home);
        let is_double = to.rank() == Rank::Fourth.relative_to(self.last)
            && get_pawn_quiets(double, self.last, men - to.bitboard()).has(to);
        if is_double && !men.has(double) { single | double.bitboard() } else { single }
    }

    /// The free squares from which a pawn can have taken something here.
    fn pawn_takers(&self, to: Square) -> BitBoard {
        let first = Rank::First.relative_to(self.last).bitboard();
        get_pawn_attacks(to, !self.last) & !self.board.occupied() & !first
    }

    fn before(&self, from: Square, to: Square, piece: Piece, victim: Option<Piece>) -> BoardBuilder {
        let mut men = self.men.clone();
        *men.square_mut(to) = victim.map(|victim| (victim, !self.last));
        *men.square_mut(from) = Some((piece, self.last));
        men
    }

    fn keep(&self, from: Square, to: Square, piece: Piece, victim: Option<Piece>, out: &mut Vec<Position>) {
        let before = build(&self.before(from, to, piece, victim));
        out.extend(before.filter(|before| Material::of(before.board()).0.is_listed()));
    }
}
