//! Which pieces cannot move.

use super::geometry::{NEAR, neighbours, squares};
use super::{Kind, Position, Variant};

/// The pieces of the side to move that an enemy freezes.
#[inline]
pub fn frozen(variant: &Variant, at: &Position) -> u64 {
    let enemy = at.enemy();
    let freezers = at.of(Kind::Freezer);
    let (own_freezers, enemy_freezers) = (freezers & at.own, freezers & enemy);
    let enemy_imitators = at.of(Kind::Imitator) & enemy;
    if variant.pure_freezing() {
        return pure(at, own_freezers, enemy_freezers, enemy_imitators);
    }
    // An imitator has freezing power only next to a freezer of the side to move.
    let imitating = enemy_imitators & neighbours(own_freezers);
    if variant.imitator_freezes_only_freezers() {
        at.own & neighbours(enemy_freezers) | own_freezers & neighbours(imitating)
    } else {
        at.own & neighbours(enemy_freezers | imitating)
    }
}

/// The Cambridge rule: frozen are freezers next to an enemy imitator, and pieces next to an enemy freezer that
/// has no other imitator or freezer of their side beside it.
fn pure(at: &Position, own_freezers: u64, enemy_freezers: u64, enemy_imitators: u64) -> u64 {
    let mut frozen = own_freezers & neighbours(enemy_imitators);
    let guards = own_freezers | at.of(Kind::Imitator) & at.own;
    for freezer in squares(enemy_freezers) {
        let beside = NEAR[freezer] & guards;
        frozen |= match beside.count_ones() {
            0 => NEAR[freezer] & at.own,
            // The only guard guards everybody but itself.
            1 => beside,
            _ => 0,
        };
    }
    frozen
}
