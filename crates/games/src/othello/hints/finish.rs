//! The end of the game by brute force: a null-window search on bare boards.

use super::super::mobility::mobility;
use super::super::stability::stable;
use super::super::turning::{Bracketed, turned};
use super::last::{NEIGHBOURS, NOTHING, one, two};
use super::memo::Memo;

/// Empty squares from which on moves are sorted by the replies they leave, and positions are remembered; below,
/// parity is enough.
const SORTED: u32 = 7;
/// Empty squares from which on it pays to find all moves at once, and to look for stable discs.
const GENERATED: u32 = 5;
/// Squares that a sorted list can hold: at least as many as `settle` finishes.
const MOST: usize = 16;

/// How large `alpha` must be before the opponent's stable discs are counted, by empty squares: a lead that the
/// stable discs can hardly refute is not worth the look.
const STABILITY_ALPHA: [i32; 33] = [
    99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 48, 50,
    50, 52, 52, 54, 54, 56,
];

/// The four corners of the largest board.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares of the quadrants named by the bits of the index.
const QUADRANTS: [u64; 16] = {
    let mut quadrants = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set >> quadrant(square) & 1 == 1 {
                quadrants[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    quadrants
};

/// The number of a square's quadrant.
const fn quadrant(square: usize) -> usize {
    (square >> 5 & 1) * 2 + (square >> 2 & 1)
}

/// The squares of the quadrants with an odd number of empty squares: whoever moves there first moves there last.
pub fn odd_quadrants(empty: u64) -> u64 {
    QUADRANTS[parity(empty)]
}

/// A bit for each quadrant: whether its empty squares are odd in number.
fn parity(empty: u64) -> usize {
    let odd = |number: usize| ((empty & QUADRANTS[1 << number]).count_ones() as usize & 1) << number;
    odd(0) | odd(1) | odd(2) | odd(3)
}

/// The margin of a finished game, the empty squares given to the winner.
pub const fn over(own: u64, other: u64, squares: i32) -> i32 {
    let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
    let difference = own - other;
    difference + difference.signum() * (squares - own - other)
}

/// The board of a finish.
#[derive(Clone, Copy)]
pub struct Finish {
    /// The squares of the board.
    pub board: u64,
}

/// What is left to play.
#[derive(Clone, Copy)]
struct Rest {
    empty: u64,
    /// How many squares are empty.
    count: u32,
    parity: usize,
}

impl Rest {
    #[inline(always)]
    const fn without(self, square: usize) -> Rest {
        Rest {
            empty: self.empty & !(1 << square),
            count: self.count - 1,
            parity: self.parity ^ 1 << quadrant(square),
        }
    }
}

impl Finish {
    /// The margin for the side to move: exact between `alpha` and `beta`, a bound outside.
    pub fn margin(self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let empty = self.board & !(own | other);
        let rest = Rest { empty, count: empty.count_ones(), parity: parity(empty) };
        if rest.count < SORTED {
            return climb(alpha, beta, |least| self.rest(own, other, rest, least));
        }
        let mut memo = Memo::new();
        climb(alpha, beta, |least| self.many(&mut memo, own, other, rest, least))
    }

    /// An upper bound on the margin if the opponent's stable discs show that it is at most `alpha`.
    #[inline]
    pub fn hopeless(self, own: u64, other: u64, count: u32, alpha: i32) -> Option<i32> {
        if alpha < STABILITY_ALPHA[(count as usize).min(STABILITY_ALPHA.len() - 1)]
            || other & self.corners() == 0
        {
            return None;
        }
        let most = self.squares() - 2 * stable(other, own | other, self.board).count_ones() as i32;
        (most <= alpha).then_some(most)
    }

    /// Without a corner only full lines make discs stable, which is rare.
    const fn corners(self) -> u64 {
        if self.board == u64::MAX { CORNERS } else { u64::MAX }
    }

    const fn squares(self) -> i32 {
        self.board.count_ones() as i32
    }

    /// The margin if it is at most `alpha`, or a bound above it; fewer than `SORTED` empty squares.
    fn rest(self, own: u64, other: u64, rest: Rest, alpha: i32) -> i32 {
        match rest.count {
            0 => over(own, other, self.squares()),
            1 => one(own, other, rest.empty.trailing_zeros() as usize, self.squares()),
            2 => self.last_two(own, other, rest, alpha),
            _ if rest.count < GENERATED => self.few(own, other, rest, alpha),
            _ => self.some(own, other, rest, alpha),
        }
    }

    #[inline(always)]
    fn last_two(self, own: u64, other: u64, rest: Rest, alpha: i32) -> i32 {
        let pair = [rest.empty.trailing_zeros() as usize, 63 - rest.empty.leading_zeros() as usize];
        two(own, other, pair, self.squares(), alpha)
    }

    /// Three or four empty squares.
    fn few(self, own: u64, other: u64, rest: Rest, alpha: i32) -> i32 {
        match self.place_few(own, other, rest, alpha) {
            NOTHING => match self.place_few(other, own, rest, -alpha - 1) {
                NOTHING => over(own, other, self.squares()),
                best => -best,
            },
            best => best,
        }
    }

    /// Tries every empty square, odd quadrants first; `NOTHING` if no disc can be placed.
    #[inline(always)]
    fn place_few(self, own: u64, other: u64, rest: Rest, alpha: i32) -> i32 {
        let mut best = NOTHING;
        let odd = QUADRANTS[rest.parity];
        for mut part in [rest.empty & odd, rest.empty & !odd] {
            while part != 0 {
                let square = part.trailing_zeros() as usize;
                part &= part - 1;
                if NEIGHBOURS[square & 63] & other == 0 {
                    continue;
                }
                let discs = turned(square, own, other);
                if discs == 0 {
                    continue;
                }
                let (next, behind, rest) = (other ^ discs, own ^ discs ^ 1 << square, rest.without(square));
                let margin = if rest.count == 2 {
                    -self.last_two(next, behind, rest, -alpha - 1)
                } else {
                    -self.few(next, behind, rest, -alpha - 1)
                };
                best = best.max(margin);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// The side to move cannot place a disc: the game is over, or `after` tells the opponent's margin.
    #[inline]
    fn pass(self, own: u64, other: u64, after: impl FnOnce() -> i32) -> i32 {
        if mobility(other, own) & self.board == 0 { over(own, other, self.squares()) } else { -after() }
    }

    /// A few more: odd quadrants first.
    fn some(self, own: u64, other: u64, rest: Rest, alpha: i32) -> i32 {
        if let Some(most) = self.hopeless(own, other, rest.count, alpha) {
            return most;
        }
        let moves = mobility(own, other) & rest.empty;
        if moves == 0 {
            return self.pass(own, other, || self.some(other, own, rest, -alpha - 1));
        }
        let mut best = NOTHING;
        let odd = QUADRANTS[rest.parity];
        for mut part in [moves & odd, moves & !odd] {
            while part != 0 {
                let square = part.trailing_zeros() as usize;
                part &= part - 1;
                let discs = turned(square, own, other);
                let (next, behind, rest) = (other ^ discs, own ^ discs ^ 1 << square, rest.without(square));
                let margin = if rest.count < GENERATED {
                    -self.few(next, behind, rest, -alpha - 1)
                } else {
                    -self.some(next, behind, rest, -alpha - 1)
                };
                best = best.max(margin);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Many: the moves that leave the fewest replies first.
    fn many(self, memo: &mut Memo, own: u64, other: u64, rest: Rest, alpha: i32) -> i32 {
        if let Some(most) = self.hopeless(own, other, rest.count, alpha) {
            return most;
        }
        let mut moves = mobility(own, other) & rest.empty;
        if moves == 0 {
            return self.pass(own, other, || self.many(memo, other, own, rest, -alpha - 1));
        }
        let known = memo.get(own, other);
        if i32::from(known.least) > alpha {
            return i32::from(known.least);
        }
        if i32::from(known.most) <= alpha {
            return i32::from(known.most);
        }
        let odd = QUADRANTS[rest.parity];
        let bracketed = Bracketed::new(own, other);
        let mut list = [(0, 0, 0); MOST];
        let mut length = 0;
        while moves != 0 && length < MOST {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let discs = bracketed.turned(square);
            let (next, behind) = (other ^ discs, own ^ discs ^ 1 << square);
            let mut place = length;
            let trouble = if square == usize::from(known.best) {
                NOTHING
            } else {
                replies(mobility(next, behind) & rest.empty) - i32::from(odd >> square & 1 == 1)
            };
            while place > 0 && list[place - 1].0 > trouble {
                list[place] = list[place - 1];
                place -= 1;
            }
            list[place] = (trouble, square, discs);
            length += 1;
        }
        let (mut best, mut best_square) = (NOTHING, 0);
        for &(_, square, discs) in &list[..length] {
            let (next, behind) = (other ^ discs, own ^ discs ^ 1 << square);
            let rest = rest.without(square);
            let margin = if rest.count < SORTED {
                -self.some(next, behind, rest, -alpha - 1)
            } else {
                -self.many(memo, next, behind, rest, -alpha - 1)
            };
            if margin > best {
                (best, best_square) = (margin, square);
            }
            if best > alpha {
                break;
            }
        }
        memo.put(known, best_square, best, alpha);
        best
    }
}

/// Closes in on a margin from below, where `above` tells it up to a bound or a bound above that.
#[inline]
fn climb(alpha: i32, beta: i32, mut above: impl FnMut(i32) -> i32) -> i32 {
    let mut least = alpha;
    loop {
        let margin = above(least);
        if margin <= least {
            return if least == alpha { margin } else { least };
        }
        least = margin;
        if least >= beta {
            return least;
        }
    }
}

/// How much trouble a set of replies makes, in halves of a reply: a corner counts twice.
pub const fn replies(moves: u64) -> i32 {
    2 * (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}
