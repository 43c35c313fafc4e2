//! Fitting a play book to games: what the evaluator leaves unexplained is shared out among the configurations.

use crate::Lesson;
use plybook_kernel::{Evaluated, Game, PatternWeights};

/// Sweeps over all lessons. The error of Othello's book changes in the fourth digit after half as many.
const SWEEPS: usize = 60;
/// How often a configuration would have to be seen with value zero: rare ones stay near it.
const DOUBT: f64 = 30.0;
/// One game in so many is kept aside to see what the book is worth on games it has not learnt.
const ASIDE: usize = 10;

/// A fitted book and how well it explains results.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The book.
    pub book: PatternWeights,
    /// Positions learnt from.
    pub positions: usize,
    /// Configurations that were seen at least once, mirror images counted once.
    pub seen: usize,
    /// Games kept aside to judge the book, one in ten.
    pub aside: usize,
    /// Mean squared error on the games kept aside, in points squared: of the evaluator alone, and with the book. None
    /// if they have no position.
    pub errors: Option<[f64; 2]>,
}

/// Fits a book by ridge regression on the difference between result and evaluation. `None` if the game has no
/// patterns.
///
/// Every sweep adds to each configuration's value its share of the mean remaining error where it occurs (Jacobi's
/// method, damped by the number of places, so that places that vary together do not overshoot).
pub fn fit<G: Game + Evaluated>(game: &G, games: &[Vec<Lesson>]) -> Option<Fit> {
    let patterns = game.patterns();
    if patterns.is_empty() {
        return None;
    }
    let starts: Vec<usize> = patterns
        .iter()
        .scan(0, |start, pattern| Some(std::mem::replace(start, *start + pattern.configurations)))
        .collect();
    let total: usize = patterns.iter().map(|pattern| pattern.configurations).sum();
    let number = |&(pattern, configuration): &(usize, usize)| starts[pattern] + configuration;

    let aside = |index: usize| index % ASIDE == ASIDE - 1;
    let chosen = |wanted: bool| {
        let games = games.iter().enumerate().filter(move |&(index, _)| aside(index) == wanted);
        games.flat_map(|(_, lessons)| lessons)
    };
    let mut counts = vec![0.0; total];
    let mut places = 1;
    for lesson in chosen(false) {
        lesson.configurations.iter().for_each(|place| counts[number(place)] += 1.0);
        places = places.max(lesson.configurations.len());
    }
    let mut values = vec![0.0; total];
    for _ in 0..SWEEPS {
        let mut left = vec![0.0; total];
        for lesson in chosen(false) {
            let error = remaining(lesson, &values, number);
            lesson.configurations.iter().for_each(|place| left[number(place)] += error);
        }
        for ((value, left), count) in values.iter_mut().zip(left).zip(&counts) {
            *value += (left - DOUBT * *value) / (count + DOUBT) / places as f64;
        }
    }
    let judges = chosen(true).count();
    let error = |values: &[f64]| {
        let squares = chosen(true).map(|lesson| (remaining(lesson, values, number) / 100.0).powi(2));
        squares.sum::<f64>() / judges as f64
    };
    let errors = (judges > 0).then(|| [error(&vec![0.0; total]), error(&values)]);
    let book = patterns.iter().enumerate().map(|(pattern, info)| {
        let value = |configuration| {
            let value = values[number(&(pattern, game.same_configuration(pattern, configuration)))];
            value.round().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16
        };
        (0..info.configurations).map(value).collect()
    });
    let book = PatternWeights::new(patterns, book.collect())?;
    let seen = counts.iter().filter(|&&count| count > 0.0).count();
    Some(Fit { book, positions: chosen(false).count(), seen, aside: games.len() / ASIDE, errors })
}

/// What a lesson's result exceeds its evaluation and its configurations' values by.
fn remaining(lesson: &Lesson, values: &[f64], number: impl Fn(&(usize, usize)) -> usize) -> f64 {
    let known: f64 = lesson.configurations.iter().map(|place| values[number(place)]).sum();
    f64::from(lesson.result - lesson.evaluation) - known
}
