//! The number of moves, without listing them.
//!
//! Pieces that slide in one direction never reach the same square, because each stops the next. So one flood
//! fill per direction, of all pieces at once, marks as many squares as there are sliding moves in it. Leaps,
//! steps and the choices of imitators are added.

use super::freezing::frozen;
use super::geometry::{
    E, LINES, N, NE, NEAR, NW, OPPOSITE, S, SE, SW, W, file_of, fill, first, neighbours, ones, rank_of,
    squares, step,
};
use super::moves::{Imitation, each_move, imitation, leaps};
use super::variant::Kinds;
use super::{Kind, Position, Variant};

/// The number of legal moves.
#[inline]
pub fn count(variant: &Variant, at: &Position) -> usize {
    if variant.checkmate() {
        let mut moves = 0;
        each_move(variant, at, |_| moves += 1);
        return moves;
    }
    let frozen = frozen(variant, at);
    let free = at.own & !frozen;
    let occupied = at.occupied();
    let empty = !occupied;
    let enemy = occupied & !at.own;
    let kings = at.of(Kind::King);
    let sliders = free & !kings;
    let queens = sliders & !at.of(Kind::Pincer);

    let filled = [
        fill(sliders, empty, N),
        fill(sliders, empty, E),
        fill(queens, empty, NE),
        fill(queens, empty, SE),
        fill(sliders, empty, S),
        fill(sliders, empty, W),
        fill(queens, empty, SW),
        fill(queens, empty, NW),
    ];
    let [n, e, ne, se, s, w, sw, nw] = filled;
    let mut total =
        ones([n & empty, e & empty, ne & empty, se & empty, s & empty, w & empty, sw & empty, nw & empty]);

    let imitators = if variant.imitator_captures() { free & at.of(Kind::Imitator) } else { 0 };
    let leapers = free & at.of(Kind::Leaper);
    let jumped = |direction: usize| step(filled[direction], direction) & step(empty, direction ^ OPPOSITE);
    let exposed = enemy
        & (jumped(N) | jumped(E) | jumped(NE) | jumped(SE) | jumped(S) | jumped(W) | jumped(SW) | jumped(NW));
    for (jumpers, prey) in [(leapers, enemy), (imitators, enemy & at.of(Kind::Leaper))] {
        if exposed & prey != 0 {
            for jumper in squares(jumpers).filter(|&jumper| LINES[jumper] & exposed & prey != 0) {
                total += leaps(variant, at, jumper, prey).count_ones();
            }
        }
    }

    let king = kings & at.own;
    if king & free != 0 {
        total += (NEAR[first(king)] & !at.own).count_ones();
    }
    total += (NEAR[first(kings & enemy)] & imitators).count_ones();
    if variant.suicide() {
        total += (at.own & frozen & !kings).count_ones();
    }
    (total + choices(variant, at, imitators)) as usize
}

/// The moves that imitators have beyond one for each square they can reach.
#[inline]
fn choices(variant: &Variant, at: &Position, imitators: u64) -> u32 {
    let one_kind = variant.kinds() == Kinds::One;
    if !variant.declining() {
        // Only a choice between kinds remains, and every such choice has a withdrawer or a coordinator in it.
        let king = first(at.of(Kind::King) & at.own);
        let withdrawers = at.of(Kind::Withdrawer) & neighbours(imitators);
        let coordinators = at.of(Kind::Coordinator) & (file_of(king) | rank_of(king));
        if !one_kind || (withdrawers | coordinators) & at.enemy() == 0 {
            return 0;
        }
    }
    squares(imitators)
        .map(|imitator| {
            let Imitation { offers, .. } = imitation(variant, at, imitator);
            let surplus = if one_kind { offers.surplus() } else { 0 };
            let declined = if variant.declining() { offers.any().count_ones() } else { 0 };
            surplus + declined
        })
        .sum()
}
