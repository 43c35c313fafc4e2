//! Changed position texts. Random games seldom show two positions that differ in one small thing, such as a
//! right to castle; a changed letter of a text that the game still reads does.

use super::texts::reads_back;
use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Notation, Random, View};

/// Changes tried on each sampled position.
const TRIES: usize = 4;

/// Changes a letter or two of sampled texts. A changed text that the game accepts must be as good a position as
/// any, with another key and another look if it differs.
pub(super) struct Edits;

impl<G: Notation + View> Examiner<G> for Edits {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        for _ in 0..if met.sampled { TRIES } else { 0 } {
            let text = edited(met.text, &mut desk.random);
            let Ok(other) = met.game.read(&text) else { continue };
            desk.report.edits += 1;
            compare(met, &other)?;
        }
        Ok(())
    }
}

fn compare<G: Notation + View>(met: &Met<'_, G>, other: &G::Position) -> Result<(), Failure> {
    let &Met { game, at, .. } = met;
    let text = game.text(other);
    reads_back(game, other, &text)?;
    let moves = game.legal(other);
    if game.outcome(other).is_none() && game.count(other) != moves.len() {
        let failure = Failure::new(Check::Count, text).expected(moves.len().to_string());
        return failure.found(game.count(other).to_string());
    }
    if text == met.text {
        return Ok(());
    }
    if game.key(other) == game.key(at) {
        let failure = met.failure(Check::DistinctKeys).expected(format!("a key other than that of {text:?}"));
        return failure.found(format!("key {} twice", game.key(at)));
    }
    if game.turn(other) == game.turn(at) && game.diagram(other) == *met.diagram() {
        let failure = met.failure(Check::DiagramTells).expected(format!("another look than {text:?}"));
        return failure.found("the same");
    }
    Ok(())
}

/// The text with one letter replaced, removed or repeated, or two exchanged.
fn edited(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return String::new();
    }
    let [place, other] = [(); 2].map(|()| random.below(letters.len()));
    match random.below(4) {
        0 => letters[place] = letters[other],
        1 => drop(letters.remove(place)),
        2 => letters.insert(place, letters[other]),
        _ => letters.swap(place, other),
    }
    letters.into_iter().collect()
}
