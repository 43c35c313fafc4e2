//! Whether every value of a slice follows from its moves.

use super::cells::Cells;
use super::error::EndgameError;
use super::judge::{Buffers, Earlier, Failure, Judge};
use super::meter::{Meter, Step};
use super::workers::{PIECE, share};
use super::worth::Code;
use plybook_kernel::{Indexed, Slice};

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
    earlier: &Earlier,
    threads: usize,
    meter: &Meter<'_>,
) -> Result<(), EndgameError> {
    meter.step(&game.slice_name(slice), Step::Verify);
    let judge = Judge { game, slice, cells, earlier };
    let states = share(
        threads,
        (cells.len(), PIECE),
        || (Buffers::<G>::new(), None::<Failure>),
        |(buffers, failure), range| {
            let length = range.end - range.start;
            for index in range {
                if let Err(found) = check(&judge, index, buffers) {
                    *failure = Some(found);
                    return false;
                }
            }
            meter.tick(length)
        },
    );
    if let Some(failure) = states.into_iter().find_map(|(_, failure)| failure) {
        return Err(*failure);
    }
    if meter.is_stopped() { Err(EndgameError::Stopped) } else { Ok(()) }
}

#[inline]
fn check<G: Indexed>(judge: &Judge<'_, G>, index: u64, buffers: &mut Buffers<G>) -> Result<(), Failure> {
    let stored = judge.cells.get(index);
    let at = judge.game.unrank(judge.slice, index);
    let found = match &at {
        None => Code::HOLE,
        Some(at) => judge.judge(at, u32::MAX, buffers)?.code,
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
