//! Positions and moves as Polyglot books write them.

use super::{Chess, Move, Position};
use cozy_chess::{Color, File, Piece, Rank, Square, get_pawn_attacks};
use plybook_kernel::Game;

/// Numbers of the format.
const NUMBERS: usize = 781;
/// The first number of the castling rights.
const CASTLING: usize = 768;
/// The first number of the en passant files.
const EN_PASSANT: usize = 772;
/// The number of White's turn.
const WHITE_TO_MOVE: usize = 780;
/// What a pawn becomes, in the order of the format, which begins with 1.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The numbers, as the file itself explains.
static KEYS: [u64; NUMBERS] = read_numbers(include_bytes!("polyglot_keys.txt"));

/// Reads sixteen hexadecimal digits from each line that does not begin with `#`.
const fn read_numbers(text: &[u8]) -> [u64; NUMBERS] {
    let mut numbers = [0; NUMBERS];
    let (mut place, mut found, mut digits, mut comment) = (0, 0, 0, false);
    while place < text.len() {
        let byte = text[place];
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => u8::MAX,
        };
        if byte == b'\n' {
            if digits == 16 {
                found += 1;
            }
            (digits, comment) = (0, false);
        } else if byte == b'#' || comment {
            comment = true;
        } else if digit != u8::MAX {
            numbers[found] = numbers[found] << 4 | digit as u64;
            digits += 1;
        }
        place += 1;
    }
    assert!(found == NUMBERS);
    numbers
}

/// The key of a position in Polyglot books. The en passant file counts if a pawn stands beside the one that
/// advanced, whether it may take it or not.
pub(super) fn key(at: &Position) -> u64 {
    let board = at.board();
    let mut key = 0;
    for square in board.occupied() {
        if let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) {
            let kind = 2 * piece as usize + usize::from(color == Color::White);
            key ^= KEYS[64 * kind + square as usize];
        }
    }
    for (number, color) in [Color::White, Color::Black].into_iter().enumerate() {
        let rights = board.castle_rights(color);
        for (side, right) in [rights.short, rights.long].into_iter().enumerate() {
            key ^= if right.is_some() { KEYS[CASTLING + 2 * number + side] } else { 0 };
        }
    }
    let mover = board.side_to_move();
    if let Some(file) = board.en_passant() {
        let passed = Square::new(file, Rank::Sixth.relative_to(mover));
        let takers = get_pawn_attacks(passed, !mover) & board.colored_pieces(mover, Piece::Pawn);
        key ^= if takers.is_empty() { 0 } else { KEYS[EN_PASSANT + file as usize] };
    }
    if mover == Color::White { key ^ KEYS[WHITE_TO_MOVE] } else { key }
}

/// A legal move as Polyglot books write it: squares by file and rank, then the promotion, three bits each;
/// castling is the king taking his rook.
pub(super) fn write_move(mv: Move) -> u16 {
    let square = |square: Square| square.file() as u16 | (square.rank() as u16) << 3;
    let promotion = mv.promotion.and_then(|piece| PROMOTIONS.iter().position(|&other| other == piece));
    square(mv.to) | square(mv.from) << 6 | promotion.map_or(0, |place| place as u16 + 1) << 12
}

/// The legal move that a Polyglot book means; `None` if there is no such move. Books that write castling as the
/// king's own step are understood too.
pub(super) fn read_move(game: &Chess, at: &Position, written: u16) -> Option<Move> {
    let legal = game.legal(at);
    let exact = legal.iter().copied().find(|&mv| write_move(mv) == written);
    exact.or_else(|| {
        let steps = |mv: Move| {
            let file = at.castling(mv)?;
            Some(Move { to: Square::new(file, mv.from.rank()), ..mv })
        };
        legal.into_iter().find(|&mv| {
            mv.from.file() == File::E && steps(mv).is_some_and(|step| write_move(step) == written)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::Notation;

    /// The keys of the format's description.
    #[test]
    fn published_positions_have_their_keys() {
        let game = Chess::new();
        let lines: [(&[&str], u64); 9] = [
            (&[], 0x463b_9618_1691_fc9c),
            (&["e2e4"], 0x823c_9b50_fd11_4196),
            (&["e2e4", "d7d5"], 0x0756_b944_61c5_0fb0),
            (&["e2e4", "d7d5", "e4e5"], 0x662f_afb9_65db_29d4),
            (&["e2e4", "d7d5", "e4e5", "f7f5"], 0x22a4_8b5a_8e47_ff78),
            (&["e2e4", "d7d5", "e4e5", "f7f5", "e1e2"], 0x652a_607c_a3f2_42c1),
            (&["e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"], 0x00fd_d303_c946_bdd9),
            (&["a2a4", "b7b5", "h2h4", "b5b4", "c2c4"], 0x3c81_23ea_7b06_7637),
            (&["a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"], 0x5c3f_9b82_9b27_9560),
        ];
        for (moves, expected) in lines {
            let mut at = game.start();
            for text in moves {
                let mv = game.read_move(&at, text).unwrap();
                game.play(&mut at, mv);
            }
            assert_eq!(key(&at), expected, "{moves:?}");
        }
    }

    #[test]
    fn moves_are_read_as_they_are_written() {
        let game = Chess::new();
        let at = game.read("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for mv in game.legal(&at) {
            assert_eq!(read_move(&game, &at, write_move(mv)), Some(mv));
        }
        let written = |text: &str| write_move(game.read_move(&at, text).unwrap());
        // e1 takes its own rook on h1; b7 becomes a queen on b8.
        assert_eq!((written("e1g1"), written("b7b8q")), (0o0407, 0o4_6171));
        // The king's own step, e1 to g1.
        assert_eq!(read_move(&game, &at, 0o0406).map(write_move), Some(0o0407));
        assert_eq!(read_move(&game, &at, 0o7777), None);
    }
}
