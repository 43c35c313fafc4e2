//! What a capture is worth if both sides go on capturing on its square.

use super::Position;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// What a man is worth in an exchange, in hundredths of a pawn. The king can capture, but never be captured.
pub(super) const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 300,
        Piece::Bishop => 325,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 20_000,
    }
}

/// The man that a move captures.
#[inline]
pub(super) fn victim(at: &Position, mv: Move) -> Option<Piece> {
    let board = at.board();
    if board.colors(!board.side_to_move()).has(mv.to) {
        return board.piece_on(mv.to);
    }
    let is_pawn = board.pieces(Piece::Pawn).has(mv.from);
    (is_pawn && mv.from.file() != mv.to.file()).then_some(Piece::Pawn)
}

/// Whether a capture of `victim` by `taker` loses material if the opponent recaptures and both sides go on, each
/// with the least man first, as long as it pays. Pins are not looked at.
pub(super) fn loses(at: &Position, mv: Move, taker: Piece, victim: Piece) -> bool {
    !wins(at, mv, taker, worth(victim), 0)
}

/// Whether a move by `taker` that takes something of this worth wins at least so much. A move that takes nothing can
/// still lose its man.
pub(super) fn wins(at: &Position, mv: Move, taker: Piece, prize: i32, least: i32) -> bool {
    // 1. The prize alone must do, and even the loss of the moving man for nothing more may do.
    let mut balance = prize - least;
    if balance < 0 {
        return false;
    }
    balance -= worth(taker);
    if balance >= 0 {
        return true;
    }

    // 2. Both sides in turn, until one has no man left or is content with what it has.
    let board = at.board();
    let mut occupied = board.occupied() & !mv.from.bitboard();
    let mut attackers = attackers(board, mv.to, occupied) & occupied;
    let mut side = !board.side_to_move();
    while let Some((piece, from)) = least_attacker(board, attackers & board.colors(side)) {
        occupied &= !from;
        attackers = (attackers | sliders(board, mv.to, occupied)) & occupied;
        side = !side;
        balance = -balance - 1 - worth(piece);
        if balance >= 0 {
            let king_in_danger = piece == Piece::King && !(attackers & board.colors(side)).is_empty();
            side = if king_in_danger { !side } else { side };
            break;
        }
    }

    // 3. Whoever is to capture now is the one who would rather not.
    side != board.side_to_move()
}

/// The least man of a set, and its square.
fn least_attacker(board: &Board, men: BitBoard) -> Option<(Piece, BitBoard)> {
    Piece::ALL.into_iter().find_map(|piece| {
        let from = (men & board.pieces(piece)).next_square()?;
        Some((piece, from.bitboard()))
    })
}

/// The bishops, rooks and queens of both sides that look at a square.
fn sliders(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens)
}

/// The men of both sides that attack a square.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pawns = |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    sliders(board, square, occupied)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | pawns(Color::White)
        | pawns(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use plybook_kernel::Notation;

    #[test]
    fn quiet_moves_can_lose_their_man_and_losses_have_a_size() {
        let game = Chess::new();
        let check = |fen: &str, mv: &str, prize: i32, least: i32, expected: bool| {
            let at = game.read(&format!("{fen} 0 1")).unwrap();
            let mv = game.read_move(&at, mv).unwrap();
            let taker = at.board().piece_on(mv.from).unwrap();
            assert_eq!(wins(&at, mv, taker, prize, least), expected, "{fen} {mv} {least}");
        };
        // A knight goes where a pawn takes it, and where nothing does.
        check("4k3/8/3p4/8/8/5N2/8/4K3 w - -", "f3e5", 0, 0, false);
        check("4k3/8/3p4/8/8/5N2/8/4K3 w - -", "f3e5", 0, -300, true);
        check("4k3/8/3p4/8/8/5N2/8/4K3 w - -", "f3e5", 0, -299, false);
        check("4k3/8/3p4/8/8/5N2/8/4K3 w - -", "f3d4", 0, 0, true);
        // A rook for a pawn loses four pawns; an undefended pawn wins one and no more.
        check("4k3/8/3p4/4p3/8/8/8/4RK2 w - -", "e1e5", 100, -400, true);
        check("4k3/8/3p4/4p3/8/8/8/4RK2 w - -", "e1e5", 100, -399, false);
        check("4k3/8/8/4p3/8/8/8/4RK2 w - -", "e1e5", 100, 100, true);
        check("4k3/8/8/4p3/8/8/8/4RK2 w - -", "e1e5", 100, 101, false);
    }

    #[test]
    fn exchanges_are_counted_out() {
        let game = Chess::new();
        let cases = [
            // A rook takes an undefended pawn, then one that a pawn defends.
            ("4k3/8/8/4p3/8/8/8/4RK2 w - -", "e1e5", false),
            ("4k3/8/3p4/4p3/8/8/8/4RK2 w - -", "e1e5", true),
            // The published pair of tests of static exchange evaluation: the second loses a knight for a pawn.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", false),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", true),
            // A second rook behind the first makes the exchange good.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", false),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", true),
            // The king may recapture only if nobody defends the square.
            ("8/8/8/3pk3/8/8/3R4/4K3 w - -", "d2d5", true),
            ("8/8/8/3pk3/8/8/3R4/3RK3 w - -", "d2d5", false),
        ];
        for (fen, mv, expected) in cases {
            let at = game.read(&format!("{fen} 0 1")).unwrap();
            let mv = game.read_move(&at, mv).unwrap();
            let taker = at.board().piece_on(mv.from).unwrap();
            let victim = victim(&at, mv).unwrap();
            assert_eq!(loses(&at, mv, taker, victim), expected, "{fen} {mv}");
        }
    }
}
