//! What follows for a position from its moves.

use super::cache::Cache;
use super::cells::Cells;
use super::error::EndgameError;
use super::file::SliceFile;
use super::tablebase_value::{Code, TablebaseValue};
use plybook_kernel::{Game, Indexed, Slice};
use std::collections::HashMap;

/// An error that stops the work. Boxed, because it is handed through the innermost loops.
pub(crate) type Failure = Box<EndgameError>;

/// The slices that one move may lead to, besides the one at hand.
#[derive(Default)]
pub(crate) struct SuccessorSlices {
    slices: HashMap<Slice, Source>,
    cache: Option<Cache>,
}

/// Where the values of an earlier slice come from.
pub(crate) enum Source {
    /// All in memory.
    Loaded(Cells),
    /// From disk, block by block.
    File(SliceFile),
}

impl SuccessorSlices {
    /// SuccessorSlices slices, with so many bytes for blocks of those that stay on disk.
    pub fn new(slices: HashMap<Slice, Source>, cache_bytes: usize) -> SuccessorSlices {
        SuccessorSlices { slices, cache: Some(Cache::new(cache_bytes)) }
    }

    /// Whether an earlier slice has distances beyond a byte: then this one may have them as well.
    pub fn is_wide(&self) -> bool {
        self.slices.values().any(|source| match source {
            Source::Loaded(cells) => cells.is_wide(),
            Source::File(file) => file.header().width == 2,
        })
    }

    /// The code of a position of an earlier slice.
    fn get(&self, slice: Slice, index: u64, missing: impl Fn() -> EndgameError) -> Result<Code, Failure> {
        match (self.slices.get(&slice), &self.cache) {
            (Some(Source::Loaded(cells)), _) if index < cells.len() => Ok(cells.get(index)),
            (Some(Source::File(file)), Some(cache)) => Ok(file.get(index, cache)?),
            _ => Err(Box::new(missing())),
        }
    }
}

/// Buffers of one thread.
pub(crate) struct Buffers<G: Game> {
    moves: Vec<G::Move>,
    pub before: Vec<G::Position>,
}

impl<G: Game> Buffers<G> {
    pub fn new() -> Buffers<G> {
        Buffers { moves: Vec::new(), before: Vec::new() }
    }
}

/// What the moves say so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Judgement {
    /// The value; open if it does not follow yet.
    pub code: Code,
    /// Whether a move stays in the slice.
    pub inside: bool,
}

/// Judges positions of one slice.
pub(crate) struct Judge<'a, G: Indexed> {
    pub game: &'a G,
    pub slice: Slice,
    pub cells: &'a Cells,
    pub earlier: &'a SuccessorSlices,
}

impl<G: Indexed> Judge<'_, G> {
    /// The value of a position from its moves. Values within the slice count if their distance is below `known`,
    /// those of earlier slices always.
    #[inline]
    pub fn judge(
        &self,
        at: &G::Position,
        known: u32,
        buffers: &mut Buffers<G>,
    ) -> Result<Judgement, Failure> {
        let game = self.game;
        let mut inside = false;
        if let Some(end) = self.end(at, buffers) {
            return Ok(Judgement { code: Code::of(end), inside });
        }
        let mover = game.turn(at);
        let (mut win, mut loss, mut open) = (u32::MAX, 0, false);
        for &mv in &buffers.moves {
            let next = game.after(at, mv);
            let code = self.value(&next, known, &mut inside)?;
            if !code.is_decided() {
                open = true;
                continue;
            }
            let distance = code.distance() + 1;
            if code.is_win() == (game.turn(&next) == mover) {
                win = win.min(distance);
            } else {
                loss = loss.max(distance);
            }
        }
        let code = match (win, open) {
            (u32::MAX, true) => Code::OPEN,
            (u32::MAX, false) => Code::loss(self.fitting(loss)?),
            _ => Code::win(self.fitting(win)?),
        };
        Ok(Judgement { code, inside })
    }

    /// The value of an unfinished position whose moves lead to these numbers of the slice and hand the turn over,
    /// all values being known.
    #[inline]
    pub fn judge_numbers(&self, numbers: &[u64]) -> Code {
        let (mut win, mut loss, mut open) = (u32::MAX, 0, false);
        for &number in numbers {
            let code = self.cells.get(number);
            match (code.is_decided(), code.is_win()) {
                (false, _) => open = true,
                (true, true) => loss = loss.max(code.distance() + 1),
                (true, false) => win = win.min(code.distance() + 1),
            }
        }
        match (win, open) {
            (u32::MAX, true) => Code::OPEN,
            (u32::MAX, false) => Code::loss(loss.min(Code::LONGEST)),
            _ => Code::win(win.min(Code::LONGEST)),
        }
    }

    /// The distance of a loss, if every move leads to a win of the opponent that is known; as for `judge`. The
    /// position must not be finished.
    #[inline]
    pub fn lost(
        &self,
        at: &G::Position,
        known: u32,
        buffers: &mut Buffers<G>,
    ) -> Result<Option<u32>, Failure> {
        let game = self.game;
        if self.end(at, buffers).is_some() {
            return Ok(None);
        }
        let mover = game.turn(at);
        let mut loss = 0;
        for &mv in &buffers.moves {
            let next = game.after(at, mv);
            let code = self.value(&next, known, &mut false)?;
            if !code.is_decided() || code.is_win() == (game.turn(&next) == mover) {
                return Ok(None);
            }
            loss = loss.max(code.distance() + 1);
        }
        self.fitting(loss).map(Some)
    }

    /// The end of the game, if this is it; otherwise the moves are in the buffer.
    #[inline]
    fn end(&self, at: &G::Position, buffers: &mut Buffers<G>) -> Option<TablebaseValue> {
        let game = self.game;
        let worth = |outcome| game.turn(at).player().map(|mover| TablebaseValue::of_end(outcome, mover));
        if let Some(outcome) = game.outcome(at) {
            return worth(outcome);
        }
        buffers.moves.clear();
        game.moves(at, &mut buffers.moves);
        if buffers.moves.is_empty() { worth(game.no_moves(at)) } else { None }
    }

    /// The value of a position after a move, as its player sees it.
    #[inline]
    fn value(&self, next: &G::Position, known: u32, inside: &mut bool) -> Result<Code, Failure> {
        let game = self.game;
        match game.slice(next) {
            Some(slice) if slice == self.slice => {
                *inside = true;
                let code = self.cells.get(game.rank(next));
                let usable = code.is_decided() && code.distance() < known;
                Ok(if usable { code } else { Code::OPEN })
            }
            Some(slice) => self.earlier.get(slice, game.rank(next), || EndgameError::Missing {
                slice: game.slice_name(self.slice),
                missing: game.slice_name(slice),
            }),
            None => {
                let end = game.verdict(next).zip(game.turn(next).player());
                Ok(end
                    .map_or(Code::OPEN, |(outcome, mover)| Code::of(TablebaseValue::of_end(outcome, mover))))
            }
        }
    }

    /// A distance that a code can hold.
    #[inline]
    fn fitting(&self, distance: u32) -> Result<u32, Failure> {
        if distance <= Code::LONGEST {
            return Ok(distance);
        }
        let slice = self.game.slice_name(self.slice);
        Err(Box::new(EndgameError::TooLong { slice, longest: Code::LONGEST }))
    }
}
