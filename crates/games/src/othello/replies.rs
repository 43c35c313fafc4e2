//! Counting the replies to all moves of a position together, several moves at a time.

use super::mobility::mobility;
use super::turning::Bracketed;
use super::{Othello, Position};
use plybook_kernel::perft::Count;

/// Moves that are looked at together.
const TOGETHER: usize = 16;

/// The replies to every move of a position, and the games that end after one. The position must have moves that
/// place a disc. Loops without branches over plain arrays let the compiler look at two boards in one register.
pub fn count(game: &Othello, at: &Position) -> Count {
    let bracketed = Bracketed::new(at.own, at.other);
    let mut total = Count::default();
    let (mut own, mut other) = ([0; TOGETHER], [0; TOGETHER]);
    let mut rest = at.moves;
    while rest != 0 {
        let mut length = 0;
        while rest != 0 && length < TOGETHER {
            let turned = bracketed.turned(rest.trailing_zeros() as usize);
            own[length] = at.own ^ turned ^ (rest & rest.wrapping_neg());
            other[length] = at.other ^ turned;
            rest &= rest - 1;
            length += 1;
        }
        let mut stuck = 0;
        for (&own, &other) in own[..length].iter().zip(&other[..length]) {
            let replies = mobility(other, own) & game.board;
            stuck += u64::from(replies == 0);
            total.leaves += u64::from(replies.count_ones());
        }
        if stuck != 0 {
            for (&own, &other) in own[..length].iter().zip(&other[..length]) {
                let count = passes(game, own, other);
                total.leaves += count.leaves;
                total.finished += count.finished;
            }
        }
    }
    total
}

/// Counts the pass of a side that has no other move, or the end of the game.
#[cold]
fn passes(game: &Othello, own: u64, other: u64) -> Count {
    if mobility(other, own) & game.board != 0 {
        return Count::default();
    }
    let over = mobility(own, other) & game.board == 0;
    Count { leaves: u64::from(!over), finished: u64::from(over) }
}
