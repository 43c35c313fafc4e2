//! Move texts.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::Notation;
use std::collections::HashSet;

/// Moves of a sampled position whose texts are read back: reading may have to list all moves.
const READ: usize = 3;

/// Looks at the texts of all moves of sampled positions, and reads some of them back.
#[derive(Default)]
pub(super) struct MoveTexts {
    /// Move texts of the last sampled position.
    foreign: Vec<String>,
}

impl<G: Notation> Examiner<G> for MoveTexts {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        if !met.sampled {
            return Ok(());
        }
        let &Met { game, at, moves, .. } = met;
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(at, mv)).collect();
        let display: Vec<String> = moves.iter().map(|&mv| game.display_move(at, mv)).collect();
        examine(met, &texts, desk)?;
        if display != texts {
            examine(met, &display, desk)?;
        }
        for _ in 0..READ.min(self.foreign.len()) {
            let text = &self.foreign[desk.random.below(self.foreign.len())];
            if let Ok(mv) = game.read_move(at, text)
                && !moves.contains(&mv)
            {
                let failure =
                    met.failure(Check::LegalReading).with_move(text).expected("a legal move or an error");
                return failure.found(format!("{mv:?}"));
            }
        }
        self.foreign = texts;
        Ok(())
    }
}

/// Each move has a word of its own, of which some are read back.
fn examine<G: Notation>(met: &Met<'_, G>, texts: &[String], desk: &mut Desk) -> Result<(), Failure> {
    let &Met { game, at, moves, .. } = met;
    let mut seen = HashSet::new();
    for (&mv, text) in moves.iter().zip(texts) {
        if text.is_empty() || text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            let failure = met.failure_of(Check::MoveTextForm, mv).expected("a word without spaces");
            return failure.found(format!("{text:?}"));
        }
        if !seen.insert(text) {
            return met.failure_of(Check::UniqueMoveTexts, mv).expected("a text of its own").found(text);
        }
    }
    for _ in 0..READ.min(moves.len()) {
        let number = desk.random.below(moves.len());
        let read = game.read_move(at, &texts[number]);
        if read.as_ref().ok() != Some(&moves[number]) {
            let failure = met.failure_of(Check::MoveTextReadsBack, moves[number]);
            return failure.expected(format!("{:?}", moves[number])).found(format!("{read:?}"));
        }
    }
    Ok(())
}
