//! Groups without liberties, as in Go: pieces that hang together and see no empty cell.

use crate::game::Rules;
use crate::moves::Generator;
use crate::position::{Move, PASS, Position};
use crate::set::CellSet;

/// The rule of a game by which surrounded groups are taken, with its ways by number.
#[derive(Clone, Debug)]
pub(crate) struct Surround {
    pub ways: Vec<usize>,
    /// Whether a piece must see an empty cell, or hang together with one that does, where it comes to.
    pub keeps_liberty: bool,
}

impl<const W: usize> Rules<W> {
    /// The pieces that see an empty cell or hang together with one that does.
    fn alive(&self, pieces: CellSet<W>, empty: CellSet<W>, ways: &[usize]) -> CellSet<W> {
        self.flood(self.beside(empty, ways), pieces, ways)
    }

    /// Enemies without liberties while these cells are the mover's, the enemy's and blocked.
    pub fn surrounded(&self, own: CellSet<W>, enemy: CellSet<W>, blocks: CellSet<W>) -> CellSet<W> {
        match &self.surround {
            None => CellSet::EMPTY,
            Some(rule) => {
                let empty = self.cells & !(own | enemy | blocks);
                let seeing = self.beside(empty, &rule.ways) & enemy;
                // Mostly every piece sees an empty cell, and no group has to be followed.
                if seeing == enemy {
                    return CellSet::EMPTY;
                }
                enemy & !self.flood(seeing, enemy, &rule.ways)
            }
        }
    }

    /// The mover's pieces, the enemy's and the blocked cells when a move has been made but for what it surrounds.
    fn arrived(&self, at: &Position<W>, mv: Move<W>) -> [CellSet<W>; 3] {
        let mover = at.mover.index();
        let (own, enemy) = (at.sides[mover], at.sides[1 - mover]);
        let Some(action) = self.actions[mover].get(usize::from(mv.action)) else {
            return [own, enemy, at.blocks];
        };
        let mut own = own;
        if !action.adds() {
            own &= !CellSet::of(mv.from);
        }
        own.insert(mv.to);
        if action.covers() {
            own.insert(mv.extra);
        }
        let shot = if action.shoot.is_empty() { CellSet::EMPTY } else { CellSet::of(mv.extra) };
        [own, enemy & !own & !mv.taken, at.blocks | shot]
    }

    /// Whether a move surrounds enemies.
    pub fn surrounds(&self, at: &Position<W>, mv: Move<W>) -> bool {
        let [own, enemy, blocks] = self.arrived(at, mv);
        self.surround.is_some() && mv.action != PASS && !self.surrounded(own, enemy, blocks).is_empty()
    }

    /// How many empty cells a player's group with the fewest of them sees, up to a number.
    pub fn fewest_liberties(&self, at: &Position<W>, player: usize, most: usize) -> usize {
        let Some(rule) = &self.surround else { return most };
        let empty = self.cells & !(at.sides[0] | at.sides[1] | at.blocks);
        let (mut left, mut fewest) = (at.sides[player], most);
        while let Some(first) = left.first() {
            let group = self.flood(CellSet::of(first), left, &rule.ways);
            fewest = fewest.min((self.beside(group, &rule.ways) & empty).count());
            left &= !group;
        }
        fewest
    }
}

impl<const W: usize> Generator<'_, W> {
    /// Leaves out moves after which the piece that was moved has no liberty.
    pub(crate) fn keep_liberties(&self, out: &mut Vec<Move<W>>, before: usize) {
        let Some(rule) = self.rules.surround.as_ref().filter(|rule| rule.keeps_liberty) else { return };
        let mut place = before;
        for number in before..out.len() {
            let mv = out[number];
            let [own, enemy, blocks] = self.rules.arrived(self.at, mv);
            let free = self.rules.cells & !(own | enemy | blocks);
            let sees = self.rules.beside(CellSet::of(mv.to), &rule.ways).meets(free) || {
                let taken = self.rules.surrounded(own, enemy, blocks);
                self.rules.alive(own, free | taken, &rule.ways).has(mv.to)
            };
            if sees {
                out.swap(place, number);
                place += 1;
            }
        }
        out.truncate(place);
    }
}
