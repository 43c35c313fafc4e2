//! The stones on the board, in groups that are kept up to date move by move.
//!
//! The board lies in a frame, so that every point has four neighbours. A group is a ring of stones with a head, which
//! holds its liberties counted once for each stone beside them.

use plybook_kernel::{Player, Random, zobrist::Keys};
use std::fmt;

/// Points from one row of the framed board to the next: 19 lines and the frame.
pub(super) const WIDTH: usize = 21;
/// Points of the framed board.
const POINTS: usize = WIDTH * WIDTH;
/// Most points of a board.
const MOST: usize = 19 * 19;
/// No stone. The players' stones are 1 and 2.
pub(super) const EMPTY: u8 = 0;
/// The frame.
const FRAME: u8 = 3;
/// The move without a stone.
pub(super) const PASS: u16 = 0;

static KEYS: Keys<{ 2 * POINTS + 4 }> = Keys::new(0x60);

/// The key of a position: its board's, whose turn it is, and the passes right before.
pub(super) fn key_of(board: u64, mover: Player, passes: u8) -> u64 {
    board
        ^ KEYS.of(2 * POINTS + mover.index())
        ^ if passes == 0 { 0 } else { KEYS.of(2 * POINTS + 1 + usize::from(passes)) }
}

/// The stones, whose turn it is, and the passes right before.
#[derive(Clone)]
pub struct Position {
    colour: [u8; POINTS],
    /// The stone that stands for the group of a stone.
    head: [u16; POINTS],
    /// The next stone of the same group, in a ring.
    next: [u16; POINTS],
    /// Liberties of a head's group, each counted once for each stone beside it.
    liberties: [u16; POINTS],
    /// The empty points in no order, and where each of them stands there.
    empty: [u16; MOST],
    place: [u16; POINTS],
    empties: u16,
    mover: u8,
    passes: u8,
    /// The point where a single stone was taken by a single stone in the last move. It only steers playouts.
    ko: u16,
    board_key: u64,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.mover, self.passes, self.board_key) == (other.mover, other.passes, other.board_key)
            && self.colour == other.colour
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones: Vec<(usize, u8)> = (0..POINTS)
            .filter(|&point| matches!(self.colour[point], 1 | 2))
            .map(|point| (point, self.colour[point]))
            .collect();
        f.debug_struct("Position")
            .field("stones", &stones)
            .field("mover", &self.mover)
            .field("passes", &self.passes)
            .finish()
    }
}

impl Position {
    /// The empty board of so many lines.
    pub(super) fn empty(side: usize) -> Position {
        let mut at = Position {
            colour: [FRAME; POINTS],
            head: [0; POINTS],
            next: [0; POINTS],
            liberties: [0; POINTS],
            empty: [0; MOST],
            place: [0; POINTS],
            empties: 0,
            mover: 0,
            passes: 0,
            ko: 0,
            board_key: 0,
        };
        for point in (1..=side).flat_map(|row| (1..=side).map(move |column| row * WIDTH + column)) {
            at.set_empty(point as u16);
        }
        at
    }

    /// The four points beside a point.
    #[inline]
    pub(super) fn beside(point: u16) -> [u16; 4] {
        let width = WIDTH as u16;
        [point - 1, point + 1, point - width, point + width]
    }

    pub(super) fn mover(&self) -> Player {
        Player(self.mover)
    }

    pub(super) fn passes(&self) -> u8 {
        self.passes
    }

    pub(super) fn board_key(&self) -> u64 {
        self.board_key
    }

    #[inline]
    pub(super) fn colour(&self, point: u16) -> u8 {
        self.colour[usize::from(point)]
    }

    /// The owner of the stone on a point.
    pub(super) fn owner(&self, point: u16) -> Option<usize> {
        match self.colour(point) {
            colour @ (1 | 2) => Some(usize::from(colour) - 1),
            _ => None,
        }
    }

    /// Sets whose turn it is in a position that is put together.
    pub(super) fn set_turn(&mut self, mover: Player, passes: u8) {
        (self.mover, self.passes, self.ko) = (mover.0, passes, 0);
    }

    #[inline]
    fn head_of(&self, point: u16) -> usize {
        usize::from(self.head[usize::from(point)])
    }

    /// Whether the player to move may put a stone on a point.
    #[inline]
    pub(super) fn may_put(&self, point: u16, suicide: bool) -> bool {
        if self.colour(point) != EMPTY {
            return false;
        }
        let beside = Position::beside(point);
        if suicide || beside.iter().any(|&next| self.colour(next) == EMPTY) {
            return true;
        }
        let own = self.mover + 1;
        beside.iter().any(|&next| {
            let colour = self.colour(next);
            if colour == FRAME {
                return false;
            }
            let head = self.head_of(next);
            // All liberties of the group that are this point.
            let here = beside.iter().filter(|&&other| self.is_of(other, head)).count();
            let last = usize::from(self.liberties[head]) == here;
            // An own group must keep another liberty, an enemy group must lose its last.
            last != (colour == own)
        })
    }

    /// Whether a point holds a stone of the group with this head.
    #[inline]
    fn is_of(&self, point: u16, head: usize) -> bool {
        matches!(self.colour(point), 1 | 2) && self.head_of(point) == head
    }

    /// Passes.
    pub(super) fn pass(&mut self) {
        self.mover ^= 1;
        self.passes += 1;
        self.ko = 0;
    }

    /// Puts a stone of the player to move, and takes what has no liberty then.
    pub(super) fn put(&mut self, point: u16) {
        let own = self.mover + 1;
        self.place_stone(point, own);
        let mut taken = 0;
        let mut single = 0;
        for next in Position::beside(point) {
            if self.colour(next) == 3 - own && self.liberties[self.head_of(next)] == 0 {
                single = next;
                taken += self.take(next);
            }
        }
        let head = self.head_of(point);
        self.ko = 0;
        if self.liberties[head] == 0 {
            self.take(point);
        } else if taken == 1 && self.next[head] as usize == head && self.liberties[head] == 1 {
            self.ko = single;
        }
        self.mover ^= 1;
        self.passes = 0;
    }

    /// Puts a stone and joins it with its neighbours.
    pub(super) fn place_stone(&mut self, point: u16, colour: u8) {
        let here = usize::from(point);
        self.remove_empty(point);
        self.colour[here] = colour;
        self.head[here] = point;
        self.next[here] = point;
        self.liberties[here] = 0;
        self.board_key ^= KEYS.of(2 * here + usize::from(colour) - 1);
        for next in Position::beside(point) {
            match self.colour(next) {
                EMPTY => self.liberties[here] += 1,
                FRAME => {}
                _ => {
                    let head = self.head_of(next);
                    self.liberties[head] -= 1;
                }
            }
        }
        for next in Position::beside(point) {
            if self.colour(next) == colour && self.head_of(next) != self.head_of(point) {
                self.join(self.head_of(next), self.head_of(point));
            }
        }
    }

    /// Joins two groups.
    fn join(&mut self, one: usize, other: usize) {
        // The stones of the second get the head of the first.
        let mut stone = other;
        loop {
            self.head[stone] = one as u16;
            stone = usize::from(self.next[stone]);
            if stone == other {
                break;
            }
        }
        self.next.swap(one, other);
        self.liberties[one] += self.liberties[other];
    }

    /// Takes a group off the board, and tells of how many stones.
    fn take(&mut self, point: u16) -> usize {
        let colour = usize::from(self.colour(point)) - 1;
        let (mut stone, mut taken) = (point, 0);
        loop {
            let next = self.next[usize::from(stone)];
            self.board_key ^= KEYS.of(2 * usize::from(stone) + colour);
            self.set_empty(stone);
            for beside in Position::beside(stone) {
                if matches!(self.colour(beside), 1 | 2) {
                    let head = self.head_of(beside);
                    self.liberties[head] += 1;
                }
            }
            taken += 1;
            stone = next;
            if stone == point {
                return taken;
            }
        }
    }

    fn set_empty(&mut self, point: u16) {
        self.colour[usize::from(point)] = EMPTY;
        self.place[usize::from(point)] = self.empties;
        self.empty[usize::from(self.empties)] = point;
        self.empties += 1;
    }

    fn remove_empty(&mut self, point: u16) {
        self.empties -= 1;
        let last = self.empty[usize::from(self.empties)];
        let place = self.place[usize::from(point)];
        self.empty[usize::from(place)] = last;
        self.place[usize::from(last)] = place;
    }

    /// Whether a stone on some group has no liberty left: then this is no position of a game.
    pub(super) fn captured_stone(&self) -> Option<u16> {
        (0..POINTS as u16)
            .find(|&point| matches!(self.colour(point), 1 | 2) && self.liberties[self.head_of(point)] == 0)
    }

    /// Whether a point is an eye of the player to move, which filling would only spoil: own stones or the edge on all
    /// sides, and the opponent on fewer than two corners, on none at the edge.
    fn is_eye(&self, point: u16) -> bool {
        let own = self.mover + 1;
        if Position::beside(point).iter().any(|&next| self.colour(next) != own && self.colour(next) != FRAME)
        {
            return false;
        }
        let width = WIDTH as u16;
        let corners = [point - width - 1, point - width + 1, point + width - 1, point + width + 1];
        let count = |colour: u8| corners.iter().filter(|&&corner| self.colour(corner) == colour).count();
        count(3 - own) + usize::from(count(FRAME) > 0) < 2
    }

    /// A random move for a playout: no own eye is filled and no ko taken back at once; a pass where nothing is left.
    pub(super) fn playout_move(&self, random: &mut Random) -> u16 {
        let empties = usize::from(self.empties);
        if empties == 0 {
            return PASS;
        }
        let first = random.below(empties);
        let mut points = self.empty[first..empties].iter().chain(&self.empty[..first]);
        let fits = |&&point: &&u16| point != self.ko && !self.is_eye(point) && self.may_put(point, false);
        points.find(fits).copied().unwrap_or(PASS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(row: u16, column: u16) -> u16 {
        row * WIDTH as u16 + column
    }

    #[test]
    fn groups_join_and_are_taken() {
        let mut at = Position::empty(3);
        // Black surrounds two white stones in the corner.
        for (row, column) in [(2, 1), (1, 1), (2, 2), (1, 2), (1, 3)] {
            assert!(at.may_put(point(row, column), false), "{row} {column}");
            at.put(point(row, column));
        }
        assert_eq!((at.colour(point(1, 1)), at.colour(point(1, 2)), at.empties), (EMPTY, EMPTY, 6));
        assert_eq!(at.captured_stone(), None);
    }

    #[test]
    fn suicide_and_eyes() {
        let mut at = Position::empty(3);
        for (row, column) in [(1, 2), (3, 3), (2, 1)] {
            at.put(point(row, column));
        }
        // White in the corner would have no liberty.
        assert!(!at.may_put(point(1, 1), false) && at.may_put(point(1, 1), true));
        at.pass();
        assert!(at.is_eye(point(1, 1)) && !at.is_eye(point(2, 2)));
        // A white stone on the corner's only diagonal makes it false.
        at.pass();
        at.put(point(2, 2));
        assert!(!at.is_eye(point(1, 1)));
    }
}
