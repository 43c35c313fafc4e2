//! The values of one slice, from the ends of the games backwards.
//!
//! Values are found in layers: layer n holds the wins and losses in n plies. A value is final once its layer has
//! come; before that it may be there already, from moves that leave the slice, and a shorter win may still replace
//! it.
//!
//! 1. Classify: holes, finished games, and what follows from moves to earlier slices.
//! 2. For n = 0, 1, ...: a position before a loss in n is a win in n + 1. A position before a win in n may be a loss
//!    now: it is looked at again, and is one if all its moves lead to final wins of the opponent. Its distance is
//!    then one more than the longest of them.
//! 3. What is still open when no layer is left is a draw: neither player can force anything.
//!
//! Without un-moves every open position is looked at again in every layer.

use super::cells::Cells;
use super::error::EndgameError;
use super::judge::{Buffers, Failure, Judge, SuccessorSlices};
use super::meter::{Meter, Step};
use super::tablebase_value::Code;
use super::workers::{PIECE, share};
use plybook_kernel::{Indexed, Neighbours, Slice};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// One slice being solved.
pub(crate) struct Solver<'a, G: Indexed> {
    game: &'a G,
    slice: Slice,
    earlier: &'a SuccessorSlices,
    threads: usize,
    meter: &'a Meter<'a>,
    cells: Cells,
    /// Whether the game takes moves back in this slice.
    unmoves: bool,
    /// Positions to look at again, a bit each; empty without un-moves.
    again: Vec<AtomicU64>,
    /// How many moves of an open position are not known to be bad, where the game's shortcut can count them; zero
    /// where it cannot: then every bad move is a reason to look again. Empty if nothing is counted.
    left: Vec<AtomicU8>,
    /// How many values of each distance were written, or more.
    written: Vec<u64>,
    /// Whether a move stays in the slice; if none does, one pass is enough.
    cyclic: bool,
    /// The layer that comes next.
    layer: u32,
    /// Values carried back so far.
    carried: AtomicU64,
}

/// What one thread collects.
struct Local<G: Indexed> {
    buffers: Buffers<G>,
    /// The game's shortcut over numbers, if it has one.
    shortcut: Option<Box<dyn Neighbours>>,
    numbers: Vec<u64>,
    written: Vec<u64>,
    inside: bool,
    too_narrow: bool,
    failure: Option<Failure>,
}

impl<G: Indexed> Local<G> {
    fn new(shortcut: Option<Box<dyn Neighbours>>) -> Local<G> {
        Local {
            buffers: Buffers::new(),
            shortcut,
            numbers: Vec::new(),
            written: Vec::new(),
            inside: false,
            too_narrow: false,
            failure: None,
        }
    }

    #[inline]
    fn write(&mut self, cells: &Cells, index: u64, code: Code) {
        if !cells.set(index, code) {
            self.too_narrow = true;
        } else if code.is_decided() {
            let distance = code.distance() as usize;
            if self.written.len() <= distance {
                self.written.resize(distance + 1, 0);
            }
            self.written[distance] += 1;
        }
    }
}

impl<'a, G: Indexed> Solver<'a, G> {
    /// A solver that begins at the beginning.
    pub fn new(
        game: &'a G,
        slice: Slice,
        earlier: &'a SuccessorSlices,
        threads: usize,
        counting: bool,
        meter: &'a Meter<'a>,
    ) -> Solver<'a, G> {
        let size = game.size(slice);
        let unmoves = offers_unmoves(game, slice);
        let counted = if counting && game.neighbours(slice).is_some() { size } else { 0 };
        let words = if unmoves { size.div_ceil(64) } else { 0 };
        Solver {
            game,
            slice,
            earlier,
            threads,
            meter,
            cells: Cells::new(size, earlier.is_wide()),
            unmoves,
            again: (0..words).map(|_| AtomicU64::new(0)).collect(),
            left: (0..counted).map(|_| AtomicU8::new(0)).collect(),
            written: Vec::new(),
            cyclic: true,
            layer: 0,
            carried: AtomicU64::new(0),
        }
    }

    /// Bytes in memory that solving a slice of this size needs at least, widening not counted.
    pub fn bytes(size: u64) -> u64 {
        Cells::bytes(size, false) + size / 8
    }

    /// Bytes that counting the moves needs besides.
    pub fn counting_bytes(size: u64) -> u64 {
        size
    }

    /// Goes on where an earlier attempt had come to.
    pub fn resume(&mut self, cells: Cells, layer: u32) {
        self.cells = cells;
        self.layer = layer;
        let mut written = Vec::new();
        for index in 0..self.cells.len() {
            let code = self.cells.get(index);
            if code.is_decided() {
                let distance = code.distance() as usize;
                if written.len() <= distance {
                    written.resize(distance + 1, 0);
                }
                written[distance] += 1;
            }
        }
        self.written = written;
        self.meter.tick(self.cells.len());
    }

    /// The values.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The values, when the work is done.
    pub fn into_cells(self) -> Cells {
        self.cells
    }

    /// The layer that comes next.
    pub fn layer(&self) -> u32 {
        self.layer
    }

    /// How many values were carried back and told to the meter.
    pub fn carried(&self) -> u64 {
        self.carried.load(Relaxed)
    }

    /// Step 1.
    ///
    /// # Errors
    /// The job was stopped, or an earlier slice cannot be read.
    pub fn classify(&mut self) -> Result<(), EndgameError> {
        self.meter.step(&self.game.slice_name(self.slice), Step::Classify);
        let alone = self.game.neighbours(self.slice).is_some();
        let left = std::mem::take(&mut self.left);
        let passed = self.pass(|judge, local, index, at| {
            let Some(at) = at else {
                judge.cells.set(index, Code::HOLE);
                return Ok(());
            };
            if alone {
                // No move leaves the slice, so that only finished games have a value yet.
                local.inside = true;
                let moves = if judge.game.outcome(&at).is_none() { judge.game.count(&at) } else { 0 };
                if moves > 0 {
                    let counts = |shortcut: &mut Box<dyn Neighbours>| shortcut.counts(index);
                    if let Some(left) = left.get(index as usize)
                        && local.shortcut.as_mut().is_some_and(counts)
                    {
                        left.store(u8::try_from(moves).unwrap_or(0), Relaxed);
                    }
                    return Ok(());
                }
            }
            let found = judge.judge(&at, 0, &mut local.buffers)?;
            local.inside |= found.inside;
            if found.code.is_decided() {
                local.write(judge.cells, index, found.code);
            }
            Ok(())
        });
        self.left = left;
        self.cyclic = passed?;
        Ok(())
    }

    /// Works on one layer; false if there was none left.
    ///
    /// # Errors
    /// The job was stopped, or an earlier slice cannot be read.
    pub fn next_layer(&mut self) -> Result<bool, EndgameError> {
        if !self.cyclic {
            return Ok(false);
        }
        let Some(layer) = (self.layer..self.written.len() as u32).find(|&n| self.written[n as usize] > 0)
        else {
            return Ok(false);
        };
        self.layer = layer;
        self.meter.step(&self.game.slice_name(self.slice), Step::Solve(layer));
        if self.unmoves {
            self.carry_back(layer)?;
            self.look_again(layer)?;
        } else {
            self.sweep(layer)?;
        }
        self.layer = layer + 1;
        Ok(true)
    }

    /// Carries the values of a layer back to the positions before them.
    fn carry_back(&mut self, layer: u32) -> Result<(), EndgameError> {
        self.repeat(|solver| {
            let start = || Local::new(solver.game.neighbours(solver.slice));
            share(solver.threads, (solver.cells.len(), PIECE), start, |local, range| {
                let mut found = 0;
                solver.cells.each_at(range.start, range.end, layer, |index, code| {
                    found += 1;
                    if local.shortcut.is_some() {
                        solver.carry_numbers_back(local, index, code);
                    } else {
                        solver.carry_position_back(local, index, code);
                    }
                });
                solver.carried.fetch_add(found, Relaxed);
                solver.meter.tick(found)
            })
        })?;
        Ok(())
    }

    /// Carries a value back by un-moves.
    #[inline]
    fn carry_position_back(&self, local: &mut Local<G>, index: u64, code: Code) {
        let game = self.game;
        let Some(at) = game.unrank(self.slice, index) else { return };
        let mover = game.turn(&at);
        let mut before = std::mem::take(&mut local.buffers.before);
        before.clear();
        game.unmoves_within(&at, &mut before);
        for before in before.iter().filter(|before| game.slice(before) == Some(self.slice)) {
            let good = code.is_win() == (game.turn(before) == mover);
            self.carry_to(local, game.rank(before), good, code.distance() + 1);
        }
        local.buffers.before = before;
    }

    /// Carries a value back by the game's shortcut.
    #[inline]
    fn carry_numbers_back(&self, local: &mut Local<G>, index: u64, code: Code) {
        let mut numbers = std::mem::take(&mut local.numbers);
        if let Some(shortcut) = &mut local.shortcut {
            shortcut.before(index, &mut numbers);
        }
        for &number in &numbers {
            self.carry_to(local, number, !code.is_win(), code.distance() + 1);
        }
        local.numbers = numbers;
    }

    /// Tells a position that a move is good for it, and how far the end is then, or that a move is bad.
    #[inline]
    fn carry_to(&self, local: &mut Local<G>, number: u64, good: bool, distance: u32) {
        let old = self.cells.get(number);
        let open = old == Code::OPEN;
        if good {
            if open || (old.is_decided() && old.is_win() && old.distance() > distance) {
                local.write(&self.cells, number, Code::win(distance));
            }
        } else if open && self.is_last(number) {
            self.mark(number);
        }
    }

    /// Counts a bad move; whether it may have been the last.
    #[inline]
    fn is_last(&self, number: u64) -> bool {
        let Some(left) = self.left.get(number as usize) else { return true };
        left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).unwrap_or(1) == 1
    }

    #[inline]
    fn mark(&self, index: u64) {
        let word = &self.again[(index / 64) as usize];
        let bit = 1 << (index % 64);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Looks again at the positions before wins of a layer.
    fn look_again(&mut self, layer: u32) -> Result<(), EndgameError> {
        self.repeat(|solver| {
            let judge = solver.judge();
            let start = || Local::new(solver.game.neighbours(solver.slice));
            share(solver.threads, (solver.again.len() as u64, PIECE / 64), start, |local, range| {
                for number in range {
                    let word = &solver.again[number as usize];
                    let mut bits = word.load(Relaxed);
                    while bits != 0 {
                        let index = 64 * number + u64::from(bits.trailing_zeros());
                        bits &= bits - 1;
                        if let Err(failure) = judge.look(index, layer, local) {
                            local.failure = Some(failure);
                            return false;
                        }
                    }
                }
                solver.meter.tick(0)
            })
        })?;
        self.again.iter().for_each(|word| word.store(0, Relaxed));
        Ok(())
    }

    /// Looks at every position that has no final value.
    fn sweep(&mut self, layer: u32) -> Result<(), EndgameError> {
        self.pass(|judge, local, index, at| {
            let old = judge.cells.get(index);
            let settled =
                old == Code::HOLE || (old.is_decided() && (!old.is_win() || old.distance() <= layer + 1));
            let Some(at) = at.filter(|_| !settled) else { return Ok(()) };
            let found = judge.judge(&at, layer + 1, &mut local.buffers)?.code;
            if found.is_decided() && found != old {
                local.write(judge.cells, index, found);
            }
            Ok(())
        })?;
        Ok(())
    }

    fn judge(&self) -> Judge<'_, G> {
        Judge { game: self.game, slice: self.slice, cells: &self.cells, earlier: self.earlier }
    }

    /// Calls `work` with every number and its position; says whether a move was seen that stays in the slice.
    fn pass(
        &mut self,
        work: impl Fn(&Judge<'_, G>, &mut Local<G>, u64, Option<G::Position>) -> Result<(), Failure> + Sync,
    ) -> Result<bool, EndgameError> {
        let counted = self.layer == 0 && self.written.is_empty();
        self.repeat(|solver| {
            let judge = solver.judge();
            let start = || Local::new(solver.game.neighbours(solver.slice));
            share(solver.threads, (solver.cells.len(), PIECE), start, |local, range| {
                let length = range.end - range.start;
                for index in range {
                    let at = judge.game.unrank(judge.slice, index);
                    if let Err(failure) = work(&judge, local, index, at) {
                        local.failure = Some(failure);
                        return false;
                    }
                }
                solver.meter.tick(if counted { length } else { 0 })
            })
        })
    }

    /// Does a piece of work, and does it again with wider cells where they were too narrow.
    fn repeat(&mut self, work: impl Fn(&Self) -> Vec<Local<G>>) -> Result<bool, EndgameError> {
        loop {
            let mut inside = false;
            let mut too_narrow = false;
            for local in work(self) {
                if let Some(failure) = local.failure {
                    return Err(*failure);
                }
                inside |= local.inside;
                too_narrow |= local.too_narrow;
                let length = self.written.len().max(local.written.len());
                self.written.resize(length, 0);
                self.written.iter_mut().zip(local.written).for_each(|(sum, more)| *sum += more);
            }
            if self.meter.is_stopped() {
                return Err(EndgameError::Stopped);
            }
            if !too_narrow {
                return Ok(inside);
            }
            let cells = std::mem::replace(&mut self.cells, Cells::new(0, false));
            self.cells = cells.widened();
        }
    }
}

impl<G: Indexed> Judge<'_, G> {
    /// Looks whether an open position has become a loss.
    #[inline]
    fn look(&self, index: u64, layer: u32, local: &mut Local<G>) -> Result<(), Failure> {
        if self.cells.get(index).is_decided() {
            return Ok(());
        }
        let lost = if let Some(shortcut) = &mut local.shortcut {
            shortcut.after(index, &mut local.numbers);
            self.all_won(&local.numbers, layer)
        } else {
            let Some(at) = self.game.unrank(self.slice, index) else { return Ok(()) };
            self.lost(&at, layer + 1, &mut local.buffers)?
        };
        if let Some(distance) = lost {
            local.write(self.cells, index, Code::loss(distance));
        }
        Ok(())
    }

    /// The distance of a loss whose moves lead to these numbers, if all of them are final wins of the opponent.
    #[inline]
    fn all_won(&self, numbers: &[u64], layer: u32) -> Option<u32> {
        let mut distance = 0;
        for &number in numbers {
            let code = self.cells.get(number);
            if !code.is_decided() || !code.is_win() || code.distance() > layer {
                return None;
            }
            distance = distance.max(code.distance() + 1);
        }
        Some(distance)
    }
}

/// Whether the game takes moves back in a slice: asked of its first position.
fn offers_unmoves<G: Indexed>(game: &G, slice: Slice) -> bool {
    let first = (0..game.size(slice)).find_map(|index| game.unrank(slice, index));
    first.is_some_and(|at| game.unmoves(&at, &mut Vec::new()))
}
