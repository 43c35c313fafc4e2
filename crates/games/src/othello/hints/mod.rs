//! Othello's advice to a search: which moves to try first, and the end of the game worked out.

mod finish;
mod forecast;
mod last;
mod memo;
#[cfg(test)]
mod tests;

use super::mobility::mobility;
use super::turning::Bracketed;
use super::{Move, Othello, PASS, Position};
use finish::{Finish, odd_quadrants, replies};
use plybook_kernel::{HasHints, Margins, Score, SearchHints, Window};

/// Empty squares up to which the rest of the game is worked out at once. On the FFO problems #40 to #44 every number
/// from 7 to 12 was faster than the one before.
const FINISHED: u32 = 12;
/// Least depth of a search that is worth a look at the replies to each move.
const LEAST_DEPTH: i32 = 3;
/// An opinion of nothing in particular: large enough that no move's is negative.
const MIDDLE: i32 = 1 << 20;
/// What one reply less is worth, in hundredths of a disc. On the same problems 60 to 150 were slower and 260 no
/// faster: positions with few replies are not only better, they are sooner searched.
const REPLY: i32 = 200;
/// What the first move into an odd quadrant is worth, in hundredths of a disc.
const ODD: i32 = 60;

/// Knows which moves leave the opponent little, and plays the last squares out.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloHints;

/// What is worked out once per position, to judge its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    bracketed: Bracketed,
    /// The squares of quadrants with an odd number of empty squares.
    odd: u64,
    /// Whether the replies to each move are looked at.
    counts_replies: bool,
    /// Plies to look ahead after each move; none where its replies say enough.
    ahead: Option<u32>,
}

/// How far values move, in hundredths of a point: in self-play values two plies apart differ by less than 5.5 discs
/// nine times in ten.
const SWING: i32 = 300;

impl SearchHints<Othello> for OthelloHints {
    type NodeHints = Look;

    fn margins(&self) -> Option<Margins> {
        Some(Margins::of_swing(SWING))
    }

    fn study(&self, game: &Othello, at: &Position, depth: i32) -> Look {
        if depth < LEAST_DEPTH {
            return Look::default();
        }
        let empty = game.empty(at);
        Look {
            bracketed: Bracketed::new(at.own, at.other),
            odd: odd_quadrants(empty),
            counts_replies: true,
            ahead: forecast::plies(empty.count_ones(), depth),
        }
    }

    fn order(&self, game: &Othello, at: &Position, mv: Move, look: &Look) -> i32 {
        if !look.counts_replies || mv == PASS {
            return 0;
        }
        let turned = look.bracketed.turned(usize::from(mv));
        let (next, behind) = (at.other ^ turned, at.own ^ turned ^ 1 << mv);
        let left = replies(mobility(next, behind) & game.board);
        let mut opinion = MIDDLE - REPLY / 2 * left;
        if look.odd >> mv & 1 == 1 {
            opinion += ODD;
        }
        if let Some(plies) = look.ahead {
            let after = Position::new(next, behind, at.mover.other(), game.board);
            opinion -= forecast::value(game, &after, plies);
        }
        opinion.max(1)
    }

    fn bounds(&self, game: &Othello, _: &Position) -> (Score, Score) {
        let squares = game.board.count_ones() as i32;
        (Score::points(-squares), Score::points(squares))
    }

    fn settle(&self, game: &Othello, at: &Position, window: Window) -> Option<Score> {
        let finish = Finish { board: game.board };
        let count = game.empty(at).count_ones();
        let alpha = window.alpha.raw().div_euclid(Score::POINT);
        if count > FINISHED {
            return finish.hopeless(at.own, at.other, count, alpha).map(Score::points);
        }
        let beta = -(-window.beta.raw()).div_euclid(Score::POINT);
        Some(Score::points(finish.margin(at.own, at.other, alpha, beta)))
    }
}

impl HasHints for Othello {
    type SearchHints = OthelloHints;

    fn hints(&self) -> OthelloHints {
        OthelloHints
    }
}
