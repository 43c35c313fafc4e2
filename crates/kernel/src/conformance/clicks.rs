//! The clicks that make moves.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Notation, Step, View};

/// Looks at the click paths of all moves of sampled positions.
pub(super) struct Clicks;

impl<G: Notation + View> Examiner<G> for Clicks {
    fn meet(&mut self, met: &Met<'_, G>, _: &mut Desk) -> Result<(), Failure> {
        if !met.sampled || met.moves.is_empty() {
            return Ok(());
        }
        let cells = met.diagram().cells.len();
        let mut paths = Vec::with_capacity(met.moves.len());
        for &mv in met.moves {
            let path = met.game.path(met.at, mv);
            let possible = |step: &Step| match step {
                Step::Cell(cell) => *cell < cells,
                Step::Choice(label) => !label.is_empty(),
            };
            if path.is_empty() || !path.iter().all(possible) {
                let failure =
                    met.failure_of(Check::ClickForm, mv).expected(format!("clicks on {cells} cells"));
                return failure.found(format!("{path:?}"));
            }
            paths.push((path, mv));
        }
        paths.sort_by(|(one, _), (other, _)| one.cmp(other));
        // Whatever begins with a path stands right behind it in the sorted list.
        match paths.windows(2).find(|pair| pair[1].0.starts_with(&pair[0].0)) {
            None => Ok(()),
            Some(pair) => {
                let other = met.game.move_text(met.at, pair[1].1);
                let failure = met.failure_of(Check::UniqueClicks, pair[0].1);
                let expected = format!("{:?} not to begin the path of {other:?}", pair[0].0);
                failure.expected(expected).found(format!("{:?}", pair[1].0))
            }
        }
    }
}
