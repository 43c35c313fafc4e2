//! What hexapawn and breakthrough have in common: pawns of two colours on a board of at most eight rows and
//! columns that only ever step forward, and a game that ends when one arrives or when a side has none left.
//!
//! Squares are bits of a word: square `8 * row + column` whatever the board's size, `a1` being bit 0. White
//! starts at the bottom and walks up. One row forward is a rotation by eight bits, up or down; the word's
//! ends never matter, because no pawn of an unfinished game stands on its far row.

mod measure;
mod planes;
mod text;
mod urgent;

pub(crate) use measure::race;
use plybook_kernel::{Outcome, Player, zobrist};
pub(crate) use text::NAMES;
pub use urgent::Urgent;
#[cfg(test)]
pub(crate) use urgent::tests::check as check_urgent;

/// Bits from one row to the next.
const STRIDE: u32 = 8;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
/// What tells the keys of the two sides to move apart.
const SIDE_KEY: u64 = 0x9d39_247e_3377_6d41;

/// The pawns of both sides and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pawns: [u64; 2],
    mover: Player,
}

/// A pawn's step from one square to another; what stood there is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// A small number, different for every pair of squares.
    #[must_use]
    #[inline]
    pub const fn history_slot(self) -> u16 {
        (self.from as u16) << 6 | self.to as u16
    }
}

impl Position {
    /// The position with these pawns, by player.
    pub(crate) const fn new(pawns: [u64; 2], mover: Player) -> Position {
        Position { pawns, mover }
    }

    /// The squares of a player's pawns: bit `8 * row + column`, whatever the board's size, `a1` being bit 0.
    #[must_use]
    pub const fn pawns(&self, player: Player) -> u64 {
        self.pawns[player.index()]
    }

    /// The side to move.
    pub(crate) const fn mover(&self) -> Player {
        self.mover
    }

    /// The pawns of the side to move.
    #[inline]
    pub(crate) const fn own(&self) -> u64 {
        self.pawns[self.mover.index()]
    }

    /// The pawns of the side that waits.
    #[inline]
    pub(crate) const fn enemy(&self) -> u64 {
        self.pawns[self.mover.other().index()]
    }

    /// All pawns.
    #[inline]
    pub(crate) const fn occupied(&self) -> u64 {
        self.pawns[0] | self.pawns[1]
    }

    /// The same pawns with the turn handed over.
    pub(crate) const fn handed_over(&self) -> Position {
        Position { pawns: self.pawns, mover: self.mover.other() }
    }

    /// Moves a pawn of the side to move, takes what stands on its target and hands the turn over.
    #[inline]
    pub(crate) const fn play(&mut self, mv: Move) {
        let (from, to) = (1 << mv.from, 1 << mv.to);
        self.pawns[self.mover.index()] ^= from | to;
        self.mover = self.mover.other();
        self.pawns[self.mover.index()] &= !to;
    }

    /// A key computed from the whole position.
    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        let side = if self.mover.0 == 0 { 0 } else { SIDE_KEY };
        zobrist::scramble(self.pawns[0] ^ zobrist::scramble(self.pawns[1] ^ side))
    }

    /// Which player's pawn stands on a square.
    fn owner(&self, square: usize) -> Option<usize> {
        (0..2).find(|&player| self.pawns[player] >> square & 1 == 1)
    }
}

/// How far a word is rotated to the left to bring every pawn of a player one row forward.
#[inline]
const fn forward(player: Player) -> u32 {
    if player.0 == 0 { STRIDE } else { u64::BITS - STRIDE }
}

/// The squares straight ahead of a player's pawns.
#[inline]
pub(crate) const fn ahead(pawns: u64, player: Player) -> u64 {
    pawns.rotate_left(forward(player))
}

/// The squares ahead and one column to the left (towards `a`) of a player's pawns.
#[inline]
pub(crate) const fn ahead_left(pawns: u64, player: Player) -> u64 {
    (pawns & !FIRST_COLUMN).rotate_left(forward(player) - 1)
}

/// The squares ahead and one column to the right of a player's pawns. On a board of fewer than eight columns
/// some of them lie beside the board.
#[inline]
pub(crate) const fn ahead_right(pawns: u64, player: Player) -> u64 {
    (pawns & !LAST_COLUMN).rotate_left(forward(player) + 1)
}

/// The squares diagonally ahead of a player's pawns: those they attack, and some beside a narrow board.
#[inline]
pub(crate) const fn attacked(pawns: u64, player: Player) -> u64 {
    ahead_left(pawns, player) | ahead_right(pawns, player)
}

/// The squares to the left and right of these, some of them beside a narrow board.
#[inline]
pub(crate) const fn beside(squares: u64) -> u64 {
    (squares & !FIRST_COLUMN) >> 1 | (squares & !LAST_COLUMN) << 1
}

/// The left one of every two squares side by side.
#[inline]
pub(crate) const fn pairs(squares: u64) -> u64 {
    squares & (squares & !FIRST_COLUMN) >> 1
}

/// Which way a pawn steps.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    Left,
    Straight,
    Right,
}

impl Way {
    /// Squares to the side, counted around.
    #[inline]
    const fn sideways(self) -> u32 {
        match self {
            Way::Left => u64::BITS - 1,
            Way::Straight => 0,
            Way::Right => 1,
        }
    }
}

/// The step onto a square that a player's pawn makes in one way.
#[inline]
pub(crate) fn step(to: u32, way: Way, player: Player) -> Move {
    let back = u64::BITS - (forward(player) + way.sideways()) % u64::BITS;
    Move { from: ((to + back) % u64::BITS) as u8, to: to as u8 }
}

/// Appends the step onto each of `targets` that a player's pawn makes in one way, from `a1` upwards.
#[inline]
pub(crate) fn list(mut targets: u64, way: Way, player: Player, out: &mut Vec<Move>) {
    while targets != 0 {
        out.push(step(targets.trailing_zeros(), way, player));
        targets &= targets - 1;
    }
}

/// The size of the board and the masks that follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    rows: usize,
    columns: usize,
    /// Rows that each side fills at the start.
    homes: usize,
    /// The squares on the board.
    squares: u64,
    /// The row that each player's pawns want to reach.
    goals: [u64; 2],
}

impl Board {
    /// A board of at most eight rows and columns; each side fills its first `homes` rows.
    pub(crate) const fn new(rows: usize, columns: usize, homes: usize) -> Board {
        debug_assert!(rows >= 2 * homes && rows <= 8 && columns >= 1 && columns <= 8);
        let row = 0xff >> (8 - columns);
        let squares = (row * FIRST_COLUMN) & (u64::MAX >> (STRIDE as usize * (8 - rows)));
        Board { rows, columns, homes, squares, goals: [row << (STRIDE as usize * (rows - 1)), row] }
    }

    /// The squares on the board.
    #[inline]
    pub(crate) const fn squares(&self) -> u64 {
        self.squares
    }

    /// The number of rows.
    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub(crate) const fn columns(&self) -> usize {
        self.columns
    }

    /// The positions before each straight step onto an empty square and each diagonal capture that leads to an
    /// unfinished position.
    pub(crate) fn befores(&self, at: &Position) -> impl Iterator<Item = Position> + use<> {
        let (at, board) = (*at, *self);
        let last = at.mover.other();
        let back = move |pawns: u64| {
            let free = board.squares & !at.occupied();
            let behind = [ahead(pawns, at.mover), ahead_left(pawns, at.mover), ahead_right(pawns, at.mover)];
            behind.map(|square| square & free)
        };
        let pawns = at.pawns[last.index()] & !board.goal(at.mover);
        let each = (0..u64::BITS).map(|square| 1 << square).filter(move |pawn| pawns & pawn != 0);
        each.flat_map(move |pawn: u64| {
            let steps = back(pawn).into_iter().enumerate().filter(|&(_, from)| from != 0);
            steps.map(move |(way, from)| {
                let mut before = at.handed_over();
                before.pawns[last.index()] ^= pawn | from;
                if way > 0 {
                    before.pawns[at.mover.index()] |= pawn;
                }
                before
            })
        })
    }

    /// The row that a player's pawns want to reach.
    #[inline]
    pub(crate) const fn goal(&self, player: Player) -> u64 {
        self.goals[player.index()]
    }

    /// Rows and columns, as an option.
    pub(crate) fn size(&self) -> plybook_kernel::OptionValue {
        plybook_kernel::OptionValue::Size([self.rows as u32, self.columns as u32])
    }

    /// Both sides' home rows full, White to move.
    pub(crate) const fn start(&self) -> Position {
        let homes = u64::MAX >> (STRIDE as usize * (8 - self.homes));
        let white = self.squares & homes;
        Position { pawns: [white, self.upside_down(white)], mover: Player::FIRST }
    }

    /// The end by arrival or by the loss of the last pawn. Only the side that moved last can have won.
    #[inline]
    pub(crate) const fn outcome(&self, at: &Position) -> Option<Outcome> {
        let last = at.mover.other();
        if at.enemy() & self.goal(last) != 0 || at.own() == 0 { Some(Outcome::Win(last)) } else { None }
    }

    /// Each ply takes a pawn one row on, and the first arrival ends the game: a pawn of home row `h`, counted
    /// from zero, makes at most `rows - 2 - h` steps that do not.
    pub(crate) const fn max_plies(&self) -> u32 {
        let mut steps = 0;
        let mut home = 0;
        while home < self.homes {
            steps += self.rows - 2 - home;
            home += 1;
        }
        (2 * self.columns * steps + 1) as u32
    }

    /// The mirror image of a set of squares: left and right exchanged.
    const fn mirrored(&self, squares: u64) -> u64 {
        squares.reverse_bits().swap_bytes() >> (8 - self.columns)
    }

    /// The image of a set of squares with top and bottom exchanged.
    const fn upside_down(&self, squares: u64) -> u64 {
        squares.swap_bytes() >> (STRIDE as usize * (8 - self.rows))
    }

    /// The image of a position: symmetry 0 is the identity, 1 the mirror image.
    pub(crate) fn image(&self, at: &Position, symmetry: usize) -> Position {
        match symmetry {
            0 => *at,
            _ => Position { pawns: at.pawns.map(|pawns| self.mirrored(pawns)), mover: at.mover },
        }
    }

    /// The image of a move under the same symmetries.
    pub(crate) fn image_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 0 {
            return mv;
        }
        let last = self.columns as u8 - 1;
        let turn = |square: u8| (square & !7) + last - (square & 7);
        Move { from: turn(mv.from), to: turn(mv.to) }
    }

    /// The position with colours exchanged, the board turned upside down and the other side to move.
    pub(crate) const fn swapped(&self, at: &Position) -> Position {
        let [white, black] = at.pawns;
        Position { pawns: [self.upside_down(black), self.upside_down(white)], mover: at.mover.other() }
    }
}
