//! Moves, and all moves of a position.

use super::captures::{captured, offers};
use super::danger::can_take_king;
use super::freezing::frozen;
use super::geometry::{DIRECTIONS, NEAR, bit, first, first_blocker, queen, reach, rook, squares};
use super::variant::Kinds;
use super::{Kind, Position, Variant};

/// What an imitator takes, where it has a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Everything that is offered; the only choice of other pieces.
    Offered,
    /// The pincers alone.
    Pincers,
    /// The withdrawer alone.
    Withdrawer,
    /// The coordinators alone.
    Coordinators,
    /// Only what the move itself leaps or steps on.
    Nothing,
}

/// A move in sixteen bits: six for the square it starts from, six for the one it ends on, three for the choice.
/// Both squares are the same where a player removes an own frozen piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

const TO: u16 = 6;
const CHOICE: u16 = 12;
const SQUARE: u16 = 63;

impl Move {
    #[inline]
    pub(super) const fn new(from: usize, to: usize, choice: Choice) -> Move {
        Move(from as u16 | (to as u16) << TO | (choice as u16) << CHOICE)
    }

    /// The square it starts from, numbered by file, then by rank.
    #[must_use]
    #[inline]
    pub const fn from(self) -> usize {
        (self.0 & SQUARE) as usize
    }

    /// The square it ends on.
    #[must_use]
    #[inline]
    pub const fn to(self) -> usize {
        (self.0 >> TO & SQUARE) as usize
    }

    /// What an imitator takes.
    #[must_use]
    #[inline]
    pub const fn choice(self) -> Choice {
        match self.0 >> CHOICE {
            0 => Choice::Offered,
            1 => Choice::Pincers,
            2 => Choice::Withdrawer,
            3 => Choice::Coordinators,
            _ => Choice::Nothing,
        }
    }

    /// Whether a player removes an own piece.
    #[must_use]
    #[inline]
    pub const fn is_suicide(self) -> bool {
        self.from() == self.to()
    }

    /// A number of its own.
    #[inline]
    pub(super) const fn number(self) -> u16 {
        self.0
    }
}

/// Plays a move and hands the turn over.
#[inline]
pub fn play(variant: &Variant, at: &mut Position, mv: Move) {
    if mv.is_suicide() {
        at.remove(bit(mv.from()));
        *at = at.passed();
        return;
    }
    at.remove(captured(variant, at, mv));
    at.shift(mv.from(), mv.to());
}

/// Hands all legal moves to `each`, by start square, end square and choice.
#[inline]
pub fn each_move(variant: &Variant, at: &Position, mut each: impl FnMut(Move)) {
    if variant.checkmate() {
        each_pseudo(variant, at, |mv| {
            if is_legal(variant, at, mv) {
                each(mv);
            }
        });
    } else {
        each_pseudo(variant, at, each);
    }
}

/// Whether a move leaves the mover's king where no enemy can take it at once.
fn is_legal(variant: &Variant, at: &Position, mv: Move) -> bool {
    let mut after = *at;
    play(variant, &mut after, mv);
    !can_take_king(variant, &after)
}

/// Hands all moves to `each`, whatever becomes of the king.
#[inline]
fn each_pseudo(variant: &Variant, at: &Position, mut each: impl FnMut(Move)) {
    let frozen = frozen(variant, at);
    let occupied = at.occupied();
    for from in squares(at.own) {
        let kind = at.kind(from);
        if frozen & bit(from) != 0 {
            if variant.suicide() && kind != Some(Kind::King) {
                each(Move::new(from, from, Choice::Offered));
            }
            continue;
        }
        let to = match kind {
            Some(Kind::Pincer) => rook(from, occupied) & !occupied,
            Some(Kind::King) => NEAR[from] & !at.own,
            Some(Kind::Leaper) => queen(from, occupied) & !occupied | leaps(variant, at, from, at.enemy()),
            Some(Kind::Imitator) => {
                each_imitation(variant, at, from, &mut each);
                continue;
            }
            Some(Kind::Coordinator | Kind::Withdrawer | Kind::Freezer) => queen(from, occupied) & !occupied,
            None => 0,
        };
        for to in squares(to) {
            each(Move::new(from, to, Choice::Offered));
        }
    }
}

/// The squares where an imitator can end its move, and what it may choose there.
pub struct Imitation {
    /// All of them.
    pub to: u64,
    /// What is offered besides leapers and the king.
    pub offers: super::captures::Offers,
}

/// Where an imitator that is not frozen can go.
pub fn imitation(variant: &Variant, at: &Position, from: usize) -> Imitation {
    let occupied = at.occupied();
    let slides = queen(from, occupied) & !occupied;
    if !variant.imitator_captures() {
        return Imitation { to: slides, offers: offers(variant, at, from, 0) };
    }
    let enemy = at.enemy();
    let leaps = leaps(variant, at, from, at.of(Kind::Leaper) & enemy);
    let steps = NEAR[from] & at.of(Kind::King) & enemy;
    let to = slides | leaps | steps;
    let offered = match variant.kinds() {
        Kinds::One => slides,
        Kinds::All => to,
        Kinds::PureLeap => slides | steps,
    };
    Imitation { to, offers: offers(variant, at, from, offered) }
}

/// Hands all moves of an imitator to `each`.
fn each_imitation(variant: &Variant, at: &Position, from: usize, each: &mut impl FnMut(Move)) {
    let Imitation { to, offers } = imitation(variant, at, from);
    let several = if variant.kinds() == Kinds::One { offers.several() } else { 0 };
    let declinable = if variant.declining() { offers.any() } else { 0 };
    for to in squares(to) {
        let mut add = |choice| each(Move::new(from, to, choice));
        if several & bit(to) == 0 {
            add(Choice::Offered);
        } else {
            for (mask, choice) in [
                (offers.pincers, Choice::Pincers),
                (offers.withdrawer, Choice::Withdrawer),
                (offers.coordinators, Choice::Coordinators),
            ] {
                if mask & bit(to) != 0 {
                    add(choice);
                }
            }
        }
        if declinable & bit(to) != 0 {
            add(Choice::Nothing);
        }
    }
}

/// The squares that a leaping piece reaches by leaps over pieces of `prey`.
pub fn leaps(variant: &Variant, at: &Position, from: usize, prey: u64) -> u64 {
    let occupied = at.occupied();
    let mut to = 0;
    for direction in DIRECTIONS {
        let victim = first_blocker(from, direction, occupied) & prey;
        if victim != 0 {
            to |= landings(variant, occupied, prey, first(victim), direction);
        }
    }
    to
}

/// Where a leap in a direction over the first victim can end.
pub fn landings(variant: &Variant, occupied: u64, prey: u64, victim: usize, direction: usize) -> u64 {
    let mut victim = victim;
    let mut to = 0;
    loop {
        let open = reach(victim, direction, occupied) & !occupied;
        if !variant.lands_anywhere() {
            return open & NEAR[victim];
        }
        to |= open;
        let next = first_blocker(victim, direction, occupied) & prey;
        if !variant.leaps_many() || open == 0 || next == 0 {
            return to;
        }
        victim = first(next);
    }
}
