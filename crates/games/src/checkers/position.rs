//! A position: the pieces, who moves, and the key.

use super::board::{BOARD, CROWNING, HOME, bits, turned_around};
use super::path::Move;
use plybook_kernel::Player;
use plybook_kernel::zobrist::Keys;

/// Four kinds of piece on 64 bits each: black men, black kings, white men, white kings.
static KEYS: Keys<256> = Keys::new(1);
/// The fact that White is to move, on a bit that is no square.
const WHITE_TO_MOVE: usize = 63;

/// The fact that a piece stands on a bit.
const fn fact(player: usize, king: bool, bit: usize) -> usize {
    (player & 1) << 7 | (king as usize) << 6 | bit & 63
}

/// The men and kings of both sides and whose turn it is. Black is the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: [u64; 2],
    kings: u64,
    key: u64,
    mover: Player,
}

impl Position {
    /// The position with these pieces, by player, of which those in `kings` are kings.
    #[must_use]
    pub(super) fn new(pieces: [u64; 2], kings: u64, mover: Player) -> Position {
        debug_assert_eq!((pieces[0] | pieces[1]) & !BOARD, 0);
        debug_assert_eq!(pieces[0] & pieces[1], 0);
        debug_assert_eq!(kings & !(pieces[0] | pieces[1]), 0);
        let mut key = if mover == Player::FIRST { 0 } else { KEYS.of(WHITE_TO_MOVE) };
        for (player, &mask) in pieces.iter().enumerate() {
            key ^= bits(mask).fold(0, |key, bit| key ^ KEYS.of(fact(player, kings >> bit & 1 == 1, bit)));
        }
        Position { pieces, kings, key, mover }
    }

    /// The position a game starts from.
    #[must_use]
    pub(super) fn start() -> Position {
        Position::new(HOME, 0, Player::FIRST)
    }

    /// Who is to move.
    #[must_use]
    pub const fn mover(&self) -> Player {
        self.mover
    }

    /// The squares of a player's pieces.
    #[must_use]
    #[inline]
    pub const fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index() & 1]
    }

    /// The squares of a player's men.
    #[must_use]
    #[inline]
    pub const fn men(&self, player: Player) -> u64 {
        self.pieces(player) & !self.kings
    }

    /// The squares of a player's kings.
    #[must_use]
    #[inline]
    pub const fn kings(&self, player: Player) -> u64 {
        self.pieces(player) & self.kings
    }

    /// The empty squares.
    #[must_use]
    #[inline]
    pub const fn empty(&self) -> u64 {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// The key.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The board turned by half a turn with the colours exchanged.
    #[must_use]
    pub(super) fn swapped(&self) -> Position {
        let [black, white] = self.pieces.map(turned_around);
        Position::new([white, black], turned_around(self.kings), self.mover.other())
    }

    /// The board turned by half a turn, where every piece is a king.
    #[must_use]
    pub(super) fn turned(&self) -> Position {
        debug_assert_eq!(self.men(Player::FIRST) | self.men(Player::SECOND), 0);
        Position::new(self.pieces.map(turned_around), turned_around(self.kings), self.mover)
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let mover = self.mover.index() & 1;
        let (from, to, taken) = (mv.from(), mv.to(), mv.taken());
        let (left, reached) = (1u64 << from, 1u64 << to);
        let was_king = self.kings & left != 0;
        let crowned = if was_king { reached } else { reached & CROWNING[mover] };
        self.key ^= KEYS.of(fact(mover, was_king, from as usize))
            ^ KEYS.of(fact(mover, crowned != 0, to as usize))
            ^ KEYS.of(WHITE_TO_MOVE);
        self.pieces[mover] = self.pieces[mover] & !left | reached;
        if taken != 0 {
            let enemy = mover ^ 1;
            self.pieces[enemy] &= !taken;
            self.key ^= KEYS.of_bits(fact(enemy, false, 0), taken & !self.kings)
                ^ KEYS.of_bits(fact(enemy, true, 0), taken & self.kings);
        }
        self.kings = self.kings & !(left | taken) | crowned;
        self.mover = self.mover.other();
    }

    /// The position before the piece of the side that is not to move stepped from `from` to `to`, both masks of a
    /// single square; if it was crowned there, it was a man before.
    #[inline]
    pub(super) fn with_step_back(&self, to: u64, from: u64, uncrowned: bool) -> Position {
        let last = self.mover.other().index() & 1;
        let is_king = self.kings & to != 0;
        let was_king = is_king && !uncrowned;
        let [left, reached] = [from, to].map(|mask| mask.trailing_zeros() as usize);
        let mut before = *self;
        before.pieces[last] = self.pieces[last] & !to | from;
        before.kings = self.kings & !to | if was_king { from } else { 0 };
        before.key ^= KEYS.of(fact(last, is_king, reached))
            ^ KEYS.of(fact(last, was_king, left))
            ^ KEYS.of(WHITE_TO_MOVE);
        before.mover = self.mover.other();
        before
    }

    /// The same before a chain of jumps over the pieces on `taken`, of which those on `taken_kings` were kings. The
    /// chain may end where it began.
    pub(super) fn with_jumps_back(
        &self,
        to: u64,
        from: u64,
        uncrowned: bool,
        taken: u64,
        taken_kings: u64,
    ) -> Position {
        let last = self.mover.other().index() & 1;
        let was_king = self.kings & to != 0 && !uncrowned;
        let mut pieces = self.pieces;
        pieces[last] = pieces[last] & !to | from;
        pieces[last ^ 1] |= taken;
        let kings = self.kings & !to | if was_king { from } else { 0 } | taken_kings;
        Position::new(pieces, kings, self.mover.other())
    }
}
