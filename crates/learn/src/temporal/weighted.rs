//! An evaluator with other weights.

use crate::file::{Reader, damaged, open};
use plybook_kernel::{Evaluator, ListedGame, Planes, ReadError, Score, Term, sum};
use std::sync::Arc;

/// The kind of file that learnt weights are kept in.
pub(crate) const KIND: &[u8; 8] = b"plybkTDW";

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
    /// The weights at the start of a game and at its end.
    weights: Arc<[(String, [f64; 2])]>,
}

impl<E> WeightedTerms<E> {
    /// The evaluator's terms with these weights, rounded to hundredths of a point; those of `ending` count the more the
    /// farther a game has gone. Without any the weights are the same throughout.
    pub fn new(inner: E, weights: &[Weight], ending: &[Weight]) -> WeightedTerms<E> {
        let last = |weight: &Weight| {
            let found = ending.iter().find(|other| other.name == weight.name);
            found.map_or(weight.weight, |other| other.weight)
        };
        let pair = |weight: &Weight| (weight.name.clone(), [weight.weight, last(weight)]);
        WeightedTerms { inner, weights: weights.iter().map(pair).collect() }
    }
}

impl<G: Planes, E: Evaluator<G>> Evaluator<G> for WeightedTerms<E> {
    type Accumulator = ();

    fn accumulate(&self, _: &G, _: &G::Position) {}

    fn evaluate(&self, game: &G, at: &G::Position, (): &()) -> Score {
        sum(&self.terms(game, at))
    }

    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term> {
        let mut terms = self.inner.terms(game, at);
        let last = game.phases().saturating_sub(1);
        let gone = if last == 0 { 0.0 } else { game.phase(at) as f64 / last as f64 };
        for (number, term) in terms.iter_mut().enumerate() {
            // Evaluators name their terms in the same order nearly always.
            let here = self.weights.get(number).filter(|(name, _)| *name == term.name);
            let found = here.or_else(|| self.weights.iter().find(|(name, _)| *name == term.name));
            let weight = |&(_, [first, last]): &(String, [f64; 2])| first * (1.0 - gone) + last * gone;
            term.weight = found.map_or(0, |found| weight(found).round() as i32);
        }
        terms
    }
}

/// The evaluator's name and the weights that a file holds: those of a game's start, and those of its end if they differ.
///
/// # Errors
/// The file is damaged, or of another game or kind.
pub fn read_weights<G: ListedGame>(game: &G, bytes: &[u8]) -> Result<(String, [Vec<Weight>; 2]), ReadError> {
    let text = open(game, KIND, bytes)?;
    let mut reader = Reader::new(&text);
    let evaluator = reader.word("evaluator").map(str::to_owned);
    let first = read_section(&mut reader);
    let last = read_lines(&mut reader, ENDING).unwrap_or_default();
    let read = evaluator.zip(first.map(|first| [first, last]));
    read.ok_or_else(|| damaged(&game.full_name(), "it has no weights"))
}

/// The names of the sections.
const WEIGHTS: &str = "weights";
const ENDING: &str = "ending";

/// The section of weights: `WEIGHT MEAN-SQUARE NAME` in each line.
pub(super) fn read_section(reader: &mut Reader<'_>) -> Option<Vec<Weight>> {
    read_lines(reader, WEIGHTS)
}

fn read_lines(reader: &mut Reader<'_>, section: &str) -> Option<Vec<Weight>> {
    let line = |line: &str| {
        let (weight, rest) = line.split_once(' ')?;
        let (mean_square, name) = rest.split_once(' ')?;
        let finite = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
        Some(Weight { name: name.to_owned(), weight: finite(weight)?, mean_square: finite(mean_square)? })
    };
    reader.section(section)?.into_iter().map(line).collect()
}

/// The lines that `read_section` reads.
pub(super) fn write_section(weights: &[Weight]) -> Vec<String> {
    lines(WEIGHTS, weights)
}

/// The lines of weights for the start of a game and, if there are any, for its end.
pub(crate) fn write_weights([first, last]: &[Vec<Weight>; 2]) -> Vec<String> {
    let mut all = lines(WEIGHTS, first);
    if !last.is_empty() {
        all.extend(lines(ENDING, last));
    }
    all
}

fn lines(section: &str, weights: &[Weight]) -> Vec<String> {
    let line = |weight: &Weight| format!("{} {} {}", weight.weight, weight.mean_square, weight.name);
    let mut lines = vec![format!("{section} {}", weights.len())];
    lines.extend(weights.iter().map(line));
    lines
}
