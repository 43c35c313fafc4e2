//! Whether every value of a slice follows from its moves.

use super::cells::Cells;
use super::error::EndgameError;
use super::judge::{Buffers, Failure, Judge, SuccessorSlices};
use super::meter::{Meter, Step};
use super::tablebase_value::Code;
use super::workers::{PIECE, share};
use plybook_kernel::{Indexed, Neighbours, Slice};

/// Of so many runs of numbers one is checked by the rules where a shortcut checks the others.
const BY_RULES: u64 = 16;
/// Numbers in such a run.
const RUN: u64 = 1024;

/// By which moves values are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// The moves of the rules.
    Rules,
    /// The game's shortcut over numbers, where it has one, and the rules for a sixteenth of the numbers.
    Shortcut,
}

/// Checks every value and distance of a finished slice against the moves: a win in n has a move to a loss of the
/// opponent in n - 1 and none to a shorter one; a loss in n has only moves to wins of the opponent, the longest in
/// n - 1; a draw has no move to a loss of the opponent, and one to a draw. Distances fall along these moves to the
/// end of a game, so wins and losses are true; and nobody can be driven out of the draws, so they are true as well.
///
/// # Errors
/// Where a value does not follow; or the job was stopped, or an earlier slice cannot be read.
pub(crate) fn verify<G: Indexed>(
    game: &G,
    slice: Slice,
    cells: &Cells,
    earlier: &SuccessorSlices,
    (threads, by): (usize, By),
    meter: &Meter<'_>,
) -> Result<(), EndgameError> {
    meter.step(&game.slice_name(slice), Step::Verify);
    let judge = Judge { game, slice, cells, earlier };
    let states = share(
        threads,
        (cells.len(), PIECE),
        || Checker::new(&judge, by),
        |checker, range| {
            let length = range.end - range.start;
            for index in range {
                if let Err(found) = checker.check(index) {
                    checker.failure = Some(found);
                    return false;
                }
            }
            meter.tick(length)
        },
    );
    if let Some(failure) = states.into_iter().find_map(|checker| checker.failure) {
        return Err(*failure);
    }
    if meter.is_stopped() { Err(EndgameError::Stopped) } else { Ok(()) }
}

/// One thread's work.
struct Checker<'a, G: Indexed> {
    judge: &'a Judge<'a, G>,
    buffers: Buffers<G>,
    shortcut: Option<Box<dyn Neighbours>>,
    numbers: Vec<u64>,
    failure: Option<Failure>,
}

impl<'a, G: Indexed> Checker<'a, G> {
    fn new(judge: &'a Judge<'a, G>, by: By) -> Checker<'a, G> {
        let shortcut = if by == By::Shortcut { judge.game.neighbours(judge.slice) } else { None };
        Checker { judge, buffers: Buffers::new(), shortcut, numbers: Vec::new(), failure: None }
    }

    #[inline]
    fn check(&mut self, index: u64) -> Result<(), Failure> {
        let judge = self.judge;
        let stored = judge.cells.get(index);
        let at = judge.game.unrank(judge.slice, index);
        let found = match (&at, &mut self.shortcut) {
            (None, _) => Code::HOLE,
            (Some(at), Some(shortcut))
                if !(index / RUN).is_multiple_of(BY_RULES)
                    && judge.game.outcome(at).is_none()
                    && judge.game.count(at) > 0 =>
            {
                shortcut.after(index, &mut self.numbers);
                judge.judge_numbers(&self.numbers)
            }
            (Some(at), _) => judge.judge(at, u32::MAX, &mut self.buffers)?.code,
        };
        if found == stored {
            return Ok(());
        }
        let say = |code: Code| code.worth().map_or("a hole".to_owned(), |worth| worth.to_string());
        Err(Box::new(EndgameError::Wrong {
            slice: judge.game.slice_name(judge.slice),
            index,
            position: at.map_or(String::new(), |at| format!("{at:?}")),
            stored: say(stored),
            found: say(found),
        }))
    }
}
