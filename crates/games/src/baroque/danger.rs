//! Whether a king can be taken.

use super::freezing::frozen;
use super::geometry::{
    DIRECTIONS, LINES, NEAR, OPPOSITE, RAYS, STRAIGHT, direction, file_of, first, first_blocker, queen,
    rank_of, rook, squares,
};
use super::{Kind, Position, Variant};

/// Whether the side to move has a move that removes the enemy's king, whatever becomes of its own.
pub fn can_take_king(variant: &Variant, at: &Position) -> bool {
    let target = at.of(Kind::King) & at.enemy();
    if target == 0 {
        return false;
    }
    let target = first(target);
    // Most positions need no closer look: nobody beside the king, no leaper or king on a line with it.
    let beside = NEAR[target] & at.own;
    let leapers = LINES[target] & at.own & at.of(Kind::Leaper);
    let commanding = commanding(at, target);
    if (beside | leapers | commanding) == 0 {
        return false;
    }
    let free = at.own & !frozen(variant, at);
    by_step(variant, at, beside & free)
        || by_withdrawal(at, beside & free, target)
        || by_leap(variant, at, leapers & free, target)
        || beside != 0 && by_pince(at, free, target)
        || commanding != 0 && by_coordination(at, free, commanding)
}

/// A king or an imitator beside it.
fn by_step(variant: &Variant, at: &Position, beside: u64) -> bool {
    let imitators = if variant.imitator_captures() { at.of(Kind::Imitator) } else { 0 };
    beside & (at.of(Kind::King) | imitators) != 0
}

/// A withdrawer beside it with room to move away.
fn by_withdrawal(at: &Position, beside: u64, target: usize) -> bool {
    let empty = !at.occupied();
    squares(beside & at.of(Kind::Withdrawer)).any(|withdrawer| {
        let away = RAYS[withdrawer][direction(target, withdrawer)] & NEAR[withdrawer];
        away & empty != 0
    })
}

/// A leaper on a line with it, and an empty square on the other side.
fn by_leap(variant: &Variant, at: &Position, leapers: u64, target: usize) -> bool {
    let occupied = at.occupied();
    if leapers == 0 {
        return false;
    }
    DIRECTIONS.into_iter().any(|towards| {
        let landing = RAYS[target][towards ^ OPPOSITE] & NEAR[target] & !occupied;
        if landing == 0 {
            return false;
        }
        // Back along the line, over further victims with an empty square between each two.
        let mut victim = target;
        loop {
            let met = first_blocker(victim, towards, occupied);
            if met & leapers != 0 {
                return true;
            }
            if !variant.leaps_many() || met & at.enemy() == 0 || met & NEAR[victim] != 0 {
                return false;
            }
            victim = first(met);
        }
    })
}

/// A friend beside it, and a pincer that can come to the opposite side.
fn by_pince(at: &Position, free: u64, target: usize) -> bool {
    let occupied = at.occupied();
    let pincers = free & at.of(Kind::Pincer);
    STRAIGHT.into_iter().any(|side| {
        let partner = RAYS[target][side ^ OPPOSITE] & NEAR[target] & at.own;
        let landing = RAYS[target][side] & NEAR[target] & !occupied;
        partner != 0 && landing != 0 && rook(first(landing), occupied) & pincers != 0
    })
}

/// A coordinator that can come to a commanding square.
fn by_coordination(at: &Position, free: u64, commanding: u64) -> bool {
    let occupied = at.occupied();
    squares(free & at.of(Kind::Coordinator))
        .any(|coordinator| queen(coordinator, occupied) & !occupied & commanding != 0)
}

/// The squares from which a coordinator takes the target: where both kings share a line, the target's other one.
fn commanding(at: &Position, target: usize) -> u64 {
    let king = at.of(Kind::King) & at.own;
    if king & file_of(target) != 0 {
        rank_of(target)
    } else if king & rank_of(target) != 0 {
        file_of(target)
    } else {
        0
    }
}
