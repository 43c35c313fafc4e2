//! Pieces that must not be taken: what an enemy could take next, and which moves leave them safe.

use crate::game::Rules;
use crate::moves::{Generator, Sink, Wanted};
use crate::position::{Move, Position};
use crate::set::CellSet;

/// Finds out whether a move takes something on some cells.
struct Hits<const W: usize> {
    on: CellSet<W>,
    hit: bool,
}

impl<const W: usize> Sink<W> for Hits<W> {
    fn along(&mut self, _: &Rules<W>, _: usize, _: usize, _: usize, _: usize, to: CellSet<W>) {
        self.hit |= to.meets(self.on);
    }

    fn placed(&mut self, _: &Rules<W>, _: usize, _: CellSet<W>, _: Option<usize>) {}

    fn one(&mut self, mv: Move<W>) {
        self.hit |= self.on.has(mv.to) || mv.taken.meets(self.on);
    }

    fn is_full(&self) -> bool {
        self.hit
    }
}

impl<const W: usize> Rules<W> {
    /// Whether a player could take something on some cells if it were this player's turn.
    pub fn threatens(&self, at: &Position<W>, player: usize, cells: CellSet<W>) -> bool {
        let mut turned = at.clone();
        if turned.mover.index() != player {
            turned.pass();
        }
        let mut hits = Hits { on: cells, hit: false };
        Generator::new(self, &turned).every(Wanted::Captures, &mut hits);
        hits.hit
    }

    /// A player's pieces that must not be taken.
    pub fn royals_of(&self, at: &Position<W>, player: usize) -> CellSet<W> {
        let kinds = self.royals.iter().fold(CellSet::EMPTY, |all, &kind| all | at.kinds[kind]);
        kinds & at.sides[player]
    }

    /// Whether the enemy could take a royal piece of a player.
    pub fn is_exposed(&self, at: &Position<W>, player: usize) -> bool {
        !self.royals.is_empty() && {
            let royals = self.royals_of(at, player);
            !royals.is_empty() && self.threatens(at, 1 - player, royals)
        }
    }

    /// Whether the player to move is in check.
    pub fn in_check(&self, at: &Position<W>) -> bool {
        self.is_exposed(at, at.mover.index())
    }
}

impl<const W: usize> Generator<'_, W> {
    /// Leaves out moves after which the enemy could take a royal piece.
    pub(crate) fn keep_safe(&self, out: &mut Vec<Move<W>>, before: usize) {
        if self.rules.royals.is_empty() {
            return;
        }
        let mut place = before;
        for number in before..out.len() {
            let mut next = self.at.clone();
            self.rules.play(&mut next, out[number]);
            if !self.rules.is_exposed(&next, self.mover) {
                out.swap(place, number);
                place += 1;
            }
        }
        out.truncate(place);
    }
}
