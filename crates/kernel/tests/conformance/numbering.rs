//! The numbers of the ring's positions: slices by empty cells, the cells as digits of base three, then the turn.
//! A folded numbering gives all images the lowest of their numbers.

use crate::fault::Fault;
use crate::ring::{CELLS, Position, Ring};
use plybook_kernel::{Game, Indexed, Player, Slice, Symmetric, Turn};

const SIZE: u64 = 2 * 3u64.pow(CELLS as u32);

fn code(at: &Position) -> u64 {
    let digit = |cell: &Option<Player>| cell.map_or(0, |owner| 1 + u64::from(owner.0));
    let cells = at.cells.iter().fold(0, |code, cell| 3 * code + digit(cell));
    2 * cells + u64::from(at.turn == Turn::Player(Player::SECOND))
}

impl<const ALTERNATES: bool> Ring<ALTERNATES> {
    fn decode(&self, code: u64) -> Position {
        let mut cells = [None; CELLS];
        let mut rest = code / 2;
        for cell in cells.iter_mut().rev() {
            *cell = [None, Some(Player::FIRST), Some(Player::SECOND)][(rest % 3) as usize];
            rest /= 3;
        }
        self.set_up(cells, Turn::Player(Player((code % 2) as u8)))
    }
}

impl<const ALTERNATES: bool> Indexed for Ring<ALTERNATES> {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        let mut slices: Vec<Slice> = (0..=CELLS as u64).map(Slice).collect();
        match self.fault {
            Fault::SlicesUnsorted => slices.reverse(),
            Fault::SliceNotListed => drop(slices.remove(2)),
            _ => {}
        }
        slices
    }

    fn slice(&self, at: &Position) -> Option<Slice> {
        let empty = at.cells.iter().filter(|cell| cell.is_none()).count();
        match self.fault {
            Fault::SlicesByStones => Some(Slice((CELLS - empty) as u64)),
            Fault::UnfinishedWithoutNumber if empty == 2 => None,
            _ => Some(Slice(empty as u64)),
        }
    }

    fn size(&self, _: Slice) -> u64 {
        SIZE
    }

    fn rank(&self, at: &Position) -> u64 {
        let symmetries = if self.folded { self.symmetries() } else { 1 };
        let rank = (0..symmetries).map(|symmetry| code(&self.image(at, symmetry))).min().unwrap_or(0);
        match self.fault {
            Fault::RankShifted => (rank + 1) % SIZE,
            Fault::RankTooLarge if at.cells[0].is_some() && at.cells[3].is_some() => rank + SIZE,
            // The last digit is doubled in the code, behind the turn.
            Fault::RankForgetsColour if at.cells[5] == Some(Player::SECOND) => rank - 2,
            _ => rank,
        }
    }

    fn unrank(&self, slice: Slice, index: u64) -> Option<Position> {
        let at = self.decode(index);
        let hole = match self.fault {
            Fault::RankTooLarge => at.cells[0].is_some() && at.cells[3].is_some(),
            Fault::RankForgetsColour => at.cells[5] == Some(Player::SECOND),
            Fault::PositionIsHole => at.cells[2] == Some(Player::SECOND),
            _ => false,
        };
        let canonical = self.has(Fault::RankShifted) || self.rank(&at) == index;
        (self.slice(&at) == Some(slice) && !hole && canonical).then_some(at)
    }

    fn unmoves(&self, at: &Position, out: &mut Vec<Position>) -> bool {
        let Some(mover) = at.turn.player().map(Player::other) else { return true };
        for cell in 0..CELLS {
            let mut cells = at.cells;
            if cells[cell] != Some(mover) || (self.has(Fault::UnmoveMissing) && cell == 0) {
                continue;
            }
            cells[cell] = None;
            let before = self.set_up(cells, Turn::Player(mover));
            let finished = self.outcome(&before).is_some() && !self.has(Fault::UnmoveTooMany);
            if finished || self.slice(&before).is_none() {
                continue;
            }
            out.push(before);
            if self.has(Fault::UnmoveTwice) {
                out.extend(out.last().cloned());
            }
        }
        true
    }
}
