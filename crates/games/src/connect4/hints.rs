//! What is certain about the rest of a game of Connect Four, and which moves look good.
//!
//! Everything rests on the squares that would complete a line. If the player to move can fill one, he wins at once.
//! If the opponent could, the square must be blocked, and no disc may be placed right below such a square. A move
//! that keeps to this is safe; without a safe move the opponent wins with his next disc.

use super::{Connect4, Position, standard};
use plybook_kernel::{Random, Score};

/// Added to the rank of a move that wins at once.
const WIN: i32 = 1 << 16;
/// Added to the rank of a safe move.
const SAFE: i32 = 1 << 12;
/// For each square that would complete a line once the move is made.
const WINNING_SQUARE: i32 = 1 << 7;

/// The hints of Connect Four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connect4Hints;

/// The squares that matter in a position for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connect4NodeHints {
    /// Where a disc can land and win at once.
    wins: u64,
    /// Where a disc can land without letting the opponent win at once.
    safe: u64,
}

impl Connect4 {
    /// The free squares that would complete a line of these discs.
    #[inline(always)]
    fn winning_squares(&self, own: u64, discs: u64) -> u64 {
        if self.standard {
            standard::completing(own) & self.squares & !discs
        } else {
            self.threats(own, discs)
        }
    }

    #[inline]
    fn insight(&self, at: Position) -> Connect4NodeHints {
        let landings = self.landings(at.discs);
        let wins = self.winning_squares(at.mine, at.discs) & landings;
        let threats = self.winning_squares(at.theirs(), at.discs);
        let forced = landings & threats;
        let candidates = match forced {
            0 => landings,
            _ if forced & (forced - 1) == 0 => forced,
            _ => 0,
        };
        Connect4NodeHints { wins, safe: candidates & !self.below(threats) }
    }

    /// How many columns lie between a square and the nearer edge of the board.
    fn columns_from_the_edge(&self, square: u8) -> i32 {
        let column = u32::from(square) / self.stride;
        column.min(self.columns - 1 - column) as i32
    }
}

impl plybook_kernel::SearchHints<Connect4> for Connect4Hints {
    type NodeHints = Connect4NodeHints;

    #[inline]
    fn look(&self, game: &Connect4, at: &Position) -> Connect4NodeHints {
        game.insight(*at)
    }

    /// Threats first, then the middle columns.
    #[inline]
    fn order(&self, game: &Connect4, at: &Position, square: u8, insight: &Connect4NodeHints) -> i32 {
        let disc = 1 << square;
        let threats = game.winning_squares(at.mine | disc, at.discs | disc).count_ones() as i32;
        let class = match disc {
            _ if insight.wins & disc != 0 => WIN,
            _ if insight.safe & disc != 0 => SAFE,
            _ => 0,
        };
        1 + class + threats * WINNING_SQUARE + game.columns_from_the_edge(square)
    }

    /// A win at once and a loss by the next disc are seen. Otherwise the mover wins with his second disc at best,
    /// the opponent with his second disc, as far as there is room for so many.
    #[inline]
    fn bounds(&self, game: &Connect4, at: &Position) -> (Score, Score) {
        const WIN_NOW: Score = Score::win_in(1);
        const LOSS_NEXT: Score = Score::loss_in(2);
        const EARLIEST_WIN: u32 = 3;
        const EARLIEST_LOSS: u32 = 4;
        let Connect4NodeHints { wins, safe } = game.insight(*at);
        let room = (game.squares & !at.discs).count_ones();
        if wins != 0 {
            return (WIN_NOW, WIN_NOW);
        }
        if safe == 0 {
            return (LOSS_NEXT, LOSS_NEXT);
        }
        let least = if room >= EARLIEST_LOSS { Score::loss_in(EARLIEST_LOSS) } else { Score::DRAW };
        let most = if room >= EARLIEST_WIN { Score::win_in(EARLIEST_WIN) } else { Score::DRAW };
        (least, most)
    }

    /// A win at once is taken, one of the opponent's is kept away from; otherwise every column has the same chance.
    #[inline]
    fn playout_move(&self, game: &Connect4, at: &Position, random: &mut Random) -> Option<u8> {
        let Connect4NodeHints { wins, safe } = game.insight(*at);
        let useful = if wins != 0 { wins } else { safe };
        let choices = if useful != 0 { useful } else { game.landings(at.discs) };
        (choices != 0).then(|| random.bit(choices) as u8)
    }

    #[inline]
    fn skip(&self, _: &Connect4, _: &Position, square: u8, insight: &Connect4NodeHints) -> bool {
        let Connect4NodeHints { wins, safe } = insight;
        let useful = if *wins != 0 { *wins } else { *safe };
        useful != 0 && useful >> square & 1 == 0
    }
}
