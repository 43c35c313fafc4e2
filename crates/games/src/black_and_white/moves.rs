//! The position, its moves and what they do.

use super::board::{BOARD, DIAGONALS, HALF, SIDE, STRIDE, Square, Squares, only, square};
use plybook_kernel::Player;

/// Where the discs are, as the player to move sees it, and how many are still to be placed.
///
/// While discs are being placed, their number tells whose turn it is. The player to move never has five in line:
/// whoever completes a line has just moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The discs of the player to move.
    pub(super) own: Squares,
    /// The discs of the opponent.
    pub(super) other: Squares,
    /// Discs still to be placed, of both players together.
    pub(super) in_hand: u8,
    /// Who is to move: White is the first player.
    pub(super) mover: u8,
}

/// A move: what kind it is and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

/// Bits that a move uses for the bit of its target; the kind stands above them.
const TARGET_BITS: u32 = 6;
const TARGETS: usize = 1 << TARGET_BITS;

/// The kinds of moves. Forward is to the right in the lower half of a set and up in the upper half.
const FORWARD_STEP: usize = 0;
const BACKWARD_STEP: usize = 1;
const FORWARD_JUMP: usize = 2;
const BACKWARD_JUMP: usize = 3;
const PLACEMENT: usize = 4;
const KINDS: usize = 5;

/// What a move changes.
#[derive(Clone, Copy)]
struct Change {
    /// Squares that become the mover's or cease to be.
    own: Squares,
    /// Squares that the opponent loses.
    turned: Squares,
}

/// The change of every move by its number; of numbers that are no moves, none.
static CHANGES: [Change; KINDS * TARGETS] = {
    let mut changes = [Change { own: 0, turned: 0 }; KINDS * TARGETS];
    let mut number = 0;
    while number < changes.len() {
        let (kind, target) = (number / TARGETS, number % TARGETS);
        if BOARD >> target & 1 == 1 {
            changes[number] = change(kind, target);
        }
        number += 1;
    }
    changes
};

/// The change of the move of a kind that ends on a target bit.
const fn change(kind: usize, target: usize) -> Change {
    let to = only(square(target));
    let Some(origin) = origin(kind, target) else { return Change { own: to, turned: 0 } };
    let moved = to | only(square(origin));
    if kind == FORWARD_STEP || kind == BACKWARD_STEP {
        return Change { own: moved, turned: 0 };
    }
    let turned = only(square(usize::midpoint(origin, target)));
    Change { own: moved | turned, turned }
}

/// The bit that a move comes from; `None` if it comes from the hand or from beyond the edge.
const fn origin(kind: usize, target: usize) -> Option<usize> {
    let place = target % STRIDE;
    match kind {
        FORWARD_STEP if place >= 1 => Some(target - 1),
        BACKWARD_STEP if place + 1 < SIDE => Some(target + 1),
        FORWARD_JUMP if place >= 2 => Some(target - 2),
        BACKWARD_JUMP if place + 2 < SIDE => Some(target + 2),
        _ => None,
    }
}

impl Move {
    const fn new(kind: usize, target: usize) -> Move {
        Move((kind << TARGET_BITS | target) as u16)
    }

    /// The placing of a disc.
    pub(super) const fn placement((row, column): Square) -> Move {
        Move::new(PLACEMENT, STRIDE * row + column)
    }

    /// The move from one square to another, which must be one or two squares away in a row or a column.
    pub(super) const fn between(from: Square, to: Square) -> Move {
        let (start, end, target) = if from.0 == to.0 {
            (from.1, to.1, STRIDE * to.0 + to.1)
        } else {
            (from.0, to.0, HALF + STRIDE * to.1 + to.0)
        };
        let step = if start < end { FORWARD_STEP } else { BACKWARD_STEP };
        let jump = if start < end { FORWARD_JUMP } else { BACKWARD_JUMP };
        Move::new(if start.abs_diff(end) == 1 { step } else { jump }, target)
    }

    const fn kind(self) -> usize {
        self.0 as usize >> TARGET_BITS
    }

    const fn target(self) -> usize {
        self.0 as usize % TARGETS
    }

    /// The square where the disc arrives.
    pub(super) const fn to(self) -> Square {
        square(self.target())
    }

    /// The square that the disc leaves; `None` if it is placed.
    pub(super) fn from(self) -> Option<Square> {
        origin(self.kind(), self.target()).map(square)
    }

    /// Whether a disc is jumped over.
    pub(super) const fn is_jump(self) -> bool {
        matches!(self.kind(), FORWARD_JUMP | BACKWARD_JUMP)
    }

    /// A number of its own.
    pub(super) const fn history_slot(self) -> u16 {
        self.0
    }
}

/// Whether a set holds one of the twelve lines of five.
pub(super) const fn has_line(discs: Squares) -> bool {
    let pairs = discs & discs >> 1;
    let fours = pairs & pairs >> 2;
    let fives = fours & discs >> 4;
    fives != 0 || discs & DIAGONALS[0] == DIAGONALS[0] || discs & DIAGONALS[1] == DIAGONALS[1]
}

impl Position {
    /// The empty board with so many discs to be placed by both players together.
    pub(super) const fn start(discs: u8) -> Position {
        Position { own: 0, other: 0, in_hand: discs, mover: 0 }
    }

    /// Who is to move.
    pub(super) const fn mover(self) -> Player {
        Player(self.mover)
    }

    /// The discs of White and of Black.
    pub(super) const fn colours(self) -> [Squares; 2] {
        if self.mover == 0 { [self.own, self.other] } else { [self.other, self.own] }
    }

    /// The discs that White and Black still have to place; White begins.
    pub(super) const fn hands(self) -> [u8; 2] {
        [self.in_hand / 2, self.in_hand.div_ceil(2)]
    }

    /// Whether discs are still being placed.
    pub(super) const fn is_placing(self) -> bool {
        self.in_hand > 0
    }

    /// Whether the opponent has just completed a line.
    #[inline]
    pub(super) const fn is_lost(self) -> bool {
        has_line(self.other)
    }

    /// The position in one word: the discs of both players in one copy and the side to move. What is in hand
    /// follows from the number of discs.
    pub(super) const fn packed(self) -> u64 {
        const COPY: Squares = (1 << HALF) - 1;
        self.own & COPY | (self.other & COPY) << HALF | (self.mover as u64) << (2 * HALF)
    }

    /// The squares without a disc.
    #[inline]
    pub(super) const fn empty(self) -> Squares {
        BOARD & !(self.own | self.other)
    }

    /// Appends all moves: placements from the bottom left; or steps forward and back, then jumps.
    #[inline]
    pub(super) fn list(self, out: &mut Vec<Move>) {
        let Position { own, other, .. } = self;
        let empty = self.empty();
        if self.is_placing() {
            return append(out, PLACEMENT, empty % (1 << HALF));
        }
        append(out, FORWARD_STEP, own << 1 & empty);
        append(out, BACKWARD_STEP, own >> 1 & empty);
        append(out, FORWARD_JUMP, (own << 1 & other) << 1 & empty);
        append(out, BACKWARD_JUMP, (own >> 1 & other) >> 1 & empty);
    }

    /// How many moves there are. A square that is reached forward by a step is not reached forward by a jump, so
    /// both are counted together.
    #[inline]
    pub(super) const fn count(self) -> usize {
        let Position { own, other, .. } = self;
        if self.is_placing() {
            return (self.empty() % (1 << HALF)).count_ones() as usize;
        }
        let forward = (own | own << 1 & other) << 1 & self.empty();
        let backward = (own | own >> 1 & other) >> 1 & self.empty();
        (forward.count_ones() + backward.count_ones()) as usize
    }

    /// Whether a move completes a line and so wins.
    #[inline]
    pub(super) fn completes(self, mv: Move) -> bool {
        has_line(self.own ^ CHANGES[usize::from(mv.0)].own)
    }

    /// Plays a move and hands the turn over.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let Change { own, turned } = CHANGES[usize::from(mv.0)];
        (self.own, self.other) = (self.other ^ turned, self.own ^ own);
        self.in_hand = self.in_hand.saturating_sub(1);
        self.mover ^= 1;
    }

    /// Appends every position of the moving phase from which a step or a jump leads here: the player who moved last
    /// takes it back. Nobody had a line before, and nobody was without discs.
    #[inline]
    pub(super) fn list_unmoves(self, out: &mut Vec<Position>) {
        let Position { own, other, .. } = self;
        let empty = self.empty();
        let pairs = other & other << 1;
        let kinds = [
            (FORWARD_STEP, other & empty << 1),
            (BACKWARD_STEP, other & empty >> 1),
            (FORWARD_JUMP, pairs & empty << 2),
            (BACKWARD_JUMP, pairs >> 1 & empty >> 2),
        ];
        for (kind, mut ends) in kinds {
            while ends != 0 {
                let change = CHANGES[kind << TARGET_BITS | ends.trailing_zeros() as usize];
                ends &= ends - 1;
                let before = Position {
                    own: other ^ change.own,
                    other: own ^ change.turned,
                    mover: self.mover ^ 1,
                    ..self
                };
                if before.other != 0
                    && !has_line(before.own)
                    && (change.turned == 0 || !has_line(before.other))
                {
                    out.push(before);
                }
            }
        }
    }

    /// Appends every position from which placing a disc leads here. The colours are those of the placing order.
    pub(super) fn list_unplacements(self, out: &mut Vec<Position>) {
        let in_hand = self.in_hand + 1;
        let mut discs = self.other % (1 << HALF);
        while discs != 0 {
            let placed = only(square(discs.trailing_zeros() as usize));
            discs &= discs - 1;
            let before = Position { own: self.other ^ placed, other: self.own, in_hand, mover: in_hand % 2 };
            if !has_line(before.own) && !has_line(before.other) {
                out.push(before);
            }
        }
    }

    /// The position with the turn handed over.
    pub(super) const fn passed(self) -> Position {
        Position { own: self.other, other: self.own, mover: self.mover ^ 1, ..self }
    }
}

/// Appends the moves of one kind that end on the bits of a set.
#[inline]
fn append(out: &mut Vec<Move>, kind: usize, mut targets: Squares) {
    while targets != 0 {
        out.push(Move::new(kind, targets.trailing_zeros() as usize));
        targets &= targets - 1;
    }
}
