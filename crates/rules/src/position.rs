//! Positions and moves of a compiled game.

use crate::definition::MOST_KINDS;
use crate::set::CellSet;
use plybook_kernel::Player;
use plybook_kernel::zobrist::scramble;

/// The number of a move's action when it is a pass.
pub(crate) const PASS: u8 = u8::MAX;

/// Planes with keys of their own: kinds of both players, and blocked cells.
const PLANES: usize = 2 * MOST_KINDS + 1;
/// The plane of blocked cells.
const BLOCKS: usize = 2 * MOST_KINDS;

/// What stands where, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<const W: usize> {
    /// The pieces of each player.
    pub(crate) sides: [CellSet<W>; 2],
    /// The pieces of each kind.
    pub(crate) kinds: [CellSet<W>; MOST_KINDS],
    /// Cells that nothing can enter any more.
    pub(crate) blocks: CellSet<W>,
    /// How many pieces of each kind each player has in hand.
    pub(crate) hands: [[u8; MOST_KINDS]; 2],
    pub(crate) key: u64,
    pub(crate) mover: Player,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<const W: usize> {
    /// The number of the mover's action, or `PASS`.
    pub(crate) action: u8,
    /// Where the piece comes from; the same as `to` for a new piece.
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// The kind that the piece becomes, plus one; or the cell that is blocked or covered besides.
    pub(crate) extra: u8,
    /// Enemies that were jumped over.
    pub(crate) taken: CellSet<W>,
    /// The ways of a chain of jumps, three bits each, after a bit that begins them; zero where the way does not matter.
    pub(crate) path: u64,
}

impl<const W: usize> Move<W> {
    pub(crate) fn new(action: u8, from: u8, to: u8, extra: u8) -> Move<W> {
        Move { action, from, to, extra, taken: CellSet::EMPTY, path: 0 }
    }

    /// Handing the turn over.
    pub(crate) fn pass() -> Move<W> {
        Move::new(PASS, 0, 0, 0)
    }
}

/// A random number for every piece on every cell.
#[derive(Debug)]
pub(crate) struct Keys {
    all: Vec<u64>,
    cells: usize,
}

/// Where the numbers of the keys of pieces in hand begin, behind all of cells.
const HANDS: u64 = 1 << 32;

/// The key of the second player's turn.
const SECOND: u64 = 0x9b1c_5d2e_37a4_f086;

/// The key of so many pieces in hand; an empty hand has none.
fn hand_key(player: usize, kind: usize, count: u8) -> u64 {
    if count == 0 {
        0
    } else {
        scramble(HANDS | ((player * MOST_KINDS + kind) as u64) << 8 | u64::from(count))
    }
}

impl Keys {
    pub fn new(cells: usize) -> Keys {
        let keys = (0..PLANES * cells).map(|fact| scramble(fact as u64 + 1));
        Keys { all: keys.collect(), cells }
    }

    #[inline]
    fn of<const W: usize>(&self, plane: usize, cells: CellSet<W>) -> u64 {
        cells.cells().fold(0, |key, cell| key ^ self.all[plane * self.cells + usize::from(cell)])
    }
}

impl<const W: usize> Position<W> {
    pub(crate) fn empty(blocks: CellSet<W>) -> Position<W> {
        Position {
            sides: [CellSet::EMPTY; 2],
            kinds: [CellSet::EMPTY; MOST_KINDS],
            blocks,
            hands: [[0; MOST_KINDS]; 2],
            key: 0,
            mover: Player::FIRST,
        }
    }

    pub(crate) fn key_from_scratch(&self, keys: &Keys) -> u64 {
        let mut key = keys.of(BLOCKS, self.blocks);
        for (player, side) in self.sides.iter().enumerate() {
            for (kind, cells) in self.kinds.iter().enumerate() {
                key ^= keys.of(player * MOST_KINDS + kind, *side & *cells);
            }
        }
        for (player, hand) in self.hands.iter().enumerate() {
            for (kind, &count) in hand.iter().enumerate() {
                key ^= hand_key(player, kind, count);
            }
        }
        if self.mover == Player::FIRST { key } else { key ^ SECOND }
    }

    /// Puts pieces of a kind into a player's hand, or takes them from it.
    pub(crate) fn change_hand(&mut self, player: usize, kind: usize, by: i32) {
        let count = &mut self.hands[player][kind];
        self.key ^= hand_key(player, kind, *count);
        *count = (i32::from(*count) + by).clamp(0, i32::from(u8::MAX)) as u8;
        self.key ^= hand_key(player, kind, *count);
    }

    /// How many pieces a player has in hand, of a kind if it is said.
    pub(crate) fn held(&self, player: usize, kind: Option<usize>) -> usize {
        let hand = &self.hands[player];
        match kind {
            None => hand.iter().map(|&count| usize::from(count)).sum(),
            Some(kind) => usize::from(hand[kind]),
        }
    }

    /// The kind of piece on a cell.
    pub(crate) fn kind_on(&self, cell: u8) -> Option<usize> {
        self.kinds.iter().position(|cells| cells.has(cell))
    }

    /// Puts pieces on cells where none are, or takes them from cells where they are.
    #[inline]
    pub(crate) fn toggle(&mut self, keys: &Keys, player: usize, kind: usize, cells: CellSet<W>) {
        self.sides[player] ^= cells;
        self.kinds[kind] ^= cells;
        self.key ^= keys.of(player * MOST_KINDS + kind, cells);
    }

    /// Takes whatever stands on some cells of the player who is not to move.
    pub(crate) fn remove(&mut self, keys: &Keys, cells: CellSet<W>) {
        let enemy = 1 - self.mover.index();
        for kind in 0..MOST_KINDS {
            let gone = self.kinds[kind] & cells;
            if !gone.is_empty() {
                self.toggle(keys, enemy, kind, gone);
            }
        }
    }

    /// Gives pieces on some cells to a player.
    pub(crate) fn flip(&mut self, keys: &Keys, to: usize, cells: CellSet<W>) {
        for kind in 0..MOST_KINDS {
            let flipped = self.kinds[kind] & cells;
            if !flipped.is_empty() {
                self.key ^= keys.of(MOST_KINDS + kind, flipped) ^ keys.of(kind, flipped);
            }
        }
        self.sides[to] |= cells;
        self.sides[1 - to] &= !cells;
    }

    pub(crate) fn block(&mut self, keys: &Keys, cell: u8) {
        self.blocks.insert(cell);
        self.key ^= keys.of(BLOCKS, CellSet::<W>::of(cell));
    }

    /// Hands the turn over.
    pub(crate) fn pass(&mut self) {
        self.mover = self.mover.other();
        self.key ^= SECOND;
    }
}
