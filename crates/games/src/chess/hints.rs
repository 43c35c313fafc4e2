//! What a search should know about chess.

use super::exchange::{loses, victim, wins, worth};
use super::{Chess, Move, Position};
use cozy_chess::{
    BitBoard, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use plybook_kernel::{HasHints, Margins, SearchHints};

/// Captures and promotions are noisy, and in check every move is.
#[derive(Clone, Copy, Debug)]
pub struct ChessHints;

/// Sixteenths: the victim's worth counts more than every difference between takers.
const VICTIM_FACTOR: i32 = 16;
/// Puts losing captures and minor promotions behind all moves that experience judges.
const LAST: i32 = -1 << 15;

/// How far values of the positional evaluator move, in hundredths of a pawn: the customary sizes.
const MARGINS: Margins = Margins {
    reverse_futility: 80,
    razoring: 260,
    futility: [100, 90],
    delta: 180,
    exchange: 90,
    singular: 3,
    late_moves: 4,
    null_move: 200,
};

/// The man that moves, as far as exchanges are concerned.
#[inline]
fn taker(at: &Position, mv: Move) -> Piece {
    at.board().piece_on(mv.from).unwrap_or(Piece::Pawn)
}

#[inline]
fn is_minor_promotion(mv: Move) -> bool {
    mv.promotion.is_some_and(|piece| piece != Piece::Queen)
}

impl SearchHints<Chess> for ChessHints {
    /// The squares on which something can be captured.
    type NodeHints = BitBoard;

    #[inline]
    fn look(&self, _: &Chess, at: &Position) -> BitBoard {
        let board = at.board();
        let passing = board.en_passant().map_or(BitBoard::EMPTY, |file| {
            Square::new(file, Rank::Sixth.relative_to(board.side_to_move())).bitboard()
        });
        board.colors(!board.side_to_move()) | passing
    }

    fn has_noise(&self) -> bool {
        true
    }

    /// Captures that lose material are as quiet as any blunder, and so are promotions to less than a queen.
    #[inline]
    fn noisy(&self, _: &Chess, at: &Position, mv: Move) -> bool {
        if !at.board().checkers().is_empty() {
            return true;
        }
        match victim(at, mv) {
            _ if is_minor_promotion(mv) => false,
            _ if mv.promotion.is_some() => true,
            Some(victim) => !loses(at, mv, taker(at, mv), victim),
            None => false,
        }
    }

    /// Moves onto the opponent's men and of pawns onto the last rank.
    #[inline]
    fn noisy_moves(&self, game: &Chess, at: &Position, out: &mut Vec<Move>) -> bool {
        let board = at.board();
        let prizes = self.look(game, at);
        let promotions = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        board.generate_moves(|mut moves| {
            moves.to &= if moves.piece == Piece::Pawn { prizes | promotions } else { prizes };
            out.extend(moves);
            false
        });
        true
    }

    fn margins(&self) -> Option<Margins> {
        Some(MARGINS)
    }

    #[inline]
    fn gain(&self, _: &Chess, at: &Position, mv: Move) -> Option<i32> {
        let promotion = mv.promotion.map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
        Some(victim(at, mv).map_or(0, worth) + promotion)
    }

    #[inline]
    fn exchange_wins(&self, _: &Chess, at: &Position, mv: Move, least: i32) -> bool {
        // Castling moves the king onto the own rook; promotions are worth looking at.
        if mv.promotion.is_some() || at.castling(mv).is_some() {
            return true;
        }
        wins(at, mv, taker(at, mv), victim(at, mv).map_or(0, worth), least)
    }

    #[inline]
    fn may_stand_pat(&self, _: &Chess, at: &Position) -> bool {
        at.board().checkers().is_empty()
    }

    #[inline]
    fn threatened(&self, _: &Chess, at: &Position) -> bool {
        !at.board().checkers().is_empty()
    }

    /// Checks by the man that moves; those that it only opens the way to are not seen.
    #[inline]
    fn threatens(&self, _: &Chess, at: &Position, mv: Move) -> bool {
        let board = at.board();
        let side = board.side_to_move();
        let king = board.king(!side);
        let blockers = || (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
        match mv.promotion.unwrap_or_else(|| taker(at, mv)) {
            Piece::Pawn => get_pawn_attacks(mv.to, side).has(king),
            Piece::Knight => get_knight_moves(mv.to).has(king),
            Piece::Bishop => get_bishop_moves(mv.to, blockers()).has(king),
            Piece::Rook => get_rook_moves(mv.to, blockers()).has(king),
            Piece::Queen => {
                get_bishop_moves(mv.to, blockers()).has(king) || get_rook_moves(mv.to, blockers()).has(king)
            }
            Piece::King => false,
        }
    }

    /// Captures that do not lose material and promotions to a queen, the most valuable prize first; among equal
    /// prizes the least taker.
    #[inline]
    fn order(&self, _: &Chess, at: &Position, mv: Move, prizes: &BitBoard) -> i32 {
        if mv.promotion.is_none() && !prizes.has(mv.to) { 0 } else { prize(at, mv) }
    }
}

/// What a move that captures or promotes promises; nothing, if it does neither.
fn prize(at: &Position, mv: Move) -> i32 {
    let prize = match (victim(at, mv), mv.promotion) {
        (None, None) => return 0,
        (_, Some(piece)) if piece != Piece::Queen => return LAST,
        (Some(victim), None) if loses(at, mv, taker(at, mv), victim) => return LAST,
        (victim, promotion) => victim.map_or(0, worth) + promotion.map_or(0, worth),
    };
    let taker = taker(at, mv);
    VICTIM_FACTOR * prize - if taker == Piece::King { 0 } else { worth(taker) }
}

impl HasHints for Chess {
    type SearchHints = ChessHints;

    fn hints(&self) -> ChessHints {
        ChessHints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plybook_kernel::{Game, Notation};

    /// The noisy moves, the most promising first, and whether standing pat is allowed.
    fn noisy(fen: &str) -> (Vec<String>, bool) {
        let game = Chess::new();
        let at = game.read(fen).unwrap();
        let mut moves = game.legal(&at);
        moves.retain(|&mv| ChessHints.noisy(&game, &at, mv));
        let prizes = ChessHints.look(&game, &at);
        moves.sort_by_key(|&mv| std::cmp::Reverse(ChessHints.order(&game, &at, mv, &prizes)));
        assert_eq!(ChessHints.threatened(&game, &at), !ChessHints.may_stand_pat(&game, &at));
        (moves.into_iter().map(|mv| game.move_text(&at, mv)).collect(), ChessHints.may_stand_pat(&game, &at))
    }

    /// Along random games, and where a pawn can be taken in passing or promoted.
    #[test]
    fn the_short_list_holds_every_noisy_move() {
        let game = Chess::new();
        let mut random = plybook_kernel::Random::new(11);
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1",
        ];
        let mut listed = 0;
        for fen in starts.iter().cycle().take(60) {
            let mut at = game.read(fen).unwrap();
            for _ in 0..60 {
                let moves = game.legal(&at);
                if moves.is_empty() {
                    break;
                }
                if ChessHints.may_stand_pat(&game, &at) {
                    let noisy = |moves: &[Move]| -> Vec<Move> {
                        moves.iter().copied().filter(|&mv| ChessHints.noisy(&game, &at, mv)).collect()
                    };
                    let mut short = Vec::new();
                    assert!(ChessHints.noisy_moves(&game, &at, &mut short));
                    assert_eq!(noisy(&short), noisy(&moves), "{}", game.text(&at));
                    assert!(short.iter().all(|mv| moves.contains(mv)), "{}", game.text(&at));
                    assert!(short.len() < moves.len() || moves.len() < 5, "{}", game.text(&at));
                    listed += short.len();
                }
                let mv = moves[random.below(moves.len())];
                game.play(&mut at, mv);
            }
        }
        assert!(listed > 1_000, "{listed}");
    }

    /// A check by the man that moved is seen, and nothing else is taken for one.
    #[test]
    fn checks_by_the_moved_man_are_threats() {
        let game = Chess::new();
        let mut random = plybook_kernel::Random::new(12);
        let (mut seen, mut opened) = (0, 0);
        for _ in 0..40 {
            let mut at = game.start();
            for _ in 0..120 {
                let moves = game.legal(&at);
                if moves.is_empty() {
                    break;
                }
                for &mv in moves.iter().filter(|&&mv| at.castling(mv).is_none()) {
                    let after = game.after(&at, mv);
                    let direct = after.board().checkers().has(mv.to);
                    assert_eq!(ChessHints.threatens(&game, &at, mv), direct, "{mv} in {}", game.text(&at));
                    seen += usize::from(direct);
                    opened += usize::from(ChessHints.threatened(&game, &after) && !direct);
                }
                let mv = moves[random.below(moves.len())];
                game.play(&mut at, mv);
            }
        }
        assert!(seen > 1_000 && opened > 10, "{seen} {opened}");
    }

    #[test]
    fn captures_come_by_prize_and_taker() {
        let fen = "4k3/8/1q1p4/2P1P1n1/8/8/3Q4/4K2R w - - 0 1";
        let expected = ["c5b6", "d2g5", "c5d6", "e5d6", "d2d6"];
        assert_eq!(noisy(fen), (expected.map(str::to_owned).to_vec(), true));
    }

    #[test]
    fn losing_captures_are_quiet_and_last() {
        let game = Chess::new();
        let at = game.read("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1").unwrap();
        let mv = game.read_move(&at, "d2d6").unwrap();
        assert!(!ChessHints.noisy(&game, &at, mv));
        assert_eq!(ChessHints.order(&game, &at, mv, &ChessHints.look(&game, &at)), LAST);
    }

    #[test]
    fn a_queen_and_en_passant_are_noisy() {
        assert_eq!(noisy("8/P6k/8/8/8/8/8/K7 w - - 0 1").0.len(), 1);
        assert_eq!(noisy("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").0.len(), 1);
        assert_eq!(noisy("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").0, Vec::<String>::new());
    }

    #[test]
    fn in_check_every_move_counts() {
        let expected = ["e1e2", "d1e2", "e1f1"].map(str::to_owned).to_vec();
        assert_eq!(noisy("4k3/8/8/8/8/8/3PrP2/3QK3 w - - 0 1"), (expected, false));
    }
}
