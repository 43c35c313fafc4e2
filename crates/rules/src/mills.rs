//! Rows that let their maker take one enemy piece, as in Nine Men's Morris, and pieces in hand.

use crate::game::{Mill, Rules};
use crate::moves::{Generator, MOST_MOVES};
use crate::position::{Move, Position};
use crate::set::CellSet;

impl<const W: usize> Rules<W> {
    /// The cells of all rows among some pieces.
    fn rows_of(&self, pieces: CellSet<W>, mill: &Mill) -> CellSet<W> {
        let mut all = CellSet::EMPTY;
        for &axis in &mill.axes {
            let mut cells = self.line_of(pieces, axis, mill.length);
            for _ in 0..mill.length {
                all |= cells;
                cells = self.ways[axis].push(cells);
            }
        }
        all
    }

    /// Puts pieces that are about to be taken into the hand of who takes them.
    pub fn keep(&self, at: &mut Position<W>, player: usize, gone: CellSet<W>) {
        for (kind, described) in self.definition.kinds.iter().enumerate() {
            let count = (gone & at.kinds[kind]).count() as i32;
            if count > 0 {
                at.change_hand(player, described.taken_as.unwrap_or(kind), count);
            }
        }
    }

    /// Whether any piece can ever be in hand.
    pub fn has_hands(&self) -> bool {
        self.definition.keeps || self.definition.kinds.iter().any(|kind| kind.in_hand > 0)
    }
}

impl<const W: usize> Generator<'_, W> {
    /// Whether the mover has a piece of a kind in hand.
    pub(crate) fn has_in_hand(&self, kind: usize) -> bool {
        self.at.hands[self.mover][kind] > 0
    }

    /// Replaces each move that makes a row by one move for each piece that may be taken with it.
    pub(crate) fn choose_victims(&self, out: &mut Vec<Move<W>>, before: usize) {
        let Some(mill) = &self.rules.mill else { return };
        let in_rows = self.rules.rows_of(self.enemy, mill);
        let free = self.enemy & !in_rows;
        let victims = if mill.sparing && !free.is_empty() { free } else { self.enemy };
        let found = out.split_off(before);
        for mv in found {
            let own = if mv.from == mv.to { self.own } else { self.own & !CellSet::of(mv.from) };
            let victims = victims & !CellSet::of(mv.to);
            let row = self.rules.rows_of(own | CellSet::of(mv.to), mill).has(mv.to);
            if !row || victims.is_empty() {
                out.push(mv);
                continue;
            }
            for victim in victims.cells() {
                if out.len() - before < MOST_MOVES {
                    out.push(Move { taken: mv.taken | CellSet::of(victim), ..mv });
                }
            }
        }
    }
}
