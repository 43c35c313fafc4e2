//! Position texts and keys.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::{Notation, ReadError};
use std::collections::HashMap;

/// Reads every position back from its text and remembers all keys; writing again and texts with counts are sampled.
#[derive(Default)]
pub(super) struct Texts {
    by_key: HashMap<u64, String>,
}

impl<G: Notation> Examiner<G> for Texts {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        let &Met { game, at, text, .. } = met;
        well_formed(text)
            .or_else(|(expected, found)| met.failure(Check::TextForm).expected(expected).found(found))?;
        reads_back_as(game, at, text, met.twin())?;

        let known = self.by_key.entry(game.key(at)).or_insert_with(|| text.to_owned());
        if known != text {
            if game.read(known).is_ok_and(|twin| twin == *at) {
                return met
                    .failure(Check::TextReadsBack)
                    .expected(known.as_str())
                    .found("two texts of one position");
            }
            let expected = format!("a key other than that of {known:?}");
            return met
                .failure(Check::DistinctKeys)
                .expected(expected)
                .found(format!("key {} twice", game.key(at)));
        }
        desk.report.distinct = self.by_key.len();
        if met.sampled {
            rewritten(met)?;
            counts_read_back(met)?;
        }
        Ok(())
    }
}

/// Whether a position text keeps its form; otherwise what was expected and found.
fn well_formed(text: &str) -> Result<(), (&'static str, String)> {
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(("one line of text", format!("{text:?}")));
    }
    if text.split(' ').any(|word| word.is_empty() || word.contains(char::is_whitespace)) {
        return Err(("words with single spaces between them", format!("{text:?}")));
    }
    if text.split(' ').any(|word| word == "moves") {
        return Err(("no word `moves`, which ends a position in protocols", format!("{text:?}")));
    }
    Ok(())
}

/// Whether a position's text gives an equal position with an equal key.
pub(super) fn reads_back<G: Notation>(game: &G, at: &G::Position, text: &str) -> Result<(), Failure> {
    reads_back_as(game, at, text, &game.read(text))
}

/// The same where the text was read before.
fn reads_back_as<G: Notation>(
    game: &G,
    at: &G::Position,
    text: &str,
    twin: &Result<G::Position, ReadError>,
) -> Result<(), Failure> {
    let failure = |check| Failure::new(check, text);
    let twin = match twin {
        Ok(twin) => twin,
        Err(error) => {
            return failure(Check::TextReadsBack).expected("a text that reads back").found(error.to_string());
        }
    };
    if twin != at {
        return failure(Check::TextReadsBack).expected(format!("{at:?}")).found(format!("{twin:?}"));
    }
    let (key, again) = (game.key(at), game.key(twin));
    if key != again {
        let failure = failure(Check::EqualKeys).expected(format!("key {again} as read from the text"));
        return failure.found(key.to_string());
    }
    Ok(())
}

/// Whether equal positions have equal texts.
fn rewritten<G: Notation>(met: &Met<'_, G>) -> Result<(), Failure> {
    match met.twin().as_ref().map(|twin| met.game.text(twin)) {
        Ok(text) if text != met.text => {
            met.failure(Check::TextReadsBack).expected(met.text).found(format!("{text} when written again"))
        }
        _ => Ok(()),
    }
}

fn counts_read_back<G: Notation>(met: &Met<'_, G>) -> Result<(), Failure> {
    let game = met.game;
    let text = game.text_with(met.at, met.past);
    let failure = |expected: &str| met.failure(Check::TextWithCounts).expected(expected);
    if let Err((expected, found)) = well_formed(&text) {
        return failure(expected).found(found);
    }
    match game.read(&text) {
        Ok(twin) if twin == *met.at => {}
        Ok(twin) => return failure(&format!("{:?} from {text:?}", met.at)).found(format!("{twin:?}")),
        Err(error) => return failure("a text that reads back").found(error.to_string()),
    }
    let again = game.text_with(met.at, &game.counts(&text));
    if again == text { Ok(()) } else { failure(&text).found(format!("{again} from the counts read")) }
}
