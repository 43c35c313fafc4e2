//! Where the pieces stand.

use super::geometry::bit;
use plybook_kernel::Player;

/// The kinds of pieces. The numbers are the ones that the planes of a position spell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Moves like a rook, takes what it holds between itself and a friend.
    Pincer = 1,
    /// Takes at the crossings of its lines with its king's.
    Coordinator = 2,
    /// Takes by jumping.
    Leaper = 3,
    /// Takes every kind in that kind's manner.
    Imitator = 4,
    /// Takes by moving away.
    Withdrawer = 5,
    /// Takes nothing, keeps neighbours from moving.
    Freezer = 6,
    /// Steps and takes like the king of chess.
    King = 7,
}

impl Kind {
    /// All kinds, by number.
    pub const ALL: [Kind; 7] = [
        Kind::Pincer,
        Kind::Coordinator,
        Kind::Leaper,
        Kind::Imitator,
        Kind::Withdrawer,
        Kind::Freezer,
        Kind::King,
    ];
    /// The small letters of all kinds, by number.
    pub const LETTERS: &'static str = "pcliwfk";

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Pincer => "pincer",
            Kind::Coordinator => "coordinator",
            Kind::Leaper => "leaper",
            Kind::Imitator => "imitator",
            Kind::Withdrawer => "withdrawer",
            Kind::Freezer => "freezer",
            Kind::King => "king",
        }
    }

    /// The letter in a text: small for Black, capital for White.
    #[must_use]
    pub fn letter(self, owner: Player) -> char {
        let small = char::from(Kind::LETTERS.as_bytes()[self as usize - 1]);
        if owner == Player::FIRST { small.to_ascii_uppercase() } else { small }
    }
}

/// A position: three planes that spell the kind of piece on each square in binary, the squares of the side to
/// move, and who that is. Squares are numbered by file, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) planes: [u64; 3],
    /// The squares of the side to move.
    pub(super) own: u64,
    pub(super) turn: Player,
}

impl Position {
    /// A board without pieces.
    pub(super) const fn empty(turn: Player) -> Position {
        Position { planes: [0; 3], own: 0, turn }
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: usize, kind: Kind, owner: Player) {
        for (plane, mask) in self.planes.iter_mut().enumerate() {
            *mask |= (kind as u64 >> plane & 1) << square;
        }
        if owner == self.turn {
            self.own |= bit(square);
        }
    }

    #[inline]
    pub(super) const fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The squares of the side that is not to move.
    #[inline]
    pub(super) const fn enemy(&self) -> u64 {
        self.occupied() & !self.own
    }

    /// The squares with pieces of one kind, of both sides.
    #[inline]
    pub(super) const fn of(&self, kind: Kind) -> u64 {
        let [low, middle, high] = self.planes;
        match kind {
            Kind::Pincer => low & !middle & !high,
            Kind::Coordinator => !low & middle & !high,
            Kind::Leaper => low & middle & !high,
            Kind::Imitator => !low & !middle & high,
            Kind::Withdrawer => low & !middle & high,
            Kind::Freezer => !low & middle & high,
            Kind::King => low & middle & high,
        }
    }

    /// What stands on a square.
    #[inline]
    pub(super) const fn kind(&self, square: usize) -> Option<Kind> {
        let [low, middle, high] = self.planes;
        let number = low >> square & 1 | (middle >> square & 1) << 1 | (high >> square & 1) << 2;
        match number {
            1 => Some(Kind::Pincer),
            2 => Some(Kind::Coordinator),
            3 => Some(Kind::Leaper),
            4 => Some(Kind::Imitator),
            5 => Some(Kind::Withdrawer),
            6 => Some(Kind::Freezer),
            7 => Some(Kind::King),
            _ => None,
        }
    }

    /// What stands on a square, and whose it is.
    pub(super) fn piece(&self, square: usize) -> Option<(Kind, Player)> {
        let owner = if self.own & bit(square) == 0 { self.turn.other() } else { self.turn };
        self.kind(square).map(|kind| (kind, owner))
    }

    /// The same board with the other side to move.
    #[inline]
    pub(super) const fn passed(&self) -> Position {
        Position { planes: self.planes, own: self.enemy(), turn: self.turn.other() }
    }

    /// Removes pieces of either side.
    #[inline]
    pub(super) fn remove(&mut self, squares: u64) {
        for plane in &mut self.planes {
            *plane &= !squares;
        }
        self.own &= !squares;
    }

    /// Moves the piece on one square to another, empty one, and hands the turn over.
    #[inline]
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        let enemy = self.enemy();
        let both = bit(from) ^ bit(to);
        for plane in &mut self.planes {
            *plane ^= both & (*plane >> from & 1).wrapping_neg();
        }
        self.own = enemy;
        self.turn = self.turn.other();
    }

    /// The position's key: the five words folded by two multiplications and a third over both.
    pub(super) fn key(&self) -> u64 {
        /// Odd constants without pattern: the first hexadecimal digits of the fractional part of pi.
        const SALT: [u64; 6] = [
            0x243f_6a88_85a3_08d3,
            0x1319_8a2e_0370_7345,
            0xa409_3822_299f_31d1,
            0x082e_fa98_ec4e_6c89,
            0x4528_21e6_38d0_1377,
            0xbe54_66cf_34e9_0c6d,
        ];
        let [low, middle, high] = self.planes;
        let first = folded(low ^ SALT[0], middle ^ SALT[1]);
        let second = folded(high ^ SALT[2], self.own ^ SALT[3]);
        folded(first ^ SALT[4], second ^ SALT[5].rotate_left(u32::from(self.turn.0)))
    }
}

/// Both halves of a product, xored.
#[inline]
const fn folded(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
