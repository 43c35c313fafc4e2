//! What a move takes.

use super::geometry::{
    DIRECTIONS, NEAR, OPPOSITE, RAYS, STRAIGHT, behind, between, bit, file_of, first, rank_of, squares, step,
    straight_lines,
};
use super::variant::Kinds;
use super::{Choice, Kind, Move, Position, Variant};

/// The enemies that a legal move removes. A suicide takes none.
#[inline]
pub fn captured(variant: &Variant, at: &Position, mv: Move) -> u64 {
    let (from, to) = (mv.from(), mv.to());
    if from == to {
        return 0;
    }
    let enemy = at.enemy();
    match at.kind(from) {
        Some(Kind::Pincer) => pinced(bit(to), at.own ^ bit(from), enemy),
        Some(Kind::Withdrawer) => behind(from, to) & enemy,
        Some(Kind::Coordinator) => coordinated(at, to) & enemy,
        Some(Kind::Leaper) => between(from, to) & enemy,
        Some(Kind::King) => bit(to) & enemy,
        Some(Kind::Imitator) => imitated(variant, at, mv),
        Some(Kind::Freezer) | None => 0,
    }
}

/// The victims beside `to` that have a partner directly behind them in the same straight line.
#[inline]
pub fn pinced(to: u64, partners: u64, victims: u64) -> u64 {
    let held = |direction| step(to, direction) & step(partners, direction ^ OPPOSITE);
    STRAIGHT.iter().fold(0, |all, &direction| all | held(direction)) & victims
}

/// The two squares that a coordinator on `to` commands together with its king; nothing without a king.
#[inline]
pub fn coordinated(at: &Position, to: usize) -> u64 {
    let king = at.of(Kind::King) & at.own;
    if king == 0 {
        return 0;
    }
    let king = first(king);
    file_of(king) & rank_of(to) | rank_of(king) & file_of(to)
}

/// The victims of an imitator's move.
fn imitated(variant: &Variant, at: &Position, mv: Move) -> u64 {
    let (from, to) = (mv.from(), mv.to());
    let enemy = at.enemy();
    let leapt = between(from, to) & enemy;
    let basic = leapt | bit(to) & enemy;
    let alone = match variant.kinds() {
        Kinds::One => basic != 0,
        Kinds::All => false,
        Kinds::PureLeap => leapt != 0,
    };
    if alone || mv.choice() == Choice::Nothing || !variant.imitator_captures() {
        return basic;
    }
    let pinces = variant.diagonal_pince() || straight_lines(from) & bit(to) != 0;
    let pincers = || {
        let victims = at.of(Kind::Pincer) & enemy;
        if pinces { pinced(bit(to), at.own ^ bit(from), victims) } else { 0 }
    };
    let withdrawer = || behind(from, to) & at.of(Kind::Withdrawer) & enemy;
    let coordinators = || coordinated(at, to) & at.of(Kind::Coordinator) & enemy;
    match mv.choice() {
        Choice::Pincers => pincers(),
        Choice::Withdrawer => withdrawer(),
        Choice::Coordinators => coordinators(),
        Choice::Offered | Choice::Nothing => basic | pincers() | withdrawer() | coordinators(),
    }
}

/// Where an imitator takes what: the squares on which it would end its move.
#[derive(Clone, Copy, Debug)]
pub struct Offers {
    pub pincers: u64,
    pub withdrawer: u64,
    pub coordinators: u64,
}

impl Offers {
    /// The squares where anything is offered.
    #[inline]
    pub const fn any(&self) -> u64 {
        self.pincers | self.withdrawer | self.coordinators
    }

    /// The squares where two or three kinds are offered.
    #[inline]
    pub const fn several(&self) -> u64 {
        self.pincers & self.withdrawer | (self.pincers | self.withdrawer) & self.coordinators
    }

    /// How many offers there are beyond the first on each square.
    #[inline]
    pub const fn surplus(&self) -> u32 {
        (self.pincers & self.withdrawer).count_ones()
            + ((self.pincers | self.withdrawer) & self.coordinators).count_ones()
    }
}

/// What an imitator on `from` would take besides leapers and the king, among the landing squares `to`.
pub fn offers(variant: &Variant, at: &Position, from: usize, to: u64) -> Offers {
    let enemy = at.enemy();
    let partners = at.own ^ bit(from);
    let victims = at.of(Kind::Pincer) & enemy;
    let mut pincers = STRAIGHT.iter().fold(0, |all, &direction| {
        // From the landing square a victim lies in this direction, and a partner behind the victim.
        let back = direction ^ OPPOSITE;
        all | step(victims & step(partners, back), back)
    });
    if !variant.diagonal_pince() {
        pincers &= straight_lines(from);
    }
    let withdrawer = away_from(from, at.of(Kind::Withdrawer) & enemy);
    let king = first(at.of(Kind::King) & at.own);
    let rivals = at.of(Kind::Coordinator) & enemy;
    let mut coordinators = 0;
    for rival in squares(rivals & file_of(king)) {
        coordinators |= rank_of(rival);
    }
    for rival in squares(rivals & rank_of(king)) {
        coordinators |= file_of(rival);
    }
    Offers { pincers: pincers & to, withdrawer: withdrawer & to, coordinators: coordinators & to }
}

/// The squares that lie directly away from a neighbour that is a victim.
fn away_from(from: usize, victims: u64) -> u64 {
    let near = NEAR[from] & victims;
    if near == 0 {
        return 0;
    }
    let rays = &RAYS[from];
    let is_behind = |direction: usize| rays[direction ^ OPPOSITE] & near != 0;
    DIRECTIONS
        .iter()
        .filter(|&&direction| is_behind(direction))
        .fold(0, |all, &direction| all | rays[direction])
}
