//! Moves taken back: all positions from which one move leads to a position.

use super::board::{BOARD, CROWNING, bits};
use super::index::{MOST_PIECES, is_numbered};
use super::moves::{list, must_jump};
use super::path::{Direction, Move, neighbour};
use super::position::Position;
use plybook_kernel::Player;

/// All four directions.
const DIRECTIONS: [Direction; 4] = [0, 1, 2, 3];

/// The directions in which a player's men go.
const fn ahead(player: Player) -> [Direction; 2] {
    if player.0 == 0 { [0, 1] } else { [2, 3] }
}

/// The opposite direction.
const fn opposite(direction: Direction) -> Direction {
    direction ^ 2
}

/// Appends the positions before a step that crowned nobody. Only where nothing could be jumped is a step allowed.
pub(super) fn steps(at: &Position, out: &mut Vec<Position>) {
    let last = at.mover().other();
    step_back(at, at.men(last), &ahead(last), false, out);
    step_back(at, at.kings(last), &DIRECTIONS, false, out);
}

/// Appends the positions before a step that crowned a man.
pub(super) fn crownings(at: &Position, out: &mut Vec<Position>) {
    let last = at.mover().other();
    step_back(at, at.kings(last) & CROWNING[last.index()], &ahead(last), true, out);
}

fn step_back(at: &Position, pieces: u64, directions: &[Direction], uncrowned: bool, out: &mut Vec<Position>) {
    for to in bits(pieces) {
        for &direction in directions {
            let from = neighbour(1 << to, opposite(direction)) & at.empty();
            if from != 0 {
                let before = at.with_step_back(1 << to, from, uncrowned);
                if !must_jump(&before) {
                    out.push(before);
                }
            }
        }
    }
}

/// Appends the positions before a chain of jumps, as far as they have numbers.
pub(super) fn captures(at: &Position, out: &mut Vec<Position>) {
    let last = at.mover().other();
    let kept = out.len();
    let mut moves = Vec::new();
    for to in bits(at.pieces(last)) {
        let here = 1 << to;
        let is_king = at.kings(last) & here != 0;
        let mut hunt = Hunt { at, last, to: here, uncrowned: false, kept, moves: &mut moves, out };
        if is_king {
            hunt.follow_back(here, 0, &DIRECTIONS);
            hunt.uncrowned = true;
            if here & CROWNING[last.index()] != 0 {
                hunt.follow_back(here, 0, &ahead(last));
            }
        } else {
            hunt.follow_back(here, 0, &ahead(last));
        }
    }
}

/// The chains of jumps that may have brought one piece to where it stands.
struct Hunt<'a> {
    at: &'a Position,
    /// Whose piece it is.
    last: Player,
    /// Where it stands.
    to: u64,
    /// Whether it was a man that is now a king.
    uncrowned: bool,
    /// Positions in `out` that were there before.
    kept: usize,
    moves: &'a mut Vec<Move>,
    out: &'a mut Vec<Position>,
}

impl Hunt<'_> {
    /// Goes on backwards from `here`, when the pieces on `taken` have been put back.
    fn follow_back(&mut self, here: u64, taken: u64, directions: &[Direction]) {
        let pieces = BOARD & !self.at.empty();
        if (pieces | taken).count_ones() >= MOST_PIECES {
            return;
        }
        for &direction in directions {
            let over = neighbour(here, opposite(direction)) & self.at.empty() & !taken;
            let from = neighbour(over, opposite(direction)) & (self.at.empty() | self.to) & !taken;
            if from != 0 {
                let taken = taken | over;
                self.try_kinds(from, taken);
                self.follow_back(from, taken, directions);
            }
        }
    }

    /// Puts men and kings back on the taken squares in every way, and keeps what really has a move to here.
    fn try_kinds(&mut self, from: u64, taken: u64) {
        let mut kings = taken;
        loop {
            let before = self.at.with_jumps_back(self.to, from, self.uncrowned, taken, kings);
            if is_numbered(&before) && !self.out[self.kept..].contains(&before) && self.leads_here(&before) {
                self.out.push(before);
            }
            if kings == 0 {
                return;
            }
            kings = (kings - 1) & taken;
        }
    }

    fn leads_here(&mut self, before: &Position) -> bool {
        debug_assert_eq!(before.mover(), self.last);
        self.moves.clear();
        list(before, self.moves);
        self.moves.iter().any(|&mv| {
            let mut after = *before;
            after.play(mv);
            after == *self.at
        })
    }
}
