//! Chains of jumps, followed cell by cell.

use crate::definition::Chain;
use crate::game::{Action, Rules};
use crate::position::Move;
use crate::set::CellSet;

/// Jumps of a chain at most: their ways fit a word.
const MOST_JUMPS: usize = 20;
/// Bits for the way of one jump.
const WAY_BITS: u32 = 3;
/// Chains of one piece that are kept at most.
const MOST_CHAINS: usize = 1_000;

/// The chains of one piece.
pub(crate) struct Chains<'a, const W: usize> {
    pub rules: &'a Rules<W>,
    pub action: &'a Action<W>,
    pub number: u8,
    pub from: u8,
    pub over: CellSet<W>,
    pub empty: CellSet<W>,
    pub takes: bool,
    pub chain: Chain,
    pub straight: bool,
    pub long: bool,
    pub tries: usize,
    pub found: Vec<Move<W>>,
}

impl<const W: usize> Chains<'_, W> {
    /// Follows all jumps from a cell; says whether there was any.
    pub fn follow(
        &mut self,
        cell: u8,
        taken: CellSet<W>,
        path: u64,
        depth: usize,
        last: Option<usize>,
    ) -> bool {
        let mut jumped = false;
        if depth == MOST_JUMPS {
            return false;
        }
        for index in 0..self.action.ways.len() {
            if self.straight && last.is_some_and(|last| last != index) {
                continue;
            }
            let rules = self.rules;
            let way = &rules.ways[self.action.ways[index]];
            let mut next = way.next(cell);
            if self.long {
                while let Some(at) = next.filter(|&at| self.empty.has(at) && at != cell) {
                    next = way.next(at);
                }
            }
            let Some(middle) = next.filter(|&at| self.over.has(at) && !taken.has(at)) else { continue };
            let mut landing = way.next(middle);
            while let Some(to) = landing.filter(|&to| self.empty.has(to) && self.tries > 0) {
                self.tries -= 1;
                jumped = true;
                let taken = if self.takes { taken | CellSet::of(middle) } else { taken };
                self.land(to, taken, path << WAY_BITS | index as u64, depth + 1, index);
                landing = way.next(to).filter(|&next| self.long && next != middle);
            }
        }
        jumped
    }

    /// A piece that has jumped goes on or stops.
    fn land(&mut self, to: u8, taken: CellSet<W>, path: u64, depth: usize, way: usize) {
        match self.chain {
            Chain::Single => self.stop(to, taken, path),
            Chain::Must | Chain::May if !self.takes => {
                // A jump that takes nothing could go on for ever: every cell is reached once.
                let known = self.found.iter().any(|mv| mv.to == to) || to == self.from;
                if !known {
                    self.stop(to, taken, path);
                    self.follow(to, taken, path, depth, Some(way));
                }
            }
            Chain::Must => {
                if !self.follow(to, taken, path, depth, Some(way)) {
                    self.stop(to, taken, path);
                }
            }
            Chain::May => {
                self.stop(to, taken, path);
                self.follow(to, taken, path, depth, Some(way));
            }
        }
    }

    /// Writes a move down, if it is not known yet.
    fn stop(&mut self, to: u8, taken: CellSet<W>, path: u64) {
        let matters = self.takes && !self.action.merges && self.chain != Chain::Single;
        let path = if matters { path } else { 0 };
        let mv = Move { action: self.number, from: self.from, to, extra: 0, taken, path };
        let known = |other: &Move<W>| other.to == to && other.taken == taken;
        if self.found.len() < MOST_CHAINS && (matters || !self.found.iter().any(known)) {
            self.found.push(mv);
        }
    }
}
