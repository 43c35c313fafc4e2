//! An evaluator with other weights.

use crate::file::{Reader, damaged, open};
use plybook_kernel::{Evaluator, Game, ListedGame, ReadError, Score, Term, sum};
use std::sync::Arc;

/// The kind of file that learnt weights are kept in.
pub(super) const KIND: &[u8; 8] = b"plybkTDW";

/// The weight of a named term, in hundredths of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// The term's name.
    pub name: String,
    /// Hundredths of a point for each unit of the term.
    pub weight: f64,
    /// The mean square of the term's value in the positions learnt from: a term with large values moves less.
    pub mean_square: f64,
}

/// The terms of an evaluator with weights of their own. A term without one counts nothing.
#[derive(Clone, Debug)]
pub struct WeightedTerms<E> {
    inner: E,
    weights: Arc<[(String, i32)]>,
}

impl<E> WeightedTerms<E> {
    /// The evaluator's terms with these weights, rounded to hundredths of a point.
    pub fn new(inner: E, weights: &[Weight]) -> WeightedTerms<E> {
        let rounded = |weight: &Weight| (weight.name.clone(), weight.weight.round() as i32);
        WeightedTerms { inner, weights: weights.iter().map(rounded).collect() }
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for WeightedTerms<E> {
    type Accumulator = ();

    fn accumulate(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, game: &G, at: &G::Position, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        let mut terms = self.inner.terms(game, at);
        for (number, term) in terms.iter_mut().enumerate() {
            // Evaluators name their terms in the same order nearly always.
            let here = self.weights.get(number).filter(|(name, _)| *name == term.name);
            let found = here.or_else(|| self.weights.iter().find(|(name, _)| *name == term.name));
            term.weight = found.map_or(0, |(_, weight)| *weight);
        }
        terms
    }
}

/// The evaluator's name and the weights that a file holds.
///
/// # Errors
/// The file is damaged, or of another game or kind.
pub fn read_weights<G: ListedGame>(game: &G, bytes: &[u8]) -> Result<(String, Vec<Weight>), ReadError> {
    let text = open(game, KIND, bytes)?;
    let mut reader = Reader::new(&text);
    let evaluator = reader.word("evaluator").map(str::to_owned);
    let read = evaluator.zip(read_section(&mut reader));
    read.ok_or_else(|| damaged(&game.full_name(), "it has no weights"))
}

/// The section of weights: `WEIGHT MEAN-SQUARE NAME` in each line.
pub(super) fn read_section(reader: &mut Reader<'_>) -> Option<Vec<Weight>> {
    let line = |line: &str| {
        let (weight, rest) = line.split_once(' ')?;
        let (mean_square, name) = rest.split_once(' ')?;
        let finite = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        Some(Weight { name: name.to_owned(), weight: finite(weight)?, mean_square: finite(mean_square)? })
    };
    reader.section("weights")?.into_iter().map(line).collect()
}

/// The lines that `read_section` reads.
pub(super) fn write_section(weights: &[Weight]) -> Vec<String> {
    let line = |weight: &Weight| format!("{} {} {}", weight.weight, weight.mean_square, weight.name);
    let mut lines = vec![format!("weights {}", weights.len())];
    lines.extend(weights.iter().map(line));
    lines
}
