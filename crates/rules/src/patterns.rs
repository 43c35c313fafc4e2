//! What is looked for on a board: rows, chains, pieces on cells.

use crate::game::{Check, Rules};
use crate::position::Position;
use crate::set::CellSet;

impl<const W: usize> Rules<W> {
    /// Cells from which so many steps along a way, the cell itself included, are all in the set.
    pub fn line_of(&self, cells: CellSet<W>, way: usize, length: usize) -> CellSet<W> {
        let back = &self.ways[self.ways[way].back];
        let (mut all, mut done) = (cells, 1);
        while done < length {
            let more = done.min(length - done);
            all &= back.push_by(all, more);
            done += more;
        }
        all
    }

    /// The cells of `cells` that hang together with those of `seed`.
    pub fn flood(&self, seed: CellSet<W>, cells: CellSet<W>, ways: &[usize]) -> CellSet<W> {
        let mut all = seed & cells;
        loop {
            let more = ways.iter().fold(all, |more, &way| more | self.ways[way].push(all)) & cells;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Whether one chain of cells meets a first set and all of the others.
    fn connects(&self, cells: CellSet<W>, from: CellSet<W>, others: [CellSet<W>; 2], ways: &[usize]) -> bool {
        let mut seeds = cells & from;
        while let Some(first) = seeds.first() {
            let chain = self.flood(CellSet::of(first), cells, ways);
            if others.iter().all(|&other| chain.meets(other)) {
                return true;
            }
            seeds &= !chain;
        }
        false
    }

    /// The cells next to some cells, along some ways.
    pub fn beside(&self, cells: CellSet<W>, ways: &[usize]) -> CellSet<W> {
        ways.iter().fold(CellSet::EMPTY, |all, &way| all | self.ways[way].push(cells))
    }

    /// Whether a condition holds for a player.
    pub fn holds(&self, check: &Check<W>, at: &Position<W>, player: usize) -> bool {
        let own = at.sides[player];
        let of = |cells: CellSet<W>, kind: &Option<usize>| match kind {
            None => cells,
            Some(kind) => cells & at.kinds[*kind],
        };
        match check {
            Check::Line { length, axes } => {
                axes.iter().any(|&way| !self.line_of(own, way, *length).is_empty())
            }
            Check::Square(ways) => {
                let corner = |way: usize| self.ways[self.ways[way].back].push(own);
                !ways.iter().fold(own, |all, &way| all & corner(way)).is_empty()
            }
            Check::Reach { cells, kind, safely: false } => of(own, kind).meets(cells[player]),
            Check::Reach { cells, kind, safely: true } => {
                let there = of(own, kind) & cells[player];
                there.cells().any(|cell| !self.threatens(at, 1 - player, CellSet::of(cell)))
            }
            Check::Connect { from, to, also, ways } => {
                own.meets(from[player]) && own.meets(to[player]) && {
                    match also {
                        None => self.flood(own & from[player], own, ways).meets(to[player]),
                        Some(also) => self.connects(own, from[player], [to[player], also[player]], ways),
                    }
                }
            }
            Check::Together { ways } => match own.first() {
                None => false,
                Some(first) => self.flood(CellSet::of(first), own, ways) == own,
            },
            Check::EnemyFewer { kind, than } => {
                of(at.sides[1 - player], kind).count() + at.held(1 - player, *kind) < *than
            }
            Check::AtLeast { kind, count, held: false } => of(own, kind).count() >= *count,
            Check::AtLeast { kind, count, held: true } => at.held(player, *kind) >= *count,
        }
    }
}
