//! Position texts and keys.

use super::walk::{Desk, Examiner, Met};
use super::{Check, Failure};
use crate::Notation;
use std::collections::HashMap;

/// Reads every position back from its text and remembers all keys; texts with counts are sampled.
#[derive(Default)]
pub(super) struct Texts {
    by_key: HashMap<u64, String>,
}

impl<G: Notation> Examiner<G> for Texts {
    fn meet(&mut self, met: &Met<'_, G>, desk: &mut Desk) -> Result<(), Failure> {
        let &Met { game, at, text, .. } = met;
        well_formed(text)
            .or_else(|(expected, found)| met.failure(Check::TextForm).expected(expected).found(found))?;
        reads_back(game, at, text)?;
        let known = self.by_key.entry(game.key(at)).or_insert_with(|| text.to_owned());
        if known != text {
            let failure =
                met.failure(Check::DistinctKeys).expected(format!("a key other than that of {known:?}"));
            return failure.found(format!("key {} twice", game.key(at)));
        }
        desk.report.distinct = self.by_key.len();
        if met.sampled { counts_read_back(met) } else { Ok(()) }
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
    let failure = |check| Failure::new(check, text);
    let twin = match game.read(text) {
        Ok(twin) => twin,
        Err(error) => {
            return failure(Check::TextReadsBack).expected("a text that reads back").found(error.to_string());
        }
    };
    if twin != *at {
        return failure(Check::TextReadsBack).expected(format!("{at:?}")).found(format!("{twin:?}"));
    }
    let (key, again) = (game.key(at), game.key(&twin));
    if key != again {
        return failure(Check::EqualKeys)
            .expected(format!("key {again} as read from the text"))
            .found(key.to_string());
    }
    let rewritten = game.text(&twin);
    if rewritten != text {
        return failure(Check::TextReadsBack).expected(text).found(format!("{rewritten} when written again"));
    }
    Ok(())
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
